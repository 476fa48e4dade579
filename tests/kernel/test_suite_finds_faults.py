"""The contract suite finds what it is there to find: each toy here has one planted fault."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec
import pytest
from toys.crossing import Crossing, Ferrying, River, a_boat, any_landing, begin_storm, ferry, on_board
from toys.landing import BEACHES, Defending, Discover, Fight, Landing, LandingGame, Shore, free_boat, land
from toys.letters import Desk, Letters
from toys.setups import Line, SettingUp, SetUps, free_post, may_place
from toys.skirmish import (
    A_HEX,
    A_UNIT,
    Field,
    Moving,
    Skirmish,
    movable,
    move,
    reachable,
    routes,
    to_attacks,
)
from toys.smoke import Aim, Battery, Fire, Loss, Smoke, Supply, Window

from grognard.kernel import show
from grognard.kernel.rules import Choice, Domain, Events, Game, Ints, Said, Slot, Verb, Why, Whys, mask_of, masks
from grognard.kernel.rules.slots import AnyVerb
from grognard.suite import checks as testing
from grognard.suite.purity import purity, threads
from grognard.suite.secrecy import secrecy


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


def reads_what_is_hidden(v: Shore, step: Landing, seat: str, args: Ints) -> Whys:
    if args[1] in v.boat_at:
        yield Why("2", lambda: f"{BEACHES[args[1]]} has a boat.")
    if v.block_at[0] == args[1]:
        yield Why("2", lambda: "The division is there.")


class TellingLanding(Landing, frozen=True, tag="Landing"):
    verbs = (
        Verb(
            "land",
            land,
            (
                Slot("boat", Domain("piece", "boats"), free_boat),
                Slot("beach", Domain("place", "beaches"), reads_what_is_hidden),
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


class CarriedAlong(LandingGame):
    """Its views carry along what was worked out from what is hidden."""

    open_facts = True

    class First:
        def __init__(self, at: int) -> None:
            self.at = at

        def copy(self) -> CarriedAlong.First:
            return self

    def scene(self, view: Shore) -> show.Scene:
        carried: Any = view
        if carried.facts is None:
            carried.facts = CarriedAlong.First(view.block_at[0])
        return msgspec.structs.replace(super().scene(view), clock=str(carried.facts.at))


class OpenPending(SetUps):
    """A finished draft is shown while the other seat still works on its own."""

    def view(self, s: Line, seat: str) -> Line:
        return s


class OpenHands(Letters):
    """Who holds secret letters is asked about them before everybody's eyes."""

    def private(self, v: Desk, seat: str) -> bool:
        return False


def pack(s: Battery, step: Packing, seat: str, args: Ints, ev: Events | None) -> None:
    s.smoke = 1 + args[0]
    s.then(Aim())


def any_number(v: Battery, step: Packing, seat: str, args: Ints) -> Whys:
    yield from ()


class Packing(Choice[Battery], frozen=True):
    rule = "1"
    verbs = (Verb("pack", pack, slots=(Slot("shells", Domain("number", "guns"), any_number),)),)

    def seat(self, s: Battery) -> str:
        return "blue"

    def prompt(self, v: Battery, seat: str) -> str:
        return "How many shells?"


class OpenPacking(Smoke):
    """Blue chooses his shells before everybody's eyes: anybody knows what he may answer, but not what he answers."""

    steps: ClassVar[tuple[Any, ...]] = (*Smoke.steps, Packing)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Battery:
        s = super().begin(scenario, options)
        s.stack = [Packing()]
        return s


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (OpenHands(), "asks .* what only .* knows"),
        (OpenPacking(), "has chosen stays a secret"),
        (NothingBlanked(), "no two worlds"),
        (GuessDoesNotFit(), "guess does not fit"),
        (BlankedButNotDeclared(), "are blanked but not declared hidden"),
        (Telling(), "when it can see everything|told something"),
        (Chatty(), "the log tells"),
        (WhisperedIds(), "told something that it may not know"),
        (CarriedAlong(), "told something that it may not know"),
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
    def obvious(self, s: Battery) -> tuple[str, Ints] | None:
        return ("let", ()) if s.spent >= s.smoke else None


