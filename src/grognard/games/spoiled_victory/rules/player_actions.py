# compiled as it stands
"""10.0 Player Actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.games.spoiled_victory.data.world import EVACUEE, NATION_WORDS, Card
from grognard.games.spoiled_victory.rules.allied_attack import AlliedAttacks
from grognard.games.spoiled_victory.rules.bombers import BOMB
from grognard.games.spoiled_victory.rules.cards import DrawCard, draw, event_card
from grognard.games.spoiled_victory.rules.combat import allied_attack_odds
from grognard.games.spoiled_victory.rules.domains import PIECES, STRUCTURES, ours
from grognard.games.spoiled_victory.rules.evacuation import evacuation_verbs
from grognard.games.spoiled_victory.rules.event_phase import in_may
from grognard.games.spoiled_victory.rules.making_evacuees import CONVERT, CREATE, UPGRADE
from grognard.games.spoiled_victory.rules.movement import (
    assaulters,
    can_stir,
    close_group,
    free_movers,
    ghq_company,
    group_members,
    group_way,
    movers,
    must_leave_first,
    nothing_before_leaving,
    rouse,
    sidesteppers,
    with_somewhere_to_go,
)
from grognard.games.spoiled_victory.rules.movement_verbs import FREE, MOVE, SIDESTEP_VERB
from grognard.games.spoiled_victory.rules.paying import costing, pay
from grognard.games.spoiled_victory.rules.state import (
    DAMAGED_JETTIES,
    FOOT,
    JETTIES,
    NO_GROUP,
    NO_JETTIES,
    SEAT,
    SIDESTEP,
    State,
    agree,
    factor,
    facts,
    points,
    tell_change,
    tell_choice,
    track_in,
)
from grognard.kernel.rules import Auto, Choice, Events, Headed, Ints, Slot, Step, Verb, Why, Whys, bits
from grognard.kernel.show import Odds, Preview, Reason, Waste
from grognard.kernel.show.words import number_of

HEADING = Headed(words="Player Actions", level=2, rule="5.0-5")


class PlayerActionPhase(Auto[State], frozen=True):
    rule: ClassVar[str] = "10.0"

    def run(self, s: State, ev: Events | None) -> None:
        f = facts(s)
        if ev is not None:
            ev.add(HEADING)
        s.ghq_moves = s.entered = s.roused = s.attacked = 0
        engaged = 0
        for space in bits(f.german_at):
            if f.at[space]:
                engaged |= 1 << space
        s.engaged = engaged
        draw(s, ActionCard(), ev)


class ActionCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "10.0"
    label: ClassVar[str] = "Player Actions"

    def entry(self, card: Card) -> str:
        return str(card.actions)

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        s.discards |= 1 << index
        s.actions = max(1, card.actions + event_card(s).actions_delta + s.bonus_actions)
        change = s.actions - card.actions  # the last action is never taken
        if ev is not None and change:
            words = f"{change:+d} by event: {number_of(s.actions, 'Player Action')}."
            ev.add(points("Player Actions", change, s.actions, words, "10.0"))
        s.stack.append(PlayerActions())


# ----------------------------------------------------------------------- 10.4 intelligence, 10.5 spirit


def _one_report(s: State, step: Step[State], seat: str) -> Whys:
    if s.intelligence >= 0:
        yield Why("10.4", lambda: "A card is set aside for the next turn already.")
    if s.turn == s.data.last_turn:
        yield Why("10.4", lambda: "There is no next turn.")


class IntelligenceCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "10.4"
    label: ClassVar[str] = "Intelligence Report"

    def entry(self, card: Card) -> str:
        return f"next turn's German Moves are {card.german_words}"

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        s.intelligence = index


def _intelligence(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.intelligence)
    s.stack.append(step)
    draw(s, IntelligenceCard(), ev)


def _no_spirit_yet(s: State, step: Step[State], seat: str) -> Whys:
    if s.spirit:
        yield Why("10.5", lambda: "The Dunkirk Spirit marker is in your hand.")


def _spirit(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.spirit)
    s.spirit = True
    tell_choice(ev, "spirit", "raised", "The Dunkirk Spirit is raised.", "10.5")
    s.stack.append(step)


# ------------------------------------------------------------------ 10.7 flooding, 10.8 and 10.9 jetties


def _not_flooded(s: State, step: Step[State], seat: str) -> Whys:
    if s.flooded:
        yield Why("10.7", lambda: "The Lowlands are flooded already.")


def _flood(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.flood)
    s.flooded = True
    where = tuple(s.data.place_list(s.data.lowlands))
    tell_change(ev, "flooded", "The sluices are opened: the Lowlands are Marsh now.", "10.7", (), where)
    s.stack.append(step)


def _not_built(s: State, step: Step[State], seat: str) -> Whys:
    if s.jetties == JETTIES:
        yield Why("10.8", lambda: "The Beach Jetties have been built already.")
    elif s.jetties == DAMAGED_JETTIES:
        yield Why("10.9", lambda: "The Beach Jetties are damaged: repair them instead.")


def _build(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.build)
    s.jetties = JETTIES
    where = tuple(s.data.place_list(s.data.beach))
    tell_change(ev, "built", "The Beach Jetties are built.", "10.8", (), where)
    s.stack.append(step)


MOLE = 0
"""Of the two structures; the other is the Beach Jetties."""


def _against_repair(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    if args[0] == MOLE:
        if not s.mole_damaged:
            yield Why("10.9", lambda: "The Mole is not damaged.")
    elif s.jetties != DAMAGED_JETTIES:
        words = (
            "The Beach Jetties are not built." if s.jetties == NO_JETTIES else "The Beach Jetties are not damaged."
        )
        yield Why("10.9", lambda: words)


def _something_damaged(s: State, step: Step[State], seat: str) -> Whys:
    if not s.mole_damaged and s.jetties != DAMAGED_JETTIES:
        yield Why("10.9", lambda: "Nothing is damaged.")


def _repair(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.repair)
    if args[0] == MOLE:
        s.mole_damaged = False
        tell_change(ev, "repaired", "The Mole is repaired.", "10.9")
    else:
        s.jetties = JETTIES
        tell_change(ev, "repaired", "The Beach Jetties are repaired.", "10.9")
    s.stack.append(step)


# --------------------------------------------------------------------- attacks by Engaged units, the end


def comrades(s: State, unit: int) -> int:
    """Who is activated with an Engaged unit: its space's units of its nation, and the evacuees (ruling 73)."""
    f = facts(s)
    d = s.data
    return f.at[s.loc[unit]] & assaulters(s) & (d.nations[d.nation[unit]] | d.evacuees)


