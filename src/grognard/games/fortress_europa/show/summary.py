"""The game on one page."""

from __future__ import annotations

SUMMARY = (
    "The Allies choose where to land, break out, cross France and drive into Germany; the Germans throw them back, "
    "or delay them and strike back in winter. In Invasion the Allies win with one condition of the district that "
    "they invaded, if a mulberry stands and the supply capacity is at least 1; in the campaign by the cities of "
    "Germany and the West. The other scenarios say what counts in them.",
    "A turn is a week: weather and aircraft, the Allied player turn, then the German one. A player turn has "
    "replacements, a move and a combat impulse, a second move and combat impulse, control of railways, and supply.",
    "A unit's zone of control is its hex and the six around it, but not across rivers without bridges, nor into "
    "fortresses. Whoever ends a move in an enemy zone must attack in that impulse: think before you close up, and "
    "look at the plan of attack before you end your moves.",
    "Attack and defense factors make the odds; aircraft, ships and terrain change them; a die gives the result: one "
    "side loses steps or retreats, or both pay. Battles are fought one by one, in any order.",
    "Landings and drops need Clear weather. In the first impulse invaders come ashore; in the second others follow, "
    "and the mulberry is placed. Six German units a turn can go by rail; those on the coast stay frozen in their "
    "districts until something releases them.",
    "Every unit needs a headquarters within five hexes, and the headquarters a line of its own: for the Allies to a "
    "port or mulberry, each of which supplies as many units as its capacity; for the Germans to a city at home. The "
    "page “Supply” tells who draws on what, and who goes short.",
    "Aircraft fly on Clear turns: they support battles, interdict hexes and railways, and bomb.",
)
