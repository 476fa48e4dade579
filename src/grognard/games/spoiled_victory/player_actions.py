"""10.0 Player Actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from grognard.games.spoiled_victory.air_attack import table_total
from grognard.games.spoiled_victory.allied_attack import AlliedAttacks
from grognard.games.spoiled_victory.cards import DrawCard, draw, event_card
from grognard.games.spoiled_victory.data import (
    BELGIAN,
    COMBAT_ROW,
    EVACUEE,
    FRENCH,
    HIT,
    NONE,
    RESULT_WORDS,
    SUPPRESSED,
    Card,
    bits,
)
from grognard.games.spoiled_victory.evacuation import evacuation_verbs, pairs, ready
from grognard.games.spoiled_victory.event_phase import against_forming_in, in_may
from grognard.games.spoiled_victory.movement import (
    FREE,
    MOVE,
    SIDESTEP_VERB,
    all_units,
    can_stir,
    close_group,
    free_movers,
    ghq_company,
    movers,
    nothing_before_leaving,
    sidesteppers,
)
from grognard.games.spoiled_victory.quick import BUILD, END, FLOOD, INTELLIGENCE, SPIRIT
from grognard.games.spoiled_victory.state import (
    DAMAGED_JETTIES,
    JETTIES,
    NO_GROUP,
    NO_JETTIES,
    SEAT,
    SIDESTEP,
    State,
    disrupt,
    embark,
    german_hit,
    german_space,
    has_room,
    marsh,
    new_evacuee,
    night,
    rolled,
    say,
)
from grognard.kernel.chance import Dice, Distribution, Outcome
from grognard.kernel.contract import Action, Args, Auto, Chance, Choice, Slot, Verb, Why, Whys
from grognard.kernel.events import Events, Headed, Rolled
from grognard.kernel.show import Modifier, Odds, OddsRow


class PlayerActionPhase(Auto[State], frozen=True):
    rule: ClassVar[str] = "10.0"

    def run(self, s: State, ev: Events | None) -> None:
        if ev is not None:
            ev.add(Headed(words="Player Actions", level=2, rule="5.0-5"))
        s.ghq_moves = s.entered = s.attacked = 0
        engaged = 0
        for space in bits(s.german_at):
            if s.at[space]:
                engaged |= 1 << space
        s.engaged = engaged
        draw(s, ActionCard(), ev)


class ActionCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "10.0"
    label: ClassVar[str] = "Player Actions"

    def entry(self, card: Card) -> str:
        return str(card.actions)

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        s.discards |= 1 << index
        delta = event_card(s).actions_delta + s.bonus_actions
        s.actions = max(1, card.actions + delta) if delta < 0 else card.actions + delta
        if ev is not None and delta:
            say(ev, f"{delta:+d} by event: {s.actions} Player Action{'' if s.actions == 1 else 's'}.", "10.0")
        s.stack.append(PlayerActions())


Reasons = Callable[[State, Any, str], Whys]


def costing(cost: str, more: Reasons | None = None) -> Reasons:
    """The conditions of an action with a price; `more` adds its own."""

    def reasons(s: State, step: Any, seat: str) -> Whys:
        need: int = getattr(s.data.cost, cost)
        if s.actions < need:
            left = f"{s.actions} {'is' if s.actions == 1 else 'are'} left"
            yield Why("10.0", lambda: f"It costs {need} Player Action{'s' if need > 1 else ''}, and {left}.")
        if s.astray:
            yield from nothing_before_leaving(s, step, seat)
        if more is not None:
            yield from more(s, step, seat)

    return reasons


def pay(s: State, cost: int) -> None:
    s.actions -= cost
    close_group(s)


# ------------------------------------------------------------------------ 10.2 create, convert evacuees


def _may_only(s: State, step: Any, seat: str) -> Whys:
    if not in_may(s):
        yield Why("10.2", lambda: "In June evacuees come only from converted Combat units.")
    elif not s.at[s.data.pool]:
        yield Why("10.2.1", lambda: "No evacuee counter is left in the pool.")


def _forming(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.place_ids[: s.data.land]


def _against_forming(s: State, step: object, seat: str, args: Args) -> Whys:
    space = s.data.place[args[0]]
    if not s.data.create_mask >> space & 1:
        yield Why(
            "10.2", lambda: f"Evacuees form only on the East Jetty and on Beaches, not in {args[0]}.", (args[0],)
        )
    else:
        yield from against_forming_in(s, space)


def _fast_forming(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    d = s.data
    return [d.place_ids[x] for x in d.formation if not s.german_at >> x & 1 and has_room(s, x)]


def _create(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.create)
    unit = new_evacuee(s, s.data.place[args[0]], False)
    if ev is not None:
        say(ev, f"{s.data.unit_names[unit]} form in {args[0]}.", "10.2", (args[0],), (s.data.unit_ids[unit],))
    s.stack.append(step)


def _june_only(s: State, step: Any, seat: str) -> Whys:
    if in_may(s):
        yield Why("10.2", lambda: "Combat units may not be converted in May.")
    elif not s.at[s.data.pool]:
        yield Why("10.2.1", lambda: "No evacuee counter is left in the pool.")


def convertible_nations(s: State) -> int:
    """10.2.2: the British in June, the French from the night of June 2, the Belgians never."""
    d = s.data
    late = s.french_early or s.turn >= d.calendar.french_convert_from
    return d.british | d.french if late else d.british


def convertible(s: State) -> int:
    d = s.data
    units = 0
    for space in d.formation:
        if s.at[space] and not s.german_at >> space & 1 and has_room(s, space):
            units |= s.at[space]
    return units & convertible_nations(s) & ~s.suppressed


def _against_converting(s: State, step: object, seat: str, args: Args) -> Whys:
    d = s.data
    unit = d.unit[args[0]]
    name, space = d.unit_names[unit], s.loc[unit]
    if d.nation[unit] == EVACUEE:
        yield Why("10.2", lambda: f"{name} are evacuees already.", (), args[:1])
    elif space >= d.land:
        yield Why("10.2", lambda: f"{name} is not on the map.")
    elif not d.create_mask >> space & 1:
        yield Why(
            "10.2", lambda: f"{name} is in {d.place_ids[space]}, not on the East Jetty or a Beach.", (), args[:1]
        )
    else:
        if d.nation[unit] == BELGIAN:
            yield Why("10.2.2", lambda: "Belgian units are never converted.", (), args[:1])
        elif d.nation[unit] == FRENCH and not convertible_nations(s) & d.french:
            date = d.turns[d.calendar.french_convert_from - 1]
            yield Why(
                "10.2.2", lambda: f"French units are converted only from the night of {date.date} on.", (), args[:1]
            )
        if s.suppressed >> unit & 1:
            yield Why("10.2", lambda: f"{name} is Suppressed.", (), args[:1])
        yield from against_forming_in(s, space)


def _fast_convertible(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(convertible(s))


def _convert(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    d = s.data
    pay(s, d.cost.create)
    unit = d.unit[args[0]]
    space, full = s.loc[unit], bool(s.full >> unit & 1)
    embark(s, unit)
    evacuee = new_evacuee(s, space, full)
    if ev is not None:
        words = f"{d.unit_names[unit]} becomes a “{2 if full else 1}” evacuee unit in {d.place_ids[space]}."
        say(ev, words, "10.2", (d.place_ids[space],), (d.unit_ids[evacuee],))
    s.stack.append(step)


# --------------------------------------------------------------------------------- 10.3 upgrade evacuees


def upgradable(s: State) -> int:
    return s.data.evacuees & s.ashore & ~(s.full | s.suppressed)


def _against_upgrading(s: State, step: object, seat: str, args: Args) -> Whys:
    d = s.data
    unit = d.unit[args[0]]
    name = d.unit_names[unit]
    if d.nation[unit] != EVACUEE:
        yield Why("10.3", lambda: f"{name} is no evacuee unit.", (), args[:1])
    elif s.loc[unit] >= d.sea_to:
        yield Why("10.3", lambda: f"{name} are not on the map.")
    elif s.full >> unit & 1:
        yield Why("10.3", lambda: f"{name} are a “2” already.", (), args[:1])
    else:
        if s.loc[unit] >= d.land:
            yield Why("10.3", lambda: f"{name} are at sea.", (), args[:1])
        if s.suppressed >> unit & 1:
            yield Why("10.3", lambda: f"{name} are Suppressed.", (), args[:1])


def _fast_upgradable(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(upgradable(s))


def _upgrade(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.upgrade)
    unit = s.data.unit[args[0]]
    s.full |= 1 << unit
    if ev is not None:
        say(ev, f"{s.data.unit_names[unit]} grow to a “2”.", "10.3", (s.data.place_ids[s.loc[unit]],), args[:1])
    s.stack.append(step)


# ----------------------------------------------------------------------- 10.4 intelligence, 10.5 spirit


def _one_report(s: State, step: Any, seat: str) -> Whys:
    if s.intelligence >= 0:
        yield Why("10.4", lambda: "A card is set aside for the next turn already.")
    if s.turn == s.data.last_turn:
        yield Why("10.4", lambda: "There is no next turn.")


class IntelligenceCard(DrawCard, frozen=True):
    rule: ClassVar[str] = "10.4"
    label: ClassVar[str] = "Intelligence Report"

    def entry(self, card: Card) -> str:
        return f"next turn's German Moves are {card.german_words}"

    def read(self, s: State, index: int, card: Card, ev: Events | None) -> None:
        s.intelligence = index


def _intelligence(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.intelligence)
    s.stack.append(step)
    draw(s, IntelligenceCard(), ev)


def _no_spirit_yet(s: State, step: Any, seat: str) -> Whys:
    if s.spirit:
        yield Why("10.5", lambda: "The Dunkirk Spirit marker is in your hand.")


def _spirit(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.spirit)
    s.spirit = True
    say(ev, "The Dunkirk Spirit is raised.", "10.5")
    s.stack.append(step)


# ------------------------------------------------------------------ 10.7 flooding, 10.8 and 10.9 jetties


def _not_flooded(s: State, step: Any, seat: str) -> Whys:
    if s.flooded:
        yield Why("10.7", lambda: "The Lowlands are flooded.")


def _flood(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.flood)
    s.flooded = True
    say(ev, "The sluices are opened: the Lowlands are Marsh now.", "10.7", tuple(s.data.place_list(s.data.lowlands)))
    s.stack.append(step)


def _not_built(s: State, step: Any, seat: str) -> Whys:
    if s.jetties == JETTIES:
        yield Why("10.8", lambda: "The Beach Jetties stand.")
    elif s.jetties == DAMAGED_JETTIES:
        yield Why("10.9", lambda: "The Beach Jetties are damaged: repair them instead.")


def _build(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.build)
    s.jetties = JETTIES
    say(ev, "The Beach Jetties are built.", "10.8", tuple(s.data.place_list(s.data.beach)))
    s.stack.append(step)


STRUCTURES = ("mole", "jetties")


def _structures(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return STRUCTURES


def _against_repair(s: State, step: object, seat: str, args: Args) -> Whys:
    if args[0] == "mole":
        if not s.mole_damaged:
            yield Why("10.9", lambda: "The Mole is not damaged.")
    elif s.jetties != DAMAGED_JETTIES:
        words = (
            "The Beach Jetties are not built." if s.jetties == NO_JETTIES else "The Beach Jetties are not damaged."
        )
        yield Why("10.9", lambda: words)


def _something_damaged(s: State, step: Any, seat: str) -> Whys:
    if not s.mole_damaged and s.jetties != DAMAGED_JETTIES:
        yield Why("10.9", lambda: "Nothing is damaged.")


def _fast_repair(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    out = ["mole"] if s.mole_damaged else []
    return [*out, "jetties"] if s.jetties == DAMAGED_JETTIES else out


def _repair(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.repair)
    if args[0] == "mole":
        s.mole_damaged = False
    else:
        s.jetties = JETTIES
    say(ev, f"The {'Mole is' if args[0] == 'mole' else 'Beach Jetties are'} repaired.", "10.9")
    s.stack.append(step)


# --------------------------------------------------------------------------------- 10.10.2 RAF bombers


def _bombers_ready(s: State, step: Any, seat: str) -> Whys:
    if s.bombers == 0:
        yield Why("10.10.2", lambda: "The event RAF Bombers Sortie has not been drawn.")
    elif s.bombers == 2:
        yield Why("10.10.2", lambda: "The RAF bombers have been used.")
    if s.astray:
        yield from nothing_before_leaving(s, step, seat)


def _germans(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.german_ids


def _bomb(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    s.bombers = 2
    s.stack.append(step)
    s.stack.append(Bombing(s.on_track.index(s.data.german_number[args[0]])))


def bomber_modifiers(s: State, space: int) -> list[Modifier]:
    """10.10.2: as a Luftwaffe attack, without the event, plus one (ruling 54)."""
    d = s.data
    out = [Modifier(d.drm_bombers, "RAF bombers", "10.10.2")]
    if d.town >> space & 1:
        out.append(Modifier(d.drm_town, "Town", "7.2a"))
    if marsh(s) >> space & 1:
        out.append(Modifier(d.drm_marsh, "Marsh", "7.2b"))
    if night(s):
        out.append(Modifier(d.drm_night, "Night", "7.2c-night"))
    return out


BOMB_WORDS = {NONE: "no effect", SUPPRESSED: "Disrupted", HIT: "1 Hit"}


class Bombing(Chance[State], frozen=True):
    rule: ClassVar[str] = "10.10.2"
    track: int

    def chance(self, s: State) -> Distribution:
        return Dice(2)

    def happen(self, s: State, outcome: Outcome, ev: Events | None) -> None:
        dice = rolled(outcome)
        d = s.data
        space = german_space(s, self.track)
        modifiers = bomber_modifiers(s, space)
        total: int = table_total(sum(dice) + sum(m.value for m in modifiers))
        result = d.air_rows[COMBAT_ROW][total]
        if ev is not None:
            german = d.germans[s.on_track[self.track]]
            ev.add(
                Rolled(
                    dice=dice,
                    label=f"RAF bombers against {german.name}",
                    modifiers=tuple(modifiers),
                    total=total,
                    result=BOMB_WORDS.get(result, RESULT_WORDS[result]),
                    rule="10.10.2",
                    good=SEAT,
                    places=(d.place_ids[space],),
                    pieces=(german.id,),
                )
            )
        if result == SUPPRESSED:
            disrupt(s, self.track, ev, "10.10.2")
        elif result != NONE:
            german_hit(s, self.track, ev, "10.10.2")


def _bomb_odds(s: State, step: object, seat: str, args: Args) -> Odds:
    from fractions import Fraction

    d = s.data
    modifiers = bomber_modifiers(s, german_space(s, s.on_track.index(d.german_number[args[0]])))
    drm = sum(m.value for m in modifiers)
    ways = {NONE: 0, SUPPRESSED: 0, HIT: 0}
    for a in range(1, 7):
        for b in range(1, 7):
            ways[min(HIT, d.air_rows[COMBAT_ROW][table_total(a + b + drm)])] += 1
    rows = tuple(OddsRow(BOMB_WORDS[r], str(Fraction(n, 36)), n / 36) for r, n in ways.items() if n)
    return Odds("RAF bombers: two dice on the Combat unit row", rows, tuple(modifiers), (), rule="10.10.2")


# --------------------------------------------------------------------- attacks by Engaged units, the end


def assaulters(s: State) -> int:
    """Engaged units that a Movement action can activate to attack where they are (9.3.8, 10.1.8)."""
    units = 0
    if s.engaged:
        for space in bits(s.german_at & s.engaged):
            units |= s.at[space]
    return units & ~s.entered & ~s.suppressed


def _against_assault(s: State, step: object, seat: str, args: Args) -> Whys:
    d = s.data
    unit = d.unit[args[0]]
    if assaulters(s) >> unit & 1:
        return
    name = d.unit_names[unit]
    if s.loc[unit] >= d.land or not s.german_at >> s.loc[unit] & 1:
        yield Why("10.1.8", lambda: f"{name} is not Engaged with a German unit.", (), args[:1])
    elif s.suppressed >> unit & 1:
        yield Why("10.1.6", lambda: f"{name} is Suppressed and does not attack.", (), args[:1])
    else:
        yield Why("10.1.8", lambda: f"{name} can attack at the end of the phase already.", (), args[:1])


def _fast_assault(s: State, step: object, seat: str, args: Args) -> Iterable[str]:
    return s.data.unit_list(assaulters(s))


def _assault(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    pay(s, s.data.cost.foot)
    unit = s.data.unit[args[0]]
    s.entered |= 1 << unit
    say(ev, f"{s.data.unit_names[unit]} prepares to attack where it stands.", "10.1.8", pieces=args[:1])
    s.stack.append(step)


def _end(s: State, step: object, seat: str, args: Args, ev: Events | None) -> None:
    if s.actions:
        say(ev, f"{s.actions} Player Action{'' if s.actions == 1 else 's'} not used.", "10.0")
    s.actions = 0
    close_group(s)
    s.sidestep = False
    s.stack.append(AlliedAttacks())


def has_free_business(s: State) -> bool:
    """Whether anything can be done without Player Actions."""
    if s.bombers == 1:
        return True
    if s.group == NO_GROUP and not s.sidestep and not ghq_company(s):
        return False
    stirring = can_stir(s)
    return bool(movers(s, stirring) or free_movers(s, stirring) or sidesteppers(s, stirring))


def quick_openings(s: State) -> list[Action]:
    """What the verbs below would list, where nobody has to leave the Belgian area first."""
    d = s.data
    lists = d.actions
    out: list[Action] = []
    left = s.actions
    if left or s.group or s.sidestep or ghq_company(s):
        stirring = can_stir(s)
        units = movers(s, stirring)
        if units:
            lists.move.add(out, units)
        units = free_movers(s, stirring)
        if units:
            lists.free.add(out, units)
        if s.sidestep or s.group == SIDESTEP:
            lists.sidestep.add(out, sidesteppers(s, stirring))
    if left:
        c = d.cost
        if s.engaged and left >= c.foot:
            lists.assault.add(out, assaulters(s))
        if s.at[d.pool] and left >= c.create:
            if in_may(s):
                lists.create.add(out, d.create_mask & ~s.german_at & ~s.crowded)
            else:
                lists.convert.add(out, convertible(s))
        if left >= c.upgrade:
            units = upgradable(s)
            if units:
                lists.upgrade.add(out, units)
        if left >= c.evacuate:
            sailing = ready(s)
            if sailing:
                lists.evacuate.add(out, sailing)
                together = pairs(s)
                if together:
                    lists.pair.add(out, together)
        if s.intelligence < 0 and left >= c.intelligence and s.turn != d.last_turn:
            out.append(INTELLIGENCE)
        if not s.spirit and left >= c.spirit:
            out.append(SPIRIT)
        if not s.flooded and left >= c.flood:
            out.append(FLOOD)
        if s.jetties == NO_JETTIES and left >= c.build:
            out.append(BUILD)
        if left >= c.repair and (s.mole_damaged or s.jetties == DAMAGED_JETTIES):
            lists.repair.add(out, s.mole_damaged | (s.jetties == DAMAGED_JETTIES) << 1)
    if s.bombers == 1:
        lists.bomb.add(out, (1 << len(d.german_ids)) - 1)
    out.append(END)
    return out


class PlayerActions(Choice[State], frozen=True):
    rule: ClassVar[str] = "10.0"
    verbs: ClassVar[tuple[Verb, ...]] = (
        MOVE,
        FREE,
        SIDESTEP_VERB,
        Verb(
            "assault",
            _assault,
            (Slot("unit", "piece", all_units, _against_assault, _fast_assault, "Which Engaged unit?"),),
            "10.1.8",
            "Attack where it stands",
            costing("foot"),
        ),
        Verb(
            "create",
            _create,
            (Slot("space", "place", _forming, _against_forming, _fast_forming, "Where do evacuees form?"),),
            "10.2",
            "Create evacuees",
            costing("create", _may_only),
        ),
        Verb(
            "convert",
            _convert,
            (Slot("unit", "piece", all_units, _against_converting, _fast_convertible, "Which Combat unit?"),),
            "10.2",
            "Convert to evacuees",
            costing("create", _june_only),
        ),
        Verb(
            "upgrade",
            _upgrade,
            (Slot("unit", "piece", all_units, _against_upgrading, _fast_upgradable, "Which evacuees?"),),
            "10.3",
            "Upgrade evacuees",
            costing("upgrade"),
        ),
        *evacuation_verbs(costing("evacuate")),
        Verb(
            "intelligence", _intelligence, (), "10.4", "Intelligence Report (1)", costing("intelligence", _one_report)
        ),
        Verb("spirit", _spirit, (), "10.5", "Raise the Dunkirk Spirit (1)", costing("spirit", _no_spirit_yet)),
        Verb("flood", _flood, (), "10.7", "Release the flooding (2)", costing("flood", _not_flooded)),
        Verb("build", _build, (), "10.8", "Build Beach Jetties (3)", costing("build", _not_built)),
        Verb(
            "repair",
            _repair,
            (Slot("structure", "choice", _structures, _against_repair, _fast_repair, "What is repaired?"),),
            "10.9",
            "Repair (2)",
            costing("repair", _something_damaged),
        ),
        Verb(
            "bomb",
            _bomb,
            (Slot("german", "piece", _germans, fast=_germans, prompt="Which German unit?"),),
            "10.10.2",
            "RAF bombers",
            _bombers_ready,
            odds=_bomb_odds,
        ),
        Verb("end", _end, (), "10.0", "End the phase", nothing_before_leaving),
    )

    def seat(self, s: State) -> str:
        return SEAT

    def prompt(self, v: State, seat: str) -> str:
        n = v.actions
        return f"Player Actions: {n} left." if n else "Player Actions: none left, but free moves are open."

    def obvious(self, s: State) -> tuple[str, Args] | None:
        if s.actions or has_free_business(s):
            return None
        return "end", ()

    def quick(self, v: State, seat: str) -> list[Action] | None:
        return None if v.astray else quick_openings(v)

    def warnings(self, v: State, seat: str) -> tuple[str, ...]:
        return (f"{v.actions} Player Actions would be lost if you end now.",) if v.actions else ()
