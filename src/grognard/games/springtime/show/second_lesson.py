"""The second lesson: Event markers, and the five uses of the Advantage."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

ADVANTAGE = Lesson(
    id="advantage",
    title="Events and the Advantage",
    scenario="plan-yellow",
    seat="axis",
    forced=(
        "cabinet-shuffle",
        "billotte-killed",
        (1, 2, 5, 5),  # Guderian is repulsed at Sedan
        (6,),  # the week goes on
        (5, 6, 1, 3),  # Schmidt overruns the Dutch
        (3,),  # the week ends
        "new-squadrons",
        "improved-logistics-axis",
        (6,),  # Belgium fights on
        "air-supremacy",
    ),
    steps=(
        LessonStep(
            "Dice decide battles; markers and the Advantage bend what the dice decided. This lesson is about both. "
            "You command the Axis, and decide for the Allies where they are asked. Each side holds at most one "
            "Event marker, unseen by the other; each turn both draw.",
            "6.1.1",
        ),
        LessonStep(
            "The Allies drew Cabinet Shuffle. A marker is played at the start of one's own impulse; on this first "
            "turn the Allies may play theirs in yours. Play it: French Morale rises by 2.",
            "15.1",
            "play cabinet-shuffle",
        ),
        LessonStep("Kleist joins Guderian for the turn.", "4.4.1", "kleist guderian-pz", ("3",), ("guderian-pz",)),
        LessonStep(
            "You drew Billotte Killed: Morale falls by 2, and the French 1st Army Group, the best they have, makes "
            "no Assault this turn. Once played it is out of the game; but no week is better for it than the first. "
            "Play it.",
            "6.1.1",
            "play billotte-killed",
        ),
        LessonStep("Now attack with every Army Group.", "15.3", "assault all"),
        LessonStep(
            "Send Guderian to Sedan, this time alone.",
            "9.2",
            "move guderian-pz 17",
            ("17",),
            ("guderian-pz",),
        ),
        LessonStep(
            "Attack. It is a rash attack, and will show what the Advantage is for.",
            "10.4.2",
            "attack 17 guderian-pz",
            ("17",),
            ("guderian-pz",),
        ),
        LessonStep("Keep the Luftwaffe for the north.", "9.4.1", "no-air"),
        LessonStep("The French do not fly either.", "9.4.1", "no-air"),
        LessonStep(
            "11 against 21: a Repulse, and Guderian would have to go back over the Meuse. But you hold the "
            "Advantage: the impulse marker shows whose it is. Use it for a Maximum Attack, which makes the Repulse "
            "a Stalemate.",
            "11.1.3",
            "maximum-attack",
            ("17",),
            ("guderian-pz",),
        ),
        LessonStep(
            "Both lead units are reduced, and both may stay: the Area is contested. The French stay.",
            "10.4.4",
            "stay",
            ("17",),
        ),
        LessonStep(
            "Guderian stays too: he has a bridgehead, and need not cross the river again.", "7.3", "stay", ("17",)
        ),
        LessonStep(
            "The price: the Advantage is nobody's now, and belongs to the Allies when the impulse is over. Whoever "
            "uses it hands it to the enemy. End the impulse.",
            "11.2",
            "end",
        ),
        LessonStep(
            "A 6: the week goes on. The Allies have the Advantage, and Billotte's death keeps their best group "
            "still. Let them pass.",
            "8.1.3",
            "pass",
        ),
        LessonStep(
            "Your turn, and now the Allies can spoil a success. Make them spend it where it costs you least: "
            "assault with Army Group B, in Holland.",
            "8.1.1",
            "assault B",
            ("6", "8"),
        ),
        LessonStep("The 18th Army goes in.", "9.2", "move ge-18 8", ("8",), ("ge-18",)),
        LessonStep("Schmidt with it.", "9.2", "move schmidt-pz 8", ("8",), ("schmidt-pz",)),
        LessonStep(
            "Attack with Schmidt in the lead.", "10.4.2", "attack 8 schmidt-pz", ("8",), ("schmidt-pz", "ge-18")
        ),
        LessonStep("And the Luftwaffe.", "9.4.1", "air luftwaffe-1", pieces=("luftwaffe-1",)),
        LessonStep(
            "An Overrun: the Dutch Army would be gone. The defender may use the Advantage for a Heroic Defense, "
            "which makes it a Stalemate. The Allies use it.",
            "11.1.2",
            "heroic-defense",
            ("8",),
        ),
        LessonStep("The Dutch, reduced, stay in the Area.", "10.5.3", "stay", ("8",)),
        LessonStep("So do you.", "10.3", "stay", ("8",)),
        LessonStep(
            "That is the duel of the Advantage: it saved the Dutch Army, which is worth little, and it will be "
            "yours again when this impulse ends. End it.",
            "11.2",
            "end",
        ),
        LessonStep(
            "Logistics rolled 3 in impulse 8: the week is over. Earlier in a week whoever has the Advantage when the "
            "die ends it may Soldier On, and there is another impulse; after this one, the last of the track, there "
            "is none. Now the Refit Phase; the Allies spend nothing.",
            "11.1.4",
            "finish",
        ),
        LessonStep(
            "Replacement Points restore reduced units in supply: 2 for armor. Restore Guderian.",
            "12.3",
            "restore guderian-pz",
            pieces=("guderian-pz",),
        ),
        LessonStep("And Schmidt.", "12.3", "restore schmidt-pz", pieces=("schmidt-pz",)),
        LessonStep("Points will be scarce later: keep the rest.", "12.2", "finish"),
        LessonStep(
            "Week two. Both sides drew again. The Allies have New Squadrons, which makes their aircraft strong for "
            "a turn. They play it at once.",
            "6.1.1",
            "play new-squadrons",
        ),
        LessonStep("And pass.", "8.1.3", "pass"),
        LessonStep("Kleist stays with Guderian.", "4.4.1", "kleist guderian-pz", pieces=("guderian-pz",)),
        LessonStep(
            "You drew Improved Logistics, which you hardly need now. The Advantage buys another draw: the marker "
            "you hold goes back into the cup unseen. Draw.",
            "11.1.5",
            "draw-event",
        ),
        LessonStep(
            "Air Supremacy: both Luftflotten turn to their strong side for the rest of the game. Play it.",
            "9.4.2",
            "play air-supremacy",
        ),
        LessonStep(
            "The fifth use is the Open City: once the Axis control an Area next to Paris, whoever has the "
            "Advantage may declare it open. Its fall then costs France 5 Morale instead of 10, but its defenders "
            "can no longer refuse to retreat. Remember: use the Advantage where you gain more by it than the enemy "
            "will with it afterwards. Go on from here as you like.",
            "11.1.1",
            places=("25",),
        ),
    ),
)
