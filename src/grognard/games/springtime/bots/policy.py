# compiled as it stands
"""How a bot answers each decision from what its side can know: both opponents play by this, hard also in playouts."""

from __future__ import annotations

from collections.abc import Callable

from grognard.games.springtime.bots import tactics
from grognard.games.springtime.bots.front import RETREAT, USUAL, Front, Manner, best_move, best_moves, movers
from grognard.games.springtime.bots.judgement import place_values, tie_chance, unit_worth, win_chance
from grognard.games.springtime.data.world import ALLIES, AXIS, ELIMINATED, EVERY_GROUP, KLEIST_GROUP, OFF
from grognard.games.springtime.rules.combat import air_choices, may_attack, owed_attacks
from grognard.games.springtime.rules.events import de_gaulle_places, play_whys
from grognard.games.springtime.rules.impulses import (
    GROUP_NAMES,
    SIDE_GROUPS,
    activate,
    group_whys,
    is_surprise,
    may_activate_all,
    redeployable,
)
from grognard.games.springtime.rules.kleist import PlaceKleist
from grognard.games.springtime.rules.movement import ASSAULT, REDEPLOY, REGROUP, reach
from grognard.games.springtime.rules.optional import drop_places
from grognard.games.springtime.rules.refit import rebuild_places
from grognard.games.springtime.rules.retreats import Retreat, retreat_places
from grognard.games.springtime.rules.state import OVERRUN, REPULSE, Spring, active_side, facts, held, points
from grognard.games.springtime.rules.values import attack_value, defense_value
from grognard.kernel.rules import Ints, bits

Chosen = tuple[str, Ints]
"""A verb and its arguments."""
Queue = list[tuple[Chosen, str]]
Manners = tuple[Manner, Manner]
"""Of the Allies and of the Axis."""
Answer = Callable[[Spring, int], Chosen]
CARE, BOLD = 0.35, -0.3
"""How much an attack must promise, as a rule and if one is bold."""
HOPE = 0.15
"""How often an attack must win to be begun, but on the last turn."""
QUIET = 0.12
"""What a move without a fight must gain in an Assault."""
PRIZE = 4.0
"""An attack must promise so much that a unit makes it rather than drive into a place that nobody holds."""
DECIDED, LATE = 0.06, 7
"""What air support must add to the chance to win, but from this impulse on: what is not sent in a turn is lost."""

SAFE = 7
"""Who is so far ahead wins more often than not whatever the enemy sends, and that costs the enemy his marker."""


