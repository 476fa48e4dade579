"""The game on one page."""

from __future__ import annotations

SUMMARY = (
    "You win by bringing men home: each factor of evacuees that reaches England is a Victory Point. 36 is an "
    "average result, 40 good, 44 outstanding, 50 a miracle; 25 or less is a disaster.",
    "There are eighteen turns, nine days and nine nights. Each has seven phases: an event, the Luftwaffe, escapes "
    "with their points, the German army, your Player Actions, Evacuation Moves, and the end.",
    "Cards decide what the enemy does and how many actions you have. The German units come on along tracks of "
    "spaces towards the beaches; they attack with dice against the Defense Number of the unit in front of them.",
    "With Player Actions you move units on foot or by truck, make evacuees out of units, improve them, build "
    "jetties, release the floods, attack, and more. What is not spent is lost.",
    "With Evacuation Moves the evacuees embark at the Mole, a jetty or a beach, and sail one of three routes: the "
    "shortest lies under fire, the longest takes more moves.",
    "Hold the perimeter long enough that the beaches stay open, but not so long that nobody is left to bring away: "
    "combat units become evacuees too.",
)
