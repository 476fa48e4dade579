"""The plan of attack: the battles of a phase side by side, before they are declared."""

from __future__ import annotations

from grognard.kernel.show.base import Shown
from grognard.kernel.show.decision import Odds, Reason


class Wanted(Shown, frozen=True):
    """A battle as its player wants it: the places that are attacked together, and who takes part."""

    targets: tuple[str, ...]
    attackers: tuple[str, ...]


class Target(Shown, frozen=True):
    """A row of a plan: a battle that is planned, or a place that could be attacked."""

    targets: tuple[str, ...]
    title: str
    against: tuple[str, ...] = ()
    """Who would defend."""
    attackers: tuple[str, ...] = ()
    """Who takes part, in the order of the actions; ships and aircraft too."""
    declared: tuple[str, ...] = ()
    """Those of them that have been declared already, in the draft."""
    could: tuple[str, ...] = ()
    """Who else could take part, perhaps taken from another row."""
    joins: tuple[str, ...] = ()
    """Further places that could be attacked in the same battle."""
    odds: Odds | None = None
    """With those who take part, all modifiers named."""
    ratio: str = ""
    """The same in short: "3-1"."""
    best: str = ""
    """The odds if everyone took part who could and is in no other row."""
    duty: str = ""
    """The rule by which it must be attacked, or ""."""
    warnings: tuple[str, ...] = ()
    why: tuple[Reason, ...] = ()
    """What stands against the battle as it is planned; then there are no actions."""
    actions: tuple[str, ...] = ()
    """What declares it, in this order; where battles are fought one by one, and fights it."""


class Plan(Shown, frozen=True):
    """All that can be attacked in a phase, those battles first that are planned."""

    rows: tuple[Target, ...]
    left: tuple[Reason, ...] = ()
    """What would be left undone if just these battles were fought."""
    label: str = "Fight"
    """What the button of a row says."""
    together: bool = False
    """Whether all battles are declared before the first is fought: then they can be declared by one button."""
    proposes: bool = True
    """Whether the game can propose a plan that meets all duties."""
