# compiled as it stands
"""14.6 to 14.11: the best sharing of one part of a front, by a search: who attacks what, so that the fewest duties
are missed (`duties` says what a sharing is)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from grognard.games.fortress_europa.rules.air.naval import ship_support
from grognard.games.fortress_europa.rules.combat.front import Battle, Front
from grognard.games.fortress_europa.rules.combat.nations import agree, partners
from grognard.games.fortress_europa.rules.state import Position, on
from grognard.maps import Mask, mask_of, members

PATIENCE = 300
"""How many beginnings of a sharing are looked at before one that misses more is good enough. Only fronts where many
stacks of several nationalities are mixed up take longer."""
STARTS = 3
"""How often a search begins anew at most."""
WORST = 10_000
FEW = 5
"""Where fewer hexes must be attacked a search is over soon."""


def excused(s: Position, f: Front, u: int, attackers: Iterable[int]) -> bool:
    """14.11: next to one enemy stack only, which units of another nationality attack; frozen ones that nobody must
    attack do not count (14.1)."""
    return (f.able[u] & ~f.apart).bit_count() == 1 and not agree(s, (*attackers, u))


def alone(s: Position, f: Front, units: int, duty: Mask) -> Mask:
    """For a part of the front with one unit: the most of these hexes, which must be attacked, that it can attack, and
    of these the first, as a search would find; and the one such hex of a part where all must attack and can do so
    together. 0 otherwise, and where a search is needed, since ships (19.4) or the Funnies (31.16) might help."""
    if not duty or on(s, "funnies"):
        return 0
    if units.bit_count() > 1:
        together = duty.bit_count() == 1 and not units & ~(f.must & f.beside(duty) & partners(s, units))
        return duty if together and f.legal(s, units, duty, 0) else 0
    if f.legal(s, units, duty, 0):
        return duty
    hexes = members(duty)
    for h in hexes:
        if ship_support(s, 1 << h):
            return 0
    for fewer in range(1, len(hexes)):
        for some in combinations(hexes, len(hexes) - fewer):
            if f.legal(s, units, mask_of(some), 0):
                return mask_of(some)
    return 0


Team = tuple[int, tuple[int, ...], int]
"""A battle as it grows: hexes, attackers in the order in which they came, and as a set."""


class Search:
    """The best sharing of one part of the front: first a leader for every hex that must be attacked, then company for
    leaders that are too weak, then something to do for the rest. Where that is not enough, leaders for hexes that
    nobody must attack, too: some who must attack can do so together only there.

    Units and hexes have numbers of their own here, in the usual order, the hexes after the units: so sets are small,
    and a set of units and one of hexes together are a key."""

    __slots__ = (
        "able", "afloat", "all", "anyone", "battle", "battles", "bits", "companies", "duty", "employed", "f",
        "factor", "first", "helpers", "hexes", "ids", "kind", "lawful", "leaders", "led", "mates", "must", "near",
        "next_to", "plan", "possible", "quiet", "s", "ships", "single", "starts", "tight", "tries", "trouble",
        "units",
    )  # fmt: skip

    tries: int
    """How many beginnings have been looked at, and"""
    tight: bool
    """whether a higher limit would have let the search go on somewhere, since these were last set."""

    def __init__(
        self,
        s: Position,
        f: Front,
        able: dict[int, Mask],
        units: int,
        duty: Mask,
        battle: Battle | None,
        ships: int,
    ) -> None:
        self.s, self.f = s, f
        self.ships = ships
        """Ships named for the battle that is thought of."""
        mine = members(units)
        self.ids = ids = members(units | mask_of(battle[1])) if battle else mine
        number = {u: i for i, u in enumerate(ids)}
        ground = duty | battle[0] if battle else duty
        for u in mine:
            ground |= f.able[u]
        self.hexes = members(ground)
        self.first = len(ids)
        place = {h: 1 << i for i, h in enumerate(self.hexes, self.first)}
        self.bits = [1 << u for u in ids] + [1 << h for h in self.hexes]
        """For each number the unit or hex that has it, as a set."""
        self.units = [number[u] for u in mine]
        nothing = [0] * len(ids)
        self.able, self.near = nothing.copy(), nothing.copy()
        """For each unit the hexes that it may attack in a sharing, and all that it could attack."""
        self.next_to = next_to = dict.fromkeys(place.values(), 0)
        """For each hex the units next to it."""
        bits = s.data.bit
        apart = sum([place[h] for h in members(ground & f.apart)])
        single = 0
        for u in mine:
            i = number[u]
            bit, left = 1 << i, able[u]
            some = whole = 0
            for h in f.hexes_of(u):
                there = place[h]
                whole |= there
                if left & bits[h]:
                    some |= there
                next_to[there] |= bit
            self.able[i], self.near[i] = some, whole
            if (whole & ~apart).bit_count() == 1:
                single |= bit
        self.all, self.must = mask_of(self.units), mask_of([number[u] for u in members(units & f.must)])
        """All units, those that must attack,"""
        self.single = single
        """and those next to one enemy stack only (14.11)."""
        self.battle: Team | None = None
        if battle:
            attackers = tuple([number[u] for u in battle[1]])
            self.battle = (sum([place[h] for h in members(battle[0])]), attackers, mask_of(attackers))
        self.duty = [place[h] for h in members(duty)]
        self.duty.sort(key=lambda there: next_to[there].bit_count())
        self.quiet: list[int] | None = None
        """The hexes that nobody must attack, but several units can, once they are wanted."""
        self.plan: list[Battle] = []
        """The sharing that was found."""
        joined = on(s, "canadians-with-british")
        names, company = s.data.companies[joined], s.data.company_masks[joined]
        here: dict[str, int] = {}
        for i, u in enumerate(ids):
            here[names[u]] = here.get(names[u], 0) | 1 << i
        self.anyone = here.get("", 0)
        """Units that join those of every nationality (6.2)."""
        self.companies = [here[name] for name in company if name in here]
        self.mates = [here[names[u]] | self.anyone if names[u] else -1 for u in ids]
        """For each unit those that may attack with it."""
        self.possible: dict[int, bool] = {}
        self.lawful: dict[int, bool] = {}
        """Which battles are possible, and which of them without more ships."""
        self.afloat = False
        """Whether any of them is possible with more ships only."""
        self.battles: list[Team] = []
        """The battles of the leaders named so far, the number of each, and"""
        self.led = nothing.copy()
        self.leaders: dict[int, list[int]] = {}
        """For each hex the units that could lead an attack on it, the likeliest first."""
        combat, face = s.data.combat, s.face
        self.factor = [combat[u][face[u]] for u in ids]
        kinds: dict[tuple[int | str, ...], int] = {}
        self.kind = nothing.copy()
        """Units of one kind can stand for each other."""
        for i in self.units:
            u = ids[i]
            kind = (
                self.able[i], s.where[u], names[u], self.factor[i], s.data.armored >> u & 1
            )  # fmt: skip
            self.kind[i] = kinds.setdefault(kind, 1 << i)
        self.starts = STARTS
        self.trouble: dict[int, int] = {}
        """How often no company was found for a battle about a hex."""
        self.helpers: list[int] = []
        """Who gives company, and who finds something to do, in this order."""
        choices = [hexes.bit_count() for hexes in self.able]
        self.employed = sorted(self.units, key=choices.__getitem__)

    def fewest(self, enough: int, *, exactly: bool = True) -> int:
        """How many duties must be missed; more than `enough` are not told apart, and fewer only if that is asked."""
        if self.battle and not self._could(self.battle[0], self.battle[2], 0):
            return WORST
        most = len(self.duty) + self.must.bit_count()
        if most > enough and not exactly:
            return enough if self._within(enough) else WORST
        for limit in range(self._hopeless(), most):
            if limit > enough:
                break
            if self._within(limit):
                return limit
            if not self.tight and self.tries <= PATIENCE:
                break  # with a higher limit all would go the same way
        if most > enough or not self._lead_none():
            return WORST
        return most

    def _within(self, limit: int) -> bool:
        """Whether a sharing is found that misses no more than so many."""
        self.tight, self.quiet = False, None
        if self._found(limit):
            return True
        self.quiet = self._unasked()
        if self.quiet and self._found(limit):
            return True
        return self.tries > PATIENCE and self._one_by_one() <= limit

    def _found(self, limit: int) -> bool:
        """The same, begun anew where patience is lost: then hexes that made trouble come first."""
        usual = self.duty
        while True:
            self.tries = 0
            found = self._lead(0, 0, limit)
            if found or self.tries <= PATIENCE or not self.starts:
                self.duty = usual
                return found
            self.starts -= 1
            self.duty = sorted(usual, key=lambda bit: -self.trouble.get(bit, 0))

    def _unasked(self) -> list[int]:
        """The hexes that nobody must attack, next to several units of which one must attack: more than one of them
        may be needed (14.6B, 14.8)."""
        settled = sum(self.duty) | (self.battle[0] if self.battle else 0)
        near: dict[int, int] = {}
        for u in self.units:
            for h in members(self.able[u] & ~settled):
                near[1 << h] = near.get(1 << h, 0) | 1 << u
        return [bit for bit, units in near.items() if units & self.must and units.bit_count() > 1]

    def _hopeless(self) -> int:
        """How many hexes that must be attacked nobody can lead an attack on, whoever joins: they are missed for sure.
        More hexes in a battle never better its odds, but with the Funnies (31.16)."""
        if len(self.duty) < FEW or on(self.s, "funnies"):
            return 0
        missed = 0
        for bit in self.duty:
            for u in self.units:
                if self.able[u] & bit and self._could(bit, 1 << u, 0):
                    break
            else:
                missed += 1
        return missed

    def _one_by_one(self) -> int:
        """How many duties a sharing misses that is made battle by battle: perhaps not the best, but found where
        patience is lost whatever may be missed."""
        battles: list[Team] = []
        rest = self.all
        if self.battle:
            battles = [team for team in [self._gathered(self.battle, rest)] if team]
            if not battles:
                return WORST
            rest &= ~battles[0][2]
        for bit in self.duty:
            for u in self._options(bit):
                team = self._gathered((bit, (u,), 1 << u), rest) if rest >> u & 1 else None
                if team:
                    battles.append(team)
                    rest &= ~team[2]
                    break
        for idle in range(self.must.bit_count() + 1):
            if self._employ(battles, rest & self.must, idle):
                taken = 0
                for hexes, _ in self.plan:
                    taken |= hexes
                return idle + sum([not self._named(bit) & taken for bit in self.duty])
        return WORST

    def _gathered(self, team: Team, rest: int) -> Team | None:
        """A battle with as much company as it needs, the strongest first."""
        hexes, units, together = team
        while not self._possible(together, hexes):
            friends = self._friends(hexes, together, rest & ~together)
            if not friends:
                return None
            u = max(members(friends), key=self.factor.__getitem__)
            units, together = (*units, u), together | 1 << u
        return hexes, units, together

    def _lead_none(self) -> bool:
        """Whether the battle that is thought of, if any, can be fought at all, whatever else is missed."""
        self.tries = 0
        return self._strengthen([self.battle] if self.battle else [], self.all, len(self.units), 0)

    # ---- leaders

    def _lead(self, number: int, busy: int, limit: int) -> bool:
        """`battles` is as it was when nothing is found."""
        self.tries += 1
        if self.tries > PATIENCE:
            return False
        if number == len(self.duty):
            return self._settle(busy, limit) or (bool(self.quiet) and self._lead_besides(0, busy, limit))
        bit = self.duty[number]
        options = self._options(bit)
        tried = 0
        battles = self.battles
        for u in options:
            mine = 1 << u
            if busy & mine or tried & self.kind[u]:
                continue  # a leader already, or one like it has been tried
            tried |= self.kind[u]
            if self._could(bit, mine, busy):
                self.led[u] = len(battles)
                battles.append((bit, (u,), mine))
                if self._lead(number + 1, busy | mine, limit):
                    return True
                battles.pop()
        for u in options if busy else ():
            if busy >> u & 1:
                at = self.led[u]
                before = battles[at]
                hexes, mine = before[0] | bit, before[2]
                if self._could(hexes, mine, busy):
                    battles[at] = (hexes, before[1], mine)
                    if self._lead(number + 1, busy, limit):
                        return True
                    battles[at] = before
        self._blame(bit)
        if limit > 0:
            return self._lead(number + 1, busy, limit - 1)
        self.tight = self.tight or self.tries <= PATIENCE
        return False

    def _options(self, bit: int) -> list[int]:
        """The units that could lead an attack on a hex, the likeliest first."""
        options = self.leaders.get(bit)
        if options is None:
            options = self.leaders[bit] = [u for u in self.units if self.able[u] & bit]
            options.sort(key=lambda u: (self.able[u].bit_count(), -self.factor[u]))
        return options

    def _lead_besides(self, number: int, busy: int, limit: int) -> bool:
        """14.6B: who must attack leads others of his nationality against a hex that nobody must attack."""
        quiet = self.quiet or []
        battles = self.battles
        for later, bit in enumerate(quiet[number:], number + 1):
            tried = 0
            for u in self._options(bit):
                mine = 1 << u
                if busy & mine or tried & self.kind[u] or not self.must & mine:
                    continue
                tried |= self.kind[u]
                if self._could(bit, mine, busy):
                    battles.append((bit, (u,), mine))
                    if self._settle(busy | mine, limit) or self._lead_besides(later, busy | mine, limit):
                        return True
                    battles.pop()
        return False

    def _own_ships(self, hexes: int) -> int:
        return self.ships if self.battle and hexes == self.battle[0] else 0

    def _legal(self, units: int, hexes: int, ships: int) -> bool:
        """14.8, of units and hexes by their numbers here."""
        return self.f.legal(self.s, self._named(units), self._named(hexes), ships)

    def _named(self, numbers: int) -> Mask:
        """Units or hexes by their numbers here as they are called elsewhere."""
        bits, found = self.bits, 0
        for i in members(numbers):
            found |= bits[i]
        return found

    def _support(self, hexes: int) -> list[int]:
        """The ships in range of all of these that nobody has named."""
        ships = ship_support(self.s, self._named(hexes))
        return [ship for ship in ships if not self.ships >> ship & 1]

    def _possible(self, units: int, hexes: int) -> bool:
        """Whether these have legal odds, if need be with all ships in range (ruling 125)."""
        key = units | hexes
        found = self.possible.get(key)
        if found is None:
            own = self._own_ships(hexes)
            found = self.lawful[key] = self._legal(units, hexes, own)
            if not found:
                more = mask_of(self._support(hexes))
                found = bool(more) and self._legal(units, hexes, own | more)
                self.afloat = self.afloat or found
            self.possible[key] = found
        return found

    def _shipped(self, battles: list[Team], used: int) -> bool:
        """Whether the ships can be shared out among the battles that need some (19.4). All that are asked about are
        possible, by themselves or after others have joined."""
        if not self.afloat:
            return True
        lawful = self.lawful
        for number, (hexes, _, units) in enumerate(battles):
            key = units | hexes
            if lawful.get(key):
                continue
            own = self._own_ships(hexes)
            if key not in lawful:
                lawful[key] = self._legal(units, hexes, own)
            if lawful[key]:
                continue
            ready = [x for x in self._support(hexes) if not used >> x & 1]
            for size in range(len(ready)):
                for some in combinations(ready, size + 1):
                    more = mask_of(some)
                    if self._legal(units, hexes, own | more) and self._shipped(battles[number + 1 :], used | more):
                        return True
            return False
        return True

    def _could(self, hexes: int, units: int, busy: int) -> bool:
        """Whether these units, with all who could join them and are not busy, have legal odds."""
        if self._possible(units, hexes):
            return True
        friends = self._friends(hexes, units, ~(busy | units))
        return bool(friends) and any(
            self._possible(units | friends & (company | self.anyone), hexes) for company in self.companies
        )

    def _friends(self, hexes: int, units: int, among: int) -> int:
        """Who among others could join these units: next to all hexes, and of no other nationality than they (6.2)."""
        found = among
        while hexes:
            hexes ^= (bit := hexes & -hexes)
            found &= self.next_to[bit]
        named = units & ~self.anyone
        if named:
            found &= self.mates[named.bit_length() - 1]
        return found

    # ---- company and the rest

    def _settle(self, busy: int, limit: int) -> bool:
        if not self.battle:
            return self._strengthen(self.battles, ~busy, limit, 0)
        self.battles.append(self.battle)
        found = self._strengthen(self.battles, ~busy, limit, 0)
        self.battles.pop()
        return found

    def _strengthen(self, battles: list[Team], rest: int, limit: int, first: int) -> bool:
        """Gives company to battles whose odds are too bad; those before the first one are known to be good. The list
        is as it was when nothing is found."""
        self.tries += 1
        if self.tries > PATIENCE:
            return False
        known = self.possible
        for number in range(first, len(battles)):
            hexes, units, together = battles[number]
            if known.get(together | hexes) or self._possible(together, hexes):
                continue
            friends = self._friends(hexes, together, rest)
            if not friends:
                self._blame(hexes)
                return False
            tried = 0
            if not self.helpers:
                self.helpers = sorted(self.units, key=lambda u: (not self.must >> u & 1, -self.factor[u]))
            for u in self.helpers:
                mine = 1 << u
                if not friends & mine or tried & self.kind[u]:
                    continue
                tried |= self.kind[u]
                battles[number] = (hexes, (*units, u), together | mine)
                if self._strengthen(battles, rest & ~mine, limit, number):
                    return True
            battles[number] = (hexes, units, together)
            self._blame(hexes)
            return False
        return self._employ(battles, rest & self.must, limit)

    def _blame(self, hexes: int) -> None:
        trouble = self.trouble
        while hexes:
            hexes ^= (bit := hexes & -hexes)
            trouble[bit] = trouble.get(bit, 0) + 1

    def _employ(self, battles: list[Team], rest: int, limit: int) -> bool:
        """Finds something to do for the units that must attack; once all odds are legal, company never hurts. Who was
        excused (14.11) is asked again: others may have taken the battle over."""
        missed = 0
        for depth in (3, 0):
            for u in self.employed if rest else ():
                if not rest >> u & 1:
                    continue
                found = self._place(battles, u, depth)
                if found is not None and (self._shipped(found, 0) or not self._shipped(battles, 0)):
                    battles = found
                elif missed.bit_count() < limit:
                    missed |= 1 << u
                else:
                    self.tight = True
                    return False
            rest = self.must & ~missed if rest else 0
            for _, _, together in battles:
                rest &= ~together
        if not self._shipped(battles, 0):
            self.tight = True  # with a battle less the ships may do
            return False
        ids = self.ids
        self.plan = [(self._named(hexes), tuple([ids[i] for i in units])) for hexes, units, _ in battles]
        return True

    def _place(self, battles: list[Team], u: int, depth: int) -> list[Team] | None:
        """The battles with this unit in one of them, alone or excused; perhaps it takes a battle over from others,
        who find something else."""
        mine, near = 1 << u, self.near[u]
        far, others = ~near, ~self.mates[u]
        for number, (hexes, units, together) in enumerate(battles):
            if not hexes & far and not together & others:
                joined = battles.copy()
                joined[number] = (hexes, (*units, u), together | mine)
                return joined
        taken = sum([hexes for hexes, _, _ in battles])
        known, alone = self.possible, self.able[u] & ~taken
        for h in members(alone) if alone else ():
            if known.get(mine | 1 << h) or self._possible(mine, 1 << h):
                return [*battles, (1 << h, (u,), mine)]
        if self.single & mine:
            for hexes, _, together in battles:
                if near & hexes and together & others:
                    return battles  # 14.11: `excused`
        beyond = ~self.able[u]
        for number, (hexes, units, _) in enumerate(battles if depth else ()):
            if hexes & beyond or not self._possible(mine, hexes):
                continue
            found: list[Team] | None = [*battles[:number], (hexes, (u,), mine), *battles[number + 1 :]]
            for x in units:
                if found is not None and self.must >> x & 1:
                    found = self._place(found, x, depth - 1)
            if found is not None:
                return found
        return None
