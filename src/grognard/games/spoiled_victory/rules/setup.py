"""14.0 Optional rules and 15.0 the set-up."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from grognard.games.spoiled_victory.data.world import Data
from grognard.games.spoiled_victory.rules.domains import PIECES, PLACES, ours
from grognard.games.spoiled_victory.rules.end_turn import Turn
from grognard.games.spoiled_victory.rules.state import (
    GERMAN_SIDE,
    NO_GROUP,
    NO_JETTIES,
    SEAT,
    State,
    agree,
    facts,
    put,
    tell_placed,
    unit_is,
)
from grognard.kernel.rules import (
    Chance,
    Distribution,
    Draft,
    Draw,
    Events,
    Ints,
    Outcome,
    Placed,
    Slot,
    Step,
    Verb,
    Why,
    Whys,
    bits,
)


def start(d: Data, options: Mapping[str, bool | str]) -> State:
    """The state before the first turn."""
    everything = bool(options["free-for-all"])  # 14.4
    loc = [*d.setup, *[d.pool] * (d.units - d.combat)]
    full = d.combat_mask
    for i, (space, strong) in enumerate(d.evacuee_setup):
        loc[d.combat + i] = space
        if strong:
            full |= 1 << d.combat + i
    s = State(
        data=d,
        stack=[Turn()],
        pending=[],
        turn=1,
        vp=0,
        loc=loc,
        full=full,
        suppressed=0,
        on_track=list(range(len(d.tracks))),
        advance=[0] * len(d.tracks),
        reduced=0,
        disrupted=0,
        pile=d.all_cards,
        discards=0,
        removed=0,
        event=-1,
        intelligence=-1,
        mole_damaged=False,
        jetties=NO_JETTIES,
        flooded=False,
        spirit=True,
        cap=True,
        cap_route=-1,
        bombers=0,
        harbour=0,
        wake=0,
        surrendered=False,
        french_early=False,
        rearguard=-1,
        bonus_actions=0,
        bonus_moves=0,
        beach_bonus=False,
        spent=0,
        broke=0,
        actions=0,
        moves=0,
        group=NO_GROUP,
        group_at=0,
        group_left=0,
        group_nation=0,
        ghq_moves=0,
        sidestep=False,
        engaged=0,
        entered=0,
        roused=0,
        attacked=0,
        astray=0,
        chaotic=everything or bool(options["chaotic-events"]),
        always_retreats=bool(options["german-always-retreats"]),
        wins_lapse=bool(options["surplus-wins-lapse"]),
    )
    if everything or options["free-allied-setup"]:
        # 14.1: British and French units wait off the map until they are placed
        for unit in bits(d.british | d.french):
            s.loc[unit] = d.embarked
        s.stack.append(AlliedSetup())
    if everything or options["free-german-setup"]:
        # 14.2: on top of the stack, so that the Germans are drawn before our units are placed (ruling 79)
        s.on_track = [-1] * len(d.tracks)
        s.stack.append(GermanSetup(0, tuple(range(len(d.tracks)))))
    return s


class GermanSetup(Chance[State], frozen=True):
    """14.2: a German unit is drawn for each Start space."""

    rule: ClassVar[str] = "14.2"
    track: int
    left: tuple[int, ...]

    def chance(self, s: State) -> Distribution:
        return Draw(tuple(s.data.german_ids[u] for u in self.left))

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        d = s.data
        unit = d.german_number[str(outcome)]
        s.on_track[self.track] = unit
        if ev is not None:
            start_space = d.place_ids[d.tracks[self.track][0]]
            german = d.germans[unit]
            ev.add(
                Placed(
                    piece=german.id,
                    how="set-up",
                    words=f"{german.name} is on track {d.track_ids[self.track]}.",
                    rule="14.2",
                    places=(start_space,),
                    pieces=(german.id,),
                    side=GERMAN_SIDE,
                )
            )
        rest = tuple(u for u in self.left if u != unit)
        if rest:
            s.stack.append(GermanSetup(self.track + 1, rest))


# ------------------------------------------------------------------------------- 14.1 free Allied set-up


def waiting(s: State) -> int:
    f = facts(s)
    return f.at[s.data.embarked] & (s.data.british | s.data.french)


def _against_unit(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    piece = (d.unit_ids[unit],)
    if not (d.british | d.french) >> unit & 1:
        words = agree(d, unit, "is a Belgian unit and stands", "are evacuees and stand")
        yield Why("14.1", lambda: f"{d.unit_names[unit]} {words} as printed.", (), piece)
    elif s.loc[unit] != d.embarked:
        yield Why("14.1", lambda: f"{unit_is(s, unit)} placed; take it back to place it elsewhere.", (), piece)


def _waiting(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return waiting(s)


def _against_space(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    where = s.data.place_ids[args[1]]
    if args[1] >= s.data.land:
        yield Why("14.1", lambda: f"{where} is at sea.", (where,))
    elif s.data.starts >> args[1] & 1:
        yield Why("14.1", lambda: f"{where} is a German Start space.", (where,))


def _place(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    unit, space = args
    put(s, unit, space)
    if ev is not None:
        d = s.data
        where = d.place_ids[space]
        tell_placed(s, unit, space, "set-up", f"{d.unit_names[unit]} sets up in {where}.", "14.1", ev)


def _not_set_up(s: State, unit: int) -> Why:
    return Why("14.1", lambda: f"{unit_is(s, unit)} not set up yet.", (), (s.data.unit_ids[unit],))


class AlliedSetup(Draft[State], frozen=True):
    """British and French units are placed anywhere but on German Start spaces."""

    rule: ClassVar[str] = "14.1"
    done_label: ClassVar[str] = "Begin"
    verbs: ClassVar[tuple[Verb[State, AlliedSetup], ...]] = (
        Verb(
            "place",
            _place,
            (
                Slot("unit", PIECES, ours(_against_unit, "14.1"), among=_waiting, prompt="Which unit?"),
                Slot("space", PLACES, _against_space, prompt="Where does it set up?"),
            ),
            "14.1",
            "Set up",
        ),
    )

    def seats(self, s: State) -> tuple[str, ...]:
        return (SEAT,)

    def prompt(self, v: State, seat: str) -> str:
        return f"Set up the British and French units: {waiting(v).bit_count()} to place."

    def duties(self, v: State, seat: str) -> Whys:
        for unit in bits(waiting(v)):
            yield _not_set_up(v, unit)

    def commit(self, s: State, ev: Events | None) -> None:
        """The first turn lies under this step."""
