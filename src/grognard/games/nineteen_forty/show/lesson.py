"""The guided first turn: plans, set-up, and the first day of the German attack."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

LESSON = Lesson(
    "The first day of the attack",
    "campaign",
    "german",
    (
        LessonStep(
            "Both players plan in secret. The German chooses an objective and the army group of the main attack and "
            "assigns his armies. Take the historical plan: the north, with Army Group A.",
            "16 Germans ¶1a",
            "usual",
        ),
        LessonStep("Seal the plan.", "16 ¶1", "done"),
        LessonStep(
            "Now the Allied plan: which army group may move on the first day, and where the armies go.",
            "16 Allies ¶1a",
            "usual",
        ),
        LessonStep("Seal this plan too.", "16 ¶1", "done"),
        LessonStep(
            "The Allies deploy first, within two hexes of the French border. Let the game place them.",
            "16 Deployment ¶1",
            "rest",
        ),
        LessonStep("The Allied set-up is complete.", "16 Deployment ¶1", "done"),
        LessonStep("The Germans deploy with the Allies in view.", "16 Deployment ¶2", "rest"),
        LessonStep("Begin the attack.", "16 Deployment ¶2", "done"),
        LessonStep(
            "Turn 0. Airborne units drop before anything moves: a parachute regiment on Liege takes Eben Emael, "
            "because the fortress has a garrison but no unit. Belgium and Luxembourg join the Allies.",
            "11 ¶1",
            "drop de-fj-1 1110",
            ("1110",),
        ),
        LessonStep(
            "Ground units follow. Shaded hexes show where a unit can go and what it costs; enemy zones of control "
            "stop it. Move the XIX Panzer Corps into the south of Luxembourg.",
            "4 ¶2a",
            "move de-xix 1708",
            ("1708",),
            ("de-xix",),
        ),
        LessonStep("Move others as you like, or end the movement phase.", "2 First Impulse A", "end"),
        LessonStep(
            "In the combat phase nobody must attack, but every enemy next to a unit that attacks must be attacked. "
            "Say done when you want no more attacks.",
            "7 ¶1",
        ),
    ),
)
