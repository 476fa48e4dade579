# compiled as it stands
"""10 Combat: who attacks, Lead units, air support, values with every modifier named, dice and results."""

from __future__ import annotations

from grognard.games.springtime.data.world import ADJECTIVES, ALLIES, AXIS, RESERVE, SIDES
from grognard.games.springtime.rules import retreats
from grognard.games.springtime.rules.advantage import BattleWindow, ask_about_paris, may_open_paris
from grognard.games.springtime.rules.domains import AIR, AREAS, UNITS
from grognard.games.springtime.rules.kleist import settle_kleist
from grognard.games.springtime.rules.movement import Moving, entered_mask, shared_tags
from grognard.games.springtime.rules.state import (
    NO_AIR,
    NOBODY,
    OVERRUN,
    REPULSE,
    STALEMATE,
    SUCCESS,
    Spring,
    active_side,
    counted,
    facts,
    leader_of,
    lose_step,
    lose_unit,
    rating,
    seat_of,
    settle_control,
)
from grognard.games.springtime.rules.values import (
    attack_modifiers,
    attack_value,
    backfire,
    battle_odds,
    best_defender,
    defense_modifiers,
    defense_value,
    result_of,
)
from grognard.kernel.rules import (
    Auto,
    Battle,
    Chance,
    Changed,
    Choice,
    Chose,
    Dice,
    Distribution,
    Events,
    Ints,
    Outcome,
    Rolled,
    Slot,
    Verb,
    Why,
    Whys,
    bits,
)
from grognard.kernel.show import Modifier, Odds, Preview

RESULT_NAMES = ("Repulse", "Stalemate", "Success", "Overrun")


# ------------------------------------------------------------------------------------------- who may attack


def may_attack(s: Spring, p: int) -> int:
    """The units that may attack in this Area now, as bits (10.1, 10.2, 10.3)."""
    known = facts(s)
    if s.closed >> p & 1 or not known.present[1 - active_side(s)] >> p & 1:
        return 0
    if not s.contested >> p & 1:
        return entered_mask(s, p)
    mask = 0
    came = s.came
    for u in bits(known.at[p] & s.active):
        if came[u] != p:  # who has fought may not fight again
            mask |= 1 << u
    return mask


def attack_places(s: Spring) -> int:
    """Areas where an attack can be made, as bits."""
    allies, axis = facts(s).present
    found = 0
    for p in bits(allies & axis):
        if may_attack(s, p):
            found |= 1 << p
    return found


def owed_attacks(s: Spring) -> list[int]:
    """10.1: Areas that were not contested, entered and not yet attacked."""
    return bits(attack_places(s) & ~s.contested)


# ------------------------------------------------------------------------------------------- 10.0 the attack


