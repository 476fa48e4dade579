"""The advisor: plays the whole game by rules of thumb, and says why.

What it goes by. Escapes on Route Z are nearly safe by night and costly by day, and an evacuee that is moved to its
To England space escapes in the next turn; so Day turns feed Z, Night turns feed X (Y while X is shut), and turn 18
feeds all. Evacuees are made and strengthened in the turn in which they can sail. In June whole stacks come back to
the shore to be converted. In combat ground is given up before men.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from grognard.bots import Bot
from grognard.games.spoiled_victory.data.world import EVACUEE
from grognard.games.spoiled_victory.rules import (
    allied_attack,
    evacuation,
    event_phase,
    german_attack,
    making_evacuees,
    player_actions,
    setup,
)
from grognard.games.spoiled_victory.rules.allied_attack import AlliedOutcomes
from grognard.games.spoiled_victory.rules.combat import count_wins, defence_number, win_chances
from grognard.games.spoiled_victory.rules.event_phase import in_may
from grognard.games.spoiled_victory.rules.german_attack import Outcomes
from grognard.games.spoiled_victory.rules.movement import (
    best_way,
    can_stir,
    destinations,
    free_movers,
    free_way,
    ghq_company,
    may_sidestep,
    must_leave_first,
    reach,
    sidesteppers,
)
from grognard.games.spoiled_victory.rules.movement_verbs import free_goals
from grognard.games.spoiled_victory.rules.spirit import Spirit
from grognard.games.spoiled_victory.rules.state import (
    DAMAGED_JETTIES,
    FOOT,
    TRUCK,
    State,
    factor,
    facts,
    german_factor,
    german_space,
    has_room,
    night,
    retreat_spaces,
)
from grognard.kernel.rules import Action, Game, bits

Choice = tuple[str, str]
"""An action as text, and why."""


class Manner(msgspec.Struct, frozen=True):
    """The figures that the rules of thumb go by, found by playing some thousand games with one changed at a time."""

    hold: float = 2.0
    """For a track that the rearguard may hold: what each space on it is worth that has somebody in it."""
    cap_day: float = 6
    cap_night: float = 8
    """So many factors at sea are worth the RAF's patrol."""
    cap_late: float = 0.67
    """From turn 13 on it takes less."""
    back_far: float = 1.0
    back_threat: float = 0.5
    back_crowd: float = 0.4
    back_jetty: float = 0.5
    """Where to fall back to: near the shore, away from Germans, to friends, to the Jetty."""
    reroll: float = 3
    unlucky: float = 1.0
    """German Wins that are worth the Spirit marker, one less where evacuees stand; or so many above the usual."""
    bomb_night: int = 17
    """From this turn on the bombers fly by night too."""
    sail_day: int = 1
    sail_night: int = 2
    """For how many evacuees on the shore there are moves in a turn."""
    backlog_may: int = 4
    backlog_june: int = 0
    keep_weak: int = 3
    """How many more may wait there."""
    shore_from: int = 11
    shore_enough: int = 6
    french_from: int = 12
    bring: float = 2.0
    """When stacks are brought to the shore, how many units are enough, and what an Action must bring."""
    post: float = 0.6
    crowd: float = 1.6
    guard_from: int = 10
    guard_shore: float = 2.0
    guard_jetty: float = 1.0
    guard_dunkirk: float = 1.4
    guard_front: float = 0.4
    guard_works: float = 0.6
    """Where free moves post units, and what they must gain."""
    buy: float = 2.0
    """What an Evacuation Move must be worth to be paid for."""
    pair: float = 3.5
    staged: int = 3
    short_route: float = 6.0
    home: float = 9.0
    route_y_until: int = 5
    route_x: float = 4.5
    sail_on: float = 5.0
    stage: float = 4.0
    come_down: float = 1.5
    """What the kinds of Evacuation Moves are worth."""
    spirit_until: int = 17


MANNER = Manner()


class Advisor(Bot[State]):
    def choose(self, game: Game[State], view: State, seat: str, rng: random.Random) -> Action:
        step = view.stack[-1]
        text, self.why = RULES[type(step)](view, step)
        return game.read(view, seat, text)


# ------------------------------------------------------------------------------------------ the shore


