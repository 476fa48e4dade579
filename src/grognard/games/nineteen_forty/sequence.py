"""2. Sequence of play, with the special rules of turn 0 (18), interdiction (9) and surrenders (13)."""

from __future__ import annotations

from typing import Any, ClassVar

from grognard.games.nineteen_forty import (
    airborne,
    arrivals,
    barred,
    command,
    evacuation,
    exchange,
    movement,
    opening,
    quick,
    rail,
    ways,
)
from grognard.games.nineteen_forty.declaring import Declaring
from grognard.games.nineteen_forty.interdiction import SIDES, Interdicting
from grognard.games.nineteen_forty.recount import recount
from grognard.games.nineteen_forty.state import (
    CLOSING,
    OPENING,
    REPULSED,
    REPULSED_NOW,
    ROUTED,
    SOUND,
    Changed,
    Joined,
    Position,
    claim,
    neutral_land,
    say,
    survey,
)
from grognard.games.nineteen_forty.supply import judge
from grognard.games.nineteen_forty.victory import result
from grognard.games.nineteen_forty.world import (
    ALLIED,
    BELGIUM,
    GERMAN,
    HOLLAND,
    HOME,
    LUXEMBOURG,
    SEATS,
    World,
)
from grognard.kernel.contract import Action, Args, Auto, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Ended, Events, Headed


def open_phase(s: Position) -> None:
    """Clears what is remembered for one movement phase."""
    w: World = s.data
    s.moved = s.entered = s.dropped = s.landings = 0
    s.stage = OPENING
    s.railed = False
    s.overfull = -1
    s.embarked = (0,) * len(w.ports)
    s.port_points = ()


class BeforeTurns(Auto[Position], frozen=True):
    """What stands between the set-up and turn 0."""

    def run(self, s: Position, ev: Events | None) -> None:
        if s.late_alliance:
            s.turn, s.side, s.impulse = movement.BEFORE, ALLIED, 2
            open_phase(s)
            s.then(Moving(), StartTurn(0))
        else:
            s.then(StartTurn(0))


class StartTurn(Auto[Position], frozen=True):
    rule: ClassVar[str] = "2 ¶1"
    turn: int

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        s.turn = self.turn
        s.came_german = s.came_allied = s.came_swiss = 0
        s.reserve_hexes = 0
        air = w.book.air
        s.air_german = air.german
        s.air_allied = air.french + (1 if s.french_air else 0)
        if s.bef_left < 0 or s.turn <= s.bef_left:
            s.air_allied += air.british  # 17 British ¶1b
        if ev is not None:
            ev.add(Headed(words=f"Turn {self.turn}, {w.dates[self.turn]}", rule="2 ¶1"))
        if self.turn == 0 and s.late_alliance:  # 20 Belgian Late Alliance ¶1
            s.war |= 1 << LUXEMBOURG
            s.allied |= w.countries[LUXEMBOURG]
            claim(s)
            if ev is not None:
                ev.add(Joined(country="Luxembourg", rule="20 Belgian Late Alliance ¶1"))
        s.then(StartImpulse(GERMAN, 1))


class StartImpulse(Auto[Position], frozen=True):
    """Supply is judged for all units (8 Supply Effects ¶1); neutrals' zones open up (ruling 81)."""

    rule: ClassVar[str] = "2 ¶2"
    side: int
    impulse: int

    def run(self, s: Position, ev: Events | None) -> None:
        s.side, s.impulse = self.side, self.impulse
        s.fresh = 0
        open_phase(s)
        claim(s)  # zones that come into force now: of new allies and of the air landing division
        landed = s.unsupplied >> s.data.air_landing & 1
        s.unsupplied = judge(s)
        if landed and not s.unsupplied >> s.data.air_landing & 1:
            claim(s)  # ruling 20
        if ev is not None:
            which = ("first", "second")[self.impulse - 1]
            ev.add(Headed(words=f"{SIDES[self.side]} {which} impulse", level=2, rule="2 ¶2"))
            w: World = s.data
            lacking = [u for u in range(w.n_units) if s.unsupplied >> u & 1]
            if lacking:
                names = ", ".join(w.unit_names[u] for u in lacking)
                say(ev, f"Out of supply: {names}.", "8 Supply Effects ¶1", (), tuple(w.ids[u] for u in lacking))
        if self.side == ALLIED and s.turn == 0 and not s.shown:
            s.shown = True
            say(ev, f"The {s.data.group_titles[ALLIED][s.reacting]} may move on this turn.", "18 ¶1c")
        steps: list[Any] = [Moving(), Declaring(), EndCombat(), Recovery()]
        if self.side == ALLIED:
            steps.insert(0, airborne.Withdrawing())
        s.then(*steps)


