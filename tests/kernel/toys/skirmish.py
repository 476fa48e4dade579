"""Eight units on 25 hexes. Shows: a move whose route matters, and attacks as a draft with a duty.

The rules, in full.
1 Two sides, Red and Blue, four units each; Red moves first; three turns.
2 In its turn a side moves any of its units, each once, up to two hexes. 2.1 A unit stops when it stands next to
an enemy. 2.2 A hex holds one unit. 2.3 A unit that enters the minefield C3 is hurt (it has two lives).
3 Then it attacks: each unit may attack one adjacent enemy, several may attack the same one. 3.1 Every enemy
adjacent to an attacking unit must be attacked by somebody. 3.2 The attacks are resolved in any order: a die, +1
for each attacker after the first; 4 and more hurts the defender, 1 hurts an attacker that its owner names.
4 A side without units loses; after three turns whoever has more lives left wins.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import ClassVar

from grognard.kernel import show
from grognard.kernel.rules import (
    Auto,
    Chance,
    Choice,
    Dice,
    Domain,
    Draft,
    Events,
    Game,
    Ints,
    Moved,
    Names,
    NoFacts,
    Outcome,
    Rolled,
    Said,
    Slot,
    State,
    Static,
    Verb,
    Why,
    Whys,
    mask_of,
)

SIDES = ("red", "blue")
UNITS = Names(f"{side}-{n}" for side in SIDES for n in (1, 2, 3, 4))
HEXES = Names(f"{'ABCDE'[row]}{column + 1}" for row in range(5) for column in range(5))
HEX = HEXES.number
A_UNIT, A_HEX = Domain("piece", "units"), Domain("place", "places")
DEAD = -1
MINES = HEX["C3"]


def _neighbours(at: int) -> tuple[int, ...]:
    row, column = divmod(at, 5)
    shift = 0 if row % 2 else -1
    steps = [(0, -1), (0, 1), (-1, shift), (-1, shift + 1), (1, shift), (1, shift + 1)]
    found = [(row + r, column + c) for r, c in steps]
    return tuple(r * 5 + c for r, c in found if 0 <= r < 5 and 0 <= c < 5)


NEXT = tuple(_neighbours(at) for at in range(25))


class Data(Static):
    units = UNITS
    places = HEXES


class Field(State[Data, NoFacts]):
    turn: int
    side: int
    at: list[int]
    lives: list[int]
    moved: list[int]
    attacks: list[tuple[int, tuple[int, ...]]]
    """Declared attacks: the target and its attackers."""


def side_of(unit: int) -> int:
    return unit // 4


def enemies_next_to(s: Field, at: int, side: int) -> list[int]:
    return [u for u in range(8) if side_of(u) != side and s.at[u] in NEXT[at]]


def routes(s: Field, unit: int) -> dict[int, list[tuple[int, ...]]]:
    """All ways of a unit, by their end: one or two hexes, stopping next to the enemy."""  # 2, 2.1, 2.2
    taken = {at for at in s.at if at != DEAD}
    ways: dict[int, list[tuple[int, ...]]] = {}
    for first in NEXT[s.at[unit]]:
        if first in taken:
            continue
        ways.setdefault(first, []).append((first,))
        if not enemies_next_to(s, first, side_of(unit)):
            for second in NEXT[first]:
                if second not in taken:
                    ways.setdefault(second, []).append((first, second))
    return ways


def best_route(s: Field, unit: int, to: int) -> tuple[int, ...]:
    """The route taken when none is named: clear of the mines, then short."""
    return min(routes(s, unit)[to], key=lambda way: (MINES in way, len(way), way))


# ------------------------------------------------------------------------------------------------- moving


def movable(v: Field, step: Moving, seat: str, args: Ints) -> Whys:
    unit = args[0]
    name = UNITS[unit]
    if SIDES[side_of(unit)] != seat:
        yield Why("2", lambda: f"{name} is not yours.")
    elif v.at[unit] == DEAD:
        yield Why("4", lambda: f"{name} is out of the game.")
    elif unit in v.moved:
        yield Why("2", lambda: f"{name} has moved this turn.")
    elif not routes(v, unit):
        yield Why("2.2", lambda: f"{name} has no free hex beside it.")


def reachable(v: Field, step: Moving, seat: str, args: Ints) -> Whys:
    unit, to = args
    place = HEXES[to]
    if to in v.at:
        yield Why("2.2", lambda: f"{place} is occupied.", places=(place,))
    elif to not in routes(v, unit):
        yield Why("2.1", lambda: f"{UNITS[unit]} cannot reach {place} in two hexes.", places=(place,))


def ends(v: Field, step: Moving, seat: str, args: Ints) -> int:
    return mask_of(list(routes(v, args[0])))


def on_the_way(v: Field, step: Moving, seat: str, args: Ints) -> Whys:
    unit, to, *way = args
    fits = [r for r in routes(v, unit)[to] if r[: len(way)] == tuple(way)]
    if not fits:
        names = tuple(HEXES[h] for h in way)
        yield Why("2.1", lambda: f"No way to {HEXES[to]} goes by {' '.join(names)}.", places=names)


def arrived(v: Field, step: Moving, seat: str, args: Ints) -> int:
    return 1 << args[1]


def on_its_way(v: Field, step: Moving, seat: str, args: Ints) -> Whys:
    end, to = HEXES[args[-1]], HEXES[args[1]]
    yield Why("2", lambda: f"The way ends in {end}, not in {to}.", (to,))


def move(s: Field, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    unit, to = args[:2]
    way = args[2:] or best_route(s, unit, to)
    path = (HEXES[s.at[unit]], *(HEXES[h] for h in way))
    s.at[unit] = way[-1]
    s.moved.append(unit)
    if ev is not None:
        name = UNITS[unit]
        ev.add(Moved(name, path, f"{name} moves to {HEXES[to]}.", rule="2", pieces=(name,), places=path))
    s.then(Moving())
    if MINES in way:
        hurt(s, unit, ev)


def move_preview(v: Field, step: Moving, seat: str, args: Ints) -> show.Preview:
    unit, to = args[:2]
    way = args[2:] or best_route(v, unit, to)
    effects = (show.Reason("2.3", "The minefield costs a life.", ("C3",)),) if MINES in way else ()
    path = (HEXES[v.at[unit]], *(HEXES[h] for h in way))
    return show.Preview(f"{UNITS[unit]} goes to {HEXES[to]}.", path, f"{len(way)} of 2 hexes", effects)


def hurt(s: Field, unit: int, ev: Events | None) -> None:
    s.lives[unit] -= 1
    if not s.lives[unit]:
        s.at[unit] = DEAD
    if ev is not None:
        ev.add(Said(f"{UNITS[unit]} is {'hurt' if s.lives[unit] else 'lost'}.", pieces=(UNITS[unit],)))


def to_attacks(s: Field, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    s.moved.clear()
    s.then(Attacking(), EndTurn())


MOVE = Verb(
    "move",
    move,
    slots=(
        Slot("unit", A_UNIT, movable, prompt="which unit"),
        Slot("to", A_HEX, reachable, legal=ends),
        Slot(
            "via", A_HEX, on_the_way, repeat=True, optional=True, keyword="via", enough=arrived, lacking=on_its_way,
        ),
    ),
    rule="2",
    preview=move_preview,
)  # fmt: skip


class Moving(Choice[Field], frozen=True):
    rule: ClassVar[str] = "2"
    rows = ("move",)
    verbs = (MOVE, Verb("attack-now", to_attacks, label="Go on to attacks", rule="3"))

    def seat(self, s: Field) -> str:
        return SIDES[s.side]

    def prompt(self, v: Field, seat: str) -> str:
        return "Move your units, then go on to the attacks."


# ---------------------------------------------------------------------------------------------- attacking


def declared(v: Field) -> tuple[set[int], set[int]]:
    """The attackers and the targets of the attacks declared so far."""
    return {a for _, attackers in v.attacks for a in attackers}, {target for target, _ in v.attacks}


def can_be_completed(v: Field, used: set[int], targets: set[int], side: int) -> bool:
    """Whether further attacks can meet the duty of 3.1."""
    due = {e for a in used for e in enemies_next_to(v, v.at[a], side)} - targets
    if not due:
        return True
    enemy = min(due)
    helpers = [u for u in range(8) if side_of(u) == side and u not in used and v.at[u] in NEXT[v.at[enemy]]]
    return any(can_be_completed(v, used | {u}, targets | {enemy}, side) for u in helpers)


def attackable(v: Field, step: Attacking, seat: str, args: Ints) -> Whys:
    target, side = args[0], SIDES.index(seat)
    name = UNITS[target]
    _, targets = declared(v)
    if side_of(target) == side or v.at[target] == DEAD:
        yield Why("3", lambda: f"{name} is not an enemy on the board.")
    elif target in targets:
        yield Why("3", lambda: f"{name} is under attack already.")
    elif not any(next(may_attack(v, step, seat, (target, u)), None) is None for u in range(side * 4, side * 4 + 4)):
        yield Why("3.1", lambda: f"Nobody can attack {name} and leave no other enemy out.", pieces=(name,))


def may_attack(v: Field, step: Attacking, seat: str, args: Ints) -> Whys:
    target, *before, unit = args
    name, side = UNITS[unit], SIDES.index(seat)
    used, targets = declared(v)
    if side_of(unit) != side or v.at[unit] == DEAD:
        yield Why("3", lambda: f"{name} is not a unit of yours.")
    elif unit in used or unit in before:
        yield Why("3", lambda: f"{name} attacks already.")
    elif v.at[unit] not in NEXT[v.at[target]]:
        yield Why("3", lambda: f"{name} is not next to {UNITS[target]}.")
    elif not can_be_completed(v, used | {*before, unit}, targets | {target}, side):
        yield Why("3.1", lambda: f"With {name} in this attack, an enemy next to it could not be attacked.")


def attack(s: Field, step: Attacking, seat: str, args: Ints, ev: Events | None) -> None:
    s.attacks.append((args[0], tuple(sorted(args[1:]))))


def attack_odds(v: Field, step: Attacking, seat: str, args: Ints) -> show.Odds:
    bonus = len(args) - 2
    hit = Fraction(min(6, 3 + bonus), 6) if bonus < 3 else Fraction(1)
    own = Fraction(1, 6) if bonus < 3 else Fraction(0)
    rows = [("defender hurt", hit), ("attacker hurt", own), ("nothing", 1 - hit - own)]
    mods = (show.Modifier(bonus, "further attackers", "3.2"),) if bonus else ()
    return show.Odds(
        f"{UNITS[args[0]]} attacked", tuple(show.OddsRow(t, str(p), float(p)) for t, p in rows), mods, rule="3.2"
    )


ATTACK = Verb(
    "attack",
    attack,
    slots=(
        Slot("target", A_UNIT, attackable, prompt="whom to attack"),
        Slot("attacker", A_UNIT, may_attack, repeat=True, prompt="with whom"),
    ),
    rule="3",
    odds=attack_odds,
)


class Attacking(Draft[Field], frozen=True):
    rule: ClassVar[str] = "3"
    verbs = (ATTACK,)

    def seats(self, s: Field) -> tuple[str, ...]:
        return (SIDES[s.side],)

    def prompt(self, v: Field, seat: str) -> str:
        return "Declare your attacks, then say done."

    def duties(self, v: Field, seat: str) -> Whys:
        used, targets = declared(v)
        for enemy in sorted({e for a in used for e in enemies_next_to(v, v.at[a], SIDES.index(seat))} - targets):
            names = [UNITS[a] for a in sorted(used) if v.at[a] in NEXT[v.at[enemy]]]
            yield Why("3.1", lambda: f"{UNITS[enemy]}, adjacent to {names[0]}, is not attacked.")

    def commit(self, s: Field, ev: Events | None) -> None:
        if s.attacks:
            s.then(Resolving())

    def obvious(self, s: Field) -> tuple[str, Ints] | None:
        side = s.side
        near = any(s.at[u] != DEAD and enemies_next_to(s, s.at[u], side) for u in range(side * 4, side * 4 + 4))
        return None if near else ("done", ())


def declared_attack(v: Field, step: Resolving, seat: str, args: Ints) -> Whys:
    if args[0] not in declared(v)[1]:
        yield Why("3.2", lambda: f"No attack on {UNITS[args[0]]} was declared.", pieces=(UNITS[args[0]],))


def resolve(s: Field, step: Resolving, seat: str, args: Ints, ev: Events | None) -> None:
    target = args[0]
    attackers = next(a for t, a in s.attacks if t == target)
    s.attacks = [x for x in s.attacks if x[0] != target]
    if s.attacks:
        s.then(Fight(target, attackers), Resolving())
    else:
        s.then(Fight(target, attackers))


class Resolving(Choice[Field], frozen=True):
    rule: ClassVar[str] = "3.2"
    verbs = (
        Verb(
            "resolve",
            resolve,
            slots=(Slot("target", A_UNIT, declared_attack),),
            rule="3.2",
        ),
    )

    def seat(self, s: Field) -> str:
        return SIDES[s.side]

    def prompt(self, v: Field, seat: str) -> str:
        return "Which attack is resolved next?"

    def obvious(self, s: Field) -> tuple[str, Ints] | None:
        return ("resolve", (s.attacks[0][0],)) if len(s.attacks) == 1 else None


class Fight(Chance[Field], frozen=True):
    target: int
    attackers: tuple[int, ...]

    def chance(self, s: Field) -> Dice:
        return Dice(1)

    def happen(self, s: Field, outcome: Outcome, ev: Events | None) -> None:
        roll = int(outcome[0])
        mods = (show.Modifier(len(self.attackers) - 1, "further attackers", "3.2"),)
        total = roll + mods[0].value
        if ev is not None:
            ev.add(
                Rolled(
                    (roll,), f"Attack on {UNITS[self.target]}", modifiers=mods, total=total, good=SIDES[s.side],
                    rule="3.2", pieces=(UNITS[self.target],),
                )
            )  # fmt: skip
        if total >= 4:
            hurt(s, self.target, ev)
        elif total == 1:
            s.then(Losing(self.attackers))


def attacked(v: Field, step: Losing, seat: str, args: Ints) -> Whys:
    if args[0] not in step.attackers:
        yield Why("3.2", lambda: f"{UNITS[args[0]]} did not attack.", pieces=(UNITS[args[0]],))


def lose(s: Field, step: Losing, seat: str, args: Ints, ev: Events | None) -> None:
    hurt(s, args[0], ev)


class Losing(Choice[Field], frozen=True):
    attackers: tuple[int, ...]
    rule: ClassVar[str] = "3.2"
    verbs = (
        Verb(
            "lose",
            lose,
            slots=(Slot("unit", A_UNIT, attacked),),
            rule="3.2",
        ),
    )

    def seat(self, s: Field) -> str:
        return SIDES[s.side]

    def prompt(self, v: Field, seat: str) -> str:
        return "Which attacker is hurt?"

    def obvious(self, s: Field) -> tuple[str, Ints] | None:
        return ("lose", (self.attackers[0],)) if len(self.attackers) == 1 else None


class EndTurn(Auto[Field], frozen=True):
    def run(self, s: Field, ev: Events | None) -> None:
        s.side = 1 - s.side
        s.turn += s.side == 0
        if s.turn <= 3 and all(any(s.at[u] != DEAD for u in range(k * 4, k * 4 + 4)) for k in (0, 1)):
            s.then(Moving())


# ------------------------------------------------------------------------------------------------ the game


class Skirmish(Game[Field]):
    id = "skirmish"
    title = "Skirmish"
    seats = SIDES
    scenarios: ClassVar[tuple[show.Scenario, ...]] = (show.Scenario("meeting", "A meeting engagement"),)
    State = Field
    steps = (Moving, Attacking, Resolving, Fight, Losing, EndTurn)
    named: ClassVar[dict[str, tuple[str, str]]] = {
        "at": ("units", "places"), "lives": ("units", ""), "moved": ("", "units"),
        "Fight.target": ("", "units"), "Fight.attackers": ("", "units"), "Losing.attackers": ("", "units"),
    }  # fmt: skip

    def __init__(self) -> None:
        self.data = Data()
        self.data.game = self

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Field:
        at = [HEX[h] for h in ("A1", "A2", "A4", "A5", "E1", "E2", "E4", "E5")]
        return Field(self.data, [Moving()], [], 1, 0, at, [2] * 8, [], [])

    def result(self, s: Field) -> show.Result | None:
        if s.stack:
            return None
        red, blue = sum(s.lives[:4]), sum(s.lives[4:])
        if red == blue:
            return show.Result("", "draw", "Both have as many lives left.", rule="4")
        winner = SIDES[blue > red]
        return show.Result(winner, "victory", f"{winner.capitalize()} wins by {abs(red - blue)}.", red - blue, "4")

    def clock(self, v: Field) -> str:
        return f"Turn {v.turn}, {SIDES[v.side]}"

    def check(self, s: Field) -> Iterable[show.Reason]:
        seen: dict[int, int] = {}
        for unit, at in enumerate(s.at):
            if at != DEAD and at in seen:
                yield show.Reason("2.2", f"{UNITS[unit]} stands on {UNITS[seen[at]]} in {HEXES[at]}.", (HEXES[at],))
            seen[at] = unit

    def board(self) -> show.Board:
        places = []
        for i, name in enumerate(HEXES):
            row, column = divmod(i, 5)
            x, y = 60 + column * 87 + (43 if row % 2 else 0), 60 + row * 75
            corners = tuple(
                (x + dx, y + dy) for dx, dy in [(0, -50), (43, -25), (43, 25), (0, 50), (-43, 25), (-43, -25)]
            )
            places.append(
                show.Place(
                    name, name, "map", (x, y), points=corners, style="mines" if i == MINES else "clear", room=40,
                    label=name, neighbours=tuple(HEXES[n] for n in NEXT[i]),
                )
            )  # fmt: skip
        return show.Board(
            520, 480, 40, (show.Surface("map", "The field", "map", 0, 0, 520, 480),), tuple(places),
            styles={
                "clear": show.Style("#e8dfc4", "#8a7f63"),
                "mines": show.Style("#d9c7a0", "#8a7f63", pattern="dots"),
            },
            colours={"red": show.Colours("#b5534a", "#ffffff"), "blue": show.Colours("#4a6fa5", "#ffffff")},
        )  # fmt: skip

    def scene(self, view: Field) -> show.Scene:
        pieces = tuple(
            show.Piece(
                UNITS[u], HEXES[at],
                show.Face(UNITS[u], SIDES[side_of(u)], "infantry", "I", steps=(view.lives[u], 2)),
            )
            for u, at in enumerate(view.at)
            if at != DEAD
        )  # fmt: skip
        return show.Scene(pieces, (), (show.Number("turn", "Turn", view.turn, most=3),), self.clock(view))

    def about(self) -> show.About:
        return show.About(self.title, "A toy.", {})
