"""The game on one page."""

from __future__ import annotations

SUMMARY = (
    "Before the first turn the German player chooses a secret plan: clear the Maginot Line, capture Paris, or "
    "capture the northern cities and ports. Both sides assign armies to army groups and set up.",
    "After turn 10 points for eliminated enemy units are compared, and the plan is judged: a German victory needs "
    "more points than the Allies, the plan accomplished, with Holland out of the war if it was invaded, and one more "
    "objective; without that it is a draw. Double points raise its level. The Allies win with at least as many "
    "points or with the plan defeated, and higher with both.",
    "A turn has a German and an Allied player turn, each with two impulses of movement, combat and recovery; turn "
    "0 is the first two days, with one impulse each.",
    "A unit spends movement points by terrain, and stops in an enemy zone of control. Airborne units drop before "
    "anything else moves; railways carry units behind the front; entering a neutral country brings it into the "
    "war.",
    "Nobody has to attack, but a player who does must see to it that every enemy unit next to his attackers is "
    "attacked. Factors make odds, terrain and air points shift the column, and a die gives the result: units are "
    "eliminated or retreat, or nothing happens. Over a river the bridgehead is rolled for first. The winner may "
    "advance.",
    "Units that retreat are disrupted until they recover. At the start of each impulse every unit must trace a "
    "line over friendly hexes to a source; out of supply its factors are halved.",
    "Air points help in battle or interdict hexes, which slows the enemy's next move.",
)