# -------------------------------------------------------------------------------------- movement phases


def not_overfull(s: Position, step: Any, seat: str) -> Whys:
    """While a hex is overfull only moves are possible (ruling 10)."""
    if s.overfull >= 0:
        yield movement.why_overfull(s)
    if s.turn == movement.BEFORE:
        yield Why("20 Belgian Late Alliance ¶1", lambda: "Only moves into Belgium are made before turn 0.")


def not_closing(s: Position, step: Any, seat: str) -> Whys:
    if s.stage == CLOSING:
        yield Why("15 ¶1", lambda: "A corps has been formed: movement is over (ruling 90).")


def plain(s: Position, step: Any, seat: str) -> Whys:
    yield from not_closing(s, step, seat)
    yield from not_overfull(s, step, seat)


def allied_only(s: Position, step: Any, seat: str) -> Whys:
    if s.side != ALLIED:
        yield Why("6 Naval Evacuation ¶1a", lambda: "Only the Allied player does this.")
    yield from plain(s, step, seat)


def may_enter(s: Position, step: Any, seat: str) -> Whys:
    if s.side != ALLIED:
        yield Why("14 Reinforcements ¶1", lambda: "Only Allied reinforcements enter over the map edge.")
    yield from plain(s, step, seat)


def german_only(s: Position, step: Any, seat: str) -> Whys:
    if s.side != GERMAN:
        yield Why("11 ¶1", lambda: "Only the German player does this.")
    yield from plain(s, step, seat)


def may_form(s: Position, step: Any, seat: str) -> Whys:
    yield from not_overfull(s, step, seat)
    yield from exchange.why_not_forming(s)


def may_break(s: Position, step: Any, seat: str) -> Whys:
    yield from plain(s, step, seat)
    yield from exchange.why_not_breaking(s)


def may_release(s: Position, step: Any, seat: str) -> Whys:
    if s.side != ALLIED:
        yield Why("17 French ¶1b", lambda: "Only the Allied player releases armies.")
    yield from plain(s, step, seat)
    yield from command.why_no_release(s)


def may_end(s: Position, step: Any, seat: str) -> Whys:
    if s.overfull >= 0:
        yield movement.why_overfull(s)


