# compiled as it stands
"""31.6. Decoys in play: in Germany a decoy may hide a German unit and move with it, until it leaves Germany or an
Allied unit comes near (ruling 247). The decoys of 31.7 are laid in `setup` and come off at the reveal."""

from __future__ import annotations

from grognard.games.fortress_europa.data.world import ALLIED, GERMAN
from grognard.games.fortress_europa.rules.domains import UNITS, with_option
from grognard.games.fortress_europa.rules.standing import facts, set_decoy, survey
from grognard.games.fortress_europa.rules.state import NOWHERE, Position, on
from grognard.games.fortress_europa.rules.telling import tell_changed
from grognard.kernel.rules import Events, Ints, Slot, Step, Verb, Why, Whys
from grognard.maps import members


def is_covered(s: Position, u: int) -> bool:
    return bool(facts(s).covered >> u & 1)


def in_sight(s: Position, h: int) -> bool:
    """Whether an Allied unit is within five hexes of a hex."""
    w = s.data
    return bool(w.disc(h, w.book.figures.decoy_distance) & survey(s).occupied[ALLIED])


def uncover(s: Position, number: int, ev: Events | None) -> None:
    w = s.data
    h, u = s.decoy_at[number], s.decoy_unit[number]
    set_decoy(s, number, NOWHERE, -1)
    words = f"{w.unit_names[u]} is under the decoy in {w.hex_name(h)}."
    tell_changed(ev, "revealed", words, "31.6", (w.labels[h],), (w.ids[u],))


def lay_bare(s: Position, u: int, ev: Events | None) -> None:
    """A unit that is rolled for, or flies, is seen by both: its decoy comes off first (ruling 247)."""
    if is_covered(s, u):
        uncover(s, s.decoy_unit.index(u), ev)


def german_entered(s: Position, u: int, h: int, ev: Events | None) -> None:
    """A decoy goes where its unit goes, and comes off outside Germany or near an Allied unit."""
    w = s.data
    if not is_covered(s, u):
        return
    number = s.decoy_unit.index(u)
    set_decoy(s, number, h, u)
    if not w.germany >> h & 1 or in_sight(s, h):
        uncover(s, number, ev)


def allied_entered(s: Position, h: int, ev: Events | None) -> None:
    """Every decoy within five hexes of where an Allied unit comes is taken off; those of 31.7, whose units are not on
    the map, stay until the reveal."""
    w, covered = s.data, facts(s).covered
    if covered:
        near = w.disc(h, w.book.figures.decoy_distance)
        for u in members(covered):
            if near >> s.where[u] & 1:
                uncover(s, s.decoy_unit.index(u), ev)


def taken_off(s: Position, u: int) -> None:
    """A unit leaves the map: its decoy can be used again."""
    if is_covered(s, u):
        number = s.decoy_unit.index(u)
        set_decoy(s, number, NOWHERE, -1)


# ------------------------------------------------------------------------------------------- the verb


def why_no_cover(s: Position, step: Step[Position], seat: str) -> Whys:
    if not on(s, "decoys"):
        yield Why("31.6", lambda: "Decoys in play are an option that was not chosen.")
    elif s.side != GERMAN:
        yield Why("31.6", lambda: "The German player covers his units in his own turn.")
    elif NOWHERE not in s.decoy_at:
        yield Why("31.6", lambda: "All decoys are on the map.")


def cover_reasons(s: Position, step: Step[Position], seat: str, args: Ints) -> Whys:
    w = s.data
    u = args[0]
    name, h, ids = w.unit_names[u], s.where[u], (w.ids[u],)
    if w.side[u] != GERMAN:
        yield Why("31.6", lambda: f"{name} is not German.", (), ids)
    elif not w.germany >> h & 1:
        yield Why("31.6", lambda: f"{name} is not in Germany.", (), ids)
    elif is_covered(s, u):
        yield Why("31.6", lambda: f"{name} is covered.", (), ids)
    elif in_sight(s, h):
        most = w.book.figures.decoy_distance
        yield Why("31.6", lambda: f"An Allied unit is within {most} hexes of {w.hex_name(h)}.", (w.labels[h],), ids)


def do_cover(s: Position, step: Step[Position], seat: str, args: Ints, ev: Events | None) -> None:
    w = s.data
    u = args[0]
    number = s.decoy_at.index(NOWHERE)
    s.then(step)
    set_decoy(s, number, s.where[u], u)
    words = f"A decoy covers {w.unit_names[u]} in {w.hex_name(s.where[u])}."
    tell_changed(ev, "covered", words, "31.6", (w.labels[s.where[u]],), (w.ids[u],))


COVER = Verb(
    "cover",
    do_cover,
    (
        Slot(
            "unit",
            UNITS,
            cover_reasons,
            among=lambda s, *_: s.data.side_mask[GERMAN],
            prompt="Cover which unit with a decoy?",
        ),
    ),
    "31.6",
    "Cover",
    reasons=why_no_cover,
    may=with_option("decoys", why_no_cover),
)
