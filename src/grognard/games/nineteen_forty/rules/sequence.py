# compiled as it stands
"""2. Sequence of play, with the special rules of turn 0 (18), interdiction (9) and surrenders (13)."""

from __future__ import annotations

from typing import ClassVar

from grognard.games.nineteen_forty.data.world import (
    ALLIED,
    BELGIUM,
    GERMAN,
    HOLLAND,
    HOME,
    LUXEMBOURG,
    SEATS,
    SIDES,
    World,
)
from grognard.games.nineteen_forty.rules import (
    airborne,
    arrivals,
    barred,
    command,
    evacuation,
    exchange,
    movement,
    opening,
    rail,
    stacks,
    ways,
)
from grognard.games.nineteen_forty.rules.declaring import Declaring
from grognard.games.nineteen_forty.rules.domains import ARMY, HEX, UNIT
from grognard.games.nineteen_forty.rules.interdiction import Interdicting
from grognard.games.nineteen_forty.rules.state import (
    CLOSING,
    MOVING,
    OPENING,
    REPULSED,
    REPULSED_NOW,
    ROUTED,
    SOUND,
    Joined,
    Position,
    claim,
    facts,
    neutral_land,
    say,
)
from grognard.games.nineteen_forty.rules.supply import judge
from grognard.games.nineteen_forty.rules.victory import result
from grognard.kernel.rules import (
    Auto,
    Changed,
    Choice,
    Ended,
    Events,
    Headed,
    Ints,
    Nation,
    Slot,
    Step,
    Supply,
    Verb,
    Why,
    Whys,
)
from grognard.kernel.show.words import either


def open_phase(s: Position) -> None:
    """Clears what is remembered for one movement phase."""
    w = s.data
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
        w = s.data
        s.turn = self.turn
        s.came_german = s.came_allied = s.came_swiss = 0
        s.reserve_hexes = 0
        air = w.book.air
        s.air_german = air.german
        s.air_allied = air.french + (1 if s.french_air else 0)
        if s.bef_left < 0 or s.turn <= s.bef_left:
            s.air_allied += air.british  # 17 British ¶1b
        if ev is not None:
            ev.add(Headed(words=f"Turn {self.turn}, {w.dates[self.turn]}", rule="2 ¶1", turn=self.turn))
        if self.turn == 0 and s.late_alliance:  # 20 Belgian Late Alliance ¶1
            s.war |= 1 << LUXEMBOURG
            s.allied |= w.countries[LUXEMBOURG]
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
        s.unsupplied = judge(s)
        claim(s)  # what the air landing division controls, if it is supplied now (ruling 20)
        if ev is not None:
            which = ("first", "second")[self.impulse - 1]
            ev.add(Headed(words=f"{SIDES[self.side]} {which} impulse", level=2, rule="2 ¶2", side=SEATS[self.side]))
            w = s.data
            lacking = [u for u in range(w.n_units) if s.unsupplied >> u & 1]
            if lacking:
                names = ", ".join(w.unit_names[u] for u in lacking)
                pieces = tuple(w.ids[u] for u in lacking)
                words = f"Out of supply: {names}."
                ev.add(Supply(state="out", words=words, rule="8 Supply Effects ¶1", pieces=pieces))
        if self.side == ALLIED and s.turn == 0 and not s.shown:
            s.shown = True
            say(ev, f"The {s.data.group_titles[ALLIED][s.reacting]} may move on this turn.", "18 ¶1c")
        # 2 First Impulse A, 2 First Impulse B, 2 First Impulse C; and once more with all units (2 ¶3):
        # 2 Second Impulse D, 2 Second Impulse E, 2 Second Impulse F
        steps: list[Step[Position]] = [Moving(), Declaring(), EndCombat(), Recovery()]
        if self.side == ALLIED:
            steps.insert(0, airborne.Withdrawing())
        s.then(*steps)


# -------------------------------------------------------------------------------------- movement phases


def not_overfull(s: Position, step: Moving, seat: str) -> Whys:
    """While a hex is overfull only moves are possible (ruling 10)."""
    if s.overfull >= 0:
        yield movement.why_overfull(s)
    if s.turn == movement.BEFORE:
        yield Why("20 Belgian Late Alliance ¶1", lambda: "Only moves into Belgium are made before turn 0.")


def not_closing(s: Position, step: Moving, seat: str) -> Whys:
    if s.stage == CLOSING:
        yield Why(exchange.RULES[s.side], lambda: "A corps has been formed: movement is over (ruling 90).")


