"""The game on one page."""

from __future__ import annotations

SUMMARY = (
    "You win as the Axis by breaking the will of France: French Morale at zero at the end of a turn, or Paris and "
    "three French Zones joined to Germany, or a roll in the End Phase once Morale is 5 or less. The Allies win by "
    "holding until the end of turn 7.",
    "A turn is a week: a series of impulses, the odd ones Allied and the even ones Axis, then the Refit Phase and "
    "the End Phase. After each Axis impulse a Logistics die may end the series.",
    "In an impulse choose one: an Assault, in which one Army Group moves and attacks; a Regroup, in which all may "
    "move one Area without fighting; a Redeploy, in which the units of one Area move twice as far; or a Pass.",
    "A battle: the Lead unit's Combat Value, 1 for each further unit, the leader, air support and two dice, "
    "against the defender's Lead unit, leader, terrain, river or Maginot Line and two dice. The difference decides "
    "who loses steps, retreats, or is overrun.",
    "At the end of each impulse units that cannot trace a path through Areas of their own side to a source are out "
    "of supply: they are weaker, and at the end of the turn they may surrender; empty Areas that are cut off fall.",
    "One side has the Advantage. It can be spent to ignore a Logistics die, to turn a lost battle into a "
    "Stalemate, to draw another Event marker or to declare Paris an open city; then the other side has it. Event "
    "markers are drawn and held in secret.",
    "In the Refit Phase Replacement Points restore reduced units and rebuild lost ones.",
)
