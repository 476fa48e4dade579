"""The guided first turn: a drop, a move, one battle as a whole, the end of a turn, and how the game is won."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

LESSON = Lesson(
    "The first day of the attack",
    "campaign",
    "german",
    (
        LessonStep(
            "It is 10 May 1940. Both sides have planned in secret and set up; you command the German Army, and in "
            "this lesson you decide for the Allies too, where they are asked. Your plan, which the Allies do not "
            "know, is the north of France and its ports, with Army Group A as the main attack.",
            "16 ¶1",
        ),
        LessonStep(
            "Airborne units drop before anything else moves. Click the German 1st Parachute Regiment, which waits "
            "off the map, then Liege: its fortress has a garrison but no unit. Entering Belgium brings Belgium and "
            "Luxembourg into the war.",
            "11 ¶1",
            "drop de-fj-1 1110",
            ("1110",),
            ("de-fj-1",),
        ),
        LessonStep(
            "Now the ground. Click the XIX Panzer Corps: the light shows where it can go, and the number in each "
            "hex what that costs of its 10. A sign beside the number warns of something there, such as an enemy "
            "zone of control, which stops it. Move it to 1708, in the south of Luxembourg.",
            "4 ¶2a",
            "move de-xix 1708",
            ("1708",),
            ("de-xix",),
        ),
        LessonStep(
            "Move as many others as you like. Leave the I Corps at 1008, across the Meuse from Maastricht, where "
            "it is: it will attack. Then end the movement.",
            "2 First Impulse A",
            "end",
            ("1008", "1009"),
            ("de-i",),
        ),
        LessonStep(
            "The combat phase. Nobody has to attack; but a unit that does must attack every enemy unit next to it "
            "that nobody else attacks. Click the I Corps, then Maastricht. The card shows the odds: 5 to 1, and "
            "what each result would mean.",
            "7 ¶1",
            "attack de-i 1009",
            ("1009",),
            ("de-i",),
        ),
        LessonStep("That is all for today: say that your attacks are declared.", "7 ¶1", "done"),
        LessonStep("Each air point shifts the odds by a column. The Allies send none.", "9 ¶1", "air 0", ("1009",)),
        LessonStep("Send one of your five.", "9 ¶1", "air 1", ("1009",)),
        LessonStep(
            "The attack goes over a river, so a die was rolled for the bridgehead first: had that failed, the "
            "corps would have been halved. Then came the die of the battle: the defender must retreat, and is "
            "gone.",
            "7 Terrain ¶1a",
            places=("1009",),
        ),
        LessonStep(
            "The winner may advance. Take Maastricht: with it Eben Emael falls, and the road into Belgium is open.",
            "7 Advance ¶1a",
            "advance de-i 1009",
            ("1009",),
            ("de-i",),
        ),
        LessonStep(
            "Air points that are left can interdict hexes, so that the enemy moves slowly through them. Keep it "
            "simple and pass.",
            "9 ¶3",
            "pass",
        ),
        LessonStep(
            "Supply. At the start of each impulse every unit must trace a line over friendly hexes, free of enemy "
            "zones, to a source: for you the edge of Germany. Units out of supply have their factors halved. The "
            "overlay “Supply of a unit”, at the upper left of the map, draws the line. The regiment at Liege is "
            "supplied, so it could be flown home; keep it there.",
            "8 ¶1",
            "keep",
            ("1110",),
            ("de-fj-1",),
        ),
        LessonStep(
            "The Allies move. On this first turn only the army group of their plan may; end their movement.",
            "18 ¶1a",
            "end",
        ),
        LessonStep("They attack nobody.", "7 ¶1", "done"),
        LessonStep("And interdict nothing.", "9 ¶3", "pass"),
        LessonStep(
            "Turn 1 begins; from now on each side has two impulses a turn. There are ten turns. Points are scored "
            "for enemy units that are eliminated; your level of victory depends on them and on your plan: the "
            "northern cities and ports must be yours at the end, and Holland out of the war. Without the plan, "
            "more points than the Allies have are no victory. Go on from here as you like.",
            "19 ¶1",
        ),
    ),
    forced=((1,), (5,)),
    opening=("usual", "done", "usual", "done", "rest", "done", "rest", "done"),
)
