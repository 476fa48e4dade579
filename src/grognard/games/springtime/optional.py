"""18 Optional rules: the airdrop and the limited free set-up. (18.3 is a flag in events and refit.)"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from grognard.games.springtime.advantage import ask_about_paris, is_bare, may_open_paris
from grognard.games.springtime.data import ALLIES, AXIS, DROPPED, OFF, RESERVE, Data
from grognard.games.springtime.state import (
    Spring,
    counted,
    has_room,
    lose_step,
    put,
    seat_of,
    settle_control,
    side_of,
)
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Args, Auto, Chance, Draft, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Rolled, Said
from grognard.kernel.show import Modifier, Odds, OddsRow, Preview

# ---------------------------------------------------------------------------------------- 18.1 airdrops


def near_germans(s: Spring, p: int) -> bool:
    d = s.data
    most = d.airdrop.range
    return any(d.nation[u] == "german" and s.loc[u] < 36 and d.distance[s.loc[u]][p] <= most for u in d.own[AXIS])


def drop_places(s: Spring) -> list[int]:
    return [p for p in range(36) if not any(True for _ in _drop_conditions(s, p))]


def _drop_conditions(s: Spring, p: int) -> Iterable[tuple[str, str]]:
    d = s.data
    where = d.area_names[p]
    if p == d.italy:
        yield "14.3", "Germans may not enter Italy."
    elif not near_germans(s, p):
        yield "18.1", f"{where} is not within {d.airdrop.range} Areas of a German unit."
    elif not has_room(s, p, AXIS):
        yield "7.1", f"{where} is full."
    elif s.closed >> p & 1:
        yield "9.2.1", f"{where} has already been attacked in this impulse."


def _drop_whys(s: Spring, step: Any, seat: str) -> Whys:
    d = s.data
    if not s.airdrops:
        yield Why("18.1", lambda: "This game is played without airdrops.")
    elif s.impulse % 2:
        yield Why("18.1", lambda: "Only the Axis have an Airlanding Corps.")
    elif s.loc[d.airlanding] != OFF:
        yield Why("18.1", lambda: "The Airlanding Corps is not waiting to be dropped.")
    elif not drop_places(s):
        yield Why("18.1", lambda: "There is no Area into which the Airlanding Corps could drop.")


def _places(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    return s.data.map_ids


def _place_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    for rule, words in _drop_conditions(s, s.data.place[args[0]]):
        yield Why(rule, lambda words=words: words, (args[0],))  # type: ignore[misc]


def _do_drop(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    p = s.data.place[args[0]]
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
            ev.add(Said(words=words, rule="18.1", places=(d.place_ids[p],)))
        could = may_open_paris(s)
        settle_control(s, p, ev)
        if not could:
            ask_about_paris(s)  # 11.1.1
        s.then(DropDice())


def _bad_dice(s: Spring, p: int) -> int:
    """With how many of the six faces the Corps is reduced in this place."""
    d = s.data
    return min(max(d.airdrop.reduced_at + (s.at[p] & d.side_mask[ALLIES]).bit_count(), 0), 6)


def _drop_odds(s: Spring, step: Any, seat: str, args: Args) -> Odds:
    d = s.data
    p = d.place[args[0]]
    there = (s.at[p] & d.side_mask[ALLIES]).bit_count()
    bad = _bad_dice(s, p)
    rows = (
        OddsRow("a good landing", str(Fraction(6 - bad, 6)), (6 - bad) / 6, "The Corps is at full strength."),
        OddsRow("reduced", str(Fraction(bad, 6)), bad / 6, f"The die is {d.airdrop.reduced_at} or less."),
    )
    modifiers = (Modifier(-there, counted(there, "Allied unit"), "18.1"),) if there else ()
    return Odds(title=f"Airdrop into {d.area_names[p]}", rows=rows, modifiers=modifiers, rule="18.1")


def _drop_preview(s: Spring, step: Any, seat: str, args: Args) -> Preview:
    d = s.data
    p = d.place[args[0]]
    where = d.area_names[p]
    text = f"The Airlanding Corps drops into {where} and is reduced with {_bad_dice(s, p)} of 6 dice."
    if s.at[p] & d.side_mask[ALLIES]:
        if not s.contested >> p & 1:
            text += " It must then attack (10.1)."
    elif s.control[p] != AXIS:
        text += f" It takes {where}."
    return Preview(text=text, places=(args[0],))


DROP = Verb(
    "drop",
    _do_drop,
    (Slot("area", "place", _places, _place_whys, prompt="Where does the Airlanding Corps drop?"),),
    rule="18.1",
    label="Airdrop",
    reasons=_drop_whys,
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
        there = (s.at[s.dropped] & d.side_mask[ALLIES]).bit_count()
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
            lose_step(s, d.airlanding, "by the drop", "18.1", ev)


# ------------------------------------------------------------------------------- 18.2 limited free set-up


def placed_by_players(d: Data, u: int) -> bool:
    """The units that players set up themselves (ruling 97)."""
    return u not in (d.belgian, d.dutch, d.alp, d.de_gaulle, d.italian, d.airlanding)


def hosts(d: Data) -> tuple[int, int]:
    return d.unit["fr-1"], d.unit["fr-7"]


def is_guest(d: Data, u: int) -> bool:
    """18.2: French armored and Reserve units go with the 1st or the 7th Army."""
    return d.side[u] == ALLIES and u not in hosts(d) and (d.armored[u] or d.group[u] == RESERVE)


def _setup_conditions(s: Spring, u: int, p: int) -> Iterable[tuple[str, str]]:
    """What stands against setting a unit up in a place, the completion of the draft included."""
    d = s.data
    name, where = d.unit_names[u], d.area_names[p]
    side = d.side[u]
    home = "germany" if side == AXIS else "france"
    if p >= 30 or d.country[p] != home:
        yield "18.2", f"{name} must be set up in an Area of {home.capitalize()}."
        return
    own = s.at[p] & d.side_mask[side] & ~(1 << u)
    if own.bit_count() >= d.stacking:
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
            yield "18.2", "The 1st and the 7th Army cannot both hold all armored and Reserve units in one Area."
        elif other < 36 and _room(s, p, 1) + _room(s, other, 0) < len(waiting):
            yield "18.2", f"The armored and Reserve units would not find room in {where} and with the other Army."
        elif other >= 36 and _room(s, p, 1) + d.stacking - 1 < len(waiting):
            yield "18.2", f"The armored and Reserve units would not find room in {where}."
        return
    if p in (first, seventh) and first < 36 and seventh < 36:
        if _room(s, first, 0) + _room(s, seventh, 0) - 1 < len(waiting):
            yield "18.2", f"The armored and Reserve units need the room in {where}."
    elif p in (first, seventh) and _room(s, p, 1) + d.stacking - 1 < len(waiting):
        yield "18.2", f"The armored and Reserve units need the room in {where}."


def _room(s: Spring, p: int, coming: int) -> int:
    return s.data.stacking - coming - (s.at[p] & s.data.side_mask[ALLIES]).bit_count()


def _setup_units(s: Spring, step: Any, seat: str, args: Args) -> Iterable[str]:
    d = s.data
    return [d.unit_ids[u] for u in d.own[side_of(s, seat)]]


def _setup_unit_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    d = s.data
    u = d.unit[args[0]]
    name = d.unit_names[u]
    if not placed_by_players(d, u):
        yield Why("18.2", lambda: f"{name} is not set up by the players.")
    elif s.loc[u] != OFF:
        yield Why("18.2", lambda: f"{name} has been set up.", (), (args[0],))
    elif is_guest(d, u) and not any(s.loc[h] < 36 and has_room(s, s.loc[h], ALLIES) for h in hosts(d)):
        yield Why("18.2", lambda: f"{name} goes with the 1st or the 7th Army: set one of these up first.")


def _setup_place_whys(s: Spring, step: Any, seat: str, args: Args) -> Whys:
    for rule, words in _setup_conditions(s, s.data.unit[args[0]], s.data.place[args[1]]):
        yield Why(rule, lambda words=words: words, (args[1],))  # type: ignore[misc]


def _do_setup(s: Spring, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    put(s, d.unit[args[0]], d.place[args[1]])
    if ev is not None:
        words = f"{d.unit_names[d.unit[args[0]]]} is set up in {d.area_names[d.place[args[1]]]}."
        ev.add(Said(words=words, rule="18.2", places=(args[1],), pieces=(args[0],)))


class FreeSetup(Draft[Spring], frozen=True):
    """18.2: both sides set up in secret; all is revealed together."""

    rule = "18.2"
    done_label = "The set-up is finished"
    verbs = (
        Verb(
            "setup",
            _do_setup,
            (
                Slot("unit", "piece", _setup_units, _setup_unit_whys, prompt="Which unit?"),
                Slot("area", "place", _places, _setup_place_whys, prompt="Where?"),
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
