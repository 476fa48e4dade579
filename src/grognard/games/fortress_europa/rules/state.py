# compiled as it stands
"""The state of a game: plain data. Sets of hexes and sets of units are ints whose bits are the members.

Turns count from 1 (June I). `where[u]` is a hex, or a spot off the map (`world.SPOTS`). Hidden units stand in the
spot `hidden`, and only `notes` tells their hexes (3.3): so nothing on the map knows of them before they are revealed.
"""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import World
from grognard.games.fortress_europa.rules.facts import Facts
from grognard.kernel.rules import Events, Said, State

FREE = -1
"""`bound`: the unit is not frozen."""
NOWHERE = -1
"""`mulberry_at`, `ship_at`, `decoy_at`, `box`: not placed."""
LOST = -2
"""`mulberry_at`, `ship_at`: out of the game."""
OPENING, REPLACING, FIRST_MOVE, FIRST_COMBAT, SECOND_MOVE, SECOND_COMBAT, RAIL, SUPPLY, CLOSING = range(9)
"""Phases of a turn (4.2), for clock and display: OPENING is the initial segment, CLOSING the end of the turn."""
PHASES = (
    "Initial segment", "Replacement Phase", "First Move Impulse", "First Combat Impulse", "Second Move Impulse",
    "Second Combat Impulse", "Rail Control Phase", "Supply Phase", "Turn end",
)  # fmt: skip
IDLE, SPENT = -1, -2
"""`mission`: an aircraft that flies nothing; one that was cancelled or used up this turn."""


