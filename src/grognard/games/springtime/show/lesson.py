"""The guided first turn."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

LESSON = Lesson(
    title="The stroke through the Ardennes",
    scenario="plan-yellow",
    seat="axis",
    forced=("improved-logistics-allies", "plan-red", (6, 5, 2, 3), (4, 5, 2, 2), (3,)),
    steps=(
        LessonStep(
            "It is 10 May 1940. The game begins with one Axis impulse, number 6, for every German Army Group.",
            "15.3",
        ),
        LessonStep("Before it the Allies may play an Event marker. They keep it.", "15.1", "keep"),
        LessonStep(
            "Place Kleist, for this week with a unit where he is set up; he adds his rating when it leads.",
            "4.4.1",
            "kleist guderian-pz",
            pieces=("guderian-pz", "reinhardt-pz"),
        ),
        LessonStep("Choose an Assault with every Army Group.", "15.3", "assault all"),
        LessonStep(
            "Move Guderian to Sedan, two Areas away. An Area where enemies are must be attacked.",
            "9.2",
            "move guderian-pz 17",
            places=("11", "17"),
        ),
        LessonStep(
            "Send Reinhardt after him: each further unit adds 1.", "9.2", "move reinhardt-pz 17", places=("17",)
        ),
        LessonStep(
            "Now attack, with Guderian as Lead unit. The odds show every modifier before you commit yourself.",
            "10.4.2",
            "attack 17 guderian-pz",
            places=("17",),
        ),
        LessonStep(
            "The Luftwaffe may support a German Lead unit, once an impulse for each marker.",
            "9.4.1",
            "air luftwaffe-1",
        ),
        LessonStep("Now the defender may send his own air support. The French do not.", "9.4.1", "no-air"),
        LessonStep(
            "Armor that leads and wins overruns: Sedan is yours. Now the north: the 18th Army into Holland.",
            "10.4.4",
            "move ge-18 8",
            places=("8",),
        ),
        LessonStep("And Schmidt's panzers with it.", "9.2", "move schmidt-pz 8", places=("8",)),
        LessonStep("Attack the Dutch Army with Schmidt in the lead.", "10.4.2", "attack 8 schmidt-pz", places=("8",)),
        LessonStep("The second marker may fly here.", "9.4.1", "air luftwaffe-2"),
        LessonStep(
            "End the impulse. A Logistics roll below its number ends the phase, unless the Advantage is used.",
            "6.2.1",
            "end",
        ),
    ),
)