def do_release(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    command.release(s, s.data.armies[ALLIED].index(args[0]), ev)
    s.then(step)


def do_end(s: Position, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    """The movement phase is over."""


def _piece(prompt: str, universe: Any, reasons: Any, fast: Any) -> Slot:
    return Slot("unit", "piece", universe, reasons, fast, prompt=prompt)


def _place(prompt: str, reasons: Any, fast: Any, actions: Any = None) -> Slot:
    return Slot("hex", "place", movement.hex_universe, reasons, fast, prompt=prompt, actions=actions)


def move_actions(s: Position, step: Any, seat: str, args: Args) -> list[Action]:
    """A move to each hex that the unit can go to."""
    return movement.to_each(s, args[0], _each_hex(s.data, "move", True, args[0]))


def rail_actions(s: Position, step: Any, seat: str, args: Args) -> list[Action]:
    return rail.to_each(s, args[0], _each_hex(s.data, "rail", False, args[0]))


def _each_hex(w: World, verb: str, more: bool, unit: str) -> tuple[Action, ...]:
    """The verb for a unit and each hex, made once."""
    kept = w.kept_actions.get((verb, unit))
    if kept is None:
        mine = SEATS[w.side[w.unit[unit]]]
        kept = w.kept_actions[verb, unit] = tuple(Action(verb, (unit, x), True, more, mine) for x in w.labels)
    return kept


class Moving(Choice[Position], frozen=True):
    """A movement phase: 2 First Impulse A, Second Impulse D."""

    rule: ClassVar[str] = "6 ¶1"
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "move",
            movement.do_move,
            (
                _piece("Move which unit?", movement.unit_universe, movement.move_unit_reasons, movement.move_units),
                _place("Move to which hex?", barred.move_hex_reasons, movement.move_hexes, move_actions),
                Slot(
                    "way",
                    "place",
                    ways.via_universe,
                    ways.via_reasons,
                    ways.via_values,
                    prompt="By which hexes?",
                    repeat=True,
                    optional=True,
                    keyword="via",
                    enough=ways.via_enough,
                ),
            ),
            "6 ¶2a",
            "Move",
            reasons=not_closing,
            preview=barred.preview_move,
        ),
        Verb(
            "rail",
            rail.do_rail,
            (
                _piece("Rail which unit?", movement.unit_universe, rail.rail_unit_reasons, rail.rail_units),
                _place("Rail to which hex?", rail.rail_hex_reasons, rail.rail_hex_list, rail_actions),
            ),
            "6 Rail ¶1",
            "Rail",
            reasons=plain,
            preview=opening.preview_rail,
        ),
        Verb(
            "evacuate",
            evacuation.do_evacuate,
            (
                _piece(
                    "Evacuate which unit?", movement.unit_universe, evacuation.embark_reasons, evacuation.embark_units
                ),
            ),
            "6 Naval Evacuation ¶1a",
            "Evacuate",
            reasons=allied_only,
            preview=opening.preview_evacuate,
        ),
        Verb(
            "drop",
            airborne.do_drop,
            (
                _piece("Drop which unit?", movement.unit_universe, airborne.drop_unit_reasons, airborne.drop_units),
                _place("Drop on which hex?", airborne.drop_hex_reasons, airborne.drop_values),
            ),
            "11 ¶1",
            "Drop",
            reasons=german_only,
            preview=airborne.preview_drop,
        ),
        Verb(
            "withdraw",
            airborne.do_withdraw,
            airborne.WITHDRAW.slots,
            "11 ¶3",
            "Withdraw",
            reasons=german_only,
            preview=opening.preview_withdraw,
        ),
        Verb(
            "reserve",
            arrivals.do_reserve,
            (
                _piece(
                    "Which reserve?", movement.unit_universe, arrivals.reserve_unit_reasons, arrivals.reserve_units
                ),
                _place("In which hex?", arrivals.reserve_hex_reasons, arrivals.reserve_values),
            ),
            "14 Reserves ¶1a",
            "Reserve",
            reasons=plain,
        ),
        Verb(
            "enter",
            arrivals.do_enter,
            (
                _piece(
                    "Which reinforcement?", movement.unit_universe, arrivals.enter_unit_reasons, arrivals.enter_units
                ),
                _place("On which edge hex?", arrivals.enter_hex_reasons, arrivals.enter_values),
            ),
            "14 Reinforcements ¶1",
            "Enter",
            reasons=may_enter,
        ),
        Verb(
            "form",
            exchange.do_form,
            (
                _piece(
                    "First armoured division?", exchange.form_universe, exchange.form_reasons, exchange.form_values
                ),
                _piece(
                    "Second armoured division?", exchange.form_universe, exchange.form_reasons, exchange.form_values
                ),
                _piece("Motorized division?", exchange.form_universe, exchange.form_reasons, exchange.form_values),
            ),
            "15 ¶1",
            "Form corps",
            reasons=may_form,
            preview=opening.preview_form,
        ),
        Verb("break", exchange.do_break, (), "15 ¶1", "Break down corps", reasons=may_break),
        Verb(
            "release",
            do_release,
            (
                Slot(
                    "army",
                    "choice",
                    command.release_universe,
                    command.release_reasons,
                    prompt="Release which army?",
                ),
            ),
            "17 French ¶1b",
            "Release",
            reasons=may_release,
        ),
        Verb("end", do_end, (), "2 ¶4", "End movement", reasons=may_end),
    )

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def quick(self, v: Position, seat: str) -> list[Action] | None:
        return quick.openings(v, seat)

    def prompt(self, v: Position, seat: str) -> str:
        w: World = v.data
        if v.overfull >= 0:
            return f"Move a unit on from {w.hex_name(v.overfull)}, which holds too many."
        if v.turn == movement.BEFORE:
            return "Move units of the First and Second Group into Belgium, up to half their factors, or end movement."
        if v.stage == CLOSING:
            return "End movement: a corps has been formed."
        half = " up to half their factors" if v.impulse == 2 else ""
        first = f"{opening.listed(left)}, move".capitalize() if (left := opening.still_open(v)) else "Move"
        return f"{first} units{half}, or end movement."

    def warnings(self, v: Position, seat: str) -> tuple[str, ...]:
        w: World = v.data
        found = []
        if left := opening.still_open(v):
            found.append(f"Once a unit has moved you can no longer {opening.listed(left)} in this phase.")
        if v.side == GERMAN and neutral_land(v):
            names = ", ".join(w.country_names[c] for c in range(6) if not v.war >> c & 1)
            found.append(f"Entering a neutral country invades it: {names}.")
        return tuple(found)


