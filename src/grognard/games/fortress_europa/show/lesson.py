"""The guided landing: aircraft, a site, the first battle, reinforcements, a harbour, a plan of attack, supply, and
how the game is won."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

AIRCRAFT = {
    "bomber-command-1": "railway",
    "bomber-command-2": "replacements",
    "8th-1": "v1",
    "8th-2": "u-boats",
    "2nd-1": "counter-air",
    "2nd-2": "counter-air",
    "2nd-3": "strafing",
    "9th-2": "strafing",
    "12th-1": "strafing",
    "12th-2": "strafing",
}
"""The missions that have been given when the lesson begins."""

LESSON = Lesson(
    "The landing",
    "invasion",
    "allied",
    (
        LessonStep(
            "June 1944. You command the Allies; your divisions wait in England, in the drawer “Off the map” (▤). "
            "The Germans hold the coast from Holland to Nice, frozen in their districts until somebody lands, "
            "and five of their units are hidden. In this lesson you decide for them too, where they are asked.",
            "33.1.1",
            places=("M5", "W4"),
        ),
        LessonStep(
            "First the air. Ten of your eleven aircraft have their missions: two squadrons look for the Luftwaffe, "
            "others strafe roads or bomb trains and factories. Give the last one, of the 9th, the mission Ground "
            "Support: it will raise the odds of an attack by a column.",
            "17.10.2",
            "fly 9th-1 ground-support",
            (),
            ("9th-1",),
        ),
        LessonStep("All eleven fly: you are done with the air.", "17.1", "done"),
        LessonStep("The Germans could send aircraft against yours. Today they save them.", "17.7", "done"),
        LessonStep(
            "Paratroopers could drop before the landing. They are worth learning later: go on without them.",
            "20.4",
            "done",
        ),
        LessonStep(
            "Now choose where to land. A site is an unbroken line of beaches in one stretch of coast, and no more "
            "factors land than that stretch allows: 36 in the Western Channel. Calais is near Germany and full of "
            "troops; Normandy is weaker, and its beach M5 is held by one Coastal division. Click the British 3 "
            "Infantry in England, then M5.",
            "12.10",
            "invade br-3 M5",
            ("M5",),
            ("br-3", "de-716"),
        ),
        LessonStep(
            "Whoever lands on the enemy must drive him out at once, or is lost. So send the 50 Infantry to M5 too.",
            "12.9",
            "invade br-50 M5",
            ("M5",),
            ("br-50",),
        ),
        LessonStep(
            "And the 79 Engineers: in the first landing their special tanks add 2 to the die.",
            "12.13",
            "invade br-79 M5",
            ("M5",),
            ("br-79",),
        ),
        LessonStep(
            "The beach L4, next to it, is empty. Land the American 1 Infantry there.",
            "12.6",
            "invade us-1 L4",
            ("L4",),
            ("us-1",),
        ),
        LessonStep("And the 29 Infantry.", "12.6", "invade us-29 L4", ("L4",), ("us-29",)),
        LessonStep(
            "There is room for more, if you like; the numbers in the panel say how much. Then say that the "
            "invasion is complete.",
            "12.10",
            "done",
            ("L4", "M5"),
        ),
        LessonStep(
            "Warships add their number to an attack within two hexes. Put the Eastern Task Force into M4, off the "
            "beaches.",
            "19.4",
            "station navy-1 M4",
            ("M4",),
            ("navy-1",),
        ),
        LessonStep("Force D lies in N4.", "19.6", "station navy-2 N4", ("N4",), ("navy-2",)),
        LessonStep("The Western Task Force lies in M3.", "19.6", "station navy-3 M3", ("M3",), ("navy-3",)),
        LessonStep("And Force A in M4.", "19.6", "station navy-4 M4", ("M4",), ("navy-4",)),
        LessonStep("The fleet is in place: say that you are done.", "19.1", "done"),
        LessonStep(
            "In the landing Ground Support is bound to a hex before you know what hides there. Aim the squadron of "
            "the 9th at M5.",
            "17.10.2",
            "aim 9th-1 M5",
            ("M5",),
            ("9th-1",),
        ),
        LessonStep("Say that you are done, and the hidden Germans appear.", "3.6", "done"),
        LessonStep(
            "There they are: an infantry division in N5, armor behind Caen. The first battle. The panel lists what "
            "can be attacked: press Propose, and everybody is put in, at odds that you can read there: 13 factors "
            "against 3 are 4-1, and the squadron makes them 5-1. Press Fight. Or do it on the map: click the "
            "British 3 Infantry, then M5.",
            "14.6",
            "attack br-3 M5",
            ("M5",),
            ("br-3",),
        ),
        LessonStep("The 50 Infantry joins the battle.", "14.5", "with br-50", ("M5",), ("br-50",)),
        LessonStep("And the 79 Engineers.", "14.5", "with br-79", ("M5",), ("br-79",)),
        LessonStep("The squadron of the 9th supports it.", "17.10.2", "support 9th-1", ("M5",), ("9th-1",)),
        LessonStep("Fight.", "14.3", "done", ("M5",)),
        LessonStep(
            "A 4, and 2 for the engineers: the defender is eliminated, and the beach is yours. The table of combat "
            "results is among the charts; the cell that was used is marked.",
            "15.2",
            places=("M5",),
        ),
        LessonStep(
            "The second impulse. Those who invaded stay on their beaches today; but others land behind them. "
            "Nobody is in supply for long without a headquarters: land Bradley in L4.",
            "18.1",
            "land us-hq-bradley L4",
            ("L4",),
            ("us-hq-bradley",),
        ),
        LessonStep(
            "Land more, if you like: the light shows who can, and a click on anybody else says why not. Then end "
            "the movement. The card of the button says what you will have to attack.",
            "11.5",
            "end",
        ),
        LessonStep(
            "You have no port yet. But you have brought harbors along: put the larger mulberry into L4. Every unit "
            "in Europe takes one of its twelve points of capacity.",
            "18.7",
            "mulberry mulberry-12 L4",
            ("L4",),
        ),
        LessonStep(
            "The second combat impulse. Whoever stands in an enemy zone of control must attack, and every enemy "
            "whose zone he stands in must be attacked: now there are five of them. Press Propose: a plan that "
            "meets all duties, the guns of the fleet included. Arrows show it on the map; open a row to see the "
            "odds and to change who takes part. Then fight for Caen: the British 3 Infantry attacks M6.",
            "14.6A",
            "attack br-3 M6",
            ("M6",),
            ("br-3", "de-21pz"),
        ),
        LessonStep(
            "Force D fires on Caen: 8 factors against 3. The 21 Panzer counts only half, for armor fights badly in "
            "a city, on either side.",
            "16.5",
            "ship navy-2",
            ("M6",),
            ("navy-2",),
        ),
        LessonStep("Fight.", "14.3", "done", ("M6",)),
        LessonStep(
            "The defender loses a step and retreats two hexes; you choose where to. Click the 21 Panzer, then M8, "
            "away from your beaches.",
            "15.3",
            "retreat de-21pz M7 M8",
            ("M8",),
            ("de-21pz",),
        ),
        LessonStep(
            "Supply. At the end of each of your turns every unit needs a line of at most five hexes to a "
            "headquarters, the headquarters a line to a port or mulberry, and each of these feeds as many units as "
            "it has points. The book “Supply”, below the panel, shows who draws on what, and who goes short; on "
            "the turn of the landing everybody is in supply. The overlay “Supply of a unit”, at the upper left of "
            "the map, draws the line.",
            "18.1",
            places=("L4",),
        ),
        LessonStep(
            "How the game is won. Seven turns: having landed in Normandy, you win by holding Caen and Paris, or "
            "Cherbourg or Brest and four more cities of the district, with a mulberry standing and at least one "
            "point of capacity to spare. Cherbourg, at K2, is also the nearest great port.",
            "33.1.3",
            places=("M6", "R11", "K2"),
        ),
        LessonStep(
            "Fight the battles that are left, as you like: the plan keeps count of what is due. Then it is the "
            "German turn, and the war goes on.",
            "14.6A",
            places=("K4", "K5", "L5", "N5"),
        ),
    ),
    forced=((4,), (6,)),
    opening=("rest", "done", "end", *(f"fly {aircraft} {mission}" for aircraft, mission in AIRCRAFT.items())),
)