class Position(State[World, Facts]):
    """A game of Fortress Europa at one moment."""

    scenario: int
    options: int
    """Options chosen, as bits of `option_ids` (`on`)."""
    turn: int
    side: int
    """The phasing side (4.1)."""
    phase: int
    impulse: int
    weather: int

    # --- units
    where: list[int]
    face: list[int]
    """0 front, 1 back: reduced, the infantry side, or the second side of an HQ."""
    bound: list[int]
    """For each unit the district in which it is frozen (9.1), or FREE."""
    box: list[int]
    """For each unit the box of the set-up display that it fills (2.2, 31.8), or NOWHERE."""
    notes: list[int]
    """For each hidden unit the hex of the secret note, else NOWHERE. Secret."""
    spent: list[int]
    """Hexes that each unit has moved by land in this move impulse."""
    mission: list[int]
    """For each aircraft its mission, IDLE or SPENT."""
    target: list[int]
    """For each aircraft the river section (bridges) or the hex (Ground Support named before the reveal), or -1."""
    ship_at: list[int]
    """For each naval unit a place of `sea_spots`, NOWHERE or LOST."""
    mulberry_at: list[int]
    mulberry_damage: list[int]
    mulberry_turn: list[int]
    """The turn in which each mulberry was last damaged, 0 never."""
    port_damage: list[int]
    port_turn: list[int]
    """The turn in which the Allies last captured each port, 0 never."""
    pools: list[int]
    """Accumulated replacement factors, in the order of `POOLS`."""
    overstrength: list[int]
    """For each 8-4 counter the division for which it stands (27.12), or -1."""
    decoy_at: list[int]
    decoy_unit: list[int]
    """For each decoy (31.6, 31.7) its hex or NOWHERE, and the unit under it or -1; `decoy_unit` is secret."""

    # --- what units have done: sets of units
    moved: int = 0
    """Has ended its movement for this impulse."""
    slowed: int = 0
    """Armored units that have entered rough ground in this impulse (8.1)."""
    mired: int = 0
    """Entered a flooded hex this turn, but not by sea movement or rail: no more land movement in it (8.2)."""
    pinned: int = 0
    """In an enemy zone as the second move impulse began (8.9)."""
    stuck: int = 0
    """May not move for the rest of the turn: took replacements, was rebuilt, was airlifted (27.7, 20.10)."""
    landed: int = 0
    """May not move in this impulse: dropped, raiding or invading (12.3, 20.7, 21.2)."""
    railed: int = 0
    sailed: int = 0
    """Moved by rail, by sea in this impulse."""
    flown: int = 0
    """Moved by air this turn (20.17)."""
    fought: int = 0
    """Has attacked or defended in this combat impulse (14.9)."""
    dropped: int = 0
    """Airdropped in this player turn: no zone but its hex (20.6)."""
    invaders: int = 0
    """Landed in the first impulse of this invasion turn; until its combat impulse is over (12.8, 12.9)."""
    ashore: int = 0
    """Came ashore in this turn's invasion, in either impulse: in supply for the turn (18.7.1), and raiders among them
    count in stacks (21.7)."""
    began: int = 0
    """Units of the phasing side that began its turn in England, in Africa or in a city of theirs and have not moved
    since (12.4, 20.2, 20.3, 20.10, 21.2)."""
    raiding: int = 0
    """Landed as a raid in this impulse (21)."""
    by_air: int = 0
    """Came to the continent last by airdrop: does not count against supply capacity (20.15)."""
    rebuilt: int = 0
    """German units that were rebuilt and are still off the map: they do not move in the turn they enter (27.8)."""
    grounded: int = 0
    """German paratroopers that were rebuilt and drop no more (27.9)."""
    strafed: int = 0
    """Rolled for in this impulse (17.10.1)."""
    sighted: int = 0
    """German units that TAC have seen on their way in this impulse (17.10.1)."""
    stopped: int = 0
    """Hit by strafing, or stopped by a river, in this impulse: no further movement in it (17.10.1, 17.10.4)."""
    trespassing: int = 0
    """Allied units forced into a frozen district, which must leave it (15.10)."""
    driven_in: int = 0
    """Those of them who were forced in since the Allied turn began: they leave on the next one (15.10)."""
    expelled: int = 0
    """Allied units that have left such a district and may not move back in (15.10)."""
    unsupplied: int = 0
    """Found out of supply in the last Supply Phase, for display."""

    # --- the battle that is declared or fought
    battle_units: int = 0
    """The attackers."""
    battle_hexes: int = 0
    """The hexes attacked."""
    battle_foes: int = 0
    """The defenders that fight, without those that have fought before (15.11)."""
    battle_idle: int = 0
    """Units beside the battle that may not join it for their nationality (14.11)."""
    battle_column: int = -1
    """The lower column that the attacker declares (15.8), or -1."""
    battle_ships: int = 0
    battle_air: int = 0
    battle_carpet: int = 0
    """Ships (19.4), Ground Support (17.10.2) and Carpet Bombing (17.10.9) named for this battle."""
    sallied: int = 0
    """Fortresses out of which German units have attacked in this combat impulse (14.13)."""

    # --- ground
    allied: int = 0
    """Hexes where an Allied unit was last (30.2); all other land is German."""
    allied_rail: int = 0
    """Rail hexes out of German control (10.7)."""
    rail_noted: int = 0
    """Rail hexes that change hands in this player turn's Rail Control Phase (ruling 76)."""
    ruined: int = 0
    """Destroyed fortresses (16.3)."""
    bases_taken: int = 0
    sites_taken: int = 0
    """Hexes of U-Boat bases and V1 sites that were captured (30.2)."""
    bases_turn: int = 0
    sites_turn: int = 0
    """The turn in which the last of them fell, 0 not yet (rulings 84, 165)."""
    tried: tuple[tuple[int, int], ...] = ()
    """Armored units and the hexsides that they have tried to cross in this impulse (17.10.4)."""
    bridges_down: int = 0
    """River sections whose bridges are destroyed this turn (17.10.4)."""
    friendly_beaches: int = 0
    """Where invaders landed and no German unit has been since (11.4B)."""
    flooded: bool = True
    """Whether flooded areas are under water (31.11)."""
    jersey_lost: bool = False
    """Whether the Isle of Jersey has been Allied (31.5)."""

    # --- districts
    invaded: int = 0
    """Districts that the Allies have invaded, as bits (9.1A)."""
    landing_districts: int = 0
    """Those of them where an invasion landed, not only a raid (33.1.3)."""
    released: bool = False
    """Whether all German units have been released (9.1B, D to G)."""
    italy_open: bool = False
    """Whether an Allied unit has entered Italy (9.3)."""

    # --- invasions, sea, supply
    invasions: int = 0
    invasion_turn: int = 0
    """The turn of the last invasion, 0 none: `s.turn == s.invasion_turn` on invasion turns."""
    first_failed: bool = False
    """Whether the first invasion was thrown back into the sea (12.18)."""
    second_turn: int = 0
    """The turn of the second invasion, 0 none (19.8, 18.7.13)."""
    site: int = 0
    """Hexes invaded this turn."""
    airfields: int = 0
    """Cities that the phasing side controlled as this impulse began (20.10)."""
    landing_area: int = -1
    """The area whose capacities count in this turn's invasion (12.10)."""
    landed_factors: int = 0
    landed_second: int = 0
    landed_hqs: int = 0
    """What has landed so far in this invasion: factors first, units and HQs second (12.10)."""
    ten_waiting: bool = False
    """An invasion has been made whose ten units by sea are still to come (11.6)."""
    sea_used: int = 0
    evacuated: int = 0
    rail_used: int = 0
    """Passages by sea, evacuations and moves by rail this turn (10.1, 11.4B, 11.5)."""
    rail_hq_month: int = -1
    """The month in which an HQ last went by rail (10.10)."""
    capacity_start: int = 0
    """Supply capacity at the start of the Allied turn (18.7.6, 18.7.7)."""
    ports_taken: int = 0
    """Ports that the Allies have ever captured, as bits."""
    ports_spoilt: int = 0
    """Ports found damaged at their first capture (18.7.10)."""
    ports_asleep: int = 0
    """Ports that only airborne units or raiders have captured this turn (20.16, 21.4)."""
    paris_turn: int = 0
    """The turn in which Allied units first occupied Paris, 0 not yet (26.5)."""

    # --- air and raids
    tac_left: int = 0
    """German aircraft left in this month (17.7)."""
    carpet_month: int = -1
    front_box: int = 0
    """German aircraft in the Western Front box (17.9.1-advanced)."""
    fuel_production: int = 0
    fuel_reserve: int = 0
    ships_used: int = 0
    allied_drops: int = 0
    german_drops: int = 0
    german_lifts: int = 0
    raids: int = 0
    """Drops, airlifts and raids made so far."""

    # --- other pieces
    partisan: int = NOWHERE
    partisan_ready: bool = False
    volkssturm_cities: int = 0
    """Cities where Volkssturm has appeared (25.1)."""
    volkssturm_waiting: tuple[int, ...] = ()
    """Cities that wait for one (25.4)."""
    regraded: tuple[int, ...] = ()
    """Armored factors that serve as infantry in this phase and are not used yet: the pool of each (27.5)."""
    swaps: tuple[tuple[int, int], ...] = ()
    """Pairs of units that have changed places in the schedule (26.8)."""
    reserve_choice: int = 0
    """Panzer Reserve: 0 open, 1 option A, 2 option B (28.3)."""
    reserve_back: bool = False

    # --- weather, options, victory
    storm_seen: bool = False
    armor_rolls: tuple[tuple[int, int], ...] = ()
    """Units and their dice (31.9)."""
    greif: int = 0
    """Skorzeny's commandos: 0 ready, 1 in use in this impulse, 2 over (31.13)."""
    fuel_limit: int = -1
    """How many Allied armored units may move in this impulse (31.14), -1 all."""
    given_up: tuple[tuple[int, int], ...] = ()
    """Units that the German player gave up for exited steps, and how many steps of each (31.15)."""
    quick_units: int = 0
    """Americans with full movement on December IV (33.3.9-5)."""
    line_attacks: int = 0
    """Attacks of at least 1-1 on the American line on December III (33.4.1)."""
    belt_units: int = 0
    """German units that began in the belt of the Ardennes offensive (33.3.9-2, 31.10)."""
    regrouped: int = 0
    """Units that the German player has placed anew before the offensive (31.10)."""
    crowded: int = 0
    """Hexes where German units began overstacked and have not yet had a chance to part (33.3.1, ruling 250)."""
    cramped: int = 0
    """The units there that had no such chance: who comes to them is one too many (ruling 250)."""
    bulge_level: int = 0
    """The German level reached at the end of January II: 0 none, 1 tactical, 2 strategic (33.3.10)."""
    goals_german: int = 0
    goals_allied: int = 0
    """The objectives that each player picked, as bits of `objective_ids` (32.1). Secret."""
    goals_shown: bool = False
    ending: str = ""
    """How the game ended, "" while it goes on: the level of the result."""
    winner: int = -1


