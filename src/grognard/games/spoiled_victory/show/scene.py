"""What stands on the board now. Faces and pieces are built once and kept, so a scene is quickly made."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.spoiled_victory.data.world import EVACUEE, NATION_WORDS, TYPES, Data
from grognard.games.spoiled_victory.rules.cards import event_card
from grognard.games.spoiled_victory.rules.end_turn import turn_words
from grognard.games.spoiled_victory.rules.state import DAMAGED_JETTIES, NO_JETTIES, State, facts, german_alone
from grognard.kernel.rules import bits
from grognard.kernel.show import Badge, Face, Mark, Number, Piece, Scene

SUPPRESSED = Badge("S", "bad", "Suppressed: does not move or attack, defends with one less (9.3b, 10.1.6)")
DISRUPTED = Badge("D", "warn", "Disrupted: attacks with one die fewer (9.3a)")
SYMBOLS = {
    "infantry": "infantry",
    "headquarters": "headquarters",
    "reconnaissance": "cavalry",
    "armoured cars": "cavalry",
}
GERMAN_SYMBOLS = {"panzer": "armour", "motorized": "motorized", "infantry": "infantry"}


@lru_cache(maxsize=8192)
def _unit_piece(d: Data, unit: int, place: int, full: bool, suppressed: bool, beside: bool) -> Piece:
    """`beside`: a German stands in the same space, so the stack moves over."""
    where = d.place_ids[place]
    badges = (SUPPRESSED,) if suppressed else ()
    factor = d.full[unit] if full else d.reduced[unit]
    if d.nation[unit] == EVACUEE:
        face = Face(
            d.unit_names[unit],
            "evacuee",
            "supply",
            "",
            (str(factor),),
            badges,
            (2 if full else 1, 2),
            f"Evac {unit - d.combat + 1}",
            f"Evacuees, worth {factor} Victory Point{'' if factor == 1 else 's'} in England.",
        )
        return Piece(d.unit_ids[unit], where, face, unit, "allied" if beside else "")
    a = d.printed.units.allied[unit]
    off = place >= d.sea_to
    face = Face(
        a.name,
        "montgomery" if a.montgomery else a.nation,
        SYMBOLS[a.kind],
        "II",
        (str(factor),),
        badges,
        (2 if full else 0 if off else 1, 2),
        a.short,
        f"{NATION_WORDS[d.nation[unit]]}, {a.formation}; factor {a.full}, reduced {a.reduced}.",
    )
    return Piece(a.id, where, face, unit, "allied" if beside else "")


@lru_cache(maxsize=4096)
def _german_piece(d: Data, unit: int, place: int, reduced: bool, disrupted: bool, track: int, met: bool) -> Piece:
    g = d.germans[unit]
    kind = TYPES.index(g.reduced_type if reduced else g.type)
    face = Face(
        g.name,
        "german",
        GERMAN_SYMBOLS[TYPES[kind]],
        "XX",
        (str(g.reduced if reduced else g.full),),
        (DISRUPTED,) if disrupted else (),
        (1 if reduced else 2, 2),
        g.name.split()[0],
        f"{TYPES[kind].capitalize()} division of {g.corps} Corps on track {d.track_ids[track]}; "
        f"factor {g.full}, reduced {g.reduced}.",
    )
    return Piece(g.id, d.place_ids[place], face, track, "german" if met else "")


def _marker(name: str, place: str, id_: str, short: str, about: str, badges: tuple[Badge, ...] = ()) -> Piece:
    return Piece(id_, place, Face(name, "marker", "marker", short=short, about=about, badges=badges))


DAMAGED = Badge("!", "bad", "Damaged: no bonus until repaired (7.3, 10.9)")
MOLE = (
    _marker(
        "The Mole",
        "mole",
        "the-mole",
        "Mole",
        "Two evacuee units leave the East Jetty for one Evacuation Move (11.4).",
    ),
    _marker("Damaged Mole", "mole", "the-mole", "Mole", "The Mole is damaged.", (DAMAGED,)),
)
BEACH_JETTIES = (
    _marker(
        "Beach Jetties",
        "jetties",
        "beach-jetties",
        "Jetties",
        "Two evacuee units leave Beaches for one Evacuation Move (11.4).",
    ),
    _marker("Damaged Jetties", "jetties", "beach-jetties", "Jetties", "The Beach Jetties are damaged.", (DAMAGED,)),
)
SPIRIT = _marker("Dunkirk Spirit", "hand", "dunkirk-spirit", "Spirit", "Re-roll any Attack Dice once (10.5).")
CAP = _marker(
    "RAF CAP", "hand", "raf-cap", "CAP", "Once a game: cancel the Luftwaffe attacks on one Channel Route (10.10.1)."
)
BOMBERS = _marker(
    "RAF Bombers", "hand", "raf-bombers", "RAF", "Once: bomb a German unit in a Player Action Phase (10.10.2)."
)


ARM_IN_ARM = _marker(
    "Arm in Arm", "events", "arm-in-arm", "FR", "French units may be converted on any June turn (10.2.2, 16.0)."
)


@lru_cache(maxsize=4096)
def card_words(d: Data, cards: int) -> str:
    """The titles of a set of cards, by their numbers."""
    return ", ".join(f"{d.cards[i].number} {d.cards[i].title}" for i in bits(cards))


@lru_cache(maxsize=64)
def _event(d: Data, card: int) -> Piece:
    """This turn's event, with its text (6.1)."""
    c = d.cards[card]
    return _marker(c.title, "events", "event", "Event", c.text)


