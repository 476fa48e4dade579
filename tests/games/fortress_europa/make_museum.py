"""Writes the museum records of this game: every ending, every cell of every chart, every optional rule.

Run by hand when the rules or the data change: python tests/games/fortress_europa/make_museum.py [beginning of a name]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

from museum_desk import HERE, Exhibit
from museum_endings import endings
from museum_options import options

from grognard.games.fortress_europa.data.world import ALLIED, ALPINE, CLEAR, FLOODED, GERMAN, MOUNTAIN, ROUGH
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.landing.airborne import Drops, drop_column
from grognard.games.fortress_europa.rules.landing.mulberries import StormAtSea
from grognard.games.fortress_europa.rules.sequence import EndMove, Moving, PlayerTurn, StartMove, StartTurn
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, LOST
from grognard.maps import members
from grognard.suite.museum import keep

MUSEUM = HERE.parents[1] / "museum"
Piece = tuple[str, Exhibit]


def plain_sites(w, number: int) -> list[tuple[str, list[str]]]:
    """Clear French hexes far apart, each with two clear neighbours and no river between."""
    open_ground = w.countries["france"] & w.ground[CLEAR] & ~w.cities & ~w.fortresses
    found: list[int] = []
    sites = []
    for h in members(open_ground):
        near = [x for x in w.near[h] if open_ground >> x & 1 and w.river_between(h, x) < 0]
        if len(near) >= 4 and all(w.grid.distance(h, other) > 6 for other in found):
            found.append(h)
            sites.append((w.labels[h], [w.labels[x] for x in near[:2]]))
    assert len(sites) >= number
    return sites[:number]


def combat() -> Iterator[Piece]:
    """Nine battles a record, one in each column, all with the same die."""
    w = Exhibit({"us-1": "R11"}).desk.w
    columns = w.book.column
    sixes = [w.ids[u] for u in members(w.six_fours)]
    weak = [w.ids[u] for u in w.of_side[GERMAN] if w.combat[u][0] in (1, 2) and w.chart_row[u] == 1]
    for die in range(1, 7):
        units: dict[str, str] = {}
        orders: list[str] = []
        for i, ((target, near), column) in enumerate(zip(plain_sites(w, len(columns)), columns, strict=True)):
            three = sixes[3 * i : 3 * i + 3]
            units |= {weak[i]: target, three[0]: near[0], three[1]: near[0], three[2]: near[1]}
            text = f"attack {three[0]} {target}; with {three[1]}; with {three[2]}"
            orders.append(f"{text}; lower {column.id}; done" if column.id != "7-1" else f"{text}; done")
        piece = Exhibit(units, steps=[StartCombat(1)])
        for text in orders:
            piece.until("Attacking")
            piece.play(text, dice=(die,))
        piece.until("Moving")
        yield f"combat-die-{die}", piece


def grounds() -> Iterator[Piece]:
    """A battle on every kind of ground."""
    w = Exhibit({"us-1": "R11"}).desk.w
    bare = ~w.cities & ~w.fortresses
    kinds = {
        "rough": w.ground[ROUGH] & bare,
        "mountain": w.ground[MOUNTAIN] & bare,
        "alpine": w.ground[ALPINE] & bare,
        "flooded": w.ground[FLOODED] & bare,
        "city": w.cities & w.countries["france"] & w.ground[CLEAR] & ~w.fortresses,
        "fortress": w.fortresses & w.ground[CLEAR] & ~w.cities,
    }
    for name, hexes in kinds.items():
        h, near = next(
            (h, x)
            for h in members(hexes)
            for x in w.near[h]
            if w.terrain[x] not in (ALPINE,) and not (w.cities | w.fortresses) >> x & 1
        )
        defender = next(w.ids[u] for u in members(w.mountain_units) if w.side[u] == GERMAN)
        piece = Exhibit({"us-1": w.labels[near], defender: w.labels[h]}, steps=[StartCombat(1)])
        if piece.step == "Removing":
            piece.play("keep")
        piece.play(f"attack us-1 {w.labels[h]}; done", dice=(4,))
        yield f"ground-{name}", piece


def drops() -> Iterator[Piece]:
    """Two paratroopers a record, each column with all six dice."""
    begun = {"invasions": 1, "invasion_turn": 1, "capacity_start": 5}
    names = ("us-82", "us-101")
    steps = [StartMove(1), Drops(ALLIED), Moving(), EndMove()]
    desk = Exhibit({"us-1": "R11"}).desk
    home = dict.fromkeys(names, "england")
    wanted = {
        "clear": (home, "M8"),
        "clear-zone": (home | {"de-352": "M9"}, "M8"),
        "non-clear": (home, "J6"),
        "non-clear-star": (home | {"de-352": "J7"}, "J6"),
    }
    for column, (units, goal) in wanted.items():
        for dice in ((1, 2), (3, 4), (5, 6)):
            piece = Exhibit(units, steps=steps, began=desk.units_of(" ".join(names)), **begun)
            found = desk.w.book.drop[drop_column(piece.s, desk.unit("us-82"), desk.hex(goal))]
            assert found.id == column
            piece.play("; ".join([*(f"drop {u} {goal}" for u in names), "done"]), dice=dice)
            yield f"drop-{column}-{dice[0]}", piece


LANDINGS = {
    "western-channel": ("M5", "england"),
    "flanders": ("Z4", "england"),
    "holland": ("FF3", "england"),
    "biscay": ("C10", "england"),
    "gironde": ("A16", "england"),
    "mediterranean": ("N33", "africa"),
}


def landings() -> Iterator[Piece]:
    """The first invasion on every stretch of coast, and who follows in the second impulse."""
    w = Exhibit({"us-1": "R11"}).desk.w
    for name, (goal, box) in LANDINGS.items():
        units = dict.fromkeys(("br-3", "br-50", "br-hq-montgomery"), box) | {"de-352": "R20"}
        steps = [PlayerTurn(ALLIED, FIRST_MOVE)]
        piece = Exhibit(units, turn="jun-1", steps=steps, ship_at=[LOST] * len(w.ships))
        piece.until("Invading")
        piece.play(f"invade br-3 {goal}; done")
        piece.until("Moving", usual=3)
        piece.play(f"land br-50 {goal}", f"land br-hq-montgomery {goal}")
        piece.play("end")
        yield f"landing-{name}", piece


def ports() -> Iterator[Piece]:
    """Every port is taken, with all dice; six of them once more."""
    w = Exhibit({"us-1": "R11"}).desk.w
    sixes = [w.ids[u] for u in members(w.six_fours)]
    open_ground = (w.ground[CLEAR] | w.ground[ROUGH] | w.ground[MOUNTAIN]) & ~w.port_hexes
    for again in (False, True):
        units, orders, used = {}, [], set()
        for unit, port in zip(sixes, w.port_hex, strict=False):
            near = next(x for x in w.near[port] if open_ground >> x & 1 and x not in used)
            used.add(near)
            units[unit] = w.labels[near]
            orders.append(f"move {unit} {w.labels[port]}")
        fields = {"ports_taken": (1 << len(w.ports)) - 1} if again else {}
        piece = Exhibit(units, volkssturm_cities=w.german_cities, **fields)
        for i, text in enumerate(orders[:6] if again else orders):
            piece.play(text, dice=(i % 6 + 1,))
        yield "ports-retaken" if again else "ports-taken", piece


def storms() -> Iterator[Piece]:
    """A storm at both mulberries, with all dice; June II is so stormy only by the dice of the piece."""
    desk = Exhibit({"us-1": "R11"}).desk
    for first in (1, 3, 5):
        piece = Exhibit(
            {"us-1": "M5", "us-4": "N33"},
            weather="storm",
            mulberry_at=[desk.hex("M5"), desk.hex("N33")],
            steps=[StartMove(2), Moving(), EndMove(), StormAtSea()],
        )
        piece.play("end", dice=(first, first + 1))
        yield f"mulberries-{first}", piece


def crossing() -> Iterator[Piece]:
    """Armored units at a river without bridges."""
    w = Exhibit({"us-1": "R11"}).desk.w
    here, there = next(
        (a, b)
        for a in members(w.countries["france"] & w.ground[CLEAR])
        for b in w.near[a]
        if w.terrain[b] == CLEAR and w.river_between(a, b) >= 0
    )
    armor = [w.ids[u] for u in w.of_side[ALLIED] if w.armored >> u & 1][:3]
    piece = Exhibit(dict.fromkeys(armor, w.labels[here]), bridges_down=1 << w.river_between(here, there))
    for unit, die in zip(armor, (1, 3, 5), strict=True):
        piece.play(f"cross {unit} {w.labels[here]} {w.labels[there]}", dice=(die,))
    yield "river-crossing", piece


WEATHER = {False: (1, 3, 5, 2), True: (2, 4, 6, 1)}


def campaigns() -> Iterator[Piece]:
    """Two quiet wars from June II to the end of May: all weather, all months of both sides, all groups of the turn
    track, every mission, and moves by every allowance."""
    for late in (False, True):
        w = Exhibit({"us-1": "R11"}).desk.w
        units = {"us-2arm": "R11", "us-1": "R11", "us-hq-bradley": "Q13"}
        units |= {"de-9pz": "RR13", "de-352": "RR13", "de-hq-ob-west": "QQ14"}
        waiting = {w.ids[u]: "waiting" for u in range(w.n_units) if late and w.entry[u] == "group"}
        france = " ".join(w.labels[h] for h in members(w.land & ~w.germany & ~w.countries["italy"]))
        piece = Exhibit(
            waiting | units,
            options="extended-8",
            allied=france,
            ship_at=[LOST] * len(w.ships),
            invasions=1,
            invasion_turn=1,
            turn=1,
            tac_left=6,
            steps=[StartMove(2), Moving(), EndMove(), StartTurn(2)],
        )
        yield f"campaign-{'b' if late else 'a'}", _war(piece, late)


def may() -> Iterator[Piece]:
    """May has one turn, so the two wars leave four of its dice."""
    w = Exhibit({"us-1": "R11"}).desk.w
    steps = [StartMove(2), Moving(), EndMove(), StartTurn(w.turn_of["may-1"])]
    for die in (3, 4, 5, 6):
        piece = Exhibit({"us-1": "R11"}, side="german", turn="apr-4", impulse=2, options="extended-8", steps=steps)
        piece.play("end", dice=(die,))
        yield f"weather-may-{die}", piece


FLIGHTS = {  # by kind, as many as there are
    False: (
        ("u-boats", "v1", "railway", "carpet"),
        ("strafing", "strafing", "ground-support", "ground-support", "counter-air", "railway", "v1"),
    ),
    True: (
        ("u-boats", "replacements", "replacements", "railway"),
        ("strafing", "ground-support", "counter-air", "counter-air", "bridges", "v1", "railway"),
    ),
}
TRIPS = {  # a step away in the first impulse and back in the second; HQs one way a turn
    "us-2arm": ("R12", "R11"),
    "us-1": ("R12", "R11"),
    "us-hq-bradley": ("Q14", "Q13"),
    "de-9pz": ("QQ13", "RR13"),
    "de-352": ("QQ13", "RR13"),
    "de-hq-ob-west": ("QQ15", "QQ14"),
}


def _war(piece: Exhibit, late: bool) -> Exhibit:
    while not piece.table.over:
        s = piece.s
        weather = WEATHER[late][s.turn % 4]  # of the next turn
        partisans = s.turn % 6 + 1
        if piece.step == "AlliedAllocation":
            piece.play(_flights(piece, late), usual=partisans)
        elif piece.step == "GermanAllocation":
            piece.play("fly luftwaffe-1 german-ground-support; done", usual=partisans)
        elif piece.step == "Moving":
            for unit, stops in TRIPS.items():
                goal = next((x for x in stops if piece.at(unit) != x), "")
                if piece.table.game.why_not(s, piece.seat, f"move {unit} {goal}"):
                    continue
                piece.play(f"move {unit} {goal}", usual=6)
            piece.play("end", usual=weather)
        else:
            piece.idle(usual=weather, Dropping="done", ChooseBox="arrive england", BridgeAttacks=_bridge(piece))
    return piece


def _bridge(piece: Exhibit) -> str:
    """The aircraft on Bridge Attacks goes to the first section in its reach."""
    if piece.step != "BridgeAttacks":
        return ""
    return f"{piece.first()}; done"


def _flights(piece: Exhibit, late: bool) -> str:
    w, s = piece.desk.w, piece.s
    orders = []
    for kind, names in zip(("sac", "tac"), FLIGHTS[late], strict=True):
        planes = [a.id for a in w.aircraft if a.side == "allied" and a.kind == kind and not a.advanced]
        for plane, name in zip(planes, names, strict=True):
            mission = "replacements" if name == "carpet" and s.carpet_month == w.month_of[s.turn] else name
            orders.append(f"fly {plane} {mission}")
    if not w.flies[s.weather]:
        orders = orders[:2] if orders else []
    return "; ".join([*orders, "done"])


def pieces() -> Iterator[Piece]:
    yield from combat()
    yield from grounds()
    yield from drops()
    yield from landings()
    yield from ports()
    yield from storms()
    yield from crossing()
    yield from campaigns()
    yield from may()
    yield from endings()
    yield from options()


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    for name, piece in pieces():
        if name.startswith(wanted):
            keep(MUSEUM, name, piece.table.record())
            print(name, len(piece.table.history))