def _against_assault(s: State, step: Step[State], seat: str, args: Ints) -> Whys:
    d = s.data
    unit = args[0]
    name, piece = d.unit_names[unit], (d.unit_ids[unit],)
    if s.loc[unit] >= d.land or not facts(s).german_at >> s.loc[unit] & 1:
        be = agree(d, unit, "is", "are")
        yield Why("10.1.8", lambda: f"{name} {be} not Engaged with a German unit.", (), piece)
    elif s.suppressed >> unit & 1:
        words = agree(d, unit, "is Suppressed and does not attack", "are Suppressed and do not attack")
        yield Why("10.1.6", lambda: f"{name} {words}.", (), piece)
    elif (s.entered | s.roused) >> unit & 1:
        yield Why("10.1.8", lambda: f"{name} can attack at the end of the phase already.", (), piece)


def _assaulters(s: State, step: Step[State], seat: str, args: Ints) -> int:
    return assaulters(s)


def _assault(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    pay(s, s.data.cost.foot)
    rouse(s, comrades(s, args[0]), ev, "", "10.1.8")
    s.stack.append(step)


def _assault_odds(s: State, step: Step[State], seat: str, args: Ints) -> Odds:
    unit = args[0]
    return allied_attack_odds(s, unit, track_in(s, s.loc[unit]))


def _preview_assault(s: State, step: Step[State], seat: str, args: Ints) -> Preview:
    d = s.data
    unit = args[0]
    where = d.place_ids[s.loc[unit]]
    names = [d.unit_names[u] for u in bits(comrades(s, unit))]
    german = d.germans[s.on_track[track_in(s, s.loc[unit])]].name
    effects = (Reason("10.1.8", f"One of them may attack {german} at the end of the phase.", (where,)),)
    cost = number_of(d.cost.foot, "Player Action")
    return Preview(f"Activated in {where}: {', '.join(names)}.", (), cost, effects, (where,))


def _end(s: State, step: Step[State], seat: str, args: Ints, ev: Events | None) -> None:
    if s.actions and ev is not None:
        words = f"{number_of(s.actions, 'Player Action')} not used."
        ev.add(points("Player Actions", -s.actions, 0, words, "10.0"))
    s.actions = 0
    close_group(s)
    s.sidestep = False
    s.stack.append(AlliedAttacks())


def has_free_business(s: State) -> bool:
    """Whether anything can be done without Player Actions."""
    if s.bombers == 1:
        return True
    if s.group == NO_GROUP and not s.sidestep and not ghq_company(s):
        return False
    stirring = can_stir(s)
    return bool(movers(s, stirring) or free_movers(s, stirring) or sidesteppers(s, stirring))


def _still_free(s: State) -> Iterator[str]:
    """What can be done without paying, in sentences for the prompt."""
    d = s.data
    stirring = can_stir(s)
    if s.group == SIDESTEP:
        if sidesteppers(s, stirring):
            where = d.place_ids[s.group_at]
            yield f"More of the 3rd Division may sidestep from {where} (until you move or pay for something else)."
    elif s.group != NO_GROUP and with_somewhere_to_go(s, group_members(s) & stirring, group_way(s)):
        who = "units" if s.group_nation == EVACUEE else f"{NATION_WORDS[s.group_nation]} units and evacuees"
        how = "on foot" if s.group == FOOT else "by truck"
        where = d.place_ids[s.group_at]
        yield f"More {who} of {where} may move {how} with those paid for (until you pay for something else)."
    if s.sidestep and sidesteppers(s, stirring):
        yield "Montgomery may sidestep free."
    if free_movers(s, stirring):
        left = factor(s, d.ghq) - s.ghq_moves
        yield f"GHQ has {left} free move{'' if left == 1 else 's'} left."
    if s.bombers == 1:
        yield "The RAF bombers are ready."
    if not s.actions and not has_free_business(s):
        yield "End the phase, or take something back."


def _unused(s: State, step: Step[State], seat: str, args: Ints) -> Iterator[Waste]:
    """What is lost with the end of the phase: actions, and what could be had for nothing."""
    if s.actions:
        yield Waste("actions", "10.0", f"{number_of(s.actions, 'Player Action')} would be lost if you end now.")
    units = free_movers(s, can_stir(s))
    if units:
        left = number_of(factor(s, s.data.ghq) - s.ghq_moves, "free move")
        yield Waste(
            "free-moves", "10.1.5", f"GHQ has {left} left.", (), tuple(s.data.unit_ids[u] for u in bits(units))
        )
    aside = sidesteppers(s, can_stir(s))
    if aside:
        text = "Montgomery's sidestep would be lost if you end now."
        yield Waste("sidestep", "16.0", text, (), tuple(s.data.unit_ids[u] for u in bits(aside)))


ASSAULT = Verb(
    "assault",
    _assault,
    (Slot("unit", PIECES, ours(_against_assault, "10.1.8"), among=_assaulters, prompt="Which Engaged unit?"),),
    "10.1.8",
    "Attack where it stands",
    costing("foot"),
    preview=_preview_assault,
    odds=_assault_odds,
)
EVACUATE, PAIR = evacuation_verbs(costing("evacuate"))
INTELLIGENCE = Verb(
    "intelligence", _intelligence, (), "10.4", "Intelligence Report (1)", costing("intelligence", _one_report)
)
RAISE_SPIRIT = Verb("spirit", _spirit, (), "10.5", "Raise the Dunkirk Spirit (1)", costing("spirit", _no_spirit_yet))
FLOOD = Verb("flood", _flood, (), "10.7", "Release the flooding (2)", costing("flood", _not_flooded))
BUILD = Verb("build", _build, (), "10.8", "Build Beach Jetties (3)", costing("build", _not_built))
REPAIR = Verb(
    "repair",
    _repair,
    (Slot("structure", STRUCTURES, _against_repair, prompt="What is repaired?"),),
    "10.9",
    "Repair (2)",
    costing("repair", _something_damaged),
)
END = Verb("end", _end, (), "10.0", "End the phase", nothing_before_leaving, wastes=_unused)


class PlayerActions(Choice[State], frozen=True):
    rule: ClassVar[str] = "10.0"
    verbs: ClassVar[tuple[Verb[State, Step[State]], ...]] = (
        MOVE,
        FREE,
        SIDESTEP_VERB,
        ASSAULT,
        CREATE,
        CONVERT,
        UPGRADE,
        EVACUATE,
        PAIR,
        INTELLIGENCE,
        RAISE_SPIRIT,
        FLOOD,
        BUILD,
        REPAIR,
        BOMB,
        END,
    )

    def open(self, v: State, seat: str) -> list[Verb[State, Step[State]]]:
        """What the Player Actions that are left pay for, and what nothing else forbids (10.0)."""
        found = [MOVE, FREE, SIDESTEP_VERB]
        if must_leave_first(v):  # 10.1.7
            return found
        left, cost = v.actions, v.data.cost
        if left >= cost.foot:
            found.append(ASSAULT)
        if left >= cost.create and facts(v).at[v.data.pool]:
            found.append(CREATE if in_may(v) else CONVERT)
        if left >= cost.upgrade:
            found.append(UPGRADE)
        if left >= cost.evacuate:
            found += (EVACUATE, PAIR)
        if left >= cost.intelligence and v.intelligence < 0 and v.turn != v.data.last_turn:
            found.append(INTELLIGENCE)
        if left >= cost.spirit and not v.spirit:
            found.append(RAISE_SPIRIT)
        if left >= cost.flood and not v.flooded:
            found.append(FLOOD)
        if left >= cost.build and v.jetties == NO_JETTIES:
            found.append(BUILD)
        if left >= cost.repair and (v.mole_damaged or v.jetties == DAMAGED_JETTIES):
            found.append(REPAIR)
        if v.bombers == 1:
            found.append(BOMB)
        found.append(END)
        return found

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        return " ".join((f"Player Actions: {v.actions or 'none'} left.", *_still_free(v)))

    def standing(self, v: State, seat: str, order: str) -> str | None:
        # The phase never ends by itself: the last action could not be taken back, since a card comes next.
        done = order == "end-phases" and not v.actions and not has_free_business(v)
        return "end" if done else None

    def warnings(self, v: State, seat: str) -> tuple[str, ...]:
        return tuple(waste.text for waste in _unused(v, self, seat, ()) if waste.kind == "actions")
