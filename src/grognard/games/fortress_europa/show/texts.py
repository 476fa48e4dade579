"""What the scenarios and the optional rules are, for those who choose among them."""

from __future__ import annotations

SCENARIOS = {
    "campaign": (
        "The whole campaign, June 1944 to March 1945: the Allies choose where to land, the Germans what to hold. "
        "The Allies win by taking Paris, Bruxelles and cities in Germany."
    ),
    "invasion": (
        "Seven turns of summer: the landing, the beachhead and the break-out. The shortest game that begins with "
        "the landing, and the one to begin with."
    ),
    "west-wall": (
        "Twelve turns from the landing to the German frontier at the end of August. Each player picks seven "
        "secret objectives before the game."
    ),
    "bulge": (
        "Four turns of winter: the German offensive in the Ardennes and the Allied answer. The armies stand where "
        "they stood on 16 December 1944; the Germans attack first."
    ),
    "berlin": (
        "From the Ardennes to the end of the war: the offensive, then the Allied drive over the Rhine until March."
    ),
}
OPTIONS = {
    "german-paradrops": (
        "Only German parachute regiments drop or fly, and none that was rebuilt. Weakens the Germans a little."
    ),
    "ss-first": "Replacements for armored units go to the SS first. Weakens the Germans a little.",
    "bomb-stockpile": "Bombers may also hit replacement factors that the Germans have saved up. Helps the Allies.",
    "battalions": "Battalions do not count in stacks, so both sides can stack more.",
    "jersey": "Adds the Isle of Jersey to the map, with rules of its own for garrison, ferry and capture.",
    "decoys": (
        "Inside Germany decoys hide single German units until the Allies come within five hexes. Helps the Germans."
    ),
    "decoys-for-hidden": "Instead of hidden units nineteen decoys lie on the map in June, ten of them blank.",
    "free-setup": (
        "Any German unit may fill any box of the set-up, district by district: the Allies know numbers, not "
        "units. Helps the Germans."
    ),
    "armor-release": (
        "On the first turn each German armored unit outside the invaded district rolls whether it may march. "
        "Helps the Allies."
    ),
    "ardennes-setup": (
        "The German player rearranges the attackers of the Ardennes before they attack. Helps the Germans."
    ),
    "flooding": "The Dutch lowlands begin dry; the German player may flood them once, for good.",
    "bad-weather": "The weather grows worse from June II on, until the first Storm has come. Helps the Germans.",
    "greif": "Skorzeny's brigade may once slip through a zone and pick its fight. Helps the Germans a little.",
    "fuel": (
        "From September on, until Antwerp works as a port, the Allies move only as much armor in the second "
        "impulse as they have capacity to spare. Helps the Germans."
    ),
    "exits": (
        "Allied armor may leave the map to the east and bind German steps there; 25 steps there at the end of a turn "
        "win the game."
    ),
    "funnies": (
        "The 79th Armored breaks into special engineers: they bridge rivers and help against cities and "
        "fortresses. Helps the Allies."
    ),
    "extended-4": "Four turns more, to April I, on which the last German levies come.",
    "extended-8": "Eight turns more, to May I, with the last German levies from April I on.",
    "varsity": (
        "From February I two British airborne divisions are whole in England, may drop on Overcast turns too, and "
        "attack better on the turn of their drop. Helps the Allies."
    ),
    "rolled-weather": (
        "In the December scenarios the weather is rolled from December IV on instead of being the historical one."
    ),
    "sudden-death": "Each player picks seven secret objectives; they are shown in September and may end the game.",
    "advanced-air": "More aircraft, the German ones in two boxes and on fuel: more to decide in the air every turn.",
    "canadians-with-british": (
        "Canadian units may attack together with British and Allied Minor ones. Helps the Allies a little."
    ),
    "armour-gains-from-cities": "Armor that defends in a city gains from it like infantry.",
    "bremen-closed": (
        "The Allies neither land at Bremen nor station ships in the water before it. Helps the Germans a little."
    ),
    "partisans-cut-supply": (
        "The partisans stay until the German Supply Phase is over and cut lines through their hex."
    ),
    "second-turn-clear": "In Invasion the second turn is Clear whenever it is not a Storm.",
    "no-halving-when-grounded": "When the weather keeps all aircraft down, nobody's replacements are halved.",
}