def afloat_value(s: State) -> int:
    """The factors at sea."""
    f = facts(s)
    d = s.data
    return sum(factor(s, u) for units in f.at[d.sea_from : d.sea_to] for u in bits(units))


def waiting(s: State) -> int:
    """Evacuees on the shore and in the staging area that are not Suppressed."""
    f = facts(s)
    d = s.data
    units = f.at[d.staging]
    for space in d.formation:
        units |= f.at[space] & d.evacuees
    return units & ~s.suppressed


# ------------------------------------------------------------------------------------------- events


def _rearguard(s: State, step: event_phase.Rearguard) -> Choice:
    d, at = s.data, facts(s).at

    def value(track: int) -> float:
        held = sum(1 for space in d.tracks[track] if at[space])
        return held * MANNER.hold + 3 * s.advance[track] / len(d.tracks[track])

    best = max(range(len(d.tracks)), key=value)
    return f"hold {d.track_ids[best]}", f"Track {d.track_ids[best]} has the most to defend."


def _beach_parties(s: State, step: event_phase.BeachParties) -> Choice:
    space = _landing(s)
    if not step.left:
        return "pass", "All the free evacuees are placed."
    if space < 0:
        return "pass", "There is no room on the shore."
    return f"place {s.data.place_ids[space]}", "Free evacuees are Victory Points in the making."


def _landing(s: State) -> int:
    """Where new evacuees are best placed: the East Jetty, where two leave at a time, else the safest Beach."""
    f = facts(s)
    d = s.data
    jetty_good = not evacuation.shut_in(s, d.jetty)
    order = sorted(d.formation, key=lambda x: (x != d.jetty or not jetty_good, bool(d.near[x] & f.german_at), -x))
    for space in order:
        if not f.german_at >> space & 1 and has_room(s, space):
            return space
    return -1


def _cap(s: State, step: event_phase.Cap) -> Choice:
    f = facts(s)
    d = s.data
    value = afloat_value(s)
    least = MANNER.cap_night if night(s) else MANNER.cap_day
    if value >= least * (MANNER.cap_late if s.turn >= 13 else 1.0):
        on = [sum(factor(s, u) for x in r[1:] for u in bits(f.at[x])) for r in d.routes]
        z = d.route_ids.index("Z") if "Z" in d.route_ids else 0
        on[z] += 1  # most raids name Route Z
        best = on.index(max(on))
        return (
            f"cap {d.route_ids[best]}",
            f"{value} factors are at sea, most of them within reach of a raid on this route.",
        )
    return "pass", "Too little is at sea to spend the RAF's one patrol."


# ------------------------------------------------------------------------------------------- combat


def _frontline(s: State, step: german_attack.Frontline) -> Choice:
    f = facts(s)
    d = s.data

    def worth(unit: int) -> tuple[int, int, int]:
        evacuee = d.nation[unit] == EVACUEE
        full = s.full >> unit & 1
        return defence_number(s, unit, step.space), -evacuee, full

    best = max(bits(f.at[step.space]), key=worth)
    return (
        f"front {d.unit_ids[best]}",
        f"Its Defense Number of {defence_number(s, best, step.space)} is the best here.",
    )


def _red(s: State, step: german_attack.RedAttack) -> Choice:
    d, at = s.data, facts(s).at

    def harm(space: int) -> tuple[int, int]:
        units = at[space]
        evacuees = units & d.evacuees
        return evacuees.bit_count(), -max(defence_number(s, u, space) for u in bits(units))

    best = min(bits(german_attack.red_targets(s, step.track)), key=harm)
    return f"strike {d.place_ids[best]}", "The attack does least harm there."


def _wins(s: State, step: german_attack.ApplyWins) -> Choice:
    f = facts(s)
    d = s.data
    targets = german_attack.win_targets(s, step)
    there = f.at[step.space]
    retreaters = [u for u in bits(targets) if german_attack.may_retreat(s, step, u)]
    if step.wins == 1 and d.belgian >> step.front & 1 and s.full >> step.front & 1:
        return f"hit {d.unit_ids[step.front]}", "Belgians cannot sail, so they hold, and the German goes back."
    if not retreaters:
        # a full unit loses a step, a reduced one its life
        unit = min(bits(targets), key=lambda u: (not s.full >> u & 1, d.nation[u] == EVACUEE, -factor(s, u)))
        return f"hit {d.unit_ids[unit]}", "There is nowhere to retreat to, and it can best bear the Hit."
    if step.left >= 2 and there.bit_count() == 1:
        unit = bits(targets)[0]
        if s.full >> unit & 1:
            return (
                f"hit {d.unit_ids[unit]}",
                "A lone unit takes the first Wins as Hits and saves itself by retreating last.",
            )
        return _fall_back(s, unit, "It gets away before the German breaks through.")
    unit = max(retreaters, key=lambda u: (factor(s, u), d.nation[u] != EVACUEE))
    return _fall_back(s, unit, "Giving ground keeps the unit for the evacuation.")


