"""The contract suite finds what it is there to find: each toy here has one planted fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import pytest
from toys.landing import BEACHES, BOATS, Defending, Discover, Fight, Landing, LandingGame, Shore, free_boat, land
from toys.letters import Desk, Letters
from toys.setups import Line, SettingUp, SetUps, free_post, may_place
from toys.skirmish import HEXES, Field, Moving, Skirmish, to_attacks
from toys.smoke import Aim, Battery, Fire, Loss, Smoke, Supply, Window

from grognard.kernel import show, testing
from grognard.kernel.contract import Action, Args, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Said
from grognard.kernel.game import Game
from grognard.kernel.secrecy import secrecy


class NothingBlanked(LandingGame):
    def blank(self, v: Shore, seat: str) -> None:
        """Forgotten."""


class GuessDoesNotFit(Letters):
    def guess(self, view: Desk, seat: str, rng: random.Random) -> Desk:
        s = super().guess(view, seat, rng)
        s.score[0] += 1
        return s


class BlankedButNotDeclared(LandingGame):
    def blank(self, v: Shore, seat: str) -> None:
        super().blank(v, seat)
        if seat != "defender":
            v.occupied = [0] * 4


def reads_what_is_hidden(v: Shore, step: Any, seat: str, args: Args) -> Whys:
    if BEACHES.index(args[1]) in v.boat_at:
        yield Why("2", lambda: f"{args[1]} has a boat.")
    if v.block_at[0] == BEACHES.index(args[1]):
        yield Why("2", lambda: "The division is there.")


class TellingLanding(Landing, frozen=True, tag="Landing"):
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "land",
            land,
            (
                Slot("boat", "piece", lambda v, st, seat, a: BOATS, free_boat),
                Slot("beach", "place", lambda v, st, seat, a: BEACHES, reads_what_is_hidden),
            ),
            "2",
        ),
    )


class Telling(LandingGame):
    """Its options look at what the lander may not know."""

    steps = (Defending, TellingLanding, Discover, Fight)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Shore:
        s = super().begin(scenario, options)
        s.stack = [TellingDefending()]
        return s


class TellingDefending(Defending, frozen=True, tag="Defending"):
    def commit(self, s: Shore, ev: Events | None) -> None:
        s.then(TellingLanding())


class ChattyDefending(Defending, frozen=True, tag="Defending"):
    def commit(self, s: Shore, ev: Events | None) -> None:
        super().commit(s, ev)
        if ev is not None:
            ev.add(Said(f"The division is on {BEACHES[s.block_at[0]]}."))


class Chatty(LandingGame):
    """Its log tells everybody what only one may know."""

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Shore:
        s = super().begin(scenario, options)
        s.stack = [ChattyDefending()]
        return s


class WhisperedIds(LandingGame):
    """The back of a block is named by the block, through a table that the view still holds."""

    def scene(self, view: Shore) -> show.Scene:
        scene = super().scene(view)
        if not view.stack or UNKNOWN_BLOCK not in view.block_at:
            return scene
        return msgspec.structs.replace(scene, clock=str(self.secret_order))

    secret_order = 0

    def view(self, s: Shore, seat: str) -> Shore:
        self.secret_order = s.block_at[0]
        return super().view(s, seat)


UNKNOWN_BLOCK = -2


class OpenPending(SetUps):
    """A finished draft is shown while the other seat still works on its own."""

    def view(self, s: Line, seat: str) -> Line:
        return s


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (NothingBlanked(), "no two worlds"),
        (GuessDoesNotFit(), "guess does not fit"),
        (BlankedButNotDeclared(), "are blanked but not declared hidden"),
        (Telling(), "when it can see everything|told something"),
        (Chatty(), "the log tells"),
        (WhisperedIds(), "told something that it may not know"),
    ],
    ids=lambda x: type(x).__name__ if isinstance(x, Game) else "",
)
def test_a_breach_of_secrecy_is_found(game: Game[Any], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        secrecy(game, games=20)


def test_a_draft_that_is_seen_too_early_is_found() -> None:
    with pytest.raises(AssertionError):
        secrecy(OpenPending(), games=20)


# -------------------------------------------------------------------------------------------- other faults


class HiddenlyObvious(Window, frozen=True, tag="Window"):
    def obvious(self, s: Battery) -> tuple[str, Args] | None:
        return ("let", ()) if s.spent >= s.smoke else None


class HiddenFire(Fire, frozen=True, tag="Fire"):
    def happen(self, s: Battery, outcome: Any, ev: Events | None) -> None:
        s.then(HiddenlyObvious(self.gun, int(outcome[0])), Loss(self.gun, int(outcome[0])))


def hidden_fire(s: Battery, step: Any, seat: str, args: Args, ev: Events | None) -> None:
    s.then(HiddenFire(0 if s.lives[0] else 1))


class HiddenAim(Aim, frozen=True, tag="Aim"):
    verbs: ClassVar[tuple[Verb, ...]] = (Verb("fire", hidden_fire),)

    def obvious(self, s: Battery) -> tuple[str, Args] | None:
        return None


class WindowTells(Smoke):
    """Its window closes by itself on what only Blue knows."""

    steps = (Supply, HiddenAim, HiddenFire, HiddenlyObvious, Loss)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Battery:
        s = super().begin(scenario, options)
        s.smoke, s.stack = 1, [HiddenAim()]
        return s


class WrongFast(Moving, frozen=True, tag="Moving"):
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "move",
            to_attacks,
            (Slot("to", "place", lambda v, st, seat, a: HEXES, fast=lambda v, st, seat, a: HEXES[:3]),),
        ),
    )


class FastIsWrong(Skirmish):
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Field:
        s = super().begin(scenario, options)
        s.stack = [WrongFast()]
        return s


def unlike_the_values(v: Any, step: Any, seat: str, args: Args) -> list[Action]:
    return [Action("move", (place,), True, True, seat) for place in HEXES]  # nothing can follow


class WrongActions(Moving, frozen=True, tag="Moving"):
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "move",
            to_attacks,
            (Slot("to", "place", lambda v, st, seat, a: HEXES, actions=unlike_the_values),),
        ),
    )


class ActionsAreWrong(Skirmish):
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Field:
        s = super().begin(scenario, options)
        s.stack = [WrongActions()]
        return s


def never(v: Any, step: Any, seat: str) -> Whys:
    yield Why("1", lambda: "Never.")


class Stuck(Choice[Field], frozen=True):
    verbs: ClassVar[tuple[Verb, ...]] = (Verb("go", to_attacks, reasons=never),)

    def seat(self, s: Field) -> str:
        return "red"

    def prompt(self, v: Field, seat: str) -> str:
        return "Nothing can be done."


class DeadEnd(Skirmish):
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Field:
        s = super().begin(scenario, options)
        s.stack = [Stuck()]
        return s


class Forgetful(Skirmish):
    """`check` is never content."""

    def check(self, s: Field) -> Any:
        if s.turn > 1:
            yield show.Reason("9", "A turn too many.")


class NoWords(SettingUp, frozen=True, tag="SettingUp"):
    verbs: ClassVar[tuple[Verb, ...]] = (
        Verb(
            "place",
            SettingUp.verbs[0].do,
            (
                Slot("man", "choice", lambda v, st, seat, a: ("red-guard", "red-scout", "blue-guard", "blue-scout"),
                     lambda v, st, seat, a: (Why("", lambda: "") for _ in may_place(v, st, seat, a))),
                Slot("post", "place", lambda v, st, seat, a: ("west", "centre", "east"), free_post),
            ),
        ),
    )  # fmt: skip


class Wordless(SetUps):
    def begin(self, scenario: str, options: dict[str, bool | str]) -> Line:
        s = super().begin(scenario, options)
        s.stack = [NoWords()]
        return s


class SharedCopy(Field):
    def copy(self) -> SharedCopy:
        new = super().copy()
        new.at = self.at
        return new


class Sharing(Skirmish):
    """Its copies have a list in common."""

    State = SharedCopy

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Field:
        s = super().begin(scenario, options)
        return SharedCopy(*(getattr(s, name) for name in s.__struct_fields__))


class NoSuchPlace(LandingGame):
    def scene(self, view: Shore) -> show.Scene:
        scene = super().scene(view)
        lost = show.Piece("lost", "nowhere", show.Face("?", "grey"))
        return msgspec.structs.replace(scene, pieces=(*scene.pieces, lost))


class NotSaved(Skirmish):
    """A field that no save holds changes what is equal."""

    derived = ("lives",)


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (WindowTells(), testing.obvious_answers_are_public),
        (FastIsWrong(), testing.fast_lists_are_right),
        (ActionsAreWrong(), testing.fast_lists_are_right),
        (DeadEnd(), testing.plays_to_the_end),
        (Forgetful(), testing.plays_to_the_end),
        (Wordless(), testing.refusals_have_reasons),
        (Sharing(), testing.copies_are_independent),
        (NoSuchPlace(), testing.shows_only_what_is_there),
        (NotSaved(), testing.saves_round_trip),
    ],
    ids=lambda x: type(x).__name__ if isinstance(x, Game) else "",
)
def test_a_fault_is_found(game: Game[Any], check: Callable[[Any], None]) -> None:
    with pytest.raises(AssertionError):
        check(game)
