"""The museum's endings: for each a short record of the last act."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from museum_desk import Exhibit

from grognard.games.fortress_europa.rules.combat.attacking import EndCombat, StartCombat
from grognard.games.fortress_europa.rules.sequence import EndMove, EndTurn, Moving, StartMove, StartTurn

CAPITALS = "R11 BB8"  # Paris and Bruxelles
LAST_ACT = [StartMove(2), Moving(), EndMove(), EndTurn()]
ALLIED_GOALS, GERMAN_GOALS = (1, 2, 3, 4, 5, 6, 7), (2, 3, 4, 6, 7, 8, 9)


def last_turn(units: dict[str, str], **more: Any) -> Exhibit:
    """The German second move impulse of the last turn, and the end."""
    piece = Exhibit({"us-1": "M5"} | units, side="german", impulse=2, **({"steps": LAST_ACT} | more))
    piece.play("end")
    return piece


def goals(piece: Exhibit, side: str, numbers: tuple[int, ...]) -> int:
    return sum(1 << piece.desk.w.objective_ids.index(f"{side}-{n}") for n in numbers)


def with_goals(allied: str, german: tuple[int, ...], own: tuple[int, ...], **more: Any) -> Exhibit:
    w = Exhibit({"us-1": "M5"})
    fields = {"goals_german": goals(w, "german", german), "goals_allied": goals(w, "allied", own)}
    return last_turn({}, allied=allied, **fields, **more)


def conquest(held: int, **more: Any) -> Exhibit:
    """An armored division enters the last major city that is needed."""
    w = Exhibit({"us-1": "M5"}).desk.w
    majors = [w.labels[h] for h in w.city_hexes if w.major_cities >> h & 1]
    goal = w.index[majors[held]]
    fields: dict[str, Any] = {"allied": f"{CAPITALS} {' '.join(majors[:held])}", "volkssturm_cities": w.german_cities}
    piece = Exhibit({"us-2arm": w.labels[w.near[goal][0]]}, **fields, **more)
    piece.play(f"move us-2arm {majors[held]}")
    return piece


def defence(held: int, **more: Any) -> Exhibit:
    w = Exhibit({"us-1": "M5"}).desk.w
    majors = [w.labels[h] for h in w.city_hexes if w.major_cities >> h & 1]
    return last_turn({}, turn="mar-1", allied=" ".join(majors[:held]), **more)


def driven_off() -> Exhibit:
    piece = Exhibit(
        {"us-1": "M9", "de-2pz": "M10", "de-116pz": "M10"},
        invasions=2,
        invasion_turn=10,
        turn=10,
        steps=[StartCombat(2), EndCombat()],
    )
    if piece.step == "Removing":
        piece.play("keep")
    piece.play("attack us-1 M10; done", dice=(1,))
    return piece


def breakthrough() -> Exhibit:
    w = Exhibit({"us-1": "M5"}).desk.w
    armor = [w.ids[u] for u in w.of_side[1] if (w.armored & w.two_steps) >> u & 1][:13]
    fields = {"turn": "feb-1", "options": "exits", "volkssturm_cities": w.german_cities, "allied": "R11"}
    return last_turn(dict.fromkeys(armor, "exited"), **fields)


def invasion(allied: str) -> Exhibit:
    desk = Exhibit({"us-1": "M5"}).desk
    district = 1 << desk.w.district_ids.index("7th")
    fields = {"landing_districts": district, "mulberry_at": [desk.hex("M5"), -1]}
    return last_turn({}, scenario="invasion", turn="jul-3", allied=allied, **fields)


def bulge(**units: str) -> Exhibit:
    w = Exhibit({"us-1": "M5"}).desk.w
    placed = {f"de-{name}": w.labels[w.place_hex[place]] for name, place in units.items()}
    return last_turn(placed, scenario="bulge", turn="jan-2")


def endings() -> Iterator[tuple[str, Exhibit]]:
    september = {"turn": "aug-4", "options": "sudden-death", "steps": [*LAST_ACT[:3], StartTurn(13)]}
    wall: dict[str, Any] = {"scenario": "west-wall", "turn": "aug-4"}
    held = "N33 A19 B2 K2 P4 BB8 R11"
    pieces = {
        "conquest": lambda: conquest(3),
        "conquest-shifted": lambda: conquest(1, scenario="berlin", turn="feb-1", bulge_level=1),
        "defence": lambda: defence(2),
        "exhaustion": lambda: defence(3),
        "exhaustion-shifted": lambda: defence(3, scenario="berlin", bulge_level=1),
        "driven-off": driven_off,
        "breakthrough": breakthrough,
        "sudden-death-german": lambda: with_goals("", GERMAN_GOALS, ALLIED_GOALS, **september),
        "sudden-death-allied": lambda: with_goals(held, GERMAN_GOALS, (1, 2, 3, 4, 5, 7, 12), **september),
        "foothold": lambda: invasion("M6 R11"),
        "contained": lambda: invasion("M6"),
        "more-german": lambda: with_goals("", GERMAN_GOALS, ALLIED_GOALS, **wall),
        "more-allied": lambda: with_goals("N33 A19 B2 K2 P4 CC6 BB8", GERMAN_GOALS, ALLIED_GOALS, **wall),
        "as-many": lambda: with_goals("N33 X29", (1, 12), (1, 12), **wall),
        "strategic": lambda: bulge(**{"2pz": "Bastogne", "116pz": "Liege"}),
        "tactical": lambda: bulge(**{"2pz": "Bastogne", "116pz": "Aachen"}),
        "stopped": lambda: bulge(**{"2pz": "Bastogne"}),
    }
    for name, make in pieces.items():
        piece = make()
        assert piece.s.ending == name, (name, piece.s.ending)
        yield f"ending-{name}", piece