# ------------------------------------------------------------------------------- after combat, recovery


class EndCombat(Auto[Position], frozen=True):
    rule: ClassVar[str] = "11 ¶2"

    def run(self, s: Position, ev: Events | None) -> None:
        airborne.end_of_combat(s, ev)
        s.retreated = s.landings = 0


class Recovery(Auto[Position], frozen=True):
    """7 Disruption ¶1c, ¶1d (rulings 3, 4)"""

    rule: ClassVar[str] = "7 Disruption ¶1c"

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        rules = {REPULSED: "7 Disruption ¶1c"}
        if s.impulse == 2:
            rules[ROUTED] = "7 Disruption ¶1d"
        recovered: dict[int, list[int]] = {}
        if any(s.disrupted):
            before = survey(s)
            for u in w.of_side[s.side]:
                state = s.disrupted[u]
                if state in rules:
                    s.disrupted[u] = SOUND
                    recovered.setdefault(state, []).append(u)
                elif state == REPULSED_NOW:
                    s.disrupted[u] = REPULSED
            around = recount(s, before, [u for units in recovered.values() for u in units])
            if recovered:
                claim(s, around)
        if ev is not None:
            for state, units in recovered.items():
                names = ", ".join(w.unit_names[u] for u in units)
                after = "a repulse" if state == REPULSED else "a retreat"
                ev.add(Changed(words=f"Recovered from {after}: {names}.", rule=rules[state]))
        if s.side == ALLIED:
            s.swiss_call = 0
        if s.impulse < w.impulses[s.turn]:
            s.then(StartImpulse(s.side, s.impulse + 1))
        else:
            s.then(Interdicting(), EndPlayerTurn())


# --------------------------------------------------------------------------------------- ends of turns


def remove_nation(s: Position, country: int, ev: Events | None, rule: str) -> None:
    """A country surrenders: its units and garrison are removed from play."""
    w: World = s.data
    for u in range(w.n_units):
        if HOME[w.nation[u]] == country and w.nation[u] >= 3 and s.where[u] != w.eliminated:
            s.where[u] = w.out
            s.disrupted[u] = SOUND
    for g, home in enumerate(w.garrison_country):
        if home == country:
            s.garrisons &= ~(1 << g)
    s.surrendered |= 1 << country
    claim(s)
    say(ev, f"{w.country_names[country]} surrenders.", rule)


class EndPlayerTurn(Auto[Position], frozen=True):
    rule: ClassVar[str] = "2 ¶1"

    def run(self, s: Position, ev: Events | None) -> None:
        w: World = s.data
        if s.side == GERMAN:
            s.interdicted_allied = 0
            s.then(StartImpulse(ALLIED, 1))
            return
        s.interdicted_german = 0
        if s.war >> HOLLAND & 1 and not s.surrendered >> HOLLAND & 1:
            lost = (s.german & w.major[HOLLAND]).bit_count()
            if lost >= _cities_to_surrender(w, "holland"):
                remove_nation(s, HOLLAND, ev, "13 Holland ¶1b")
        if s.war >> BELGIUM & 1 and not s.surrendered >> BELGIUM & 1 and s.bef_corps_left:
            lost = (s.german & w.major[BELGIUM]).bit_count()
            if lost >= _cities_to_surrender(w, "belgium"):
                remove_nation(s, BELGIUM, ev, "13 Belgium ¶2")
        if s.turn < w.last_turn:
            s.then(StartTurn(s.turn + 1))
        elif ev is not None:
            ev.add(Ended(words=result(s).text, rule="19 ¶1"))


def _cities_to_surrender(w: World, country: str) -> int:
    return next(c.surrender_cities for c in w.book.country if c.id == country)