def _fall_back(s: State, unit: int, why: str) -> Choice:
    d, f = s.data, facts(s)
    far = d.from_shore

    def rank(space: int) -> tuple[float, ...]:
        threat = (d.near[space] & f.german_at).bit_count()
        friends = (f.at[space] & d.combat_mask).bit_count()
        crowd = 1 if friends else 0
        jetty = space == d.jetty
        value = MANNER.back_far * far[space] + MANNER.back_threat * threat - MANNER.back_crowd * crowd
        return (value - (MANNER.back_jetty if jetty else 0), threat, space)

    best = min(bits(retreat_spaces(s, unit)), key=rank)
    return f"retreat {d.unit_ids[unit]} {d.place_ids[best]}", why


def _spirit(s: State, step: Spirit) -> Choice:
    f = facts(s)
    wins = count_wins(step.dice, step.defence)
    if step.german:
        bad = [i for i, die in enumerate(step.dice) if die > step.defence]
        if step.dice.count(step.defence) >= 2:
            bad += [i for i, die in enumerate(step.dice) if die == step.defence]
        n = len(step.dice)
        usual = sum(k * float(p) for k, p in enumerate(win_chances(n, step.defence)))
        after = s.stack[-2]
        precious = isinstance(after, (Outcomes, AlliedOutcomes)) and bool(f.at[after.space] & s.data.evacuees)
        if wins >= MANNER.reroll - precious or wins > usual + MANNER.unlucky:
            words = " ".join(str(i + 1) for i in sorted(bad))
            return f"reroll {words}", f"{wins} Wins are worth the marker."
        return "accept", "The roll is not bad enough to spend the marker."
    if wins < 2:
        low = [i for i, die in enumerate(step.dice) if die <= step.defence]
        return "reroll " + " ".join(str(i + 1) for i in low), "A beaten attack is worth another roll."
    return "accept", "The attack has succeeded."


# --------------------------------------------------------------------------------- Player Actions


def _actions(s: State, step: player_actions.PlayerActions) -> Choice:
    for plan in PLANS:
        choice = plan(s)
        if choice is not None:
            return choice
    return "end", "Nothing more is worth doing."


def _leave_belgium(s: State) -> Choice | None:
    units = must_leave_first(s)
    if not units:
        return None
    d = s.data
    unit = bits(units)[0]
    far = s.data.from_shore
    ways = {
        "free": reach(s, unit, free_way(s)) if ghq_company(s) >> unit & 1 else 0,
        "sidestep": reach(s, unit, TRUCK) if may_sidestep(s) >> unit & 1 else 0,
        "move": destinations(s, unit),
    }
    verb = next(verb for verb, ends in ways.items() if ends)
    best = min(bits(ways[verb]), key=lambda x: (far[x], x))
    return f"{verb} {d.unit_ids[unit]} {d.place_ids[best]}", "It must leave the Belgian area first."


def _bomb(s: State) -> Choice | None:
    if s.bombers != 1:
        return None
    d = s.data
    far = s.data.from_shore

    def threat(track: int) -> tuple[float, ...]:
        space = german_space(s, track)
        return (not s.reduced >> track & 1, -far[space], german_factor(s, track))

    best = max(range(len(d.tracks)), key=threat)
    if night(s) and s.turn < MANNER.bomb_night:
        return None
    return (
        f"bomb {d.german_ids[s.on_track[best]]}",
        "It is the strongest German near the shore, and bombs cost nothing.",
    )


def sailings(s: State) -> int:
    """About how many evacuees of the shore can be put to sea this turn."""
    return MANNER.sail_night if night(s) else MANNER.sail_day


