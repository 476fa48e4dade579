"""The second lesson: how an army goes through the harbour, the beaches and the Channel Routes."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

FORCED: tuple[tuple[int, ...] | str, ...] = (
    "german-reconnaissance",  # no German moves this turn
    "rearguard",  # Luftwaffe: Track J
    (5, 4),
    "assault-engineers",  # five Player Actions
    "heavy-surf",  # five Evacuation Moves by day
    (2,),  # the Belgians fight on
    (3,),  # the panzers stay
    "smoke-from-the-oil-tanks",
    "goerings-boast",  # Luftwaffe: Dunkirk and Route Z
    (2, 2),
    (1, 2),
    (3, 3),  # interdiction: both get through
    (4, 2),
    "e-boats-on-the-prowl",  # German Moves: all XXVI units
    (1, 2),  # beaten off at Nieuport
    "magnetic-mines",  # five Player Actions
    "the-french-stand-firm",  # six Evacuation Moves by night
)

EVACUATION = Lesson(
    id="evacuation",
    title="The evacuation machine",
    scenario="dynamo",
    seat="allies",
    forced=FORCED,
    steps=(
        LessonStep(
            "Victory Points come from one thing: evacuee factors that reach England. Think of a machine with four "
            "parts: men are made on the shore, lifted to the staging area, carried along a route, and brought "
            "over. Whatever part is too small stops the rest. This lesson builds the machine.",
            "8.3",
            places=("A5", "staging"),
        ),
        LessonStep(
            "The enemy only probes today, and you have five Player Actions. Lifting is the narrow part: one "
            "Evacuation Move takes one evacuee off a beach. With Beach Jetties it takes two. They cost three "
            "Actions, once, and pay better the sooner they stand. Build them.",
            "10.8",
            "build",
            places=("C5", "D5", "E5", "F5"),
        ),
        LessonStep(
            "In May men need not be found: one Action makes a “1” on the jetty or a beach that no German holds. "
            "Form one on the beach of Zuydcoote.",
            "10.2",
            "create C5",
            places=("C5",),
        ),
        LessonStep(
            "And another: two evacuees may stand on a beach, four on the East Jetty.", "10.1.1", "create C5", ("C5",)
        ),
        LessonStep("Your Actions are spent. End the phase.", "10.0", "end"),
        LessonStep(
            "Five Evacuation Moves. The jetties take both evacuees of Zuydcoote to sea for one of them.",
            "11.4",
            "pair evacuees-5 evacuees-6",
            places=("C5", "staging"),
            pieces=("evacuees-5", "evacuees-6"),
        ),
        LessonStep(
            "Three routes. Z is one space long, but German guns fire at whoever is there when he escapes. X opens "
            "on turn 5. Y takes three moves, and is safe while Nieuport is yours. Two evacuees at most wait at "
            "each route's end: that is how many can reach England a turn by it. Take Z now.",
            "11.2",
            "evacuate evacuees-5 Z2",
            places=("Z2", "X3", "Y4"),
            pieces=("evacuees-5",),
        ),
        LessonStep("Its second place too.", "10.1.1", "evacuate evacuees-6 Z2", ("Z2",), ("evacuees-6",)),
        LessonStep(
            "The staging area has room for any number: fill it when moves are left over. Lift the evacuees of the "
            "East Jetty.",
            "11.2",
            "evacuate evacuees-2 staging",
            places=("A5", "staging"),
            pieces=("evacuees-2",),
        ),
        LessonStep(
            "And feed the jetty from Dunkirk behind it: an Evacuation Move does that as well as a march.",
            "11.2",
            "evacuate evacuees-1 A5",
            places=("A4", "A5"),
            pieces=("evacuees-1",),
        ),
        LessonStep("End the phase.", "11.0", "end"),
        LessonStep(
            "Night. Before the Luftwaffe's card is drawn you may send the RAF over one route, once in the game. "
            "Two of yours wait on Z: they are worth it.",
            "10.10.1",
            "cap Z",
            places=("Z2",),
            pieces=("evacuees-5", "evacuees-6"),
        ),
        LessonStep(
            "The raid came for Route Z and was driven off; then both ran the guns, whose fire is weaker by night. "
            "Two points. So: be at the end of Z when night falls, and on Y or ashore by day. The Germans failed at "
            "Nieuport; let their dice stand.",
            "8.2",
            "accept",
            places=("I4/J2", "Z2"),
        ),
        LessonStep(
            "Five Actions again. Every counter takes the same room at sea, whether it is worth 1 or 2. Form one on "
            "the jetty.",
            "10.2",
            "create A5",
            places=("A5",),
        ),
        LessonStep(
            "Make the one beside it a “2”, while it is on land: at sea it is too late.",
            "10.3",
            "upgrade evacuees-1",
            pieces=("evacuees-1",),
        ),
        LessonStep("And the new one.", "10.3", "upgrade evacuees-5", pieces=("evacuees-5",)),
        LessonStep(
            "And the men at the Frontier bridge, who sail later.",
            "10.3",
            "upgrade evacuees-4",
            pieces=("evacuees-4",),
        ),
        LessonStep(
            "An Action buys an Evacuation Move, too. It is dear, but what stands at the end of a route escapes "
            "next turn, and what does not, does not. Send the men in the staging area to Z.",
            "10.6",
            "evacuate evacuees-2 Z2",
            places=("staging", "Z2"),
            pieces=("evacuees-2",),
        ),
        LessonStep("End the phase.", "10.0", "end"),
        LessonStep(
            "Six moves by night. The Mole is whole, so a pair leaves the East Jetty for one.",
            "11.4",
            "pair evacuees-1 evacuees-5",
            places=("A5",),
            pieces=("evacuees-1", "evacuees-5"),
        ),
        LessonStep("One takes the last place on Z.", "10.1.1", "evacuate evacuees-1 Z2", ("Z2",), ("evacuees-1",)),
        LessonStep(
            "The other starts on Y: Z is full, and an idle route is a lost lift.",
            "11.2",
            "evacuate evacuees-5 Y2",
            places=("Y2",),
            pieces=("evacuees-5",),
        ),
        LessonStep(
            "A space along a route holds one; go on.", "10.1.1", "evacuate evacuees-5 Y3", ("Y3",), ("evacuees-5",)
        ),
        LessonStep(
            "Bring the next ones down to the sea: first from Téteghem.",
            "11.2",
            "evacuate evacuees-3 C5",
            places=("C4", "C5"),
            pieces=("evacuees-3",),
        ),
        LessonStep("Then from the Frontier bridge.", "11.2", "evacuate evacuees-4 E5", ("E4", "E5"), ("evacuees-4",)),
        LessonStep(
            "The machine runs: two at the end of Z, one on its way along Y, two on beaches with jetties. Each turn "
            "ask which part is the narrow one: men, lift, route or safety; spend your Actions there. Hold La "
            "Panne, or the Germans halve your moves; in June men are made from combat units, so the line thins as "
            "it sails. Go on from here as you like.",
            "11.5",
            places=("G5/H5",),
        ),
    ),
)