class HiddenFire(Fire, frozen=True, tag="Fire"):
    def happen(self, s: Battery, outcome: Any, ev: Events | None) -> None:
        s.then(HiddenlyObvious(self.gun, int(outcome[0])), Loss(self.gun, int(outcome[0])))


def hidden_fire(s: Battery, step: Aim, seat: str, args: Ints, ev: Events | None) -> None:
    s.then(HiddenFire(0 if s.lives[0] else 1))


class HiddenAim(Aim, frozen=True, tag="Aim"):
    verbs = (Verb("fire", hidden_fire),)

    def obvious(self, s: Battery) -> tuple[str, Ints] | None:
        return None


class WindowTells(Smoke):
    """Its window closes by itself on what only Blue knows."""

    steps = (Supply, HiddenAim, HiddenFire, HiddenlyObvious, Loss)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Battery:
        s = super().begin(scenario, options)
        s.smoke, s.stack = 1, [HiddenAim()]
        return s


# ---- masks that are not what the conditions say


def all_but_the_last(v: Field, step: Moving, seat: str, args: Ints) -> int:
    ends = sorted(routes(v, args[0]))
    return mask_of(ends[:-1]) if len(ends) > 3 else mask_of(ends)


def nobody_hurt(v: Field, step: Moving, seat: str, args: Ints) -> int:
    """A superset that is none: it leaves out units that have lost a life."""
    return sum(1 << u for u, lives in enumerate(v.lives) if lives == 2)


def always(v: River, step: Ferrying, seat: str) -> bool:
    return True


def too_heavy(v: River, step: Ferrying, seat: str, args: Ints) -> int:
    """It does not narrow as the set grows."""
    return sum(1 << c for c, at in enumerate(v.at) if at == -1) & ~args[-1]


def unit_slot(**how: Any) -> Slot[Field, Moving]:
    return Slot("unit", A_UNIT, movable, **how)


class ShortMask(Moving, frozen=True, tag="Moving"):
    verbs = (
        Verb("move", move, (unit_slot(), Slot("to", A_HEX, reachable, legal=all_but_the_last))),
        Moving.verbs[1],
    )


class NarrowAmong(Moving, frozen=True, tag="Moving"):
    verbs = (Verb("move", move, (unit_slot(among=nobody_hurt), Slot("to", A_HEX, reachable))), Moving.verbs[1])


WHERE_TO = Slot("landing", Domain("place", "landings"), any_landing, keyword="to")
WHO = Slot("company", Domain("piece", "companies"), on_board, many=True)


class MayIsWrong(Ferrying, frozen=True, tag="Ferrying"):
    verbs = (
        Verb("ferry", ferry, (WHO, WHERE_TO), "1", reasons=a_boat, may=always),
        Verb("storm-now", begin_storm, rule="1.3"),
    )


class OpenIsWrong(Ferrying, frozen=True, tag="Ferrying"):
    def open(self, v: River, seat: str) -> tuple[Verb[River, Ferrying], ...]:
        """It has forgotten that a boat is needed."""
        return self.verbs


class OffersAreWrong(Ferrying, frozen=True, tag="Ferrying"):
    def offers(self, v: River, seat: str) -> list[tuple[AnyVerb, int]]:
        """It leaves out the first of the values with which a verb can begin."""
        found = masks.one_by_one(v, self, seat)
        return [(verb, mask & mask - 1 or mask) for verb, mask in found]


class WideSet(Ferrying, frozen=True, tag="Ferrying"):
    verbs = (
        Verb(
            "ferry",
            ferry,
            (Slot("company", Domain("piece", "companies"), on_board, legal=too_heavy, many=True), WHERE_TO),
            "1",
            reasons=a_boat,
        ),
        Verb("storm-now", begin_storm, rule="1.3"),
    )