def plain(s: Position, step: Moving, seat: str) -> Whys:
    yield from not_closing(s, step, seat)
    yield from not_overfull(s, step, seat)


def allied_only(s: Position, step: Moving, seat: str) -> Whys:
    if s.side != ALLIED:
        yield Why("6 Naval Evacuation ¶1a", lambda: "Only the Allied player does this.")
    yield from plain(s, step, seat)


def may_enter(s: Position, step: Moving, seat: str) -> Whys:
    if s.side != ALLIED:
        yield Why("14 Reinforcements ¶1", lambda: "Only Allied reinforcements enter over the map edge.")
    yield from plain(s, step, seat)


def may_drop(s: Position, step: Moving, seat: str) -> Whys:
    if s.side != GERMAN:
        yield Why("11 ¶1", lambda: "Only the German player drops units.")
    yield from plain(s, step, seat)


def may_withdraw(s: Position, step: Moving, seat: str) -> Whys:
    if s.side != GERMAN:
        yield Why("11 ¶3", lambda: "Only the German player withdraws airborne units.")
    yield from plain(s, step, seat)


def may_form(s: Position, step: Moving, seat: str) -> Whys:
    yield from not_overfull(s, step, seat)
    yield from exchange.why_not_forming(s)


def may_break(s: Position, step: Moving, seat: str) -> Whys:
    yield from plain(s, step, seat)
    yield from exchange.why_not_breaking(s)


def may_release(s: Position, step: Moving, seat: str) -> Whys:
    if s.side != ALLIED:
        yield Why("17 French ¶1b", lambda: "Only the Allied player releases armies.")
    yield from plain(s, step, seat)
    yield from command.why_no_release(s)


def may_end(s: Position, step: Moving, seat: str) -> Whys:
    if s.overfull >= 0:
        yield movement.why_overfull(s)


