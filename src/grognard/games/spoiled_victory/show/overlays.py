"""Overlays: reach of a unit, German threat, garrisoned ground, and the ways to England."""

from __future__ import annotations

from grognard.games.spoiled_victory.data.world import INFANTRY
from grognard.games.spoiled_victory.rules.escape import interdicted_spaces
from grognard.games.spoiled_victory.rules.evacuation import goals, shut_in
from grognard.games.spoiled_victory.rules.german_attack import red_targets
from grognard.games.spoiled_victory.rules.movement import ANY_DISTANCE, distance, reach, trucks_allowed
from grognard.games.spoiled_victory.rules.state import (
    FOOT,
    TRUCK,
    State,
    facts,
    german_alone,
    german_space,
    german_type,
    marsh,
)
from grognard.games.spoiled_victory.show.scene import card_words
from grognard.kernel.errors import BadInput
from grognard.kernel.rules import bits, mask_of
from grognard.kernel.show import Overlay, OverlayKind, Shade

OVERLAYS = (
    OverlayKind("reach", "Reach of a unit", "piece"),
    OverlayKind("threat", "Where the Germans can strike next"),
    OverlayKind("garrisons", "Ground behind the Germans"),
    OverlayKind("evacuation", "Ways to England"),
    OverlayKind("cards", "Cards removed, discarded and still to come"),
)


def overlay(s: State, name: str, about: str) -> Overlay:
    if name == "reach":
        return _reach(s, about)
    if name == "threat":
        return _threat(s)
    if name == "garrisons":
        return _garrisons(s)
    if name == "evacuation":
        return _evacuation(s)
    if name == "cards":
        return _cards(s)
    raise BadInput(f"A Spoiled Victory has no overlay “{name}”.")


def _reach(s: State, about: str) -> Overlay:
    f = facts(s)
    d = s.data
    if about in d.german_number:
        track = s.on_track.index(d.german_number[about])
        return Overlay(
            "reach", f"Reach of {d.germans[s.on_track[track]].name}", tuple(_german_reach(s, track)), rule="9.2"
        )
    if about not in d.unit:
        raise BadInput(f"There is no unit “{about}” whose reach could be shown.")
    unit = d.unit[about]
    if s.loc[unit] >= d.land:
        return Overlay("reach", f"Reach of {d.unit_names[unit]}", text="It is not on land.", rule="10.1")
    where = d.place_ids[s.loc[unit]]
    if f.german_at >> s.loc[unit] & 1:
        words = f"It is in {where} with a German unit: it cannot move, but can attack there when activated."
        shades = [Shade(where, "warn", "Engaged")]
        return Overlay("reach", f"Reach of {d.unit_names[unit]}", tuple(shades), text=words, rule="9.3.8")
    if not s.engaged and not s.entered:
        # Outside the Player Action Phase nobody has noted yet which Germans are Engaged (10.1.8).
        s = s.copy()
        s.engaged = mask_of(x for x in bits(f.german_at) if f.at[x])
    by_foot = reach(s, unit, FOOT)
    by_truck = reach(s, unit, TRUCK) & ~by_foot if trucks_allowed(s) else 0
    shades = [Shade(x, "good", "on foot") for x in d.place_list(by_foot)]
    shades += [Shade(x, "weak", "by truck") for x in d.place_list(by_truck)]
    foot, truck = distance(s, unit, FOOT), distance(s, unit, TRUCK)
    far = "any distance" if truck == ANY_DISTANCE else f"{truck} spaces"
    words = f"On foot {foot} space{'s' if foot > 1 else ''}, by truck {far}."
    if s.suppressed >> unit & 1:
        words += " Suppressed: no move this turn."
    return Overlay("reach", f"Reach of {d.unit_names[unit]}", tuple(shades), text=words, rule="10.1")


def _german_reach(s: State, track: int) -> list[Shade]:
    """Where a called German would go, and what it would attack."""
    f = facts(s)
    d = s.data
    spaces = d.tracks[track]
    n = s.advance[track]
    if f.at[spaces[n]]:
        return [Shade(d.place_ids[spaces[n]], "bad", "attacks where it is")]
    if n + 1 == len(spaces):
        return [Shade(x, "bad", "attacks along red") for x in d.place_list(red_targets(s, track))]
    out = []
    m = d.movement
    left = m.german_infantry if german_type(s, track) == INFANTRY else m.german_motorized
    while left and n + 1 < len(spaces) and not f.german_at >> spaces[n + 1] & 1:
        n += 1
        left -= 1
        fight = bool(f.at[spaces[n]])
        out.append(Shade(d.place_ids[spaces[n]], "bad" if fight else "warn", "attacks" if fight else "advances"))
        if fight or marsh(s) >> spaces[n] & 1:
            break
    return out


def _threat(s: State) -> Overlay:
    shades: dict[str, Shade] = {}
    for track in range(len(s.advance)):
        for shade in _german_reach(s, track):
            known = shades.get(shade.place)
            if known is None or shade.tone == "bad":
                shades[shade.place] = shade
    return Overlay("threat", "Where the Germans can strike next", tuple(shades.values()), rule="9.2")


def _garrisons(s: State) -> Overlay:
    f = facts(s)
    d = s.data
    shades = [Shade(x, "strong", "garrisoned", "german") for x in d.place_list(f.barred)]
    shades += [Shade(d.place_ids[german_space(s, t)], "bad", "German unit", "german") for t in range(len(s.advance))]
    return Overlay("garrisons", "Ground behind the Germans", tuple(shades), rule="10.1.4")


def _cards(s: State) -> Overlay:
    """6.2: removed cards may be looked at any time; so may the discards, and the rest follows from them."""
    d = s.data
    words = []
    if s.event >= 0:
        card = d.cards[s.event]
        words.append(f"This turn's event: {card_words(d, 1 << s.event)}. {card.text}")
    if s.intelligence >= 0:
        words.append(f"Set aside by Intelligence: {card_words(d, 1 << s.intelligence)}.")
    for label, cards in (("Removed", s.removed), ("Discarded", s.discards), ("Still in the pile", s.pile)):
        words.append(f"{label} ({cards.bit_count()}): {card_words(d, cards) or 'none'}.")
    return Overlay("cards", "The cards", text="\n".join(words), rule="6.2")


def _evacuation(s: State) -> Overlay:
    f = facts(s)
    d = s.data
    paths = []
    cuts = []
    shades = []
    for route in d.routes:
        paths.append(tuple(d.place_ids[x] for x in route))
        if s.turn < d.shut_until.get(route[1], 0):
            cuts.append(d.place_ids[route[1]])
    for space in d.formation:
        name = d.place_ids[space]
        if shut_in(s, space) or f.german_at >> space & 1:
            cuts.append(name)
        else:
            paths.append((name, d.place_ids[d.staging]))
    for place in d.embarkation:
        units = f.at[place] & d.evacuees
        if units:
            moving = bool(units & ~s.suppressed) and goals(s, place) != 0
            shades.append(
                Shade(d.place_ids[place], "good" if moving else "bad", "can go on" if moving else "cannot go on")
            )
    under_fire = interdicted_spaces(s)
    shades += [Shade(x, "bad", "under fire") for x in d.place_list(under_fire)]
    names = [d.route_ids[i] for i, r in enumerate(d.routes) if under_fire >> r[-1] & 1]
    words = f"German guns fire on the end of Route {' and '.join(names)}." if names else "No route is under fire."
    if german_alone(s, d.nieuport):
        words += " Nieuport is German."
    return Overlay("evacuation", "Ways to England", tuple(shades), tuple(paths), tuple(cuts), words, "8.2")
