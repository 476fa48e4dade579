"""Aircraft and ships: who flies what, which bridges fall, where ships lie and what they are aimed at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from grognard.games.fortress_europa.bots.drafted import Drafted
from grognard.games.fortress_europa.bots.picture import steps_from
from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.air.air import americans_halved, british_halved, flying
from grognard.games.fortress_europa.rules.air.naval import in_range
from grognard.games.fortress_europa.rules.combat.strength import attacking_factor, defending_factor
from grognard.games.fortress_europa.rules.standing import survey, units_of
from grognard.games.fortress_europa.rules.state import FREE, Position, combat_factor
from grognard.games.fortress_europa.rules.victory.judging import BULGE_ENDS
from grognard.kernel.rules import Deed, Game
from grognard.maps import members

TACTICAL = ("strafing", "ground-support", "strafing", "ground-support", "strafing", "ground-support", "strafing")
"""How the Allied TAC are shared out: half against those who come up, half for attacks."""
OFFENSIVE = ("german-ground-support", "german-ground-support", "strafing")
"""How the German aircraft are shared out while they attack; else all but one fly against strafing."""
DEFENSIVE = ("strafing", "strafing", "ground-support")


def in_offensive(s: Position) -> bool:
    """Whether the Germans are attacking in the Ardennes (33.3)."""
    w = s.data
    return w.book.scenario[s.scenario].setup == "december" and s.turn <= w.turn_of[BULGE_ENDS]


def bombers(s: Position) -> Iterator[str]:
    """What the Allied SAC do, the most urgent first: keep replacements from being halved (17.10.6, 17.10.7), then
    carpets, railways and bridges, and at last German replacements."""
    if americans_halved(s):
        yield "u-boats"
    if british_halved(s):
        yield "v1"
    if survey(s).occupied[ALLIED]:
        yield "carpet"
    yield "railway"
    yield "bridges"
    while True:
        yield "replacements"


def allied_air(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """17.9.1: on a Clear turn everybody flies."""
    draft = Drafted(game, view, seat)
    w = draft.s.data
    for kind, wanted in (("sac", bombers(draft.s)), ("tac", iter(TACTICAL))):
        for a, plane in enumerate(w.aircraft):
            if plane.side != "allied" or plane.kind != kind:
                continue
            for name in wanted:
                if send(draft, a, (name,)):
                    break
                if name == "replacements":
                    send(draft, a, w.mission_ids)
                    break
    if not draft.is_complete():
        for a in members(draft.offers().get("fly", 0)):
            send(draft, a, ("strafing", *w.mission_ids))
    return draft.done() if draft.is_complete() else None


def send(draft: Drafted, a: int, missions: Sequence[str]) -> bool:
    """The first of these missions that an aircraft may fly."""
    w = draft.s.data
    for name in missions:
        if draft.may("fly", a, w.mission[name]):
            draft.add("fly", a, w.mission[name])
            return True
    return False


def german_air(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """17.9.2: against those who strafe, or for one's own attacks."""
    draft = Drafted(game, view, seat)
    s, w = draft.s, draft.s.data
    turns = OFFENSIVE if in_offensive(s) else DEFENSIVE
    against = {name: len(flying(s, name)) for name in ("strafing", "ground-support")}
    for number in range(len(w.aircraft)):
        able = [a for a in members(draft.offers().get("fly", 0)) if w.aircraft[a].side == "german"]
        if not able:
            break
        name = turns[number % len(turns)]
        if name in against and not against[name]:
            name = "german-ground-support"
        if not send(draft, able[0], (name, "strafing", "ground-support", "replacements", "fuel")):
            break
        if name in against:
            against[name] -= 1
    return draft.done()