def do_release(s: Position, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    command.release(s, args[0] - s.data.first_army[ALLIED], ev)
    s.then(step)


def do_end(s: Position, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    """The movement phase is over."""


class Moving(Choice[Position], frozen=True):
    """A movement phase: 2 First Impulse A, Second Impulse D."""

    rule: ClassVar[str] = "6 ¶1"
    verbs: ClassVar[tuple[Verb[Position, Moving], ...]] = (
        Verb(
            "move",
            movement.do_move,
            (
                Slot("unit", UNIT, movement.move_unit_reasons, legal=movement.move_units, prompt="Move which unit?"),
                Slot("hex", HEX, barred.move_hex_reasons, legal=movement.move_hexes, prompt="Move to which hex?"),
                Slot(
                    "way",
                    HEX,
                    ways.way_reasons,
                    legal=ways.way_hexes,
                    prompt="By which hexes?",
                    repeat=True,
                    optional=True,
                    keyword="via",
                    enough=ways.way_enough,
                ),
            ),
            "6 ¶2a",
            "Move",
            reasons=not_closing,
            preview=barred.preview_move,
        ),
        Verb(
            "stack",
            stacks.do_stack,
            (
                Slot(
                    "units",
                    UNIT,
                    stacks.stack_unit_reasons,
                    legal=stacks.stack_units,
                    prompt="Move which units together?",
                    many=True,
                    enough=stacks.stack_enough,
                    lacking=stacks.stack_lacking,
                ),
                Slot(
                    "hex",
                    HEX,
                    stacks.stack_hex_reasons,
                    legal=stacks.stack_hexes,
                    prompt="To which hex?",
                    keyword="to",
                ),
            ),
            "6 ¶2a",
            "Move together",
            reasons=plain,
            preview=stacks.preview_stack,
        ),
        Verb(
            "rail",
            rail.do_rail,
            (
                Slot("unit", UNIT, rail.rail_unit_reasons, legal=rail.rail_units, prompt="Move which unit by rail?"),
                Slot("hex", HEX, rail.rail_hex_reasons, legal=rail.rail_hexes, prompt="By rail to which hex?"),
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
                Slot(
                    "unit",
                    UNIT,
                    evacuation.embark_reasons,
                    legal=evacuation.embark_units,
                    prompt="Evacuate which unit?",
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
                Slot("unit", UNIT, airborne.drop_unit_reasons, legal=airborne.drop_units, prompt="Drop which unit?"),
                Slot("hex", HEX, airborne.drop_hex_reasons, legal=airborne.drop_hexes, prompt="Drop on which hex?"),
            ),
            "11 ¶1",
            "Drop",
            reasons=may_drop,
            preview=airborne.preview_drop,
        ),
        Verb(
            "withdraw",
            airborne.do_withdraw,
            (airborne.WHICH_UNIT,),
            "11 ¶3",
            "Withdraw",
            reasons=may_withdraw,
            preview=opening.preview_withdraw,
        ),
        Verb(
            "reserve",
            arrivals.do_reserve,
            (
                Slot(
                    "unit", UNIT, arrivals.reserve_unit_reasons, legal=arrivals.reserve_units, prompt="Which reserve?"
                ),
                Slot("hex", HEX, arrivals.reserve_hex_reasons, among=arrivals.reserve_among, prompt="In which hex?"),
            ),
            "14 Reserves ¶1a",
            "Reserve",
            reasons=plain,
        ),
        Verb(
            "enter",
            arrivals.do_enter,
            (
                Slot(
                    "unit",
                    UNIT,
                    arrivals.enter_unit_reasons,
                    legal=arrivals.enter_units,
                    prompt="Which reinforcement?",
                ),
                Slot("hex", HEX, arrivals.enter_hex_reasons, among=arrivals.enter_among, prompt="On which edge hex?"),
            ),
            "14 Reinforcements ¶1",
            "Enter",
            reasons=may_enter,
        ),
        Verb(
            "form",
            exchange.do_form,
            tuple(
                Slot("unit", UNIT, exchange.form_reasons, legal=exchange.form_units, prompt=prompt)
                for prompt in ("First armored division?", "Second armored division?", "Motorized division?")
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
                    "army", ARMY, command.release_reasons, legal=command.release_armies, prompt="Release which army?"
                ),
            ),
            "17 French ¶1b",
            "Release",
            reasons=may_release,
        ),
        Verb("end", do_end, (), "2 ¶4", "End movement", reasons=may_end, wastes=opening.wastes),
    )

    def open(self, v: Position, seat: str) -> list[Verb[Position, Moving]]:
        """What the stage of the phase, the side and the turn allow."""
        w, side = v.data, v.side
        free = v.overfull < 0 and v.turn != movement.BEFORE  # ruling 10, 20 Belgian Late Alliance ¶1
        going = v.stage != CLOSING  # ruling 90
        found = list(SIDES_VERBS[side]) if free and going else [MOVE] if going else []
        corps = v.where[exchange.corps_of(v)]
        if corps == w.waiting:
            if free:
                found.append(FORM)
        elif free and going and corps < w.n and next(exchange.why_not_breaking(v), None) is None:
            found.append(BREAK)
        if side == ALLIED and free and going and w.book.limits.release_from <= v.turn != v.release_turn:
            found.append(RELEASE)
        if v.overfull < 0:
            found.append(END)
        return found

    def offers(self, v: Position, seat: str) -> list[tuple[Verb[Position, Moving], int]] | None:
        """Once units have moved, what is left is known at once."""
        if v.stage != MOVING or v.overfull >= 0:
            return None
        masks = facts(v).openings(v)
        if masks is None:
            return None
        w, side = v.data, v.side
        moving, stacking, riding, leaving, coming, gathered = masks
        found = []
        if moving:
            found.append((MOVE, moving))
        if stacking:
            found.append((STACK, stacking))
        if riding:
            found.append((RAIL, riding))
        if leaving:
            found.append((EVACUATE, leaving))
        if coming:
            found.append((ENTER, coming))
        if gathered and v.where[exchange.corps_of(v)] == w.waiting:
            forming = exchange.form_units(v, self, seat, ())
            if forming:
                found.append((FORM, forming))
        if side == ALLIED and w.book.limits.release_from <= v.turn != v.release_turn:
            armies = command.release_armies(v, self, seat, ())
            if armies:
                found.append((RELEASE, armies))
        found.append((END, 0))
        return found

    def seat(self, s: Position) -> str:
        return SEATS[s.side]

    def prompt(self, v: Position, seat: str) -> str:
        w = v.data
        if v.overfull >= 0:
            return f"Move a unit on from {w.hex_name(v.overfull)}, which holds too many."
        if v.turn == movement.BEFORE:
            return "Move units of the First and Second Group into Belgium, up to half their factors, or end movement."
        if v.stage == CLOSING:
            return "End movement: a corps has been formed."
        half = " up to half their factors" if v.impulse == 2 else ""
        first = ", ".join((*opening.still_open(v), "move")).capitalize()
        return f"{first} units{half}, or end movement."

    def warnings(self, v: Position, seat: str) -> tuple[str, ...]:
        w = v.data
        found = []
        if left := opening.still_open(v):
            found.append(f"Once a unit has moved you can no longer {either(left)} in this phase.")
        if v.side == GERMAN and neutral_land(v):
            names = ", ".join(w.country_names[c] for c in range(6) if not v.war >> c & 1)
            found.append(f"Entering a neutral country invades it: {names}.")
        return tuple(found)


MOVE, STACK, RAIL, EVACUATE, DROP, WITHDRAW, RESERVE, ENTER, FORM, BREAK, RELEASE, END = Moving.verbs
SIDES_VERBS = ((MOVE, STACK, RAIL, DROP, WITHDRAW, RESERVE), (MOVE, STACK, RAIL, EVACUATE, RESERVE, ENTER))
"""What each side may do in the middle of a phase."""


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
        w = s.data
        rules = {REPULSED: "7 Disruption ¶1c"}
        if s.impulse == 2:
            rules[ROUTED] = "7 Disruption ¶1d"
        recovered: dict[int, list[int]] = {}
        for u in w.of_side[s.side]:
            state = s.disrupted[u]
            if state in rules:
                s.disrupted[u] = SOUND
                recovered.setdefault(state, []).append(u)
            elif state == REPULSED_NOW:
                s.disrupted[u] = REPULSED
        claim(s, ev)
        if ev is not None:
            for state, units in recovered.items():
                names = ", ".join(w.unit_names[u] for u in units)
                after = "a repulse" if state == REPULSED else "a retreat"
                ev.add(
                    Changed(
                        condition="recovered",
                        words=f"Recovered from {after}: {names}.",
                        rule=rules[state],
                        pieces=tuple(w.ids[u] for u in units),
                        side=SEATS[s.side],
                    )
                )
        if s.side == ALLIED:
            s.swiss_call = 0
        if s.impulse < w.impulses[s.turn]:  # 18 ¶1a: one on turn 0
            s.then(StartImpulse(s.side, s.impulse + 1))
        else:
            s.then(Interdicting(), EndPlayerTurn())


# --------------------------------------------------------------------------------------- ends of turns


def remove_nation(s: Position, country: int, ev: Events | None, rule: str) -> None:
    """A country surrenders: its units and garrison are removed from play."""
    w = s.data
    for u in range(w.n_units):
        if HOME[w.nation[u]] == country and s.where[u] != w.eliminated:
            s.where[u] = w.out
            s.disrupted[u] = SOUND
    for g, home in enumerate(w.garrison_country):
        if home == country:
            s.garrisons &= ~(1 << g)
    s.surrendered |= 1 << country
    if ev is not None:
        name = w.country_names[country]
        ev.add(Nation(country=name, stance="surrenders", words=f"{name} surrenders.", rule=rule))
    claim(s, ev)


class EndPlayerTurn(Auto[Position], frozen=True):
    rule: ClassVar[str] = "2 ¶1"

    def run(self, s: Position, ev: Events | None) -> None:
        w = s.data
        if s.side == GERMAN:
            s.interdicted_allied = 0
            s.then(StartImpulse(ALLIED, 1))
            return
        s.interdicted_german = 0
        if not s.surrendered & 1 << HOLLAND:
            lost = (s.german & w.major[HOLLAND]).bit_count()
            if lost >= _cities_to_surrender(w, "holland"):
                remove_nation(s, HOLLAND, ev, "13 Holland ¶1b")
        if not s.surrendered & 1 << BELGIUM and s.bef_corps_left:
            lost = (s.german & w.major[BELGIUM]).bit_count()
            if lost >= _cities_to_surrender(w, "belgium"):
                remove_nation(s, BELGIUM, ev, "13 Belgium ¶2")
        if s.turn < w.last_turn:
            s.then(StartTurn(s.turn + 1))
        elif ev is not None:
            end = result(s)
            ev.add(Ended(words=end.text, winner=end.winner, level=end.level, score=end.score, rule="19 ¶1"))


def _cities_to_surrender(w: World, country: str) -> int:
    return next(c.surrender_cities for c in w.book.country if c.id == country)
