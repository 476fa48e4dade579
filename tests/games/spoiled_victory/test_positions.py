"""Positions as text: written by hand, and refused when they cannot be."""

from __future__ import annotations

import pytest
from dunkirk_desk import DATA, GAME, Desk

from grognard.games.spoiled_victory.rules.allied_attack import AttackerRetreats
from grognard.games.spoiled_victory.rules.german_attack import Frontline, GermanRoll
from grognard.games.spoiled_victory.rules.german_moves import CardDone
from grognard.games.spoiled_victory.rules.luftwaffe import Raid
from grognard.games.spoiled_victory.rules.state import State
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import Step
from grognard.suite import rule


def test_a_position_by_hand_names_only_what_differs() -> None:
    table = GAME.position(
        """
        [state]
        turn = 6
        vp = 12
        suppressed = ["ghq"]
        [state.loc]
        ghq = "C5"
        evacuees-1 = "staging"
        [state.advance]
        D = 1
        """,
        seed=1,
    )
    s = table.state
    assert (s.vp, s.turn) == (12, 6)
    assert "vp = 12" in table.position()


@rule("4.0", "4.1", "4.4", "5.0", "7.2", "8.3", "9.2", "9.2f", "9.3", "9.3b", "10.1.1", "10.1.4", "12.2", "3.1-route")
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[state.loc]\nghq = 'Z2'", "GHQ is no evacuee unit and cannot be in Z2"),
        ("[state.loc]\nghq = 'D1'\n[state.advance]\nD = 2", "behind a German unit"),
        ("[state.loc]\nghq = 'Paris'", "Paris"),
        ("[state.loc]\nnobody = 'C5'", "nobody"),
        ("[state]\nturn = 19", "The turn is 19"),
        ("[state]\nvp = -1", "fewer than none"),
        ("[state.advance]\nG = 4\nH = 4", "are both in G5/H5"),
        ("[state.advance]\nD = 7", "7 spaces along track D"),
        ("[state.loc]\nevacuees-1 = 'X2'\nevacuees-2 = 'X2'", "2 evacuee units are in X2, which holds 1"),
        ("[state]\ndiscards = ['schnell']", "two places"),
        ("[state]\nsurrendered = true", "after the Belgian surrender"),
        ("[state]\nmorale = 3", "morale"),
        ("[state]\nevent = 16", "Massed Artillery is in two places"),
        ("[state]\nintelligence = 3", "is in two places, one of them Intelligence"),
        ("[state]\npile = ['massed-artillery..arm-in-arm']", "is nowhere"),
        ("[state]\nstack = [{ type = 'Turn' }]\npile = ['massed-artillery']", "is nowhere"),
        ("[state]\nremoved = ['weather-is-crystal-clear..arm-in-arm']\npile = []", "two cards at least"),
        ("[state]\nrearguard = 99", "rearguard is 99, but there are only 10."),
        ("[state]\ncap_route = 7", "cap_route is 7, but there are only 3."),
        ("[state]\nevent = 99", "event is 99, but there are only 36."),
        ("[state]\ngroup_at = 500", "group_at is 500, but there are only 53."),
        ("[state]\ngroup_nation = 9", "“group_nation” is 9; it can be 0 to 3"),
        ("[state]\nghq_moves = -5", "“ghq_moves” is -5; it can be 0 to 2"),
        ("[state]\nbonus_moves = -50", "“bonus_moves” is -50"),
        ("[state]\nstack = [{ type = 'Frontline', track = 40, space = 3 }]", "Frontline.track is 40"),
        ("[state]\nstack = [{ type = 'Frontline', track = -4, space = 'D3' }]", "track -4"),
        ("[state]\nstack = [{ type = 'Frontline', track = 'D', space = 'D1' }]", "Nobody is in D1"),
        (
            "[state.loc]\n"
            + "\n".join(f"{u} = 'lost'" for u in DATA.unit_list(DATA.belgian))
            + "\n[state]\nfull = []",
            "must have surrendered",
        ),
    ],
)
def test_impossible_positions_are_refused_in_one_sentence(text: str, words: str) -> None:
    with pytest.raises(BadInput) as caught:
        GAME.position(text, seed=1)
    assert words in str(caught.value)


# ------------------------------------------------------------------------------- one fault at a time, by its case


def faults(desk: Desk) -> set[str]:
    """The cases against a position that is otherwise sound: all units at home, one German a track."""
    return {reason.rule for reason in GAME.check(desk.s)}


def sound(**options: bool) -> Desk:
    return Desk(empty=False, **options)


