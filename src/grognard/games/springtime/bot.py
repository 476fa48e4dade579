"""Opponents. Easy weighs what it sees; hard plays the candidates of an impulse out in guessed worlds."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from grognard.bots import Bot
from grognard.games.springtime import tactics
from grognard.games.springtime.combat import air_choices
from grognard.games.springtime.data import ALLIES, AXIS, GROUPS, KLEIST_GROUP, OFF
from grognard.games.springtime.events import de_gaulle_places, play_whys
from grognard.games.springtime.impulses import (
    GROUP_NAMES,
    SIDE_GROUPS,
    activate,
    group_whys,
    may_activate_all,
    redeployable,
)
from grognard.games.springtime.judge import judge, place_values, tie_chance, unit_worth, win_chance
from grognard.games.springtime.movement import ASSAULT, REDEPLOY, REGROUP
from grognard.games.springtime.optional import drop_places, hosts, is_guest, placed_by_players
from grognard.games.springtime.refit import rebuild_places
from grognard.games.springtime.retreats import retreat_places
from grognard.games.springtime.state import (
    OVERRUN,
    REPULSE,
    Spring,
    bits,
    held,
    points,
    put,
    side_of,
)
from grognard.games.springtime.values import attack_value, defense_value
from grognard.kernel.contract import CHANCE, OVER, Action
from grognard.kernel.game import Game

Chosen = tuple[str, tuple[str, ...]]
Answer = Callable[[Spring, Any, int], Chosen]


class Policy:
    """Answers every decision from what the side can know. `care` scales how sure an attack must be."""

    def __init__(self, care: float = 0.35, depth: int = 60, rng: random.Random | None = None) -> None:
        self.care = care
        self.depth = depth
        self.why = ""
        self.answers: dict[str, Answer] = {
            "ChooseImpulse": self.impulse,
            "AssaultMoves": self.assault,
            "RegroupMoves": self.regroup,
            "RedeployMoves": self.redeploy,
            "NameDefender": self.defender,
            "AttackerAir": self.attacker_air,
            "DefenderAir": self.defender_air,
            "BattleWindow": self.battle_window,
            "Retreat": self.retreat,
            "Spend": self.spend,
            "EndEvents": self.end_events,
            "EndDiscards": self.end_discards,
            "EarlyEvent": self.early_event,
            "KeepOrDraw": self.keep_or_draw,
            "TakePlanRedChoice": lambda s, step, side: ("take-plan-red", ()),
            "PlaceKleist": self.kleist,
            "OpenCityWindow": self.open_city,
            "SoldierOn": self.soldier_on,
        }

    def answer(self, s: Spring, side: int) -> Chosen:
        step = s.stack[-1]
        return self.answers[type(step).__name__](s, step, side)

    # -------------------------------------------------------------------------------------- the impulse
    def candidates(self, s: Spring, side: int) -> list[tuple[float, Chosen]]:
        """Every kind of impulse with a quick estimate, the best first."""
        out: list[tuple[float, Chosen]] = [(-0.2, ("pass", ()))]
        s = s.copy()
        if may_activate_all(s) and side == AXIS:
            s.everyone = True
            every = activate(s, sum(1 << g for g in SIDE_GROUPS[AXIS]), True)
            out.append((tactics.assault_worth(s, every) + 1.0, ("assault", ("all",))))
            s.everyone = False
        may = [g for g in SIDE_GROUPS[side] if next(group_whys(s, side, g), None) is None]
        for g in may:
            choices: list[tuple[str, ...]] = [(GROUPS[g],)]
            if g != KLEIST_GROUP and KLEIST_GROUP in may:
                choices.append((GROUPS[g], "K"))
            for args in choices:
                groups = sum(1 << GROUPS.index(a) for a in args)
                out.append((tactics.assault_worth(s, activate(s, groups, False)), ("assault", args)))
        everybody = s.data.own[side]
        gain, _, _ = tactics.quiet_moves(s, [u for u in everybody if s.loc[u] < 36], REGROUP, self.depth)
        out.append((1.6 * gain, ("regroup", ())))
        own = s.data.side_mask[side]
        best: tuple[float, Chosen] = (-1.0, ("pass", ()))
        for p, here in enumerate(s.at):
            if here & own:
                units = bits(redeployable(s, p))
                if units:
                    gain, _, _ = tactics.quiet_moves(s, units, REDEPLOY, self.depth // 4)
                    value = gain * (1.0 + 0.4 * (len(units) - 1))
                    if value > best[0]:
                        best = (value, ("redeploy", (s.data.place_ids[p],)))
        if best[1][0] == "redeploy":
            out.append(best)
        out.sort(key=lambda x: -x[0])
        return out

    def impulse(self, s: Spring, step: Any, side: int) -> Chosen:
        played = self.play_event(s, side, in_end_phase=False)
        if played is not None:
            return played
        worth, chosen = self.candidates(s, side)[0]
        name = " and ".join(GROUP_NAMES.get(a, a) for a in chosen[1])
        self.why = f"{chosen[0].capitalize()} {name} promises {worth:+.1f} points of morale and ground.".replace(
            "  ", " "
        )
        return chosen

    def assault(self, s: Spring, step: Any, side: int) -> Chosen:
        d = s.data
        ids, places = d.unit_ids, d.place_ids
        if s.airdrops and side == AXIS and s.loc[d.airlanding] == OFF:
            dropped = self.airdrop(s)
            if dropped is not None:
                return dropped
        ways = tactics.reaches(s, s.active)
        air = sum(1 for a in (d.air_for["german"] if side else d.air_for["french"]) if not s.air_used[a])
        found = tactics.targets(s, s.active, ways, air)
        owed = tactics.owed(s)
        best = max((t for t in found if t.place in owed), key=lambda t: t.worth, default=None)
        if best is None:
            best = max(found, key=lambda t: t.worth, default=None)
            if best is not None and best.worth <= self.care:
                best = None
        if best is not None:
            for u in best.units:
                if s.loc[u] != best.place and u in ways and best.place in ways[u]:
                    self.why = (
                        f"{d.unit_names[u]} joins the attack on {d.area_names[best.place]} ({best.difference:+d})."
                    )
                    return ("move", (ids[u], places[best.place]))
            here = [u for u in best.units if s.loc[u] == best.place]
            lead = here[0]
            args: tuple[str, ...] = (places[best.place], ids[lead])
            if s.contested >> best.place & 1 and len(here) > 1:
                args = (*args, *(ids[u] for u in here[1:]))
            odds = round(100 * win_chance(best.difference))
            self.why = f"The attack on {d.area_names[best.place]} wins with about {odds} %."
            return ("attack", args)
        gain, u, p = tactics.quiet_moves(s, bits(s.active), ASSAULT, self.depth)
        if gain > 0.12:
            self.why = f"{d.unit_names[u]} stands better in {d.area_names[p]}."
            return ("move", (ids[u], places[p]))
        return ("end", ())

    def airdrop(self, s: Spring) -> Chosen | None:
        """Drop where an attack already goes in across a river."""
        d = s.data
        for p in drop_places(s):
            if s.at[p] & d.side_mask[ALLIES] and p in tactics.owed(s):
                self.why = f"The Airlanding Corps opens the river line of {d.area_names[p]}."
                return ("drop", (d.place_ids[p],))
        return None

    def regroup(self, s: Spring, step: Any, side: int) -> Chosen:
        return self._quiet(s, REGROUP)

    def redeploy(self, s: Spring, step: Any, side: int) -> Chosen:
        return self._quiet(s, REDEPLOY)

    def _quiet(self, s: Spring, mode: int) -> Chosen:
        d = s.data
        gain, u, p = tactics.quiet_moves(s, bits(s.active), mode, 4 * self.depth)
        if gain <= 0.08:
            return ("end", ())
        self.why = f"{d.unit_names[u]} stands better in {d.area_names[p]}."
        return ("move", (d.unit_ids[u], d.place_ids[p]))

    # ---------------------------------------------------------------------------------------- the battle
    def defender(self, s: Spring, step: Any, side: int) -> Chosen:
        """The Lead whose loss, weighed with the chance of it, costs least."""
        d = s.data
        av = attack_value(s, s.lead, s.attackers, s.data.air_for["german"][0] if side == ALLIES else -1)
        stake = place_values(d)[s.battle] + 1.5

        def cost(u: int) -> float:
            difference = av - defense_value(s, s.battle, u, s.lead, -1)
            lost = unit_worth(d, u, s.strength[u]) + 1.0
            if not d.armored[s.lead] and s.strength[u] == 2:
                lost = unit_worth(d, u, 2) - unit_worth(d, u, 1)
            return win_chance(difference) * (lost + stake) + tie_chance(difference) * 0.5 * lost

        best = min(bits(s.at[s.battle] & d.side_mask[side]), key=cost)
        self.why = f"{d.unit_names[best]} gives the best defence for what is at stake."
        return ("lead", (d.unit_ids[best],))

    def _air(self, s: Spring, u: int) -> Chosen:
        choices = air_choices(s, u)
        if not choices:
            return ("no-air", ())
        best = max(choices, key=lambda a: s.data.air_value[a][s.air_strong[a]])
        self.why = f"Air support is worth {s.data.air_value[best][s.air_strong[best]]:+d} here."
        return ("air", (s.data.air_ids[best],))

    def attacker_air(self, s: Spring, step: Any, side: int) -> Chosen:
        return self._air(s, s.lead)

    def defender_air(self, s: Spring, step: Any, side: int) -> Chosen:
        difference = attack_value(s, s.lead, s.attackers, s.air_attack) - defense_value(
            s, s.battle, s.foe, s.lead, -1
        )
        if difference < -5:
            return ("no-air", ())
        return self._air(s, s.foe)

    def battle_window(self, s: Spring, step: Any, side: int) -> Chosen:
        d = s.data
        if s.outcome == REPULSE:
            lead = unit_worth(d, s.lead, s.strength[s.lead])
            if side == ALLIES and s.strength[s.foe] == 1 and lead < 2.5:
                return ("maximum-attack", ())
            return ("decline", ())
        lost = unit_worth(d, s.foe, s.strength[s.foe]) + 1.0
        if s.outcome != OVERRUN and s.strength[s.foe] == 2:
            lost = 0.8
        stake = place_values(d)[s.battle] + (8 if s.battle == d.paris else 0)
        if side == ALLIES and lost + stake > 2.6:
            self.why = "The loss would be too great: Heroic Defense."
            return ("heroic-defense", ())
        if side == AXIS and lost > 3.2:
            return ("heroic-defense", ())
        return ("decline", ())

    def retreat(self, s: Spring, step: Any, side: int) -> Chosen:
        d = s.data
        sign = 1.0 if side == AXIS else -1.0
        best = -1e9 if step.forced else sign * judge(s) + 0.1
        chosen: Chosen = ("stay", ())
        for u in bits(s.leaving):
            for p in retreat_places(s, u, step.forced):
                trial = s.copy()
                put(trial, u, p)
                value = sign * judge(trial) - (0.3 if trial.at[p] & d.side_mask[1 - side] else 0)
                if value > best:
                    best = value
                    chosen = ("retreat", (d.unit_ids[u], d.place_ids[p]))
            if step.forced and chosen[0] == "retreat":
                break
        self.why = (
            "It keeps the line in the best order." if chosen[0] == "retreat" else "The position is worth holding."
        )
        return chosen

    # ------------------------------------------------------------------------------- events and advantage
    def play_event(self, s: Spring, side: int, in_end_phase: bool) -> Chosen | None:
        """The marker in hand, if this is the time for it."""
        marker = held(s, side)
        if marker <= 0:
            return None
        d = s.data
        e = marker - 1
        if next(play_whys(s, side, e), None) is not None:
            return None
        name = d.event_ids[e]
        if name == "de-gaulle":
            places = de_gaulle_places(s)
            best = min(
                places, key=lambda p: (d.distance[p][d.paris] > 1, -len([1 for q in d.near[p] if s.control[q]]))
            )
            return ("de-gaulle", (d.place_ids[best],))
        if name == "operation-dynamo" and not (s.oos[d.bef] or (s.strength[d.bef] == 1 and s.morale > 8)):
            return None
        if name == "new-squadrons" and (in_end_phase or s.impulse > 4):
            return None
        if name == "plan-red" and (in_end_phase or may_activate_all(s)):
            return None
        if name == "billotte-killed" and in_end_phase and s.turn < 6:
            return None
        self.why = f"{d.events[e].name} helps now."
        return ("play", (name,))

    def early_event(self, s: Spring, step: Any, side: int) -> Chosen:
        played = self.play_event(s, side, in_end_phase=False)
        return played or ("keep", ())

    def is_useful(self, s: Spring, side: int) -> bool:
        marker = held(s, side)
        if marker <= 0:
            return False
        e = s.data.events[marker - 1]
        if (e.side == "axis") != bool(side):
            return e.id in ("air-supremacy", "plan-red")
        return e.id != "operation-dynamo" or s.loc[s.data.bef] < 36

    def end_events(self, s: Spring, step: Any, side: int) -> Chosen:
        played = self.play_event(s, side, in_end_phase=True)
        if played is not None:
            return played
        if side == AXIS and s.airdrops and s.loc[s.data.airlanding] < 36 and s.strength[s.data.airlanding] == 1:
            return ("withdraw", ())
        return ("keep", ())

    def end_discards(self, s: Spring, step: Any, side: int) -> Chosen:
        return ("keep", ()) if self.is_useful(s, side) else ("discard", ())

    def keep_or_draw(self, s: Spring, step: Any, side: int) -> Chosen:
        return ("keep", ()) if self.is_useful(s, side) else ("redraw", ())

    def kleist(self, s: Spring, step: Any, side: int) -> Chosen:
        d = s.data
        units = [u for u in bits(d.group_mask[KLEIST_GROUP]) if s.loc[u] < 36]
        if step.place >= 0:
            units = [u for u in units if s.loc[u] == step.place]
        best = max(units, key=lambda u: d.cv[u][s.strength[u]] - 0.5 * d.distance[s.loc[u]][d.paris])
        return ("kleist", (d.unit_ids[best],))

    def open_city(self, s: Spring, step: Any, side: int) -> Chosen:
        d = s.data
        if side == AXIS:
            return ("decline", ())
        paris = s.at[d.paris] & d.side_mask[ALLIES]
        near = sum((s.at[q] & d.side_mask[AXIS]).bit_count() for q in d.near[d.paris])
        if paris.bit_count() <= 1 and near >= 2:
            self.why = "Paris cannot be held; its fall should cost less."
            return ("open-city", ())
        return ("decline", ())

    def soldier_on(self, s: Spring, step: Any, side: int) -> Chosen:
        if side == AXIS and s.impulse <= 6:
            self.why = "Another impulse is worth the Advantage."
            return ("soldier-on", ())
        return ("decline", ())

    # ----------------------------------------------------------------------------------------------- refit
    def spend(self, s: Spring, step: Any, side: int) -> Chosen:
        d = s.data
        left = points(s, side)
        best: tuple[float, Chosen] = (0.0, ("finish", ()))
        reserve = 0 if s.turn >= 5 else 1 if side == ALLIES else 2
        for u in d.own[side]:
            if s.loc[u] < 36:
                if s.strength[u] == 1 and not s.oos[u] and u != d.airlanding:
                    cost = d.unit_cost("restore", u)
                    gain = unit_worth(d, u, 2) - unit_worth(d, u, 1)
                    if cost <= left - (reserve if not d.armored[u] else 0) and gain / cost > best[0]:
                        best = (gain / cost, ("restore", (d.unit_ids[u],)))
            elif s.loc[u] == OFF - 2:
                cost = d.unit_cost("reduced", u)
                places = rebuild_places(s, u) if cost <= left else []
                if places and unit_worth(d, u, 1) / cost > best[0]:
                    spot = self._rebuild_spot(s, u, places)
                    best = (unit_worth(d, u, 1) / cost, ("rebuild", (d.unit_ids[u], "reduced", d.place_ids[spot])))
        self.why = "The best strength for the points."
        return best[1]

    def _rebuild_spot(self, s: Spring, u: int, places: list[int]) -> int:
        d = s.data
        front = [p for p in places if any(s.control[q] != d.side[u] for q in d.near[p])]
        if d.side[u] == AXIS:
            return min(front or places, key=lambda p: d.distance[p][d.paris])
        if d.paris in places and any(d.distance[d.paris][q] <= 2 and s.control[q] for q in range(30)):
            return d.paris
        return min(front or places, key=lambda p: d.distance[p][d.paris])


# ------------------------------------------------------------------------------------------------ the drafts


def set_up(s: Spring, side: int) -> list[Chosen]:
    """18.2: the printed places for the Axis; the Allies hold the frontier in depth."""
    d = s.data
    out: list[Chosen] = []
    if side == AXIS:
        rows = {d.unit[x.id]: x.at for x in d.scenarios["plan-yellow"].unit}
        return [("setup", (d.unit_ids[u], rows[u])) for u in d.own[AXIS] if placed_by_players(d, u)]
    where = {
        "fr-1": "16",
        "fr-7": "17",
        "bef": "15",
        "prioux": "16",
        "fr-9": "17",
        "fr-2": "24",
        "fr-3": "18",
        "fr-4": "18",
        "fr-5": "19",
        "fr-8": "20",
        "bruneau": "16",
        "fr-10": "16",
        "bruche": "17",
        "brocard": "17",
        "fr-6": "17",
    }
    units = [u for u in d.own[ALLIES] if placed_by_players(d, u)]
    for u in sorted(units, key=lambda u: (u not in hosts(d), not is_guest(d, u))):
        out.append(("setup", (d.unit_ids[u], where[d.unit_ids[u]])))
    return out


def draft_answer(s: Spring, seat: str, rng: random.Random) -> Action:
    if type(s.stack[-1]).__name__ == "Bids":
        parts: list[Chosen] = [("bid", (str(rng.randrange(4)),))]
    else:
        parts = set_up(s, side_of(s, seat))
    return Action("done", (), True, False, seat, tuple(Action(v, a, True, False, seat) for v, a in parts))


class EasyBot(Bot[Spring]):
    """Weighs each choice by simple rules, without looking ahead."""

    def __init__(self) -> None:
        self.policy = Policy()

    def choose(self, game: Game[Spring], view: Spring, seat: str, rng: random.Random) -> Action:
        if type(view.stack[-1]).__name__ in ("Bids", "FreeSetup"):
            self.why = "A sound beginning."
            return draft_answer(view, seat, rng)
        self.policy.why = ""
        verb, args = self.policy.answer(view, side_of(view, seat))
        self.why = self.policy.why or "There was little to choose."
        return Action(verb, args, True, False, seat)


class HardBot(Bot[Spring]):
    """Plays the best candidates of each impulse out in guessed worlds and takes the one that ends best.

    `candidates` and `playouts` are its budget: so many impulses, each so many times.
    """

    candidates = 4
    playouts = 6

    def __init__(self) -> None:
        self.policy = Policy()
        self.quick = Policy(depth=16)

    def choose(self, game: Game[Spring], view: Spring, seat: str, rng: random.Random) -> Action:
        step: Any = view.stack[-1]
        name = type(step).__name__
        if name in ("Bids", "FreeSetup"):
            self.why = "A sound beginning."
            return draft_answer(view, seat, rng)
        side = side_of(view, seat)
        self.policy.why = ""
        chosen: Chosen | None = None
        if name == "ChooseImpulse":
            chosen = self.policy.play_event(view, side, in_end_phase=False)
            if chosen is None:
                options = [c for _, c in self.policy.candidates(view, side)[: self.candidates]]
                chosen = self.best_of(game, view, seat, options, rng)
        elif name in ("BattleWindow", "SoldierOn", "OpenCityWindow"):
            options = [(verb.name, ()) for verb in step.verbs if not _refused(verb, view, step, seat)]
            chosen = self.best_of(game, view, seat, options, rng)
        if chosen is None:
            chosen = self.policy.answer(view, side)
            self.why = self.policy.why or "There was little to choose."
        elif self.policy.why:
            self.why = self.policy.why
        return Action(chosen[0], chosen[1], True, False, seat)

    def best_of(
        self, game: Game[Spring], view: Spring, seat: str, options: list[Chosen], rng: random.Random
    ) -> Chosen:
        if len(options) == 1:
            return options[0]
        sign = 1.0 if side_of(view, seat) == AXIS else -1.0
        scores = [0.0] * len(options)
        for _ in range(self.playouts):
            world = game.guess(view, seat, rng)
            dice = rng.random()
            for i, (verb, args) in enumerate(options):
                s = world.copy()
                game.apply(s, Action(verb, args, True, False, seat))
                scores[i] += sign * self.play_out(game, s, random.Random(dice))
        best = max(range(len(options)), key=lambda i: scores[i])
        margin = (scores[best] - sorted(scores)[-2]) / self.playouts
        verb, args = options[best]
        name = " ".join([verb, *(GROUP_NAMES.get(a, a) for a in args)])
        self.why = f"In {self.playouts} playouts “{name}” ended {margin:+.1f} points better than the next choice."
        return options[best]

    def play_out(self, game: Game[Spring], s: Spring, rng: random.Random) -> float:
        """Both sides go on by the quick policy to the end of the turn; then the position is judged."""
        last = s.turn
        while True:
            turn = game.turn(s)
            if turn is OVER or s.turn > last:
                return judge(s)
            if turn is CHANCE:
                game.apply(s, game.chance(s).sample(rng))
            else:
                seat = str(turn)
                verb, args = self.quick.answer(s, side_of(s, seat))
                game.apply(s, Action(verb, args, True, False, seat))


def _refused(verb: Any, view: Spring, step: Any, seat: str) -> bool:
    return verb.reasons is not None and next(verb.reasons(view, step, seat), None) is not None
