"""The guided first turn: one battle as a whole, supply, the end of a turn, and how the game is won."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

LESSON = Lesson(
    title="The stroke through the Ardennes",
    scenario="plan-yellow",
    seat="axis",
    forced=("improved-logistics-allies", "plan-red", (6, 5, 2, 3), (4, 5, 2, 2), (6,), (1,)),
    steps=(
        LessonStep(
            "It is 10 May 1940. You command the Axis; in this lesson you decide for the Allies too, where they are "
            "asked. France fights on as long as French Morale, in the bar above the map, stays above zero. It "
            "stands at 30.",
            "16.0",
        ),
        LessonStep(
            "The Allies hold an Event marker and may play it before this first impulse. Here they keep it.",
            "15.1",
            "keep",
        ),
        LessonStep(
            "Kleist is a leader: he adds his rating to an attack that his unit leads. Put him with Guderian, "
            "ringed on the map.",
            "4.4.1",
            "kleist guderian-pz",
            places=("3",),
            pieces=("guderian-pz",),
        ),
        LessonStep(
            "A turn is a series of impulses: the Allies have one, then you, and so on. In most of them one Army "
            "Group acts; in this one all do. Choose an Assault with every Army Group.",
            "15.3",
            "assault all",
        ),
        LessonStep(
            "Click Guderian, then Sedan. The light shows how far he can go, and the number in each Area what it "
            "costs. The French hold Sedan, so he will have to attack there.",
            "9.2",
            "move guderian-pz 17",
            places=("11", "17"),
            pieces=("guderian-pz",),
        ),
        LessonStep(
            "Send Reinhardt after him: each further unit adds 1 to the attack. You may move others first.",
            "9.2",
            "move reinhardt-pz 17",
            places=("17",),
            pieces=("reinhardt-pz",),
        ),
        LessonStep(
            "Now the battle: attack Sedan with Guderian in the lead. Hold the pointer over the button for the "
            "odds, with every modifier; on a phone the first tap shows them.",
            "10.4.2",
            "attack 17 guderian-pz",
            places=("17",),
            pieces=("guderian-pz", "reinhardt-pz"),
        ),
        LessonStep(
            "Your attack stands at 9 against 11. Luftflotte 2 adds 4: send it.",
            "9.4.1",
            "air luftwaffe-1",
            pieces=("luftwaffe-1",),
        ),
        LessonStep(
            "The defender may fly too. The French keep the Armée de l'Air for another day.", "9.4.1", "no-air"
        ),
        LessonStep(
            "Two dice each: 24 against 16. A win with armor in the lead is an Overrun: the French 2nd Army is "
            "gone, Sedan is yours, and French Morale has fallen.",
            "10.4.4",
            places=("17",),
        ),
        LessonStep(
            "The same in the north. Move the German 18th Army into Holland.",
            "9.2",
            "move ge-18 8",
            places=("8",),
            pieces=("ge-18",),
        ),
        LessonStep(
            "And Schmidt's panzers with it.",
            "9.2",
            "move schmidt-pz 8",
            places=("8",),
            pieces=("schmidt-pz",),
        ),
        LessonStep(
            "Attack the Dutch Army with Schmidt in the lead.",
            "10.4.2",
            "attack 8 schmidt-pz",
            places=("8",),
            pieces=("schmidt-pz", "ge-18"),
        ),
        LessonStep(
            "Luftflotte 3 has not flown yet: each marker may fly once an impulse.",
            "9.4.1",
            "air luftwaffe-2",
            pieces=("luftwaffe-2",),
        ),
        LessonStep(
            "Supply. At the end of every impulse each unit must trace a path through Areas of its own side to a "
            "source; one that cannot is out of supply, fights worse, and may surrender at the end of the turn. The "
            "overlay “Supply of both sides”, at the upper left of the map, shows which are. Guderian in Sedan is "
            "supplied through the Ardennes.",
            "13.2",
            places=("17", "11"),
        ),
        LessonStep(
            "End the impulse. A die then says whether the week goes on: if it shows less than the number of the "
            "impulse, the phase ends, unless somebody uses the Advantage to ignore it.",
            "6.2.1",
            "end",
        ),
        LessonStep("It goes on, and the Allies are next. Let them pass.", "8.1", "pass"),
        LessonStep("They keep their Event marker.", "15.1", "keep"),
        LessonStep(
            "Your second impulse of the week. One Army Group could strike again now; pass, to see how a turn ends.",
            "8.1",
            "pass",
        ),
        LessonStep(
            "The die ended the phase. In the Refit Phase both sides spend Replacement Points: units are restored, "
            "or rebuilt from the eliminated. The Allies spend nothing.",
            "12.0",
            "finish",
        ),
        LessonStep(
            "The north of Holland was cut off from its sources and fell without a shot: that is supply at work. In "
            "the End Phase markers may be played one last time. The Allies keep theirs, and so do you.",
            "6.4.4",
            "keep",
            places=("7",),
        ),
        LessonStep("Keep yours.", "6.4.4", "keep"),
        LessonStep("Held markers may go back into the cup unseen. The Allies keep theirs.", "6.4.4", "keep"),
        LessonStep("Plan Red, which you hold, is worth keeping.", "6.4.4", "keep"),
        LessonStep(
            "Week two begins. You win if French Morale falls to zero; or with Paris and three French Zones joined "
            "to Germany at the end of a turn; or, once Morale is 5 or less, by a roll in the End Phase. If none of "
            "that has happened when week seven ends, France has held out, and the Allies win. Go on from here as "
            "you like.",
            "16.0",
            places=("25",),
        ),
    ),
)