def bridges(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """17.10.4: the rivers that lie between one's own units and most German armor."""
    draft = Drafted(game, view, seat)
    s = draft.s
    while able := members(draft.offers().get("bomb", 0)):
        a = able[0]
        sections = [x for x in members(draft.following("bomb", a)) if draft.may("bomb", a, x)]
        if not sections:
            break
        draft.add("bomb", a, max(sections, key=lambda x: river_worth(s, x)))
    return draft.done() if draft.is_complete() else None


def river_worth(s: Position, section: int) -> float:
    """How much German armor stands behind a river, and how near to one's own units it flows."""
    w = s.data
    if s.bridges_down >> section & 1:
        return -1.0
    own = [s.where[u] for u in w.of_side[ALLIED] if s.where[u] < w.n] or list(members(w.reach_of_england & w.beaches))
    banks = members(w.rivers[section].banks)
    near = min((w.grid.distance(h, x) for h in banks for x in own), default=99)
    if near > 6:
        return -0.1 * near
    behind = 0
    for u in w.of_side[GERMAN]:
        h = s.where[u]
        if h < w.n and w.armored >> u & 1 and s.bound[u] == FREE:
            to_bank = min(w.grid.distance(h, x) for x in banks)
            if to_bank <= 7 and min(w.grid.distance(h, x) for x in own) > near:
                behind += combat_factor(s, u)
    return behind - 2.0 * near


# -------------------------------------------------------------------------------------------------------- ships


def gun_targets(s: Position) -> dict[int, float]:
    """German hexes that will be attacked, and how much help counts there."""
    w = s.data
    around = survey(s)
    found: dict[int, float] = {}
    for h in members(around.occupied[GERMAN]):
        if around.occupied[ALLIED] >> h & 1:
            found[h] = 10.0
        elif w.adjacent[h] & around.occupied[ALLIED]:
            found[h] = 4.0
    return found


def station(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """19.3: ships lie where most of those who will be attacked are in their range."""
    draft = Drafted(game, view, seat)
    s, w = draft.s, draft.s.data
    targets = gun_targets(s)
    if not targets:
        to_front = steps_from(w, dict.fromkeys(members(survey(s).occupied[ALLIED] or w.beaches), 0))
        targets = {h: 1.0 / (1 + to_front[h]) for h in members(w.beaches) if to_front[h] <= 2}

    def reached(spot: int) -> list[int]:
        return [h for h in targets if in_range(w, spot, h)]

    def help_at(spot: int) -> float:
        return sum(targets[h] for h in reached(spot))

    for ship in range(len(w.ships)):
        if not draft.offers().get("station", 0) >> ship & 1:
            continue
        places = [p for p in members(draft.following("station", ship)) if w.spot_of[p] >= 0]
        best = max(places, key=lambda p: help_at(w.spot_of[p]), default=-1)
        now = s.ship_at[ship]
        if best >= 0 and (now < 0 or help_at(w.spot_of[best]) > help_at(now)) and draft.may("station", ship, best):
            draft.add("station", ship, best)
            now = w.spot_of[best]
        for h in reached(now) if now >= 0 else ():
            targets[h] *= 0.6  # the next one looks for others
    return draft.done() if draft.is_complete() else None


def aim(game: Game[Position], view: Position, seat: str) -> Deed | None:
    """17.10.2: before hidden units appear aircraft are put where the odds on the beaches are worst."""
    draft = Drafted(game, view, seat)
    s = draft.s
    need: dict[int, float] = {}
    for h in gun_targets(s):
        bit = s.data.bit[h]
        attack = sum(attacking_factor(s, u, bit) for u in units_of(s, ALLIED, h))
        defence = sum(defending_factor(s, u, False) for u in units_of(s, GERMAN, h))
        if attack:
            need[h] = defence / attack
    while able := members(draft.offers().get("aim", 0)):
        hexes = [h for h in need if draft.may("aim", able[0], h)]
        if not hexes:
            break
        h = max(hexes, key=lambda x: need[x])
        draft.add("aim", able[0], h)
        need[h] *= 0.6
    return draft.done() if draft.is_complete() else None
