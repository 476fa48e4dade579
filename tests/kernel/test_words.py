"""How values are called on buttons: by the game, or by the slot where only the step knows."""

from __future__ import annotations

from typing import Any, ClassVar

from toys.skirmish import UNITS, Field, Losing, Skirmish, attacked, lose

from grognard.kernel.rules import Domain, Slot, Verb


class Naming(Losing, frozen=True):
    verbs = (
        Verb(
            "lose",
            lose,
            slots=(
                Slot(
                    "unit",
                    Domain("choice", "units"),
                    attacked,
                    word=lambda step, value: f"{UNITS[value]}, one of {len(step.attackers)}",
                ),
            ),
            label="Lose",
        ),
    )


class Named(Skirmish):
    steps: ClassVar[Any] = (*Skirmish.steps, Naming)

    def begin(self, scenario: str, options: dict[str, Any]) -> Field:
        s = super().begin(scenario, options)
        s.stack.append(Naming((0, 1)))
        return s


def test_a_slot_names_what_only_its_step_knows() -> None:
    labels = [button.label for button in Named().table(practice=True).decision().buttons]
    assert labels == ["Lose: red-1, one of 2", "Lose: red-2, one of 2"]