@rule("10.1.7")
def test_only_who_is_in_the_closed_belgian_area_has_to_leave_it() -> None:
    """The British and French, but not GHQ, and only until the surrender."""
    for unit, space, cases in (
        ("1-loyals", "I3", set()),
        ("i-150-ri", "H4", set()),
        ("1-loyals", "D4", {"10.1.7"}),
        ("1-loyals", "G5/H5", {"10.1.7"}),
        ("ghq", "H4", {"10.1.7"}),
        ("yser-garrison", "H4", {"10.1.7"}),
    ):
        desk = sound().put(unit, space)
        desk.s.astray = 1 << DATA.unit[unit]
        assert faults(desk) == cases, (unit, space)
    after = sound().put("1-loyals", "I3")
    for belgian in DATA.unit_list(DATA.belgian):
        after.put(belgian, "lost", full=False)
    after.s.surrendered, after.s.astray = True, 1 << DATA.unit["1-loyals"]
    assert faults(after) == {"10.1.7"}


@rule("5.0", "4.0")
def test_a_sound_position_has_no_fault() -> None:
    assert faults(sound()) == set()
    assert faults(sound(free_german_setup=True)) == set(), "the Germans are still being drawn"
    assert faults(sound(free_allied_setup=True)) == set(), "full units wait off the map to be set up"


@rule("5.0", "8.3", "10.0", "10.1", "10.1.2", "10.1.5", "10.4", "10.8", "10.10.1", "10.10.2", "11.0", "12.5", "16.0")
@pytest.mark.parametrize(
    ("field", "good", "bad", "case"),
    [
        ("turn", (1, 18), (0, 19), "5.0"),
        ("vp", (0, 300), (-1,), "8.3"),
        ("actions", (0, 99), (-1, 100), "10.0"),
        ("moves", (0, 99), (-1, 100), "11.0"),
        ("jetties", (0, 2), (-1, 3), "10.8"),
        ("bombers", (0, 2), (-1, 3), "10.10.2"),
        ("harbour", (0, 2), (-1, 3), "12.5"),
        ("wake", (0, 2), (-1, 3), "12.5"),
        ("group", (0, 3), (-1, 4), "10.1"),
        ("group_at", (0, DATA.land - 1), (-1, DATA.land), "10.1"),
        ("group_nation", (0, 3), (-1, 4), "10.1.2"),
        ("ghq_moves", (0, 2), (-1, 3), "10.1.5"),
        ("bonus_actions", (0, 99), (-1, 100), "10.0"),
        ("bonus_moves", (0, 99), (-1, 100), "11.0"),
        ("rearguard", (-1, 9), (-2, 10), "16.0"),
        ("cap_route", (-1, 2), (-2, 3), "10.10.1"),
        ("full", (), (1 << 49,), "4.1"),
        ("suppressed", (0, 1 << 34), (1 << 49,), "7.2"),
        ("reduced", (0, 1 << 9), (1 << 10,), "4.1"),
        ("disrupted", (0, 1 << 9), (1 << 10,), "9.3.1"),
    ],
)
def test_numbers_stay_within_their_bounds(field: str, good: tuple[int, ...], bad: tuple[int, ...], case: str) -> None:
    for value in good:
        desk = sound()
        setattr(desk.s, field, value)
        assert faults(desk) == set(), value
    for value in bad:
        desk = sound()
        setattr(desk.s, field, value)
        assert case in faults(desk), value


@rule("6.0", "10.4")
@pytest.mark.parametrize(("field", "case"), [("event", "6.0"), ("intelligence", "10.4")])
def test_a_number_that_is_no_card_is_one_fault(field: str, case: str) -> None:
    for value in (-2, 36):
        desk = sound()
        setattr(desk.s, field, value)
        assert faults(desk) == {case}, value


@rule("9.2", "9.2f")
def test_each_track_has_one_german_and_no_space_two() -> None:
    desk = sound()
    desk.s.on_track[0] = 1
    assert faults(desk) == {"9.2"}
    for n, cases in ((-1, {"9.2"}), (0, set()), (4, set()), (5, {"9.2"})):
        desk = sound()
        for unit in ("i-225-ri", "ii-225-ri", "i-341-ri", "i-224-ri"):
            desk.put(unit, "A5")
        for evacuee in range(1, 15):
            desk.evacuees(evacuee, "pool")
        desk.s.advance[0], desk.s.facts = n, None
        assert faults(desk) == cases, n
    shared = Desk(empty=False)
    for unit in DATA.unit_ids[: DATA.combat]:
        shared.put(unit, "A5" if not DATA.belgian >> DATA.unit[unit] & 1 else "I4/J2")
    shared.german("G5/H5", track="G").german("G5/H5", track="H")
    assert faults(shared) == {"9.2f"}