class OtherMoves(Skirmish):
    """Skirmish with another step in place of Moving."""

    moving: type[Moving] = Moving

    def __init__(self, moving: type[Moving]) -> None:
        super().__init__()
        self.moving = moving
        self.steps = (moving, *Skirmish.steps[1:])  # type: ignore[misc]

    def advance(self, s: Field, events: Events | None) -> None:
        super().advance(s, events)
        if s.stack and isinstance(s.stack[-1], Moving):
            s.stack[-1] = self.moving()


class OtherFerry(Crossing):
    def __init__(self, ferrying: type[Ferrying]) -> None:
        super().__init__()
        self.ferrying = ferrying

    def advance(self, s: River, events: Events | None) -> None:
        super().advance(s, events)
        if s.stack and isinstance(s.stack[-1], Ferrying):
            s.stack[-1] = self.ferrying()


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (OtherMoves(ShortMask), "mask and conditions differ"),
        (OtherMoves(NarrowAmong), "mask and conditions differ"),
        (OtherFerry(MayIsWrong), "`may` or `open` is not what the conditions say"),
        (OtherFerry(OpenIsWrong), "`may` or `open` is not what the conditions say"),
        (OtherFerry(OffersAreWrong), "`offers` is not verb by verb"),
        (OtherFerry(WideSet), "mask and conditions differ"),
    ],
    ids=["a mask too short", "a superset that is none", "may", "open", "offers", "a set that does not narrow"],
)
def test_a_fault_in_a_mask_is_found(game: Game[Any], words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        testing.lists_are_right(game, games=20, each=20)


# ---- rules that remember


class Remembering(Skirmish):
    """It keeps the lives that are left under a key that leaves out the losses within a turn."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: tuple[tuple[int, int], int] = ((0, 0), 0)

    def scene(self, view: Field) -> show.Scene:
        key = (view.turn, view.side)
        if self.kept[0] != key:
            self.kept = (key, sum(view.lives))
        return msgspec.structs.replace(super().scene(view), clock=f"{self.kept[1]} lives")


class OnePosition(Skirmish):
    """It works out where units stand in an array that all games share."""

    def __init__(self) -> None:
        super().__init__()
        shared = [0] * 8

        def standing(v: Field, step: Moving, seat: str, args: Ints) -> int:
            shared[:] = v.at
            for _ in range(200):  # long enough for another thread to come between
                twin = v.copy()
            twin.at = list(shared)
            return mask_of(list(routes(twin, args[0])))

        class SharedMoves(Moving, frozen=True, tag="Moving"):
            verbs = (
                Verb("move", move, (unit_slot(), Slot("to", A_HEX, reachable, legal=standing))),
                Moving.verbs[1],
            )

        self.moving = SharedMoves
        self.steps = (SharedMoves, *Skirmish.steps[1:])  # type: ignore[misc]

    def advance(self, s: Field, events: Events | None) -> None:
        super().advance(s, events)
        if s.stack and isinstance(s.stack[-1], Moving):
            s.stack[-1] = self.moving()


class Stale(Skirmish):
    """Its facts are not told when a unit is hurt on the way."""

    class Lost:
        def __init__(self, lives: int) -> None:
            self.lives = lives

        def copy(self) -> Stale.Lost:
            return Stale.Lost(self.lives)

    def scene(self, view: Field) -> show.Scene:
        carried: Any = view
        if carried.facts is None:
            carried.facts = Stale.Lost(sum(view.lives))
        return msgspec.structs.replace(super().scene(view), clock=f"{carried.facts.lives} lives")


def test_rules_that_remember_are_found() -> None:
    with pytest.raises(AssertionError, match=r"out of date|changed the answers"):
        purity(Remembering(), games=6, share=1)
    with pytest.raises(AssertionError, match="out of date"):
        purity(Stale(), games=6, share=1)


class LightSettingUp(SettingUp, frozen=True, tag="SettingUp"):
    light: ClassVar[bool] = True


class TooLight(SetUps):
    """Its draft writes into a list, and says that it changes single values only."""

    steps = (LightSettingUp,)

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Line:
        s = super().begin(scenario, options)
        s.stack = [LightSettingUp()]
        return s


def test_a_draft_that_is_not_as_light_as_it_says_is_found() -> None:
    with pytest.raises(AssertionError, match="changed the state"):
        purity(TooLight(), games=2, share=1)


def test_rules_that_share_one_position_are_found() -> None:
    with pytest.raises(AssertionError, match="went otherwise"):
        threads(OnePosition(), games=60)


# ---- what a seat is told


class BlankGuess(Letters):
    """Its guess leaves one hand as the view has it: blank."""

    def guess(self, view: Desk, seat: str, rng: random.Random) -> Desk:
        s = super().guess(view, seat, rng)
        if -1 in view.blue:
            s.blue = [-1] * len(s.blue)
        return s


def test_a_guess_that_leaves_hidden_fields_blank_is_found() -> None:
    with pytest.raises(AssertionError, match="blank"):
        secrecy(BlankGuess(), games=6)


class NoSuchRule(Skirmish):
    def rules(self) -> tuple[show.RuleCase, ...]:
        return tuple(show.RuleCase(case, case, case) for case in ("1", "2", "2.1", "2.2", "2.3", "3", "3.1", "4"))


class WrongEvent(SettingUp, frozen=True, tag="SettingUp"):
    def commit(self, s: Line, ev: Events | None) -> None:
        super().commit(s, ev)
        if ev is not None:
            ev.add(Said("It is done.", rule="99"))


class CitesNothing(SetUps):
    """A line of its log, told only at the end, cites a rule that does not exist."""

    steps = (WrongEvent,)

    def rules(self) -> tuple[show.RuleCase, ...]:
        return tuple(show.RuleCase(case, case, case) for case in ("1", "1.1", "1.2", "2", "3"))

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Line:
        s = super().begin(scenario, options)
        s.stack = [WrongEvent()]
        return s


def test_a_line_that_cites_a_rule_which_does_not_exist_is_found() -> None:
    with pytest.raises(AssertionError, match=r"no rule 3\.2"):
        testing.rules_exist(NoSuchRule())
    with pytest.raises(AssertionError, match="no rule 99"):
        testing.rules_exist(CitesNothing())


def never(v: Any, step: Any, seat: str) -> Whys:
    yield Why("1", lambda: "Never.")


class Stuck(Choice[Field], frozen=True):
    verbs = (Verb("go", to_attacks, reasons=never),)

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
    verbs = (
        Verb(
            "place",
            SettingUp.verbs[0].do,
            (
                Slot("man", Domain("choice", "men"),
                     lambda v, st, seat, a: (Why("", lambda: "") for _ in may_place(v, st, seat, a))),
                Slot("post", Domain("place", "posts"), free_post),
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
        return SharedCopy(**{name: getattr(s, name) for name in s.__struct_fields__})


class NoSuchPlace(LandingGame):
    def scene(self, view: Shore) -> show.Scene:
        scene = super().scene(view)
        lost = show.Piece("lost", "nowhere", show.Face("?", "grey"))
        return msgspec.structs.replace(scene, pieces=(*scene.pieces, lost))


class ShyField(Field):
    """Its saved form forgets a life."""

    def __post_init__(self) -> None:
        if self.turn > 1:
            self.lives = [2] * 8


class NotSaved(Skirmish):
    State = ShyField

    def begin(self, scenario: str, options: dict[str, bool | str]) -> Field:
        s = super().begin(scenario, options)
        return ShyField(**{name: getattr(s, name) for name in s.__struct_fields__})


@pytest.mark.parametrize(
    ("game", "check"),
    [
        (WindowTells(), testing.obvious_answers_are_public),
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