@lru_cache(maxsize=1024)
def _removed(d: Data, cards: int) -> Piece:
    """The cards that are out of the game, to be looked at any time (6.2)."""
    name = f"{cards.bit_count()} removed card{'' if cards.bit_count() == 1 else 's'}"
    return _marker(name, "events", "removed-cards", "Out", f"{card_words(d, cards)}. They do not come again (6.2).")


@lru_cache(maxsize=64)
def _clock(turn: int, night: bool) -> Piece:
    return _marker("Night" if night else "Day", f"turn-{turn}", "game-turn", "Turn", f"Turn {turn}")


@lru_cache(maxsize=8)
def _two_turns(id_: str, name: str, left: int) -> Piece:
    return _marker(name, "events", id_, str(left), f"{name}: {left} turn{'s' if left > 1 else ''} left.")


def _pieces(s: State) -> list[Piece]:
    f = facts(s)
    d = s.data
    full, suppressed, german = s.full, s.suppressed, f.german_at
    out = [
        _unit_piece(d, unit, place, full >> unit & 1 == 1, suppressed >> unit & 1 == 1, german >> place & 1 == 1)
        for unit, place in enumerate(s.loc)
    ]
    for track, n in enumerate(s.advance):
        if s.on_track[track] < 0:
            continue  # not drawn yet (14.2)
        place = d.tracks[track][n]
        out.append(
            _german_piece(
                d,
                s.on_track[track],
                place,
                s.reduced >> track & 1 == 1,
                s.disrupted >> track & 1 == 1,
                track,
                f.at[place] != 0,
            )
        )
    out.append(MOLE[s.mole_damaged])
    if s.jetties != NO_JETTIES:
        out.append(BEACH_JETTIES[s.jetties == DAMAGED_JETTIES])
    if s.spirit:
        out.append(SPIRIT)
    if s.cap:
        out.append(CAP)
    if s.bombers == 1:
        out.append(BOMBERS)
    if s.event >= 0:
        out.append(_event(d, s.event))
    if s.removed:
        out.append(_removed(d, s.removed))
    if s.french_early:
        out.append(ARM_IN_ARM)
    if s.harbour:
        out.append(_two_turns("the-harbour-is-closed", "The Harbour is Closed", s.harbour))
    if s.wake:
        out.append(_two_turns("wake-walker", d.lasting_title, s.wake))
    out.append(_clock(s.turn, d.night[s.turn]))
    return out


def _marks(s: State) -> list[Mark]:
    d = s.data
    out = []
    if s.flooded:
        for space in d.place_list(d.lowlands):
            out.append(Mark(f"flooded-{space}", space, "flooded", "flooded", "Flooded: a Marsh (10.7)."))
    if s.cap_route >= 0:
        for space in d.place_list(d.route_masks[s.cap_route]):
            out.append(
                Mark(f"shielded-{space}", space, "shielded", "CAP", "The RAF keeps the Luftwaffe off (10.10.1).")
            )
    for place, turn in d.shut_until.items():
        if s.turn < turn:
            out.append(
                Mark(
                    f"shut-{d.place_ids[place]}",
                    d.place_ids[place],
                    "shut",
                    f"turn {turn}",
                    f"Opens on turn {turn} (11.3).",
                )
            )
    for place, words in (
        (d.nieuport, "Germans fire on Route Y (8.2)."),
        (d.la_panne, "Evacuation Moves are halved (11.5)."),
    ):
        if german_alone(s, place):
            out.append(Mark(f"control-{d.place_ids[place]}", d.place_ids[place], "german-control", "", words))
    return out


@lru_cache(maxsize=4096)
def _number(id_: str, label: str, value: int, text: str, most: int | None, rule: str) -> Number:
    return Number(id_, label, value, text, most, "", rule)


def _numbers(s: State) -> list[Number]:
    d = s.data
    out = [
        _number("vp", "Victory Points", s.vp, "", None, "8.3"),
        _number("turn", "Turn", s.turn, turn_words(s.data, s.turn), d.last_turn, "5.0"),
        _number("actions", "Player Actions", s.actions, "", None, "10.0"),
        _number("moves", "Evacuation Moves", s.moves, "", None, "11.0"),
        _number("pile", "Draw pile", s.pile.bit_count(), "", None, "5.0"),
        _number("discards", "Discards", s.discards.bit_count(), "", None, "5.0"),
        _number("removed", "Removed cards", s.removed.bit_count(), "", None, "6.2"),
    ]
    if s.event >= 0:
        card = event_card(s)
        out.append(_number("event", "Event", card.number, card.title, None, "6.0"))
    if s.rearguard >= 0:
        out.append(
            _number("rearguard", "Rearguard on track", s.rearguard + 1, d.track_ids[s.rearguard], None, "16.0")
        )
    if s.intelligence >= 0:
        words = d.cards[s.intelligence].german_words
        out.append(_number("intelligence", "Intelligence", d.cards[s.intelligence].number, words, None, "10.4"))
    return out


def build_scene(s: State) -> Scene:
    return Scene(
        tuple(_pieces(s)), tuple(_marks(s)), tuple(_numbers(s)), f"Turn {s.turn}: {turn_words(s.data, s.turn)}"
    )
