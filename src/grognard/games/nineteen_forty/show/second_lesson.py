"""The second lesson: the secret plans, and what air points are worth."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

PLANS = Lesson(
    id="plans",
    title="Plans and air points",
    scenario="campaign",
    seat="german",
    forced=((3,),),
    steps=(
        LessonStep(
            "Before the first shot both sides plan in secret, and the plans bind them to the end. You plan for the "
            "Germans first; in this lesson you decide for the Allies too.",
            "16 ¶1",
        ),
        LessonStep(
            "Your objective is what you must hold after turn 10: the Maginot Line cleared, Paris, or the north "
            "with its ports. Without it, more points are no victory. Choose the north: its cities lie nearest to "
            "you.",
            "16 Germans ¶1a",
            "objective north",
        ),
        LessonStep(
            "On turns 0 and 1 your panzer corps attack only where the army group of the main attack may: B in the "
            "north, A in the middle, C in the south. Choose A: it comes out behind the armies that march into "
            "Belgium.",
            "17 German ¶1",
            "effort A",
        ),
        LessonStep(
            "Each army goes whole to one group, and each group needs at least one. “Usual” fills in what is still "
            "open, much as it was in 1940.",
            "16 Germans ¶1b",
            "usual",
        ),
        LessonStep("The plan is complete. Seal it: nobody sees it before it shows itself.", "16 ¶1", "done"),
        LessonStep(
            "Now the Allies. Their plan names the one army group that moves on turn 0, east or north-east and within "
            "its boundary: the First, on the Belgian border. If the Germans come elsewhere, the others stand still.",
            "16 Allies ¶1a",
            "react 1",
        ),
        LessonStep("The rest as usual.", "16 Allies ¶1b", "usual"),
        LessonStep("Seal it.", "16 ¶1", "done"),
        LessonStep(
            "The Allies deploy first, and the Germans see where. “Rest” places the units that are still off the "
            "map, within the bounds of their groups.",
            "16 Deployment ¶1",
            "rest",
        ),
        LessonStep("That will do.", "16 Deployment ¶1", "done"),
        LessonStep("Your units likewise.", "16 Deployment ¶2", "rest"),
        LessonStep(
            "The overlay “The plans, as far as you know them” shows you yours at any time. Set up.",
            "16 Deployment ¶2",
            "done",
        ),
        LessonStep(
            "Move the XIX Panzer Corps to 1408, in front of Bastogne. It enters Belgium, so Belgium joins the "
            "Allies.",
            "4 ¶2a",
            "move de-xix 1408",
            ("1408", "1409"),
            ("de-xix",),
        ),
        LessonStep("End the movement.", "2 First Impulse A", "end"),
        LessonStep(
            "Bastogne lies in row 14, within Army Group A's rows 13 to 20: there your panzers may attack. Attack "
            "the Belgian corps. Armor in a forest is halved, so it stands at 3 to 2.",
            "17 German ¶1",
            "attack de-xix 1409",
            ("1409",),
            ("de-xix", "be-k"),
        ),
        LessonStep("Declare it.", "7 ¶1", "done"),
        LessonStep(
            "Air points. You have five a turn, the Allies a British and a French one; each moves the odds one "
            "column, each is used once a turn, none is kept. The Allies must commit theirs first. Let them spend "
            "one here.",
            "9 ¶2b",
            "air 1",
            ("1409",),
        ),
        LessonStep(
            "You answer, knowing theirs: that is worth more than the fifth point. Three of yours against one moves "
            "the odds two columns to the right.",
            "9 ¶2a",
            "air 3",
            ("1409",),
        ),
        LessonStep(
            "One column more for armor against infantry: 4 to 1, and the die is a 3. The defender retreats; its "
            "owner chooses the way.",
            "7 Retreat ¶1e",
            "retreat be-k 1311",
            ("1409", "1311"),
            ("be-k",),
        ),
        LessonStep("Take Bastogne.", "7 Advance ¶1a", "advance de-xix 1409", ("1409",), ("de-xix",)),
        LessonStep(
            "Two points are left, and two interdict a hex: through the enemy's next player turn it is as hard to "
            "enter as a zone of control. Put it where it bars a road rather than where a battle could still use "
            "the points. Interdict 1511: the French II Corps will not come round to 1510, on your flank.",
            "9 ¶3",
            "interdict 1511",
            ("1511", "1510"),
        ),
        LessonStep(
            "The Allies move on turn 0 with the First Army Group. Move the II Corps to 1411; the number in each "
            "lit hex is the cost, and 1510 is not lit.",
            "18 ¶1c",
            "move fr-ii 1411",
            ("1411", "1510"),
            ("fr-ii",),
        ),
        LessonStep("End their movement.", "18 ¶1a", "end"),
        LessonStep("No attacks.", "7 ¶1", "done"),
        LessonStep(
            "Turn 1: new air points, and two impulses for each side. Yours are not needed for this lesson: end the "
            "first movement.",
            "9 ¶1",
            "end",
        ),
        LessonStep("No attacks.", "7 ¶1", "done"),
        LessonStep("End the second movement, in which units have half their factors.", "2 First Impulse A", "end"),
        LessonStep("No attacks.", "7 ¶1", "done"),
        LessonStep("Five points, and none spent: they are lost with the turn. Pass.", "9 ¶1", "pass"),
        LessonStep(
            "The Allies are bound as well: an army's units stay within the bounds of its army group. From turn 1 "
            "on they may release one French army a turn, for the rest of the game. Release the 9th, which faces "
            "you.",
            "17 French ¶1b",
            "release french-9",
        ),
        LessonStep(
            "So read the enemy: panzers that attack in rows 13 to 20 have shown the main attack to be A's, and the "
            "cities they make for betray the objective. Whoever knows the plan knows where he need not defend. Go "
            "on from here as you like.",
            "19 Plans ¶1",
        ),
    ),
)
