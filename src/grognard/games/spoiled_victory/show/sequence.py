"""The sequence of play (5.0), with the present step."""

from __future__ import annotations

from grognard.games.spoiled_victory.rules.state import State
from grognard.kernel.show import SequenceItem

PHASES = (
    ("event", "1 Event Phase", "5.0-1", ("EventPhase", "EventCard", "EBoats", "Rearguard", "BeachParties", "Cap")),
    (
        "luftwaffe",
        "2 Luftwaffe Attacks",
        "5.0-2",
        ("LuftwaffePhase", "LuftwaffeCards", "LuftwaffeCard", "Raid", "AirAttack"),
    ),
    ("escape", "3 Escape Moves and VP scoring", "5.0-3", ("EscapePhase", "Interdiction")),
    (
        "german",
        "4 German Movement and Attacks",
        "5.0-4",
        (
            "GermanPhase",
            "GermanCards",
            "GermanMovesCard",
            "CardDone",
            "RandomMoves",
            "LeaveMarsh",
            "Attacks",
            "RedAttack",
            "Frontline",
            "GermanRoll",
            "Outcomes",
            "ApplyWins",
        ),
    ),
    (
        "actions",
        "5 Player Actions",
        "5.0-5",
        (
            "PlayerActionPhase",
            "ActionCard",
            "PlayerActions",
            "IntelligenceCard",
            "Bombing",
            "AlliedAttacks",
            "AlliedRoll",
            "AlliedOutcomes",
            "AttackerRetreats",
        ),
    ),
    ("evacuation", "6 Evacuation Moves", "5.0-6", ("EvacuationPhase", "EvacuationCard", "EvacuationMoves")),
    ("end", "7 End Turn", "5.0-7", ("EndTurn", "BelgianSurrender", "PanzerWithdrawal", "Markers", "GameEnd")),
)
_PHASE_OF = {step: id_ for id_, _, _, steps in PHASES for step in steps}


def sequence(s: State | None) -> tuple[SequenceItem, ...]:
    now = "setup"
    if s is not None:
        # The Spirit window belongs to whatever attack lies under it.
        for step in reversed(s.stack):
            found = _PHASE_OF.get(type(step).__name__)
            if found:
                now = found
                break
        if s.stack and type(s.stack[-1]).__name__ in ("AlliedSetup", "GermanSetup"):
            now = "setup"
    items = [SequenceItem("setup", "Set-up", "15.0", 0, s is not None and now == "setup" and bool(s.stack))]
    for id_, title, rule, _ in PHASES:
        items.append(SequenceItem(id_, title, rule, 0, s is not None and now == id_))
    return tuple(items)
