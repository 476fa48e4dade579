"""The museum's optional rules: for each a short record in which it does something."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from museum_desk import Exhibit

from grognard.games.fortress_europa.data.world import ALLIED, CLEAR, FLOODED, GERMAN
from grognard.games.fortress_europa.rules.air.air_phase import AirMonth, AirPhase
from grognard.games.fortress_europa.rules.combat.attacking import StartCombat
from grognard.games.fortress_europa.rules.forces.replacements import AlliedReplacing, GermanReplacing, Replacements
from grognard.games.fortress_europa.rules.landing.airborne import Drops
from grognard.games.fortress_europa.rules.movement.exits import ExitPhase
from grognard.games.fortress_europa.rules.sequence import (
    EndMove,
    EndTurn,
    Moving,
    PlayerTurn,
    StartMove,
    StartTurn,
    phases,
)
from grognard.games.fortress_europa.rules.state import FIRST_MOVE, LOST, SUPPLY
from grognard.maps import members

IMPULSE = [StartMove(2), Moving(), EndMove()]


def germany(piece: Exhibit, city: str) -> str:
    return piece.desk.w.labels[piece.desk.w.place_hex[city]]


def paradrops() -> Exhibit:
    """31.1: a regiment drops; divisions no longer do."""
    erfurt = germany(Exhibit({}), "Erfurt")
    units = {"de-heydte": erfurt, "de-6fj": erfurt}
    began = Exhibit({}).desk.units_of("de-heydte de-6fj")
    steps = [StartMove(1), Drops(GERMAN), Moving(), EndMove()]
    piece = Exhibit(units, side="german", options="german-paradrops", began=began, steps=steps)
    piece.play("drop de-heydte KK15; done", dice=(1,))
    assert piece.at("de-heydte") == "KK15"
    return piece


def ss_first() -> Exhibit:
    units = {"de-9ss": "destroyed", "de-2pz": "LL14"}
    steps = [GermanReplacing()]
    piece = Exhibit(units, side="german", turn="oct-1", back="de-2pz", pools=[9] * 7, options="ss-first", steps=steps)
    piece.play("rebuild de-9ss reduced", "build de-2pz")
    return piece


def stockpile() -> Exhibit:
    """31.3: four bombers against a rate of three; the fourth rolls, here with every number."""
    w = Exhibit({}).desk.w
    on = [w.mission["replacements"] if a.kind == "sac" and not a.advanced else -1 for a in w.aircraft]
    piece = Exhibit(
        {"de-352": "LL14"},
        side="german",
        turn="feb-1",
        pools=[9] * 7,
        mission=on,
        options="bomb-stockpile",
        steps=[*[Moving(), Replacements(GERMAN)] * 6],
    )
    for die in range(1, 7):
        piece.until("Moving")
        piece.play("end", dice=(die,))
    return piece


def battalions() -> Exhibit:
    three = ("de-352", "de-353", "de-91")
    piece = Exhibit(dict.fromkeys(three, "M11") | {"de-101ss": "M12"}, side="german", options="battalions")
    piece.play("move de-101ss M11", "end")
    assert {piece.at(u) for u in (*three, "de-101ss")} == {"M11"}
    return piece


def jersey() -> Exhibit:
    piece = Exhibit({"de-352": "J3", "de-353": "I4"}, side="german", options="jersey")
    piece.play("move de-352 I4", "move de-353 H5")
    return piece


def decoys() -> Exhibit:
    piece = Exhibit({"de-352": "KK15", "de-243": "KK15"}, side="german", turn="nov-1", options="decoys")
    piece.play("cover de-352", "move de-352 KK17")
    return piece


def set_up(option: str, draft: str) -> Exhibit:
    piece = Exhibit.of("campaign", option)
    piece.play(f"{draft}; rest; done")
    return piece


def decoys_for_hidden() -> Exhibit:
    return set_up("decoys-for-hidden", "place de-lehr L6; cover de-lehr; blank Q9")


def free_setup() -> Exhibit:
    five = zip(
        ("de-2pz", "de-116pz", "de-21pz", "de-11pz", "de-lehr"), ("GG2", "FF3", "GG3", "CC4", "HH4"), strict=True
    )
    return set_up("free-setup", "; ".join(f"place {u} netherlands {h}" for u, h in five))


def armor_release() -> Exhibit:
    armor = ("de-2pz", "de-116pz", "de-11pz", "de-lehr", "de-17ss", "de-9pz")
    places = dict(zip(armor, ("R13", "R13", "R13", "R15", "R15", "R15"), strict=True))
    fields = {"turn": 1, "side": "german", "invaded": 1 << 2, "invasion_turn": 1}
    piece = Exhibit(places, options="armor-release", **fields)
    for die, unit in enumerate(armor, 1):
        piece.play(f"alert {unit}", dice=(die,))
    piece.play("move de-17ss R17", "end")
    return piece


def ardennes() -> Exhibit:
    piece = Exhibit.of("bulge", "ardennes-setup")
    piece.play("lift de-26vg; place de-18vg GG13; place de-26vg GG12; done")
    return piece


def flooding() -> Exhibit:
    w = Exhibit({}).desk.w
    wet = next(w.labels[h] for h in members(w.ground[FLOODED]) if not w.cities >> h & 1)
    piece = Exhibit({"us-1": wet, "us-4": wet}, options="flooding", steps=[*IMPULSE, PlayerTurn(GERMAN)])
    piece.play("end", "flood", "remove us-1")
    return piece


def bad_weather() -> Exhibit:
    """June III: two is added to the die, and a 4 is a Storm."""
    steps = [*IMPULSE, StartTurn(3)]
    piece = Exhibit({"us-1": "R11"}, side="german", turn=2, impulse=2, options="bad-weather", steps=steps)
    piece.play("end", dice=(4,))
    assert piece.s.weather == 3
    return piece


def greif() -> Exhibit:
    piece = Exhibit({"de-150ss": "R13", "us-1": "R17"}, side="german", turn="dec-4", options="greif")
    desk = piece.desk
    edge = next(label for label in sorted(desk.near("R17")) if label in desk.hexes("de-150ss"))
    piece.play(f"move de-150ss {edge}")
    able = [a.text for a in piece.table.legal("slip")]
    piece.play(next(text for text in able if text.split()[1] in desk.near("R17")))
    piece.play("end")
    return piece


def fuel() -> Exhibit:
    piece = Exhibit(
        {"us-2arm": "K4", "us-3arm": "K5"}, turn="sep-1", impulse=2, options="fuel", allied="H5", steps=IMPULSE
    )
    piece.play("move us-2arm L4")
    assert piece.table.game.why_not(piece.s, "allied", "move us-3arm L5")
    piece.play("end")
    return piece


def exits() -> Exhibit:
    w = Exhibit({}).desk.w
    piece = Exhibit(
        {"us-2arm": "RR10", "us-hq-patton": "RR9", "de-2pz": "JJ4"},
        turn="mar-1",
        options="exits",
        allied=" ".join(w.labels[h] for h in members(w.land & ~w.german_cities)),
        volkssturm_cities=w.german_cities,
        steps=[StartMove(1), Moving(), EndMove(), ExitPhase()],
    )
    piece.play("exit us-2arm", "end", "give de-2pz", "give de-2pz")
    return piece


def funnies() -> Exhibit:
    w = Exhibit({}).desk.w
    france = w.countries["france"] & w.ground[CLEAR] & ~w.cities
    here, there = next(
        (w.labels[a], w.labels[b])
        for a in members(france)
        for b in w.near[a]
        if france >> b & 1 and w.river_between(a, b) >= 0
    )
    piece = Exhibit({"br-79-a": here, "br-3": here, "de-352": there}, options="funnies", steps=[StartCombat(1)])
    if piece.step == "Removing":
        piece.play("keep")
    piece.play(f"attack br-79-a {there}; with br-3; done", dice=(6,))
    return piece


def extended() -> Exhibit:
    """31.17: March IV is over, and the game goes on to April I, its last turn here."""
    steps = [*IMPULSE, EndTurn()]
    piece = Exhibit({"us-1": "M5"}, side="german", turn="mar-1", impulse=2, options="extended-4", steps=steps)
    piece.play("end", dice=(1,))
    assert not piece.table.over
    return piece


def varsity() -> Exhibit:
    names = ("br-6ab", "br-1ab")
    began = Exhibit({}).desk.units_of(" ".join(names))
    piece = Exhibit(
        dict.fromkeys(names, "england") | {"de-352": "L8"},
        scenario="berlin",
        turn="feb-1",
        weather="overcast",
        options="varsity",
        began=began,
        capacity_start=5,
        steps=[StartMove(1), Drops(ALLIED), Moving(), EndMove(), StartCombat(1)],
    )
    piece.play("drop br-6ab L7; drop br-1ab L7; done", dice=(1, 1))
    piece.play("end")
    piece.play("attack br-6ab L8; with br-1ab; done", dice=(2,))
    return piece


def rolled_weather() -> Exhibit:
    w = Exhibit({}).desk.w
    steps = [*IMPULSE, StartTurn(w.turn_of["dec-4"])]
    fields = {"scenario": "bulge", "turn": "dec-3", "side": "german", "impulse": 2, "options": "rolled-weather"}
    piece = Exhibit({"us-1": "R11"}, steps=steps, **fields)
    piece.play("end", dice=(2,))
    return piece


def sudden_death() -> Exhibit:
    piece = Exhibit.of("campaign", "sudden-death")
    for seat in ("german", "allied"):
        seven = "; ".join(f"pick {seat}-{n}" for n in range(1, 8))
        piece.table.play(f"{seven}; done", seat=seat)
    return piece


def advanced_air() -> Exhibit:
    """17.7.2, 17.10.10: bombers over the fuel plants; a night fighter meets one of them."""
    piece = Exhibit(
        {"us-1": "R11"},
        side="german",
        turn="jul-1",
        options="advanced-air",
        fuel_reserve=20,
        fuel_production=7,
        steps=[*IMPULSE, AirMonth(), AirPhase()],
    )
    w = piece.desk.w
    piece.play("end")
    piece.play("done" if piece.step == "AirBoxes" else "")
    flights = [f"fly {a.id} {'fuel' if a.kind == 'sac' else 'strafing'}" for a in w.aircraft if a.side == "allied"]
    piece.play("; ".join([*flights, "done"]))
    piece.play("fly night-1 fuel; done")
    piece.until("Moving")
    return piece


def canadians() -> Exhibit:
    units = {"ca-3": "M9", "br-3": "M9", "de-352": "M10"}
    piece = Exhibit(units, options="canadians-with-british", steps=[StartCombat(1)])
    if piece.step == "Removing":
        piece.play("keep")
    piece.play("attack ca-3 M10; with br-3; done", dice=(3,))
    return piece


def armor_in_cities() -> Exhibit:
    near = min(Exhibit({}).desk.near("G7"))
    units = {"us-1": near, "us-4": near, "de-2pz": "G7"}
    piece = Exhibit(units, options="armour-gains-from-cities", steps=[StartCombat(1)])
    if piece.step == "Removing":
        piece.play("keep")
    piece.play("attack us-1 G7; with us-4; done", dice=(3,))
    return piece


def bremen() -> Exhibit:
    """12.5 the other way: with Bremen closed the landing goes to Holland."""
    w = Exhibit({}).desk.w
    piece = Exhibit(
        {"br-3": "england", "de-352": "R20"},
        turn="jun-1",
        options="bremen-closed",
        ship_at=[LOST] * len(w.ships),
        steps=[PlayerTurn(ALLIED, FIRST_MOVE)],
    )
    piece.until("Invading")
    assert piece.table.game.why_not(piece.s, "allied", "invade br-3 QQ4")
    piece.play("invade br-3 FF3; done")
    return piece


def partisans() -> Exhibit:
    """24.4 the other way: the partisan cuts the line of a German unit and leaves after its Supply Phase."""
    desk = Exhibit({}).desk
    at = desk.hex("F22")
    supply = phases(Exhibit({}, options="partisans-cut-supply").s, GERMAN)[SUPPLY]
    fields = {"side": "german", "impulse": 2, "options": "partisans-cut-supply", "partisan": at}
    piece = Exhibit({"de-352": "R13", "us-1": "R17"}, steps=[*IMPULSE, *supply], **fields)
    piece.play("end")
    assert piece.s.partisan < 0
    return piece


def second_turn() -> Exhibit:
    """33.1.4 the other way: no Storm on June II, so it is Clear."""
    fields = {"side": "german", "turn": 1, "impulse": 2, "options": "second-turn-clear"}
    piece = Exhibit({"us-1": "R11"}, scenario="invasion", steps=[*IMPULSE, StartTurn(2)], **fields)
    piece.play("end", dice=(5, 4))
    assert piece.s.weather == 0
    return piece


def grounded() -> Exhibit:
    """17.10.6, 17.10.7 the other way: nothing flies in November's Storm, and nothing is halved."""
    fields = {"turn": "nov-2", "weather": "storm", "options": "no-halving-when-grounded"}
    piece = Exhibit({"us-1": "england"}, back="us-1", steps=[Moving(), Replacements(ALLIED)], **fields)
    piece.play("end")
    assert isinstance(piece.s.stack[-1], AlliedReplacing)
    return piece


OPTIONS: dict[str, Callable[[], Exhibit]] = {
    "german-paradrops": paradrops,
    "ss-first": ss_first,
    "bomb-stockpile": stockpile,
    "battalions": battalions,
    "jersey": jersey,
    "decoys": decoys,
    "decoys-for-hidden": decoys_for_hidden,
    "free-setup": free_setup,
    "armor-release": armor_release,
    "ardennes-setup": ardennes,
    "flooding": flooding,
    "bad-weather": bad_weather,
    "greif": greif,
    "fuel": fuel,
    "exits": exits,
    "funnies": funnies,
    "extended-4": extended,
    "varsity": varsity,
    "rolled-weather": rolled_weather,
    "sudden-death": sudden_death,
    "advanced-air": advanced_air,
    "canadians-with-british": canadians,
    "armour-gains-from-cities": armor_in_cities,
    "bremen-closed": bremen,
    "partisans-cut-supply": partisans,
    "second-turn-clear": second_turn,
    "no-halving-when-grounded": grounded,
}


def options() -> Iterator[tuple[str, Any]]:
    for name, make in OPTIONS.items():
        yield f"option-{name}", make()