def _legal_areas(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    return attack_places(s)


def _area_whys(s: Spring, step: Moving, seat: str, args: Ints) -> Whys:
    d = s.data
    [p] = args
    where, place = d.area_names[p], (d.map_ids[p],)
    if not facts(s).present[1 - active_side(s)] >> p & 1:
        yield Why("10.0", lambda: f"There is no enemy in {where}.", place)
    elif s.closed >> p & 1:
        yield Why("9.2.1", lambda: f"{where} has already been attacked in this impulse.", place)
    elif not may_attack(s, p):
        words = f"You have no active unit in {where}."
        if facts(s).at[p] & s.active:
            words = f"Your active units in {where} have already fought in this impulse."
        yield Why("10.0", lambda: words, place)


def _legal_leads(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    return may_attack(s, args[0])


def _lead_whys(s: Spring, step: Moving, seat: str, args: Ints) -> Whys:
    p, u = args
    if not may_attack(s, p) >> u & 1:
        yield _why_no_attack(s, u, p)


def _why_no_attack(s: Spring, u: int, p: int) -> Why:
    """Why a unit cannot attack in an Area where others can."""
    d = s.data
    name, where = d.unit_names[u], d.area_names[p]
    if d.side[u] != active_side(s):
        rule, words = "10.0", f"{name} belongs to the enemy."
    elif s.loc[u] != p:
        rule, words = "10.0", f"{name} is not in {where}."
    elif not s.active >> u & 1:
        rule, words = "8.1.1", f"The Army Group of {name} is not active."
        if d.group[u] == RESERVE:
            words = f"No unit of the active Army Group was with {name}."
    elif s.came[u] == p:
        rule, words = "10.0", f"{name} has already fought in this impulse."
    else:
        rule, words = "10.1", f"{name} did not enter {where} in this impulse."
    return Why(rule, lambda: words, (d.map_ids[p],), (d.unit_ids[u],))


def _legal_others(s: Spring, step: Moving, seat: str, args: Ints) -> int:
    """Others may be named only where the attack is optional; in a mandatory one all take part (10.1, 10.2)."""
    p, named = args[0], _named(args)
    if not s.contested >> p & 1:
        return 0
    others = may_attack(s, p) & ~named
    if s.everyone:
        tags = shared_tags(s, named)
        others = sum(1 << u for u in bits(others) if tags & shared_tags(s, 1 << u))
    return others


def _named(args: Ints) -> int:
    """The units of an attack that are named, as bits."""
    mask = 0
    for u in args[1:]:
        mask |= 1 << u
    return mask


def _other_whys(s: Spring, step: Moving, seat: str, args: Ints) -> Whys:
    d = s.data
    p, u = args[0], args[-1]
    name, place, piece = d.unit_names[u], (d.map_ids[p],), (d.unit_ids[u],)
    named = _named(args[:-1])
    if not s.contested >> p & 1:
        yield Why("10.1", lambda: "In a mandatory attack all units that entered take part, so none is named.", place)
    elif named >> u & 1:
        yield Why("10.2", lambda: f"{name} is already named.", (), piece)
    elif not may_attack(s, p) >> u & 1:
        yield _why_no_attack(s, u, p)
    elif s.everyone and not shared_tags(s, named) & shared_tags(s, 1 << u):
        yield Why("15.3", lambda: f"{name} is of another Army Group.", (), piece)


def attack_mask(s: Spring, args: Ints) -> int:
    """All units that take part (10.1, 10.2, 10.3)."""
    return _named(args) if s.contested >> args[0] & 1 else may_attack(s, args[0])


def _do_attack(s: Spring, step: Moving, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    p, lead = args[:2]
    s.battle, s.lead, s.attackers = p, lead, attack_mask(s, args)
    s.foe = s.air_attack = s.air_defend = s.outcome = -1
    s.closed |= 1 << p
    for u in bits(s.attackers):
        if s.came[u] < 0:
            s.came[u] = p
    if ev is not None:
        others = [d.unit_names[u] for u in bits(s.attackers) if u != lead]
        words = f"{d.unit_names[lead]} leads an attack on {d.area_names[p]}"
        words += f" with {', '.join(others)}" if others else ""
        ev.add(
            Chose(
                what="attack",
                answer=d.map_ids[p],
                words=words.removesuffix(".") + ".",
                rule="10.4.2",
                places=(d.map_ids[p],),
                pieces=tuple(d.unit_ids[u] for u in bits(s.attackers)),
                side=SIDES[d.side[lead]],
            )
        )
    s.then(NameDefender(), AttackerAir(), DefenderAir(), CombatDice(), step)
    if p == d.paris:
        ask_about_paris(s)  # 11.1.1


# --------------------------------------------------------------------------------------- Lead defender, air


def defenders(s: Spring) -> int:
    """The units in the battle's Area that are attacked, as bits."""
    return facts(s).at[s.battle] & s.data.side_mask[1 - active_side(s)]


def _legal_defenders(s: Spring, step: NameDefender, seat: str, args: Ints) -> int:
    return defenders(s)


def _defender_whys(s: Spring, step: NameDefender, seat: str, args: Ints) -> Whys:
    d = s.data
    [u] = args
    if d.side[u] == active_side(s):
        yield Why("10.4.3", lambda: f"{d.unit_names[u]} belongs to the attacker.")
    elif s.loc[u] != s.battle:
        yield Why("10.4.3", lambda: f"{d.unit_names[u]} is not in {d.area_names[s.battle]}.")


def _do_lead(s: Spring, step: NameDefender, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    [s.foe] = args
    if ev is not None:
        words, piece = f"{d.unit_names[s.foe]} leads the defense.", d.unit_ids[s.foe]
        side = SIDES[d.side[s.foe]]
        ev.add(Chose(what="lead defender", answer=piece, words=words, rule="10.4.3", pieces=(piece,), side=side))


def _lead_odds(s: Spring, step: NameDefender, seat: str, args: Ints) -> Odds:
    """Without air support; one row set for each marker that either side may still send."""
    d, u = s.data, args[0]
    base = battle_odds(s, s.battle, s.lead, s.attackers, u)
    replies = [
        _titled(battle_odds(s, s.battle, s.lead, s.attackers, u, a), f"the attacker sends {d.air[a].name}")
        for a in air_choices(s, s.lead)
    ]
    replies += [
        _titled(
            battle_odds(s, s.battle, s.lead, s.attackers, u, defend=a), f"with your air support ({d.air[a].name})"
        )
        for a in air_choices(s, u)
    ]
    return _assuming(s, base, replies)


class NameDefender(Choice[Spring], frozen=True):
    """10.4.3: the defender names his Lead unit."""

    rule = "10.4.3"
    verbs = (
        Verb(
            "lead",
            _do_lead,
            (Slot("unit", UNITS, _defender_whys, _legal_defenders, prompt="Which unit leads the defense?"),),
            rule="10.4.3",
            label="Lead",
            odds=_lead_odds,
        ),
    )

    def seat(self, s: Spring) -> str:
        return seat_of(s, 1 - active_side(s))

    def prompt(self, v: Spring, seat: str) -> str:
        d = v.data
        return f"{d.unit_names[v.lead]} attacks {d.area_names[v.battle]}: which unit leads the defense?"

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
        mask = defenders(s)
        return ("lead", (mask.bit_length() - 1,)) if mask & mask - 1 == 0 else None


def air_choices(s: Spring, u: int) -> list[int]:
    """The markers that may support this Lead unit, like ones once (9.4.1, ruling 49)."""
    found: list[int] = []
    for a in s.data.air_for[s.data.nation[u]]:
        if not s.air_used[a] and all(s.air_strong[a] != s.air_strong[b] for b in found):
            found.append(a)
    return found


def _legal_air(s: Spring, step: AirSupport, seat: str, args: Ints) -> int:
    return sum(1 << a for a in air_choices(s, step.supported(s)))


def _air_whys(s: Spring, step: AirSupport, seat: str, args: Ints) -> Whys:
    d = s.data
    [a] = args
    u = step.supported(s)
    if d.air[a].nation != d.nation[u]:
        yield Why("9.4.1", lambda: f"{d.air[a].name} cannot support {d.unit_names[u]}: they differ in nationality.")
    elif s.air_used[a]:
        yield Why("9.4.1", lambda: f"{d.air[a].name} has already flown in this impulse.")
    elif a not in air_choices(s, u):
        yield Why("9.4.2", lambda: f"{d.air[a].name} is the same as the other marker: use that one.")


def _do_air(s: Spring, step: AirSupport, seat: str, args: Ints, ev: Events | None) -> None:
    d = s.data
    [a] = args
    s.air_used[a] = 1
    step.commit(s, a)
    if ev is not None:
        value = d.air_value[a][s.air_strong[a]]
        u = step.supported(s)
        words = f"{d.air[a].name} supports {d.unit_names[u]}: {value:+d}."
        ev.add(Chose(what="air", answer=d.air[a].id, words=words, rule="9.4.1", side=SIDES[d.side[u]]))


def _no_air(s: Spring, step: AirSupport, seat: str, args: Ints, ev: Events | None) -> None:
    """No air support."""


def _air_odds(s: Spring, step: AirSupport, seat: str, args: Ints) -> Odds:
    """With or without this marker; to the attacker also what the defender may still send."""
    d = s.data
    a = args[0] if args else NO_AIR
    if not isinstance(step, AttackerAir):
        return _assuming(s, battle_odds(s, s.battle, s.lead, s.attackers, s.foe, s.air_attack, a), [])
    base = battle_odds(s, s.battle, s.lead, s.attackers, s.foe, a)
    replies = [
        _titled(battle_odds(s, s.battle, s.lead, s.attackers, s.foe, a, b), f"the defender sends {d.air[b].name}")
        for b in air_choices(s, s.foe)
    ]
    return _assuming(s, base, replies)


class AirSupport(Choice[Spring], frozen=True):
    rule = "9.4.1"
    verbs = (
        Verb(
            "air",
            _do_air,
            (Slot("marker", AIR, _air_whys, _legal_air, prompt="Which air support?"),),
            rule="9.4.1",
            label="Air support",
            odds=_air_odds,
        ),
        Verb("no-air", _no_air, rule="9.4.1", label="No air support", odds=_air_odds),
    )

    def supported(self, s: Spring) -> int:
        raise NotImplementedError

    def commit(self, s: Spring, a: int) -> None:
        raise NotImplementedError

    def obvious(self, s: Spring) -> tuple[str, Ints] | None:
        for a in s.data.air_for[s.data.nation[self.supported(s)]]:
            if not s.air_used[a]:
                return None
        return ("no-air", ())

    def prompt(self, v: Spring, seat: str) -> str:
        d = v.data
        av = attack_value(v, v.lead, v.attackers, v.air_attack)
        dv = defense_value(v, v.battle, v.foe, v.lead, v.air_defend)
        who, where = d.unit_names[self.supported(v)], d.area_names[v.battle]
        return f"Attack {av} against defense {dv} in {where}: air support for {who}?"

    def standing(self, v: Spring, seat: str, order: str) -> str | None:
        return "no-air" if order == "no-air" else None


class AttackerAir(AirSupport, frozen=True):
    """9.4.1: the attacker first."""

    def seat(self, s: Spring) -> str:
        return seat_of(s, active_side(s))

    def supported(self, s: Spring) -> int:
        return s.lead

    def commit(self, s: Spring, a: int) -> None:
        s.air_attack = a


class DefenderAir(AirSupport, frozen=True):
    def seat(self, s: Spring) -> str:
        return seat_of(s, 1 - active_side(s))

    def supported(self, s: Spring) -> int:
        return s.foe

    def commit(self, s: Spring, a: int) -> None:
        s.air_defend = a


# ------------------------------------------------------------------------------------- 10.4 dice and results


class CombatDice(Chance[Spring], frozen=True):
    """10.4.1: both sides roll two dice at once, the attacker's first in the list (3.5)."""

    rule = "10.4.1"

    def chance(self, s: Spring) -> Distribution:
        return Dice(4)

    def happen(self, s: Spring, outcome: Outcome, ev: Events | None) -> None:
        d = s.data
        a1, a2, d1, d2 = (int(x) for x in outcome)
        av = attack_value(s, s.lead, s.attackers, s.air_attack)
        dv = defense_value(s, s.battle, s.foe, s.lead, s.air_defend)
        s.roll = a1 * 1000 + a2 * 100 + d1 * 10 + d2
        s.outcome = result_of(av + a1 + a2 - dv - d1 - d2, d.armored[s.lead])
        side = active_side(s)
        if ev is not None:
            place = (d.place_ids[s.battle],)
            seats = seat_of(s, side), seat_of(s, 1 - side)
            ev.add(
                Rolled(
                    dice=(a1, a2),
                    label=f"{ADJECTIVES[side]} attack",
                    rule="10.4",
                    places=place,
                    total=av + a1 + a2,
                    modifiers=tuple(attack_modifiers(s, s.lead, s.attackers, s.air_attack)),
                    good=seats[0],
                    bad=seats[1],
                )
            )
            ev.add(
                Rolled(
                    dice=(d1, d2),
                    label=f"{ADJECTIVES[1 - side]} defense",
                    rule="10.4",
                    places=place,
                    total=dv + d1 + d2,
                    modifiers=tuple(defense_modifiers(s, s.battle, s.foe, s.lead, s.air_defend)),
                    result=RESULT_NAMES[s.outcome],
                    good=seats[1],
                    bad=seats[0],
                )
            )
        s.then(ApplyResult())
        loser = side if s.outcome == REPULSE else 1 - side
        if s.outcome != STALEMATE and s.advantage == loser:
            s.then(BattleWindow(loser))


class ApplyResult(Auto[Spring], frozen=True):
    """10.4.4: losses, then the retreats, the defender's first."""

    rule = "10.4.4"

    def run(self, s: Spring, ev: Events | None) -> None:
        d = s.data
        result, lead, foe, p = s.outcome, s.lead, s.foe, s.battle
        side = active_side(s)
        kleist = s.kleist
        defense_dice = s.roll // 10 % 10 + s.roll % 10
        costly = result >= SUCCESS and defense_dice >= backfire(s, result)
        if ev is not None:
            name = RESULT_NAMES[result]
            words = f"The attack on {d.area_names[p]} is {'an' if result == OVERRUN else 'a'} {name}."
            shows = (f"result {name}", f"result {name} costly") if costly else (f"result {name}",)
            ev.add(_told(s, words, shows))
        if s.confidence and side == AXIS and result >= SUCCESS:
            gain_confidence(s, ev)
        if result == OVERRUN:
            lose_unit(s, foe, "is overrun and eliminated", "10.4.4", ev)
        elif result >= STALEMATE:
            lose_step(s, foe, "in defense", "10.4.4", ev)
        if result <= STALEMATE or costly:
            lose_step(s, lead, "in attack", "10.4.4", ev)
        s.then(*retreats.after_combat(s), FinishBattle())
        if s.kleist != kleist:
            settle_kleist(s, p, ev)


def _told(s: Spring, words: str, shows: tuple[str, ...]) -> Battle:
    """The battle as it is decided; the modifiers of the defence count against the attack."""
    d = s.data
    side, place = active_side(s), d.place_ids[s.battle]
    a1, a2, d1, d2 = dice = tuple(s.roll // n % 10 for n in (1000, 100, 10, 1))
    attack = attack_value(s, s.lead, s.attackers, s.air_attack)
    defense = defense_value(s, s.battle, s.foe, s.lead, s.air_defend)
    against = defense_modifiers(s, s.battle, s.foe, s.lead, s.air_defend)
    return Battle(
        dice=dice,
        label=words.removesuffix("."),
        again=True,
        turn=s.turn,
        defender=SIDES[1 - side],
        place=place,
        attackers=tuple(d.unit_ids[u] for u in (s.lead, *bits(s.attackers & ~(1 << s.lead)))),
        defenders=tuple(d.unit_ids[u] for u in (s.foe, *bits(defenders(s) & ~(1 << s.foe)))),
        attack=attack,
        defence=defense,
        modifiers=(
            *attack_modifiers(s, s.lead, s.attackers, s.air_attack),
            *(Modifier(-m.value, m.reason, m.rule) for m in against),
        ),
        total=attack + a1 + a2 - defense - d1 - d2,
        result=RESULT_NAMES[s.outcome],
        rule="10.4.4",
        places=(place,),
        shows=shows,
        side=SIDES[side],
    )


def gain_confidence(s: Spring, ev: Events | None) -> None:
    """6.1.3: German Leaders of attacking units grow, Allied Leaders in the Area shrink, for good."""
    d = s.data
    german = s.attackers & d.german
    allied = facts(s).at[s.battle] & d.side_mask[ALLIES]
    for u in bits(german | allied):
        leader = leader_of(s, u)
        if leader >= 0 and not s.flipped[leader]:
            s.flipped[leader] = 1
            if ev is not None:
                how = "gains" if german >> u & 1 else "loses"
                words = f"{d.leaders[leader].name} {how} confidence: rating {rating(s, leader)}."
                ev.add(Changed(condition="confidence", words=words, rule="6.1.3", pieces=(d.unit_ids[u],)))


class FinishBattle(Auto[Spring], frozen=True):
    """7.2: who is alone in the Area now controls it, unless the attack was repulsed."""

    rule = "7.2"

    def run(self, s: Spring, ev: Events | None) -> None:
        could = may_open_paris(s)
        settle_control(s, s.battle, ev)
        s.battle = s.lead = s.foe = s.air_attack = s.air_defend = s.outcome = -1
        s.attackers = s.leaving = s.roll = 0
        if not could:
            ask_about_paris(s)


# ------------------------------------------------------------------------------------------ odds and preview


def _attack_odds(s: Spring, step: Moving, seat: str, args: Ints) -> Odds:
    """Exact for the defender's strongest Lead; one row set for each public reply: his other Leads and his air."""
    d = s.data
    p, lead = args[:2]
    mask = attack_mask(s, args)
    foe = best_defender(s, p, lead)
    base = battle_odds(s, p, lead, mask, foe)
    replies: list[Odds] = []
    for a in air_choices(s, lead):
        replies.append(_titled(battle_odds(s, p, lead, mask, foe, a), f"with your air support ({d.air[a].name})"))
    for u in bits(facts(s).at[p] & d.side_mask[1 - active_side(s)]):
        for a in (NO_AIR, *air_choices(s, u)):
            if (u, a) != (foe, NO_AIR):
                how = f"{d.unit_names[u]} leads the defense" + (f" with {d.air[a].name}" if a != NO_AIR else "")
                replies.append(_titled(battle_odds(s, p, lead, mask, u, defend=a), how))
    assumes = (f"{d.unit_names[foe]} leads the defense, and nobody commits air support or the Advantage.",)
    return Odds(base.title, base.rows, base.modifiers, assumes, tuple(replies), "10.4.4")


def _assuming(s: Spring, base: Odds, replies: list[Odds]) -> Odds:
    """Say what is left out: air support still to be declared, and the Advantage if somebody has it."""
    left = ["commits further air support"] if replies else []
    if s.advantage != NOBODY:
        left.append("uses the Advantage")
    assumes = (f"Nobody {' or '.join(left)}.",) if left else ()
    return Odds(base.title, base.rows, base.modifiers, assumes, tuple(replies), base.rule)


def _titled(odds: Odds, title: str) -> Odds:
    return Odds(title, odds.rows, odds.modifiers, odds.assumes, (), odds.rule)


def _attack_preview(s: Spring, step: Moving, seat: str, args: Ints) -> Preview:
    d = s.data
    p, lead = args[:2]
    mask = attack_mask(s, args)
    foe = best_defender(s, p, lead)
    av, dv = attack_value(s, lead, mask), defense_value(s, p, foe, lead)
    kind = "an optional" if s.contested >> p & 1 else "a mandatory"
    n = mask.bit_count()
    text = (
        f"{counted(n, 'unit')} {'makes' if n == 1 else 'make'} {kind} attack: {av} against {dv}, before air support."
    )
    return Preview(text=text, places=(d.map_ids[p],))


ATTACK = Verb(
    "attack",
    _do_attack,
    slots=(
        Slot("area", AREAS, _area_whys, _legal_areas, prompt="Attack in which Area?"),
        Slot("lead", UNITS, _lead_whys, _legal_leads, prompt="Which unit leads the attack?"),
        Slot("unit", UNITS, _other_whys, _legal_others, prompt="Which others join?", repeat=True, optional=True),
    ),
    rule="10.0",
    label="Attack",
    preview=_attack_preview,
    odds=_attack_odds,
)