def _upgrade(s: State) -> Choice | None:
    f = facts(s)
    if s.actions < s.data.cost.upgrade:
        return None
    d = s.data
    units = making_evacuees.upgradable(s)
    ready = 0
    for space in d.formation:
        if not f.german_at >> space & 1:
            ready |= f.at[space]
    units &= ready
    if not units:
        return None
    unit = max(bits(units), key=lambda u: (s.loc[u] == d.jetty, -u))
    return f"upgrade {d.unit_ids[unit]}", "A “2” costs one Action and no more room at sea than a “1”."


def _create(s: State) -> Choice | None:
    f = facts(s)
    d = s.data
    if not in_may(s) or s.actions < d.cost.create or not f.at[d.pool]:
        return None
    backlog = waiting(s).bit_count()
    if backlog >= sailings(s) + MANNER.backlog_may:
        return None
    space = _landing(s)
    if space < 0:
        return None
    return f"create {d.place_ids[space]}", "Every evacuee unit that sails is worth a point or two."


def _convert(s: State) -> Choice | None:
    f = facts(s)
    d = s.data
    if in_may(s) or s.actions < d.cost.create or not f.at[d.pool]:
        return None
    units = making_evacuees.convertible(s)
    if not units:
        return None
    backlog = waiting(s).bit_count()
    turns_left = d.last_turn - s.turn
    if backlog >= sailings(s) + min(MANNER.backlog_june, turns_left) + 1:
        return None

    def rank(u: int) -> tuple[int, ...]:
        space = s.loc[u]
        guards = (f.at[space] & d.combat_mask).bit_count()
        return (s.full >> u & 1, space == d.jetty and not s.harbour, guards, u == d.ghq, -d.full[u], -u)

    unit = max(bits(units), key=rank)
    if not s.full >> unit & 1 and backlog >= MANNER.keep_weak and turns_left > 2:
        return None
    return f"convert {d.unit_ids[unit]}", "In June fighting units are the only source of evacuees."


def _bring_to_shore(s: State) -> Choice | None:
    """Bring the stack that is worth most to a Beach or the East Jetty."""
    f = facts(s)
    d = s.data
    if s.turn < MANNER.shore_from or s.actions < d.cost.foot:
        return None
    wanted = making_evacuees.convertible_nations(s) | (d.french if s.turn >= MANNER.french_from else 0)
    shore = [x for x in d.formation if not f.german_at >> x & 1]
    there = sum((f.at[x] & d.combat_mask).bit_count() for x in shore)
    if s.group in (FOOT, TRUCK):
        for unit in bits(s.group_left & f.at[s.group_at] & can_stir(s) & d.nations[max(0, min(2, s.group_nation))]):
            goal = _best_shore(s, unit, reach(s, unit, s.group))
            if goal >= 0:
                return f"move {d.unit_ids[unit]} {d.place_ids[goal]}", "The rest of the stack comes along free."
    if there >= MANNER.shore_enough:
        return None
    movable = can_stir(s) & wanted & d.combat_mask
    best: tuple[float, int, int] | None = None
    for space in range(d.land):
        if d.create_mask >> space & 1:
            continue
        for nation in (d.british, d.french):
            units = bits(f.at[space] & movable & nation)
            if not units:
                continue
            value = sum(2 if s.full >> u & 1 else 1 for u in units)
            for u in units:
                for how, cost in ((FOOT, d.cost.foot), (TRUCK, d.cost.truck)):
                    if s.actions < cost or (how == TRUCK and best_way(s) != TRUCK):
                        continue
                    goal = _best_shore(s, u, reach(s, u, how))
                    if goal >= 0:
                        gain = value / cost
                        if best is None or gain > best[0]:
                            best = (gain, u, goal)
                        break
    if best is None or best[0] < MANNER.bring:
        return None
    return f"move {d.unit_ids[best[1]]} {d.place_ids[best[2]]}", "Its stack must be on the shore to be converted."


def _best_shore(s: State, unit: int, ends: int) -> int:
    f = facts(s)
    d = s.data
    ends &= d.create_mask & ~f.german_at
    if not ends:
        return -1
    return min(bits(ends), key=lambda x: ((f.at[x] & d.combat_mask).bit_count(), x != d.jetty, x))


