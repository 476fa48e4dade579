"""The bar over the map: what is left of everything that is counted by the turn, the month or the game."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN, World
from grognard.games.fortress_europa.rules.air.air import advanced, allied_aircraft, german_aircraft
from grognard.games.fortress_europa.rules.landing.sea import sea_limit
from grognard.games.fortress_europa.rules.movement.rail import rail_capacity
from grognard.games.fortress_europa.rules.standing import allied_hexes
from grognard.games.fortress_europa.rules.state import Position
from grognard.games.fortress_europa.rules.supply.ports import capacity
from grognard.games.fortress_europa.rules.victory.victory import conquest_of
from grognard.kernel.show import Number
from grognard.maps import mask_of


def numbers(w: World, v: Position) -> tuple[Number, ...]:
    return (
        Number("turn", "Turn", v.turn, w.turn_name[v.turn], rule="4.3A1"),
        Number("weather", "Weather", v.weather, w.weather_names[v.weather], rule="4.3A2"),
        *victory(w, v),
        *transport(w, v),
        *air(w, v),
        *pools(v),
        *landings(w, v),
    )


def part(name: str, label: str, value: int, whole: int, side: str, rule: str) -> Number:
    return Number(name, label, value, f"{value} of {whole}", side=side, rule=rule)


def victory(w: World, v: Position) -> list[Number]:
    """30.1, 33.4.7: cities on the way to conquest."""
    terms = conquest_of(v)
    if terms is None:
        return []
    held = allied_hexes(v)
    cities = w.german_cities | mask_of(w.place_hex[name] for name in terms.also)
    major, all_cities = (held & w.major_cities).bit_count(), (held & cities).bit_count()
    rule = "30.1" if terms.id == "campaign" else "33.4.7"
    return [
        part("major-cities", "Major cities", major, terms.major, "allied", rule),
        part("cities", "Cities", all_cities, terms.cities, "allied", rule),
    ]


def transport(w: World, v: Position) -> list[Number]:
    """Supply, and what is left of sea passages and trains in this turn."""
    found = [Number("capacity", "Supply capacity", capacity(v), side="allied", rule="18.7")]
    if v.side == ALLIED:
        sea = sea_limit(v)
        found.append(part("sea", "Sea passages", sea - v.sea_used, sea, "allied", "11.5"))
    if v.side == GERMAN:
        rail = rail_capacity(v)
        found.append(part("rail", "By rail", max(0, rail - v.rail_used), rail, "german", "10.1"))
    return found


def air(w: World, v: Position) -> list[Number]:
    """Who can fly this turn, and whether Carpet Bombing has been flown this month."""
    sac, tac = allied_aircraft(v)
    mine, night = german_aircraft(v)
    german = f"{mine} TAC, {night} night" if advanced(v) else f"{mine} TAC"
    bombed = v.carpet_month == w.month_of[v.turn]
    return [
        Number("allied-aircraft", "Allied aircraft", sac + tac, f"{sac} SAC, {tac} TAC", side="allied", rule="17.1"),
        Number("german-aircraft", "German aircraft", mine + night, german, side="german", rule="17.7"),
        Number("carpet", "Carpet bombing", int(bombed), "flown" if bombed else "open", side="allied", rule="17.10.9"),
    ]


def pools(v: Position) -> list[Number]:
    """Replacement factors, as the Replacement Chart writes them (27.1): all of them, and armored ones in brackets."""
    found = []
    for number, who in enumerate(("German", "American", "British")):
        foot, armored = v.pools[2 * number : 2 * number + 2]
        side = "german" if who == "German" else "allied"
        text = f"{foot + armored}({armored})"
        found.append(Number(f"{who.lower()}-pool", f"{who} factors", foot + armored, text, side=side, rule="27.3"))
    return [*found, Number("special-pool", "Special factors", v.pools[6], side="allied", rule="27.9")]


def landings(w: World, v: Position) -> list[Number]:
    """Drops, raids and invasions made, of those that the scenario allows."""
    row = w.book.scenario[v.scenario]
    found = [
        part("allied-drops", "Allied paradrops", v.allied_drops, row.allied_drops, "allied", "20.4"),
        part("german-drops", "German paradrops", v.german_drops, row.german_drops, "german", "20.5"),
        part("raids", "Raids", v.raids, row.raids, "allied", "21.2"),
    ]
    if row.setup == "june":
        second = w.turn_name[v.second_turn] if v.second_turn else "to come"
        found.append(Number("second-invasion", "Second invasion", v.second_turn, second, side="allied", rule="12.14"))
    return found
