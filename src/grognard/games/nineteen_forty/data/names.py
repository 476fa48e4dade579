"""By which names and numbers sides, nations, countries, spots and kinds of steps go in 1940."""

GERMAN, ALLIED = 0, 1
SEATS = ("german", "allied")
SIDES = ("German", "Allied")
NATIONS = ("german", "french", "british", "belgian", "dutch", "swiss")
DE, FR, BR, BE, NL, CH = range(6)
COUNTRIES = ("germany", "france", "belgium", "holland", "luxembourg", "switzerland")
GERMANY, FRANCE, BELGIUM, HOLLAND, LUXEMBOURG, SWITZERLAND = range(6)
NEUTRALS = (BELGIUM, HOLLAND, LUXEMBOURG, SWITZERLAND)
HOME = (GERMANY, FRANCE, FRANCE, BELGIUM, HOLLAND, SWITZERLAND)
"""The home country of each nation (the British have none on the map and are at home in France)."""

CONDITIONS = ("sound", "repulsed-now", "repulsed", "routed")
SPOTS = ("waiting", "eliminated", "evacuated", "in-corps", "out")
FOOT, MOTOR, MOUNTAIN = range(3)
USUAL, SEA, FORT, EBEN, CAUSEWAY = range(5)
"""Classes of steps: plain, over an all-sea side, into an enemy fortification through its side, the same at Liege,
over a causeway."""
QUARTER = 4
"""Movement is counted in quarter points, because a factor may be halved twice (6 ¶1, 8 Supply Effects ¶1)."""
TIERS = 10
FARTHEST_RETREAT = 4