def _free_to_shore(s: State) -> Choice | None:
    """GHQ's free moves bring units where they are needed."""
    f = facts(s)
    d = s.data
    for units, verb in ((free_movers(s, can_stir(s)), "free"), (sidesteppers(s, can_stir(s)), "sidestep")):
        for unit in bits(units):
            here = s.loc[unit]
            how = TRUCK if verb == "sidestep" else free_way(s)
            ends = free_goals(s, unit, how) & ~f.german_at
            goal = _post(s, unit, ends)
            if goal >= 0 and goal != here:
                why = "It costs nothing, and the post is weaker than where it stands."
                return f"{verb} {d.unit_ids[unit]} {d.place_ids[goal]}", why
    return None


def _post(s: State, unit: int, ends: int) -> int:
    """The post that gains most by one more unit."""
    best, gain = -1, MANNER.post
    here = need(s, s.loc[unit], -1)
    for space in bits(ends):
        value = need(s, space, 0) - here
        if value > gain:
            best, gain = space, value
    return best


def need(s: State, space: int, own: int) -> float:
    """How much a space wants one more defender; `own` -1 counts it without the unit that is there."""
    f = facts(s)
    d = s.data
    defenders = (f.at[space] & d.combat_mask).bit_count() + own
    worth = _worth(s, space)
    return worth / (1 + MANNER.crowd * max(0, defenders))


def _worth(s: State, space: int) -> float:
    f = facts(s)
    d = s.data
    if s.turn >= MANNER.guard_from and d.create_mask >> space & 1:
        return MANNER.guard_shore + (MANNER.guard_jetty if space == d.jetty else 0)
    value = 0.0
    if d.dunkirk >> space & 1:
        value += MANNER.guard_dunkirk
    if d.near[space] & f.german_at or d.next_to(d.near[space]) & f.german_at:
        value += MANNER.guard_front
        if (d.town | d.canal) >> space & 1:
            value += MANNER.guard_works
    return value


def _buy_move(s: State) -> Choice | None:
    d = s.data
    if s.actions < d.cost.evacuate or not evacuation.ready(s):
        return None
    return best_sailing(s, bought=True)


def _raise_spirit(s: State) -> Choice | None:
    if s.spirit or s.actions < s.data.cost.spirit or s.turn >= MANNER.spirit_until:
        return None
    return "spirit", "No better use is left for this Action, and the marker may save a unit."


def _repair(s: State) -> Choice | None:
    f = facts(s)
    d = s.data
    if s.actions < d.cost.repair or s.turn >= 16:
        return None
    if s.mole_damaged and not f.german_at & d.jetty_bit and s.actions >= 4:
        return "repair mole", "The Mole takes two evacuee units off for every move."
    if s.jetties == DAMAGED_JETTIES and s.actions >= 5:
        return "repair jetties", "The jetties take two evacuee units off for every move."
    return None


def _listen(s: State) -> Choice | None:
    """What is left over buys a look at the next German Moves."""
    if s.intelligence >= 0 or s.actions < s.data.cost.intelligence or s.turn >= s.data.last_turn:
        return None
    return "intelligence", "No better use is left for this Action than to know the next German Moves."


PLANS: tuple[Callable[[State], Choice | None], ...] = (
    _leave_belgium,
    _bomb,
    _free_to_shore,
    _repair,
    _convert,
    _upgrade,
    _create,
    _bring_to_shore,
    _buy_move,
    _raise_spirit,
    _listen,
)


def _attacks(s: State, step: allied_attack.AlliedAttacks) -> Choice:
    d = s.data
    units = allied_attack.attackers(s)
    if allied_attack.owed_spaces(s):
        unit = max(bits(units), key=lambda u: factor(s, u))
        return f"attack {d.unit_ids[unit]}", "The attack is owed."
    return "end", "Attacking gains nothing here."


def _attacker_back(s: State, step: allied_attack.AttackerRetreats) -> Choice:
    return _fall_back(s, step.unit, "Back towards the shore.")


# --------------------------------------------------------------------------------------- evacuation


def _evacuate(s: State, step: evacuation.EvacuationMoves) -> Choice:
    choice = best_sailing(s, bought=False) if s.moves else None
    return choice or ("end", "No move would help anybody.")