# ------------------------------------------------------------------------------------- short questions


def on(s: Position, option: str) -> bool:
    """Whether an option is chosen."""
    w = s.data
    return bool(s.options & w.option_bit[option])


def on_map(s: Position, u: int) -> bool:
    w = s.data
    return s.where[u] < w.n


def frozen(s: Position, u: int) -> bool:
    """9.1: bound to its district."""
    return s.bound[u] != FREE


def fortress(s: Position, h: int) -> bool:
    """Whether an intact fortress is in the hex (16.3)."""
    w = s.data
    return bool((w.fortresses & ~s.ruined) >> h & 1)


def combat_factor(s: Position, u: int) -> int:
    """2.6"""
    w = s.data
    return w.combat[u][s.face[u]]


def steps_of(s: Position, u: int) -> int:
    """How many steps a unit on the map has left (2.8)."""
    w = s.data
    return 2 if w.two_steps >> u & 1 and s.face[u] == 0 else 1


def invasion_now(s: Position) -> bool:
    """Whether this is an invasion turn."""
    return s.turn == s.invasion_turn


def say(
    ev: Events | None, words: str, rule: str = "", places: tuple[str, ...] = (), pieces: tuple[str, ...] = ()
) -> None:
    if ev is not None:
        ev.add(Said(words=words, rule=rule, places=places, pieces=pieces))