@rule("3.1-route", "4.0", "7.2", "10.1.1", "10.1.4", "12.2")
def test_each_unit_is_where_it_can_be() -> None:
    for place, cases in (
        ("staging", {"3.1-route"}), ("Y4", {"3.1-route"}), ("pool", {"3.1-route", "7.2"}), ("A2", set()),
        ("lost", {"7.2"}), ("embarked", {"7.2"}),
    ):  # fmt: skip
        assert faults(sound().put("ghq", place)) == cases, place
    for place, cases in (("lost", {"7.2"}), ("embarked", {"7.2"}), ("pool", set()), ("Y4", set()), ("A1", set())):
        assert faults(sound().evacuees(14, place)) == cases, place
    assert faults(sound().put("ghq", "lost", full=False)) == set()
    assert faults(sound().put("ghq", "lost", full=False, suppressed=True)) == {"7.2"}
    assert faults(sound().put("ghq", "D1").german("D2")) == {"10.1.4"}
    assert faults(sound().put("ghq", "E1").german("D2")) == set(), "behind another track's German is nothing"
    crowded = sound()
    for n in (10, 11, 12):
        crowded.evacuees(n, "Y4")
    assert faults(crowded) == {"10.1.1"}
    for place, most in (("staging", 5), ("A5", 4), ("B4", 2)):
        room = sound()
        for n in range(1, 15):
            room.evacuees(n, place if n <= most else "pool")
        assert faults(room) == set(), place
    gone = sound()
    for unit in DATA.unit_list(DATA.belgian):
        gone.put(unit, "lost", full=False)
    assert faults(gone) == {"12.2"}
    gone.s.surrendered = True
    assert faults(gone) == set()
    gone.put("yser-garrison", "staging", full=False)
    assert faults(gone) == {"3.1-route"}, "at sea, which is not the fault of the surrender"
    gone.put("yser-garrison", "H4")
    assert faults(gone) == {"12.2"}
    short = sound()
    short.s.loc.pop()
    assert faults(short) == {"4.0"}
    for nowhere in (-1, len(DATA.place_ids)):
        strayed = sound()
        strayed.s.loc[48] = nowhere
        assert faults(strayed) == {"4.0"}


@rule("4.4", "5.0")
def test_each_card_is_in_one_place() -> None:
    first, last = 1, 1 << 35
    desk = sound()
    desk.s.pile &= ~last
    assert faults(desk) == {"5.0"}, "a card is nowhere"
    for field, value, card in (
        ("discards", last, 35), ("removed", last, 35),
        ("event", 35, 35), ("intelligence", 35, 35), ("event", 0, 0), ("intelligence", 0, 0),
    ):  # fmt: skip
        held = sound()
        held.s.pile &= ~(1 << card)
        setattr(held.s, field, value)
        assert faults(held) == set(), field
        twice = sound()
        setattr(twice.s, field, value)
        assert faults(twice) == {"5.0"}, field
    for step in (Raid(35, 0), CardDone(35), Raid(0, 0), CardDone(0)):
        carried = sound()
        carried.s.stack.append(step)
        assert faults(carried) == {"5.0"}
        carried.s.pile &= ~(1 << step.card)
        assert faults(carried) == set()
    for card in (-1, 36):
        none = sound()
        none.s.stack.append(Raid(card, 0))
        assert any(f"A card {card} is being carried out" in reason.text for reason in GAME.check(none.s))
    strange = sound()
    strange.s.discards = 1 << 36
    assert faults(strange) == {"4.4"}
    strange.s.removed = 1 << 36
    assert faults(strange) == {"4.4"}, "what is no card is not in two places"
    few = sound()
    few.s.pile, few.s.removed = first, DATA.all_cards & ~first
    assert faults(few) == {"5.0"}, "the last card is never drawn"
    few.s.pile, few.s.discards, few.s.removed = first, last, DATA.all_cards & ~first & ~last
    assert faults(few) == set()


@rule("9.2", "9.3", "9.3b")
@pytest.mark.parametrize(
    ("step", "cases"),
    [
        (Frontline(0, DATA.place["A2"]), set()),
        (Frontline(9, DATA.place["I4/J2"]), set()),
        (Frontline(10, DATA.place["A2"]), {"9.2"}),
        (Frontline(-1, DATA.place["A2"]), {"9.2"}),
        (Frontline(0, DATA.land), {"9.3"}),
        (Frontline(0, -1), {"9.3"}),
        (Frontline(0, DATA.place["J1"]), {"9.3b"}),
        (Frontline(0, DATA.place["A1"]), {"9.3b"}),
        (GermanRoll(0, DATA.place["A1"], 0), set()),
        (GermanRoll(0, DATA.place["A2"], 0), set()),
        (GermanRoll(0, DATA.place["A2"], DATA.units - 1), set()),
        (GermanRoll(0, DATA.place["A2"], DATA.units), {"9.3"}),
        (GermanRoll(0, DATA.place["A2"], -1), {"9.3"}),
        (AttackerRetreats(DATA.units), {"9.3"}),
        (AttackerRetreats(DATA.units - 1), set()),
    ],
)
def test_what_a_waiting_step_speaks_of_is_there(step: Step[State], cases: set[str]) -> None:
    desk = sound()
    desk.s.stack.append(step)
    assert faults(desk) == cases


def test_a_position_in_the_middle_of_an_attack_is_written_by_names() -> None:
    table = GAME.position(
        """
        [state]
        stack = [{ type = "Frontline", track = "C", space = "C2" }]
        [state.advance]
        C = 1
        """,
        seed=1,
    )
    assert "front 1-loyals" in {a.text for a in GAME.legal(table.state, "allies")}
    assert 'space = "C2"' in table.position()
