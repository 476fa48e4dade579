"""18 Optional rules: the airdrop and the limited free set-up. (18.3 is a flag in events and refit.)"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from grognard.games.springtime.data.world import ALLIES, AXIS, DROPPED, OFF, RESERVE, SIDES, World
from grognard.games.springtime.rules.advantage import ask_about_paris, is_bare, may_open_paris
from grognard.games.springtime.rules.domains import AREAS, UNITS
from grognard.games.springtime.rules.movement import Moving
from grognard.games.springtime.rules.state import (
    Spring,
    counted,
    facts,
    has_room,
    lose_step,
    put,
    seat_of,
    settle_control,
    side_of,
)
from grognard.kernel.rules import (
    Auto,
    Chance,
    Dice,
    Distribution,
    Draft,
    Events,
    Ints,
    Outcome,
    Placed,
    Rolled,
    Said,
    Slot,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show import Modifier, Odds, OddsRow, Preview

# ---------------------------------------------------------------------------------------- 18.1 airdrops


def near_germans(s: Spring) -> int:
    """The places within the range of a drop (18.1), as bits."""
    d, known = s.data, facts(s)
    found = 0
    for p in bits(known.present[AXIS]):
        if known.at[p] & d.german:
            found |= d.within_drop[p]
    return found


def drop_places(s: Spring) -> list[int]:
    return [p for p in bits(near_germans(s)) if not any(True for _ in _drop_conditions(s, p))]


def _may_drop(s: Spring, step: Moving, seat: str) -> bool:
    if not s.airdrops or s.impulse % 2 or s.loc[s.data.airlanding] != OFF:
        return False
    return bool(near_germans(s) & ~facts(s).full[AXIS] & ~s.closed & ~(1 << s.data.italy))


def _drop_conditions(s: Spring, p: int) -> Iterable[tuple[str, str]]:
    d = s.data
    where = d.area_names[p]
    if p == d.italy:
        yield "14.3", "Germans may not enter Italy."
    elif not near_germans(s) >> p & 1:
        yield "18.1", f"{where} is not within {d.airdrop.range} Areas of a German unit."
    elif not has_room(s, p, AXIS):
        yield "7.1", f"{where} is full."
    elif s.closed >> p & 1:
        yield "9.2.1", f"{where} has already been attacked in this impulse."


def _drop_whys(s: Spring, step: Moving, seat: str) -> Whys:
    d = s.data
    if not s.airdrops:
        yield Why("18.1", lambda: "This game is played without airdrops.")
    elif s.impulse % 2:
        yield Why("18.1", lambda: "Only the Axis have an Airlanding Corps.")
    elif s.loc[d.airlanding] != OFF:
        yield Why("18.1", lambda: "The Airlanding Corps is not waiting to be dropped.")
    elif not drop_places(s):
        yield Why("18.1", lambda: "There is no Area into which the Airlanding Corps could drop.")


def _near(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    return near_germans(s)


def _place_whys(s: Spring, step: Moving, seat: str, args: Ints) -> Whys:
    for rule, words in _drop_conditions(s, args[0]):
        yield Why(rule, lambda words=words: words, (s.data.map_ids[args[0]],))  # type: ignore[misc]


def _do_drop(s: Spring, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    [p] = args
    s.then(step)
    s.then(Landing(p))
    if p == s.data.paris and is_bare(s, p):
        ask_about_paris(s, falls=True)  # 11.1.1, ruling 71


class Landing(Auto[Spring], frozen=True):
    """18.1: the Corps comes down; the die follows."""

    rule = "18.1"
    place: int

    def run(self, s: Spring, ev: Events | None) -> None:
        d, p = s.data, self.place
        u = d.airlanding
        put(s, u, p)
        s.strength[u] = 2
        s.came[u] = DROPPED
        s.active |= 1 << u
        s.tag_air = ~0
        s.dropped = p
        if ev is not None:
            words = f"The Airlanding Corps drops into {d.area_names[p]}."
            piece = d.unit_ids[u]
            told = Placed(
                piece=piece, how="drop", words=words, rule="18.1", places=(d.place_ids[p],), pieces=(piece,)
            )
            ev.add(told)
        could = may_open_paris(s)
        settle_control(s, p, ev)
        if not could:
            ask_about_paris(s)  # 11.1.1
        s.then(DropDice())


def _bad_dice(s: Spring, p: int) -> int:
    """With how many of the six faces the Corps is reduced in this place."""
    d = s.data
    return min(max(d.airdrop.reduced_at + (facts(s).at[p] & d.side_mask[ALLIES]).bit_count(), 0), 6)


def _drop_odds(s: Spring, step: Moving, seat: str, args: Ints) -> Odds:
    d = s.data
    [p] = args
    there = (facts(s).at[p] & d.side_mask[ALLIES]).bit_count()
    bad = _bad_dice(s, p)
    rows = (
        OddsRow("a good landing", str(Fraction(6 - bad, 6)), (6 - bad) / 6, "The Corps is at full strength."),
        OddsRow("reduced", str(Fraction(bad, 6)), bad / 6, f"The die is {d.airdrop.reduced_at} or less."),
    )
    modifiers = (Modifier(-there, counted(there, "Allied unit"), "18.1"),) if there else ()
    return Odds(title=f"Airdrop into {d.area_names[p]}", rows=rows, modifiers=modifiers, rule="18.1")


def _drop_preview(s: Spring, step: Moving, seat: str, args: Ints) -> Preview:
    d = s.data
    [p] = args
    where = d.area_names[p]
    text = f"The Airlanding Corps drops into {where} and is reduced on {_bad_dice(s, p)} of 6 rolls."
    if facts(s).present[ALLIES] >> p & 1:
        if not s.contested >> p & 1:
            text += " It must then attack (10.1)."
    elif s.control[p] != AXIS:
        text += f" It takes {where}."
    return Preview(text=text, places=(d.map_ids[p],))


DROP = Verb(
    "drop",
    _do_drop,
    (Slot("area", AREAS, _place_whys, among=_near, prompt="Where does the Airlanding Corps drop?"),),
    rule="18.1",
    label="Airdrop",
    reasons=_drop_whys,
    may=_may_drop,
    preview=_drop_preview,
    odds=_drop_odds,
)


class DropDice(Chance[Spring], frozen=True):
    """18.1: a die, less 1 for each Allied unit; 3 or less reduces the Corps."""

    rule = "18.1"

    def chance(self, s: Spring) -> Distribution:
        return Dice(1)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        d = s.data
        die = int(outcome[0])
        there = (facts(s).at[s.dropped] & d.side_mask[ALLIES]).bit_count()
        total = die - there
        bad = total <= d.airdrop.reduced_at
        if ev is not None:
            words = f"{die} less {counted(there, 'Allied unit')} is {total}: {'reduced' if bad else 'a good landing'}"
            ev.add(
                Rolled(
                    dice=(die,),
                    label="Airdrop",
                    result=words,
                    rule="18.1",
                    good=seat_of(s, AXIS),
                    bad=seat_of(s, ALLIES),
                )
            )
        if bad:
            lose_step(s, d.airlanding, "by the drop", "18.1", ev, "drop")


# ------------------------------------------------------------------------------- 18.2 limited free set-up


def placed_by_players(d: World, u: int) -> bool:
    """The units that players set up themselves (ruling 97)."""
    return u not in (d.belgian, d.dutch, d.alp, d.de_gaulle, d.italian, d.airlanding)


def hosts(d: World) -> tuple[int, int]:
    return d.unit["fr-1"], d.unit["fr-7"]


def is_guest(d: World, u: int) -> bool:
    """18.2: French armored and Reserve units go with the 1st or the 7th Army."""
    return d.side[u] == ALLIES and (d.armored[u] or d.group[u] == RESERVE)


def _setup_conditions(s: Spring, u: int, p: int) -> Iterable[tuple[str, str]]:
    """What stands against setting a unit up in a place, the completion of the draft included."""
    d = s.data
    name, where = d.unit_names[u], d.area_names[p]
    side = d.side[u]
    home = "germany" if side == AXIS else "france"
    if p >= 30 or d.country[p] != home:
        yield "18.2", f"{name} must be set up in an Area of {home.capitalize()}."
        return
    if not has_room(s, p, side):
        yield "7.1", f"{where} is full."
        return
    if side == AXIS:
        return
    first, seventh = (s.loc[h] for h in hosts(d))
    if is_guest(d, u):
        if p not in (first, seventh):
            yield "18.2", f"{name} must be with the 1st or the 7th Army."
        return
    guests = [g for g in range(len(d.units)) if is_guest(d, g) and placed_by_players(d, g)]
    waiting = [g for g in guests if s.loc[g] == OFF]
    if u in hosts(d):
        other = seventh if u == hosts(d)[0] else first
        if p == other:
            yield (
                "18.2",
                "With the 1st and the 7th Army in one Area there would be no room for all armored and Reserve units.",
            )
        elif _room(s, p) - 1 + _room(s, other) < len(waiting):
            beside = " and with the other Army" if other != OFF else ""
            yield "18.2", f"The armored and Reserve units would not find room in {where}{beside}."
    elif p in (first, seventh) and _room(s, first) + _room(s, seventh) - 1 < len(waiting):
        yield "18.2", f"The armored and Reserve units need the room in {where}."


def _room(s: Spring, p: int) -> int:
    """How many Allied units a place can still take; off the map, how many beside a host wherever he comes."""
    if p == OFF:
        return s.data.stacking - 1
    return s.data.stacking - facts(s).at[p].bit_count()  # no Axis unit is set up in France


def _own(s: Spring, step: FreeSetup, seat: str, args: Ints) -> int:
    return s.data.side_mask[side_of(s, seat)]


def _setup_unit_whys(s: Spring, step: FreeSetup, seat: str, args: Ints) -> Whys:
    d = s.data
    [u] = args
    name = d.unit_names[u]
    if d.side[u] != side_of(s, seat):
        yield Why("18.2", lambda: f"{name} belongs to the enemy.")
    elif not placed_by_players(d, u):
        yield Why("18.2", lambda: f"{name} is not set up by the players.")
    elif s.loc[u] != OFF:
        yield Why("18.2", lambda: f"{name} has been set up.", (), (d.unit_ids[u],))
    elif is_guest(d, u) and not any(s.loc[h] < 36 and has_room(s, s.loc[h], ALLIES) for h in hosts(d)):
        yield Why("18.2", lambda: f"{name} goes with the 1st or the 7th Army: set one of these up first.")


def _home(s: Spring, step: FreeSetup, seat: str, args: Ints) -> int:
    return s.data.german_mask if s.data.side[args[0]] == AXIS else s.data.france_mask


def _setup_place_whys(s: Spring, step: FreeSetup, seat: str, args: Ints) -> Whys:
    u, p = args
    for rule, words in _setup_conditions(s, u, p):
        yield Why(rule, lambda words=words: words, (s.data.map_ids[p],))  # type: ignore[misc]


def _do_setup(s: Spring, step: FreeSetup, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    u, p = args
    put(s, u, p)
    if ev is not None:
        words = f"{d.unit_names[u]} is set up in {d.area_names[p]}."
        piece, places = d.unit_ids[u], (d.map_ids[p],)
        ev.add(
            Placed(
                piece=piece,
                how="set-up",
                words=words,
                rule="18.2",
                places=places,
                pieces=(piece,),
                side=SIDES[d.side[u]],
            )
        )


class FreeSetup(Draft[Spring], frozen=True):
    """18.2: both sides set up in secret; all is revealed together."""

    rule = "18.2"
    done_label = "The set-up is finished"
    verbs = (
        Verb(
            "setup",
            _do_setup,
            (
                Slot("unit", UNITS, _setup_unit_whys, among=_own, prompt="Which unit?"),
                Slot("area", AREAS, _setup_place_whys, among=_home, prompt="Where?"),
            ),
            rule="18.2",
            label="Set up",
        ),
    )

    def seats(self, s: Spring) -> tuple[str, ...]:
        return (seat_of(s, ALLIES), seat_of(s, AXIS))

    def prompt(self, v: Spring, seat: str) -> str:
        where = (
            "Areas of Germany"
            if side_of(v, seat) == AXIS
            else "Areas of France; D.C.R.s and Reserves with the 1st or 7th Army"
        )
        return f"Set up your units in {where}."

    def duties(self, v: Spring, seat: str) -> Whys:
        d = v.data
        for u in d.own[side_of(v, seat)]:
            if placed_by_players(d, u) and v.loc[u] == OFF:
                yield Why("18.2", lambda u=u: f"{d.unit_names[u]} is still to be set up.")  # type: ignore[misc]

    def commit(self, s: Spring, ev: Events | None) -> None:
        if ev is not None:
            ev.add(Said(words="Both set-ups are revealed.", rule="18.2"))
