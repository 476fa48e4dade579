"""The game on one page."""

from __future__ import annotations

SUMMARY = (
    "You win as the Axis by breaking the will of France: French Morale at zero at the end of a turn, or Paris and "
    "three French Zones joined to Germany, or a die in the End Phase once Morale is 5 or less. The Allies win by "
    "holding until the end of turn 7.",
    "A turn is a week: a row of impulses, the Allies' odd and the Axis' even, then the Refit Phase and the End "
    "Phase. After each Axis impulse a Logistics die may end the row.",
    "In an impulse choose one: an Assault, in which one Army Group moves and attacks; a Regroup, in which all "
    "move without fighting; a Redeploy, by rail; or a Pass.",
    "A battle: the Lead unit's Combat Value, 1 for each further unit, the leader, air support and two dice, "
    "against the defender's Lead unit, leader, terrain, river or Maginot Line and two dice. The difference tells "
    "who loses steps, retreats, or is overrun.",
    "At the end of each impulse units that cannot trace Areas of their own to a source are out of supply: they "
    "are weaker, and at the end of the turn whole Areas that are cut off may fall or surrender.",
    "The Advantage is with one side: it is spent to roll again, or to turn a lost battle into a stalemate, and "
    "then goes to the other. Event markers are drawn, held and played in secret.",
    "In the Refit Phase Replacement Points restore reduced units and rebuild lost ones.",
)