def best_sailing(s: State, bought: bool) -> Choice | None:
    """The Evacuation Move that is worth most now."""
    f = facts(s)
    d = s.data
    dark_escape = not night(s) or s.turn == d.last_turn  # what sails now escapes in the next turn, or after turn 18
    best: tuple[float, str, str] | None = None

    def offer(value: float, text: str, why: str) -> None:
        nonlocal best
        if best is None or value > best[0]:
            best = (value, text, why)

    moves = 1 if bought else s.moves
    last = s.turn == d.last_turn
    for place in d.embarkation:
        units = bits(evacuation.free_to_sail(s, f.at[place] & d.evacuees & ~s.suppressed))
        if not units:
            continue
        unit = max(units, key=lambda u: factor(s, u))
        for goal in bits(evacuation.goals(s, place)):
            value, why = _sailing_value(s, unit, place, goal, dark_escape, moves, last)
            if value > 0:
                offer(value, f"evacuate {d.unit_ids[unit]} {d.place_ids[goal]}", why)
    for units_mask in (evacuation.jetty_pairs(s), evacuation.beach_pairs(s)):
        pair = sorted(bits(units_mask), key=lambda u: -factor(s, u))[:2]
        if len(pair) == 2 and not (bought or (last and moves < 2)):
            value = MANNER.pair + sum(factor(s, u) for u in pair) * 0.5
            if f.at[d.staging].bit_count() >= MANNER.staged:
                value -= 3
            offer(value, f"pair {d.unit_ids[pair[0]]} {d.unit_ids[pair[1]]}", "Two put to sea for one move.")
    if best is None or (bought and best[0] < MANNER.buy):
        return None
    return best[1], best[2]


def _sailing_value(
    s: State, unit: int, place: int, goal: int, dark: bool, moves: int, last: bool
) -> tuple[float, str]:
    f = facts(s)
    d = s.data
    worth = factor(s, unit)
    if d.england >> goal & 1:
        fire = bool(d.always_interdicted >> goal & 1)
        nieuport = bool(d.nieuport_interdicted >> goal & 1) and bool(f.german_at >> d.nieuport & 1)
        if (fire or nieuport) and not dark:
            return 0.0, ""
        if place == d.staging:
            return MANNER.short_route + worth, "By night nearly everyone gets through on the short route."
        return MANNER.home + worth, "One more move and it escapes."
    if place == d.staging:
        left = sum(1 for r in d.routes if goal in r for _ in r[r.index(goal) :]) - 1
        route = next(r for r in d.routes if goal in r)
        nieuport = bool(d.nieuport_interdicted >> route[-1] & 1)
        if last and left >= moves:
            return 0.0, ""
        if nieuport:
            if s.turn >= MANNER.route_y_until and not last:
                return 0.0, ""
            return 2.0 + worth * 0.2, "The long way is open while Route X is shut."
        return MANNER.route_x + worth * 0.3, "Route X is safe from German guns."
    if place in d.routes[0] + d.routes[1] + d.routes[2]:
        return MANNER.sail_on + worth * 0.3, "It goes on along its route."
    if last and moves < 2:
        return 0.0, ""
    if goal == d.staging:
        if f.at[d.staging].bit_count() >= MANNER.staged:
            return 0.5, "It puts to sea."
        return MANNER.stage + worth * 0.5, "It puts to sea."
    return MANNER.come_down + worth * 0.2, "It comes down to the shore."


# ------------------------------------------------------------------------------------------- set-up


def _setup(s: State, step: setup.AlliedSetup) -> Choice:
    """All units to where the standard set-up has them."""
    d = s.data
    parts = [f"place {d.unit_ids[u]} {d.place_ids[d.setup[u]]}" for u in bits(setup.waiting(s))]
    return "; ".join([*parts, "done"]), "The historical positions cover both canal lines."


RULES: dict[type, Callable[[State, Any], Choice]] = {
    event_phase.Rearguard: _rearguard,
    event_phase.BeachParties: _beach_parties,
    event_phase.Cap: _cap,
    german_attack.Frontline: _frontline,
    german_attack.RedAttack: _red,
    german_attack.ApplyWins: _wins,
    Spirit: _spirit,
    player_actions.PlayerActions: _actions,
    allied_attack.AlliedAttacks: _attacks,
    allied_attack.AttackerRetreats: _attacker_back,
    evacuation.EvacuationMoves: _evacuate,
    setup.AlliedSetup: _setup,
}