class Policy:
    """Answers every decision from what the side can know.

    `care` is what an attack must promise; who is `brief` does not look at moves where an Assault promises much; who
    `drives` goes into Paris and Zones that nobody holds before he looks for anything else; `usual` is how the
    Allies and the Axis weigh moves without a fight where nothing else is planned.
    """

    redeployments = 1
    """From how many places a Redeployment is looked at."""

    def __init__(
        self, care: float = CARE, brief: bool = False, drives: bool = False, usual: Manners = (USUAL, USUAL)
    ) -> None:
        self.care = care
        self.brief = brief
        self.drives = drives
        self.usual = usual
        self.manner: Manner | None = None
        """How moves without a fight are weighed in this impulse; None: as usual."""
        self.why = ""
        self.queue: Queue = []
        """What is still to be done in this impulse, each with its reason."""
        self.planned = (0, 0)
        """The turn and the impulse for which it was planned."""
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
            "TakePlanRedChoice": lambda s, side: ("take-plan-red", ()),
            "PlaceKleist": self.kleist,
            "OpenCityWindow": self.open_city,
            "SoldierOn": self.soldier_on,
        }

    def answer(self, s: Spring, side: int) -> Chosen:
        return self.answers[type(s.stack[-1]).__name__](s, side)

    # -------------------------------------------------------------------------------------- the impulse
    def candidates(self, s: Spring, side: int) -> list[tuple[float, Chosen]]:
        """Every kind of impulse with a quick estimate, the best first."""
        out: list[tuple[float, Chosen]] = [(-0.2, ("pass", ()))]
        s = s.copy()
        if may_activate_all(s) and side == AXIS:
            s.everyone = True
            every = activate(s, sum(1 << g for g in SIDE_GROUPS[AXIS]), True)
            out.append((tactics.assault_worth(s, every) + 1.0, ("assault", (EVERY_GROUP,))))
            s.everyone = False
        may = [g for g in SIDE_GROUPS[side] if next(group_whys(s, side, g), None) is None]
        for g in may:
            choices: list[Ints] = [(g,)]
            if g != KLEIST_GROUP and KLEIST_GROUP in may:
                choices.append((g, KLEIST_GROUP))
            for args in choices:
                groups = sum(1 << a for a in args)
                out.append((tactics.assault_worth(s, activate(s, groups, False)), ("assault", args)))
        if self.brief and max(out)[0] > 3.0:
            return [max(out)]
        front = Front(s, self.usual[side])
        gain, _, _ = best_move(front, movers(s, [u for u in s.data.own[side] if s.loc[u] < 36], REGROUP), REGROUP)
        out.append((1.6 * gain, ("regroup", ())))
        own = s.data.side_mask[side]
        found: list[tuple[float, Chosen]] = []
        for p, here in enumerate(facts(s).at):
            if here & own:
                units = bits(redeployable(s, p))
                if units:
                    gain, _, _ = best_move(front, movers(s, units, REDEPLOY), REDEPLOY)
                    found.append((gain * (1.0 + 0.4 * (len(units) - 1)), ("redeploy", (p,))))
        found.sort(key=lambda x: -x[0])
        out += found[: self.redeployments]
        out.sort(key=lambda x: -x[0])
        return out

    def impulse(self, s: Spring, side: int) -> Chosen:
        self.queue.clear()
        played = self.play_event(s, side, in_end_phase=False)
        if played is not None:
            return played
        worth, chosen = next(c for c in self.candidates(s, side) if self.brief or not self.is_idle(s, side, c[1]))
        ids = s.data.group_ids if chosen[0] == "assault" else s.data.map_ids
        name = " and ".join(GROUP_NAMES[ids[a]] if chosen[0] == "assault" else ids[a] for a in chosen[1])
        self.why = f"{chosen[0].capitalize()} {name} promises {worth:+.1f} points of morale and ground.".replace(
            "  ", " "
        )
        return chosen

    def assault(self, s: Spring, side: int) -> Chosen:
        chosen = self.going_on(s, side)
        if chosen is not None:
            return chosen
        best = max(self.hopeful(s, side), key=lambda t: t.worth, default=None)
        prizes = self.prizes(s, side) if self.drives else []
        if prizes and (best is None or best.worth < PRIZE or prizes[0][0][0][1][0] not in best.units):
            self.begin(s, prizes[0])
        elif best is not None and best.worth > self.care:
            self.begin(s, self.attack_queue(s, best))
        else:
            self.begin(s, self.move_queue(s, ASSAULT, QUIET))
        return self.queued(s, ASSAULT) or ("end", ())

    def is_idle(self, s: Spring, side: int, chosen: Chosen) -> bool:
        """Whether this is an Assault in which nothing would be done: its group would only have to rest (8.1.1)."""
        if chosen[0] != "assault":
            return False
        trial = self.trial(s, side, chosen)
        if any(t.worth > self.care for t in self.hopeful(trial, side)):
            return False
        return not best_moves(trial, bits(trial.active), ASSAULT, QUIET, self.usual[side])

    def trial(self, s: Spring, side: int, assault: Chosen) -> Spring:
        """A copy in which this Assault has been declared."""
        trial = s.copy()
        every = assault[1][0] == EVERY_GROUP
        trial.everyone = every or is_surprise(s)
        groups = sum(1 << g for g in (SIDE_GROUPS[AXIS] if every else assault[1]))
        trial.active = activate(trial, groups, trial.everyone)
        return trial

    def going_on(self, s: Spring, side: int) -> Chosen | None:
        """What has been begun in this Assault and must or should be finished, if anything."""
        d = s.data
        if s.airdrops and side == AXIS and s.loc[d.airlanding] == OFF:
            dropped = self.airdrop(s)
            if dropped is not None:
                return dropped
        chosen = self.queued(s, ASSAULT)
        if chosen is None:
            owed = owed_attacks(s)
            if owed:
                best = max((t for t in self.attacks(s, side) if t.place in owed), key=lambda t: t.worth)
                self.begin(s, self.attack_queue(s, best))
                chosen = self.queued(s, ASSAULT)
        return chosen

    def attacks(self, s: Spring, side: int) -> list[tactics.Target]:
        """The attacks that can be made now."""
        d = s.data
        air = sum(1 for a in (d.air_for["german"] if side else d.air_for["french"]) if not s.air_used[a])
        return tactics.targets(s, s.active, tactics.reaches(s, s.active), air)

    def hopeful(self, s: Spring, side: int) -> list[tactics.Target]:
        """Those of the attacks that are worth beginning at all."""
        least = HOPE if s.turn < s.data.tracks.turns else 0.0
        return [t for t in self.attacks(s, side) if win_chance(t.difference) >= least]

    def prizes(self, s: Spring, side: int) -> list[Queue]:
        """Paris and Zones that nobody holds and an active unit can drive into, each with the unit that does it."""
        d = s.data
        found: dict[int, int] = {}
        for u, ways in tactics.reaches(s, s.active).items():
            for p in ways:
                if (p == d.paris or p >= 30) and s.control[p] != side and not facts(s).at[p]:
                    other = found.get(p, -1)
                    if other < 0 or (d.armored[u], -d.cv[u][s.strength[u]]) > (
                        d.armored[other],
                        -d.cv[other][s.strength[other]],
                    ):
                        found[p] = u
        found = dict(sorted(found.items(), key=lambda x: x[0] != d.paris))
        return [
            [(("move", (u, p)), f"{d.unit_names[u]} drives into {d.area_names[p]}, which nobody holds.")]
            for p, u in found.items()
        ]

    def attack_queue(self, s: Spring, t: tactics.Target) -> Queue:
        """The units that are not yet there go in, then the attack."""
        d = s.data
        name = d.area_names[t.place]
        queue: Queue = []
        for u in t.units:
            if s.loc[u] != t.place:
                why = f"{d.unit_names[u]} joins the attack on {name} ({t.difference:+d})."
                queue.append((("move", (u, t.place)), why))
        named = t.units if s.contested >> t.place & 1 else t.units[:1]
        why = f"The attack on {name} wins with about {round(100 * win_chance(t.difference))} %."
        queue.append((("attack", (t.place, *named)), why))
        return queue

    def move_queue(self, s: Spring, mode: int, floor: float) -> Queue:
        """Moves without a fight, then the end of the impulse."""
        d = s.data
        queue: Queue = []
        manner = self.manner or self.usual[active_side(s)]
        for _, u, p in best_moves(s, bits(s.active), mode, floor, manner):
            why = f"{d.unit_names[u]} stands better in {d.area_names[p]}."
            queue.append((("move", (u, p)), why))
        queue.append((("end", ()), "Nothing else would improve the position."))
        return queue

    def begin(self, s: Spring, queue: Queue) -> None:
        self.queue = queue
        self.planned = (s.turn, s.impulse)

    def queued(self, s: Spring, mode: int) -> Chosen | None:
        """The next part of the plan that can still be done."""
        if self.planned != (s.turn, s.impulse):
            self.queue.clear()
        while self.queue:
            chosen, self.why = self.queue.pop(0)
            if _still_open(s, chosen, mode):
                return chosen
        return None

    def airdrop(self, s: Spring) -> Chosen | None:
        """Drop where an attack already goes in across a river."""
        d = s.data
        for p in drop_places(s):
            if facts(s).present[ALLIES] >> p & 1 and p in owed_attacks(s):
                self.why = f"The Airlanding Corps opens the river line of {d.area_names[p]}."
                return ("drop", (p,))
        return None

    def regroup(self, s: Spring, side: int) -> Chosen:
        return self._quiet(s, REGROUP)

    def redeploy(self, s: Spring, side: int) -> Chosen:
        return self._quiet(s, REDEPLOY)

    def _quiet(self, s: Spring, mode: int) -> Chosen:
        chosen = self.queued(s, mode)
        if chosen is None:
            self.begin(s, self.move_queue(s, mode, 0.08))
            chosen = self.queued(s, mode)
        return chosen or ("end", ())

    # ---------------------------------------------------------------------------------------- the battle
    def defender(self, s: Spring, side: int) -> Chosen:
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

        best = min(bits(facts(s).at[s.battle] & d.side_mask[side]), key=cost)
        self.why = f"{d.unit_names[best]} gives the best defense for what is at stake."
        return ("lead", (best,))

    def _air(self, s: Spring, u: int, difference: int, answer: int) -> Chosen:
        """The best marker, if it tells: a battle that is decided without it is left alone while others may come.

        `difference` is what the side that sends it has so far, `answer` what the other side may still send."""
        choices = air_choices(s, u)
        if not choices:
            return ("no-air", ())
        best = max(choices, key=lambda a: s.data.air_value[a][s.air_strong[a]])
        value = s.data.air_value[best][s.air_strong[best]]
        if difference >= SAFE:
            answer = 0
        told = max(_good(x + value) - _good(x) for x in (difference, difference - answer))
        if told < DECIDED and s.impulse < LATE:
            self.why = "The battle is as good as decided: the air force is kept for a better one."
            return ("no-air", ())
        self.why = f"Air support is worth {value:+d} here."
        return ("air", (best,))

    def attacker_air(self, s: Spring, side: int) -> Chosen:
        d = s.data
        difference = attack_value(s, s.lead, s.attackers, -1) - defense_value(s, s.battle, s.foe, s.lead, -1)
        answer = max((d.air_value[a][s.air_strong[a]] for a in air_choices(s, s.foe)), default=0)
        return self._air(s, s.lead, difference, answer)

    def defender_air(self, s: Spring, side: int) -> Chosen:
        difference = attack_value(s, s.lead, s.attackers, s.air_attack) - defense_value(
            s, s.battle, s.foe, s.lead, -1
        )
        return self._air(s, s.foe, -difference, 0)

    def battle_window(self, s: Spring, side: int) -> Chosen:
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

    def retreat(self, s: Spring, side: int) -> Chosen:
        step = s.stack[-1]
        assert isinstance(step, Retreat)
        alone = not facts(s).present[1 - side] >> s.battle & 1
        thrown_back = s.outcome == REPULSE and not s.contested >> s.battle & 1 and side != active_side(s)
        if not step.forced and (alone or thrown_back):
            self.why = "A unit that stays holds the Area."  # 7.2, 10.1: no enemy will be left in it
            return ("stay", ())
        front = Front(s)
        best = -1e9 if step.forced else 0.1
        chosen: Chosen = ("stay", ())
        for u in bits(s.leaving):
            places = dict.fromkeys(retreat_places(s, u, step.forced), s.loc[u])
            gain, _, p = front.try_unit(u, (places, {}), RETREAT, best)
            if p >= 0:
                best = gain
                chosen = ("retreat", (u, p))
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
            return ("de-gaulle", (best,))
        if name == "operation-dynamo" and not (s.oos[d.bef] or (s.strength[d.bef] == 1 and s.morale > 8)):
            return None
        if name == "new-squadrons" and (in_end_phase or s.impulse > 4):
            return None
        if name == "plan-red" and (in_end_phase or may_activate_all(s)):
            return None
        if name == "billotte-killed" and in_end_phase and s.turn < 6:
            return None
        self.why = f"{d.events[e].name} helps now."
        return ("play", (e,))

    def early_event(self, s: Spring, side: int) -> Chosen:
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

    def end_events(self, s: Spring, side: int) -> Chosen:
        played = self.play_event(s, side, in_end_phase=True)
        if played is not None:
            return played
        if side == AXIS and s.airdrops and s.loc[s.data.airlanding] < 36 and s.strength[s.data.airlanding] == 1:
            return ("withdraw", ())
        return ("keep", ())

    def end_discards(self, s: Spring, side: int) -> Chosen:
        return ("keep", ()) if self.is_useful(s, side) else ("discard", ())

    def keep_or_draw(self, s: Spring, side: int) -> Chosen:
        return ("keep", ()) if self.is_useful(s, side) else ("redraw", ())

    def kleist(self, s: Spring, side: int) -> Chosen:
        step = s.stack[-1]
        assert isinstance(step, PlaceKleist)
        d = s.data
        units = [u for u in bits(d.group_mask[KLEIST_GROUP]) if s.loc[u] < 36]
        if step.place >= 0:
            units = [u for u in units if s.loc[u] == step.place]
        best = max(units, key=lambda u: d.cv[u][s.strength[u]] - 0.5 * d.distance[s.loc[u]][d.paris])
        return ("kleist", (best,))

    def open_city(self, s: Spring, side: int) -> Chosen:
        d = s.data
        if side == AXIS:
            return ("decline", ())
        at = facts(s).at
        paris = at[d.paris] & d.side_mask[ALLIES]
        near = sum((at[q] & d.side_mask[AXIS]).bit_count() for q in d.near[d.paris])
        if paris.bit_count() <= 1 and near >= 2:
            self.why = "Paris cannot be held; its fall should cost less."
            return ("open-city", ())
        return ("decline", ())

    def soldier_on(self, s: Spring, side: int) -> Chosen:
        if side == AXIS and s.impulse <= 6:
            self.why = "Another impulse is worth the Advantage."
            return ("soldier-on", ())
        return ("decline", ())

    # ----------------------------------------------------------------------------------------------- refit
    def spend(self, s: Spring, side: int) -> Chosen:
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
                        best = (gain / cost, ("restore", (u,)))
            elif s.loc[u] == ELIMINATED:
                cost = d.unit_cost("reduced", u)
                places = rebuild_places(s, u) if cost <= left else []
                if places and unit_worth(d, u, 1) / cost > best[0]:
                    spot = self._rebuild_spot(s, u, places)
                    best = (unit_worth(d, u, 1) / cost, ("rebuild", (u, 0, spot)))
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


def _good(difference: int) -> float:
    """How well a battle goes for the side that is ahead by so much; a Stalemate is half a success."""
    return win_chance(difference) + 0.5 * tie_chance(difference)


def _still_open(s: Spring, chosen: Chosen, mode: int) -> bool:
    """Whether a part of a plan can be done as things stand now."""
    verb, args = chosen
    if verb == "move":
        u, p = args
        return bool(s.active >> u & 1) and s.came[u] < 0 and p in reach(s, u, mode)[0]
    if verb == "attack":
        mask = may_attack(s, args[0])
        return all(mask >> u & 1 for u in args[1:])
    return mode != ASSAULT or not owed_attacks(s)
