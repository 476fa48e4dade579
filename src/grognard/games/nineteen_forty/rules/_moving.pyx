# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""6. A movement phase, compiled: who can move and go by rail, and what a move changes: the same as movement.py, rail.py
and field.py, which say why. A move that starts a war or overruns a regiment is left to plain Python."""

from libc.string cimport memcpy, memset

from grognard.games.nineteen_forty.rules._reach cimport Reach
from grognard.games.nineteen_forty.rules._standing cimport (
    ALLIED, FRANCE, GERMAN, GERMANY, MOVING, UNITS, WORDS, Flow, Hexes, Standing, Table, Tables, grog_from_words,
    grog_to_words, uint64_t,
)
from grognard.maps._standing cimport enter, has, next_place, put, take


def tables(w, survey_of, standing_of):
    """The data as arrays, for `Phase`; and what a survey is made of."""
    return Tables(w, survey_of, standing_of)


cdef class Phase(Reach):
    """One movement phase."""

    def copy(self):
        cdef Phase new = Phase(self.t)
        new.take_over(self)
        return new

    # ----------------------------------------------------------------------------------------- who can go

    def openings(self, s):
        """What can be begun in the middle of a phase, while no hex is overfull: the units that can move, move as a
        stack, go by rail, be evacuated and enter the map; and whether divisions stand together that may form a
        corps. The same as the questions one by one."""
        cdef int side
        self.begin(s)
        side = self.p.phasing
        return (
            self.going(-1), self.companies(), 0 if s.railed else self.riding(), self.leaving(s) if side == ALLIED else 0,
            self.coming() if side == ALLIED else 0, self.gathered(side),
        )

    cdef bint gathered(self, int side) noexcept:
        """Whether two armoured divisions and a motorized one of those that form a corps stand in one hex (15)."""
        cdef int i, j, k, h
        for i in range(self.t.tanks[side]):
            h = self.p.where[self.t.tank[side][i]]
            for j in range(i if h < self.t.n else 0):
                if self.p.where[self.t.tank[side][j]] == h:
                    for k in range(self.t.trucks[side]):
                        if self.p.where[self.t.truck[side][k]] == h:
                            return True
        return False

    def movers(self, s):
        """The units of the side that moves that can move somewhere."""
        self.begin(s)
        return self.going(s.overfull)

    cdef object going(self, int overfull):
        cdef uint64_t out[2]
        cdef int i, u
        memset(out, 0, 16)
        for i in range(self.t.count_of[self.p.phasing]):
            u = self.t.of_side[self.p.phasing][i]
            if has(self.p.moved, u) or not self.may_move(u):
                continue
            if overfull >= 0 and (self.p.where[u] != overfull or not self.stacks(overfull, -1, u)):
                continue  # ruling 10
            if (self.beside[u] >= 0 and not self.taken(self.beside[u])) or self.can_go(u, overfull < 0):
                put(out, u)
        return grog_from_words(out, 2)

    # ------------------------------------------------------------------------------------- stack moves

    cdef bint share(self, const int* units, int count, uint64_t* out) except -1:
        """The hexes where units of one hex can go together: field.common; says whether there are any."""
        cdef int i, k, h, load, armour, nations
        cdef uint64_t* friends = &self.p.sides[self.p.phasing].occupied[0]
        cdef Hexes reached
        cdef bint some = False
        for k in range(count):
            self.search(units[k])
            memset(reached, 0, self.t.size)
            for i in range(self.reached):
                put(reached, self.work.order[i])
            for i in range(self.t.words):
                out[i] = reached[i] if k == 0 else out[i] & reached[i]
        load = armour = nations = 0
        for k in range(count):
            load += self.t.load[units[k]]
            armour += self.t.armour_load[units[k]]
            nations |= self.t.anglo_french[units[k]]
        h = next_place(out, self.t.words, 0)
        while h >= 0:
            if has(friends, h) and not self.holds(h, load, armour, nations):
                take(out, h)
            else:
                some = True
            h = next_place(out, self.t.words, h + 1)
        return some

    cdef bint holds(self, int h, int load, int armour, int nations) noexcept:
        """Whether the friends in a hex may stack with so much more (3)."""
        cdef int u = self.p.first_at[h]
        while u >= 0:
            if self.t.side[u] == self.p.phasing:
                load += self.t.load[u]
                armour += self.t.armour_load[u]
                nations |= self.t.anglo_french[u]
            u = self.p.next_at[u]
        return load <= 4 and armour <= 3 and nations != 3

    cdef bint shares_step(self, int u, int x) except -1:
        """Whether both can step into an adjacent hex where no friends stand; if not, they may yet share another."""
        cdef Table how = self.steps(u), other = self.steps(x)
        cdef int h = self.p.where[u], i, j, there
        cdef bint zoned = has(self.p.zone, h)
        cdef uint64_t* inside = self.bounds(u)
        cdef uint64_t* inside_other = self.bounds(x)
        cdef int points = self.points(u), others = self.points(x)
        for j in range(how.first[h], how.first[h + 1]):
            there = how.there[j]
            if has(self.p.sides[self.p.phasing].occupied, there):
                continue
            if not self.can_step(u, j, how, zoned, points, inside):
                continue
            for i in range(other.first[h], other.first[h + 1]):
                if other.there[i] == there and self.can_step(x, i, other, zoned, others, inside_other):
                    return True
        return False

    def common(self, s, chosen):
        """The hexes where these units of one hex can go together."""
        cdef Hexes out
        cdef int units[UNITS]
        cdef int count = self.listed(s, chosen, units)
        self.share(units, count, out)
        return self.mask(out)

    cdef int listed(self, s, chosen, int* units) except -1:
        cdef uint64_t bits[2]
        cdef int u, count = 0
        self.begin(s)
        grog_to_words(chosen, bits, 2)
        for u in range(self.t.units):
            if has(bits, u):
                units[count] = u
                count += 1
        return count

    def joining(self, s, chosen):
        """The units that can be in a stack move with these: field.joining."""
        cdef uint64_t found[2]
        cdef Hexes out
        cdef int units[UNITS]
        cdef int count = self.listed(s, chosen, units), u, i
        if not count:
            return self.companies()
        memset(found, 0, 16)
        u = self.p.first_at[self.p.where[units[0]]]
        while u >= 0:
            for i in range(count):
                if units[i] == u:
                    break
            else:
                if self.t.side[u] == self.p.phasing and not has(self.p.moved, u) and self.may_move(u):
                    units[count] = u
                    if self.share(units, count + 1, out):
                        put(found, u)
            u = self.p.next_at[u]
        return grog_from_words(found, 2)

    cdef object companies(self):
        """The units that can be in some stack move."""
        cdef uint64_t found[2]
        cdef Hexes out
        cdef int u, x, h
        cdef int pair[2]
        cdef uint64_t* crowd = &self.p.sides[self.p.phasing].crowd[0]
        memset(found, 0, 16)
        h = next_place(crowd, self.t.words, 0)
        while h >= 0:
            u = self.p.first_at[h]
            while u >= 0:
                if self.t.side[u] == self.p.phasing and not has(self.p.moved, u) and self.may_move(u):
                    x = self.p.next_at[u]
                    while x >= 0:
                        if (
                            not (has(found, u) and has(found, x)) and self.t.side[x] == self.p.phasing
                            and not has(self.p.moved, x) and self.may_move(x)
                        ):
                            pair[0], pair[1] = u, x
                            if self.shares_step(u, x) or self.share(pair, 2, out):
                                put(found, u)
                                put(found, x)
                        x = self.p.next_at[x]
                u = self.p.next_at[u]
            h = next_place(crowd, self.t.words, h + 1)
        return grog_from_words(found, 2)

    def embarking(self, s):
        """The units that can be evacuated (6 Naval Evacuation ¶1)."""
        self.begin(s)
        return self.leaving(s)

    cdef object leaving(self, s):
        cdef uint64_t out[2]
        cdef int i, u, h, have, need, gone
        memset(out, 0, 16)
        for i in range(self.t.port_count):
            h = self.t.port_list[i]
            if not has(self.p.sides[ALLIED].occupied, h):
                continue
            gone = s.embarked[i]
            u = self.p.first_at[h]
            while u >= 0:
                if (
                    self.t.side[u] == ALLIED and self.may_move(u) and not self.goes_east(u)
                    and gone + self.t.load[u] <= 3
                ):
                    need = 4 * self.t.embark
                    if has(self.p.moved, u):
                        have = dict(s.port_points).get(u, 0)
                    else:
                        have = self.points(u)
                        if has(self.p.zone, h):
                            need += self.t.leave_zone
                    if have >= need:
                        put(out, u)
                u = self.p.next_at[u]
        return grog_from_words(out, 2)

    def entering(self, s):
        """The reinforcements that can enter the map (14 Reinforcements ¶1)."""
        self.begin(s)
        return self.coming()

    cdef object coming(self):
        cdef uint64_t out[2]
        cdef int i, u, h
        memset(out, 0, 16)
        for i in range(self.t.coming_count):
            u = self.t.coming[i]
            if self.p.where[u] == self.t.waiting and self.p.turn >= self.t.coming_turn[i]:
                h = next_place(self.t.west_edge, self.t.words, 0)
                while h >= 0:
                    if (
                        has(self.p.allied, h) and not has(self.p.sides[GERMAN].occupied, h)
                        and self.ends_here(u, h, True)
                    ):
                        put(out, u)
                        break
                    h = next_place(self.t.west_edge, self.t.words, h + 1)
        return grog_from_words(out, 2)

    # ------------------------------------------------------------------------------------------------ rail

    cdef int quiet(self, uint64_t* out) except -1:
        """Where trains of the side go, boundaries aside (6 Rail ¶1, ruling 26)."""
        cdef int i, side = self.p.phasing
        cdef uint64_t* home = self.t.countries[GERMANY if side == GERMAN else FRANCE]
        for i in range(self.t.words):
            out[i] = self.p.free_[i] & ~self.p.zone[i] & home[i] & (self.p.german[i] if side == GERMAN else self.p.allied[i])
            if side == ALLIED:
                out[i] &= ~self.p.regiments[i]
        return 0

    cdef int rail_flood(self, int u, const uint64_t* quiet, uint64_t* region) except -1:
        """The hexes that a rail route of the unit can reach."""
        cdef Flow how = self.t.rails_east if self.goes_east(u) else self.t.rails
        cdef uint64_t* inside = self.bounds(u)
        cdef Hexes allowed
        cdef int i
        for i in range(self.t.words):
            allowed[i] = quiet[i] & inside[i]
        memset(region, 0, self.t.size)
        put(region, self.p.where[u])
        how.run(region, allowed, -1)
        take(region, self.p.where[u])
        return 0

    cdef int rail_stay(self, int u, uint64_t* region) except -1:
        """Takes away the hexes where a train may not arrive, all of them among friends; says whether one is left."""
        cdef Hexes friends
        cdef uint64_t some = 0
        cdef int h, i
        for i in range(self.t.words):
            friends[i] = region[i] & self.p.sides[self.p.phasing].occupied[i]
        h = next_place(friends, self.t.words, 0)
        while h >= 0:
            if not self.can_stay(u, h, True):
                take(region, h)
            h = next_place(friends, self.t.words, h + 1)
        for i in range(self.t.words):
            some |= region[i]
        return some != 0

    cdef bint can_rail(self, int u, const uint64_t* quiet) except -1:
        cdef int h = self.p.where[u], i
        cdef uint64_t* inside
        cdef uint64_t open_, some = 0
        cdef Hexes region
        if (
            has(self.p.moved, u) or has(self.p.unsupplied, u) or has(self.p.entered, u) or not self.may_move(u)
            or self.t.country[h] != (GERMANY if self.p.phasing == GERMAN else FRANCE)
        ):
            return False
        inside = self.bounds(u)
        for i in range(self.t.words):
            open_ = self.t.rail_near[h][i] & quiet[i] & inside[i]
            some |= open_
            if open_ & ~self.p.sides[self.p.phasing].occupied[i] and not self.goes_east(u):
                return True
        if not some:
            return False
        self.rail_flood(u, quiet, region)
        return self.rail_stay(u, region)

    def trains(self, s):
        """The units that can move by rail, while none has."""
        self.begin(s)
        return self.riding()

    cdef object riding(self):
        cdef uint64_t out[2]
        cdef Hexes quiet
        cdef int i, u
        self.quiet(quiet)
        memset(out, 0, 16)
        for i in range(self.t.count_of[self.p.phasing]):
            u = self.t.of_side[self.p.phasing][i]
            if self.can_rail(u, quiet):
                put(out, u)
        return grog_from_words(out, 2)

    def stations(self, s, int u):
        """The hexes to which the unit can go by rail."""
        cdef Hexes quiet, region
        self.begin(s)
        self.quiet(quiet)
        self.rail_flood(u, quiet, region)
        self.rail_stay(u, region)
        return self.mask(region)

    # ------------------------------------------------------------------------------------------- moving

    def way(self, s, int u, int goal):
        """The cheapest way to a hex and its cost; None where it leads through neutral country."""
        cdef short path[WORDS * 64]
        cdef int length, i
        cdef list way
        self.begin(s)
        self.search(u)
        length = self.path_to(goal, path)
        way = []
        for i in range(length):
            if self.t.side[u] == GERMAN and has(self.p.neutral, path[i]):
                return None
            way.append(self.t.numbers[path[i]])
        return way, self.work.best[goal]

    def walk(self, s, int u, list way):
        """movement.walk; False where it must be done in plain Python."""
        cdef short path[WORDS * 64]
        self.begin(s)
        return self.along(s, u, path, self.read_way(way, path))

    cdef bint along(self, s, int u, const short* path, int length) except -1:
        cdef int i, k, h, x, end, side = self.t.side[u]
        cdef Hexes german, allied, own, mine, theirs
        cdef uint64_t* row
        cdef Standing* standing
        if self.t.regiment[u] or side != self.p.phasing:
            return False
        for i in range(1, length):
            h = path[i]
            if has(self.p.neutral, h) if side == GERMAN else has(self.p.regiments, h):
                return False  # a war, an overrun: of the ways through neutral country another may be taken
        memcpy(german, self.p.german, self.t.size)
        memcpy(allied, self.p.allied, self.t.size)
        standing = &self.p.sides[side]
        self.lift(u)
        memcpy(own, standing.occupied, self.t.size)
        memcpy(theirs, self.p.sides[1 - side].occupied, self.t.size)
        if self.p.hold:
            for i in range(self.t.words):
                if side == GERMAN:
                    own[i] |= self.p.regiments[i]
                else:
                    theirs[i] |= self.p.regiments[i]
        for k in range(1, length):
            h = path[k]
            row = self.t.zoc + h * self.t.words
            for i in range(self.t.words):
                mine[i] = standing.zones[i] | row[i]
            x = own[h >> 6] >> (h & 63) & 1
            put(own, h)
            if side == GERMAN:
                self.settle(own, theirs, mine, self.p.sides[ALLIED].zones, u, h)
            else:
                self.settle(theirs, own, self.p.sides[GERMAN].zones, mine, u, h)
            if not x:
                take(own, h)
        # the unit stands at the end of its way
        end = path[length - 1]
        memcpy(standing.zones, mine, self.t.size)
        if has(standing.occupied, end):
            put(standing.crowd, end)
        put(standing.occupied, end)
        put(standing.sound, end)
        if self.t.load[u] == 3:
            put(standing.corps, end)
        enter(self.p.first_at, self.p.next_at, u, end)
        self.p.where[u] = end
        (<list> s.where)[u] = self.kept_where[u] = self.t.numbers[end]
        self.write_ground(s, german, allied)
        memset(self.steps_out, 0, UNITS)
        self.inside_known[u] = 0
        self.surveyed = None
        self.searched = self.rest_unit = -1
        return True

    def march(self, s, int u, int goal, bint told):
        """movement.march to a hex by the cheapest way; None where plain Python must do it. Gives the way, if that is
        to be told, and its cost."""
        cdef short path[WORDS * 64]
        cdef int points, cost, length, i
        self.begin(s)
        self.search(u)
        cost, length = self.work.best[goal], self.path_to(goal, path)
        points = 0 if has(self.p.zone, goal) else self.points(u) - cost
        if not self.along(s, u, path, length):
            return None
        self.p.moved[u >> 6] |= <uint64_t> 1 << (u & 63)
        s.moved = self.k_moved = grog_from_words(self.p.moved, 2)
        if has(self.t.ports, goal):
            s.port_points = (*s.port_points, (u, points))
        if s.overfull < 0:
            s.stage = MOVING  # making room for a reserve does not close the opening (ruling 1)
        self.overfull(s, goal)
        return (tuple([self.t.numbers[path[i]] for i in range(length)]) if told else (), cost)

    def note_overfull(self, s, int h):
        """Notes whether the hex where a unit arrived must be relieved, or whether the overfull one has been."""
        self.begin(s)
        self.overfull(s, h)

    cdef int overfull(self, s, int h) except -1:
        cdef int now = s.overfull
        if now >= 0 and self.stacks(now, -1, -1):
            s.overfull = -1
        if has(self.p.sides[self.p.phasing].crowd, h) and not self.stacks(h, -1, -1):
            s.overfull = h
        return 0
