"""The guided first turn: every phase once, with cards and dice that fall as the lesson needs."""

from __future__ import annotations

from grognard.kernel.show import Lesson, LessonStep

FORCED: tuple[tuple[int, ...] | str, ...] = (
    "gorts-orders",  # event: two more Player Actions
    "rearguard",  # Luftwaffe: Track J
    (5, 4),
    "fighter-command-patrols",  # German Moves: all XIV units
    (6, 4, 1, 2, 2),
    (3, 2),  # re-rolled
    (5, 1, 2, 3),
    "halt-order",  # two Player Actions
    "heavy-surf",  # five Evacuation Moves by day
    (2,),  # the Belgians fight on
    (3,),  # the panzers stay
    "smoke-from-the-oil-tanks",
    "destroyers-recalled",  # Luftwaffe: Track I
    (2, 2),
    (1, 2),
    (3, 3),  # interdiction: both get through
    (4, 2),
    "e-boats-on-the-prowl",  # German Moves: all XXVI units
    (1, 2),  # beaten off at Nieuport
    "magnetic-mines",  # five Player Actions
)

LESSON = Lesson(
    "Your first turn at Dunkirk",
    "dynamo",
    "allies",
    (
        LessonStep(
            "You command the Allied army around Dunkirk, and the cards command the Germans. The gray units come up "
            "the green tracks; your men leave by the sea. Each evacuee factor that reaches England is a Victory "
            "Point.",
            "2.0",
            places=("A5", "staging"),
        ),
        LessonStep(
            "Three cards have been drawn already. The event, Gort's Orders, will give you two more Player Actions. "
            "The Luftwaffe raided track J: the Belgians in Nieuport are Suppressed until the turn ends.",
            "7.2",
            places=("I4/J2",),
        ),
        LessonStep(
            "XIV Corps moves. The 1/9 Panzer met the I/225 RI in A2 and rolled 6, 4, 1, 2, 2: each die above the "
            "Defense Number of 3 is a Win. You hold the Dunkirk Spirit: roll the two winning dice again.",
            "10.5",
            "reroll 1 2",
            places=("A2",),
            pieces=("1-9-panzer", "i-225-ri"),
        ),
        LessonStep(
            "No Win was left, so the panzers went back to A1. Now the 20th Motorized attacks Bergues, a Town: one "
            "die fewer for it, one more for your defense. Choose the strongest unit as the Frontline.",
            "9.3b",
            "front 1-loyals",
            places=("C2",),
        ),
        LessonStep(
            "One Win. You may give ground, which keeps the unit whole, or take a Hit and stay, which throws the "
            "German back. Bergues is worth a Hit.",
            "9.3.3",
            "hit 1-loyals",
            places=("C2",),
        ),
        LessonStep(
            "Your phase: four Player Actions. In May a new evacuee unit costs one. Form one on the East Jetty.",
            "10.2",
            "create A5",
            places=("A5",),
        ),
        LessonStep(
            "A “2” needs no more room at sea than a “1”. Strengthen the new unit.",
            "10.3",
            "upgrade evacuees-5",
            pieces=("evacuees-5",),
        ),
        LessonStep("And the one that was there before.", "10.3", "upgrade evacuees-2", pieces=("evacuees-2",)),
        LessonStep(
            "One Action moves the units of one nation from one space two spaces on foot by day. Bring the evacuees "
            "of A4 to the jetty.",
            "10.1",
            "move evacuees-1 A5",
            places=("A4", "A5"),
        ),
        LessonStep(
            "Your Actions are spent, but GHQ moves two British units that are with it free, by truck if you like. "
            "The 12th Lancers can guard Dunkirk.",
            "10.1.5",
            "free 12th-royal-lancers A4",
            places=("G5/H5", "A4"),
        ),
        LessonStep("Enough of that: end the phase.", "10.0", "end"),
        LessonStep(
            "Five Evacuation Moves by day. From the East Jetty two units put to sea for one move while the Mole is "
            "whole.",
            "11.4",
            "pair evacuees-2 evacuees-5",
            places=("A5", "staging"),
        ),
        LessonStep(
            "Route Z is the shortest: one move to its end. Germans fire on it, but your men will escape in the "
            "next turn, by night, when most shots miss.",
            "11.2",
            "evacuate evacuees-2 Z2",
            places=("staging", "Z2"),
        ),
        LessonStep(
            "The other too; a To England space holds two.", "10.1.1", "evacuate evacuees-5 Z2", places=("Z2",)
        ),
        LessonStep("Let the third put to sea.", "11.2", "evacuate evacuees-1 staging", places=("staging",)),
        LessonStep(
            "And bring the evacuees at Téteghem down to the beach. That is the last move.",
            "11.2",
            "evacuate evacuees-3 C5",
            places=("C4", "C5"),
        ),
        LessonStep(
            "A phase in which you acted waits until you end it, so that the last move can be taken back. End it.",
            "11.0",
            "end",
        ),
        LessonStep(
            "The Belgians fight on and the panzers stay. Turn 2 is a night turn. You may send the RAF over one "
            "Channel Route once in the game; keep it for a better day.",
            "10.10.1",
            "pass",
        ),
        LessonStep(
            "The raid went elsewhere, both units ran the guns, and you have four Victory Points. Average play "
            "brings 36 to 39 in the end. The rest is yours.",
            "8.3",
        ),
    ),
    {},
    FORCED,
)
