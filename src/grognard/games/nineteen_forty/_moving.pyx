# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""6. A movement phase, compiled: its opening list, rail, and what a move changes: the same as movement.py, rail.py and
quick.py, which say why. A move that starts a war or overruns a regiment is left to plain Python."""

from libc.string cimport memcpy, memset

from grognard.games.nineteen_forty._reach cimport Reach
from grognard.games.nineteen_forty._standing cimport (
    ALLIED, FRANCE, GERMAN, GERMANY, MOVING, OPENING, UNITS, WORDS, Hexes, Standing, Steps, grog_from_bytes, has, put, take,
    uint64_t,
)


cdef class Moves(Reach):
    """The movement phase for one set of data."""

    # ------------------------------------------------------------------------------------ opening lists

    cdef list movers(self, int overfull):
        cdef list out = []
        cdef int i, u
        for i in range(self.count_of[self.phasing]):
            u = self.of_side[self.phasing][i]
            if has(self.moved, u) or not self.may_move(u):
                continue
            if overfull >= 0 and (self.where[u] != overfull or not self.stacks(overfull, -1, u)):
                continue
            if self.can_go(u, overfull < 0):
                out.append(self.move_actions[u])
        return out

    cdef int quiet(self, uint64_t* out) except -1:
        """Where trains of the side go, boundaries aside (6 Rail ¶1, ruling 26)."""
        cdef int i, side = self.phasing
        cdef uint64_t* home = self.countries[GERMANY if side == GERMAN else FRANCE]
        for i in range(self.words):
            out[i] = self.free_[i] & ~self.zone[i] & home[i] & (self.german[i] if side == GERMAN else self.allied[i])
            if side == ALLIED:
                out[i] &= ~self.regiments[i]
        return 0

    cdef int rail_flood(self, int u, const uint64_t* quiet, uint64_t* region) except -1:
        """The hexes that a rail route of the unit can reach; gives their number."""
        cdef Steps* how = self.rails_east if self.goes_east(u) else self.rails
        cdef uint64_t* inside = self.bounds(u)
        cdef int done = 0, ready = 1, j, here, there
        cdef short queue[WORDS * 64]
        memset(region, 0, self.size)
        queue[0] = self.where[u]
        while done < ready:
            here = queue[done]
            done += 1
            for j in range(how.first[here], how.first[here + 1]):
                there = how.there[j]
                if has(quiet, there) and has(inside, there) and not has(region, there):
                    put(region, there)
                    queue[ready] = there
                    ready += 1
        take(region, self.where[u])
        return ready

    cdef bint rail_stay(self, int u, const uint64_t* region, list found, tuple items):
        """Collects where a train may arrive, or without a list says whether it may anywhere."""
        cdef int h
        cdef bint some = False
        for h in range(self.n):
            if has(region, h) and self.ends_here(u, h, True):
                if found is None:
                    return True
                found.append(items[h])
                some = True
        return some

    cdef bint can_rail(self, int u, const uint64_t* quiet) except -1:
        cdef int h = self.where[u], j, there
        cdef Steps* how
        cdef uint64_t* inside
        cdef bint some = False
        cdef Hexes region
        if (
            has(self.moved, u) or has(self.unsupplied, u) or has(self.entered, u) or not self.may_move(u)
            or self.country[h] != (GERMANY if self.phasing == GERMAN else FRANCE)
        ):
            return False
        how = self.rails_east if self.goes_east(u) else self.rails
        inside = self.bounds(u)
        for j in range(how.first[h], how.first[h + 1]):
            there = how.there[j]
            if has(quiet, there) and has(inside, there):
                if not has(self.sides[self.phasing].occupied, there):
                    return True
                some = True
        if not some:
            return False
        self.rail_flood(u, quiet, region)
        return self.rail_stay(u, region, None, None)

    def rail_hexes(self, s, int u, tuple items):
        """rail.rail_hexes for a unit of the side that moves: the item of each hex."""
        cdef Hexes quiet, region
        cdef list found = []
        self.look(s)
        self.quiet(quiet)
        self.rail_flood(u, quiet, region)
        self.rail_stay(u, region, found, items)
        return found

    def openings(self, s):
        """What quick.openings lists once a unit has moved; before that, or while a hex is overfull, only its beginning,
        which is followed by the steps of the opening stage."""
        cdef int overfull = s.overfull, stage = s.stage, i, u, turn = s.turn
        cdef list out
        cdef Hexes quiet
        self.look(s)
        out = self.movers(overfull)
        if overfull >= 0:
            return out  # ruling 10
        if not s.railed:
            self.quiet(quiet)
            for i in range(self.count_of[self.phasing]):
                u = self.of_side[self.phasing][i]
                if self.can_rail(u, quiet):
                    out.append(self.rail_actions[u])
        if self.phasing == ALLIED:
            self.leavers(s, out)
            if turn >= self.release_from and turn != <int> s.release_turn:
                for army, action in self.release_actions:
                    if not self.released >> <int> army & 1:
                        out.append(action)
        if stage != OPENING:
            if self.where[self.exchange_corps[self.phasing]] == self.waiting and self.armour_together():
                out += self.forming(s)
            out.append(self.end_actions[self.phasing])
        return out

    cdef int leavers(self, s, list out) except -1:
        """Adds the actions for units that can be evacuated, and for reinforcements that can enter (6, 14)."""
        cdef int i, u, h, have, need, gone
        for i, h in enumerate(self.port_list):
            if not has(self.sides[ALLIED].occupied, h):
                continue
            gone = s.embarked[i]
            u = self.first_at[h]
            while u >= 0:
                if self.side[u] == ALLIED and self.may_move(u) and gone + self.load[u] <= 3:
                    need = 4 * self.embark
                    if has(self.moved, u):
                        have = dict(s.port_points).get(u, 0)
                    else:
                        have = self.points(u)
                        if has(self.zone, h):
                            need += self.leave_zone
                    if have >= need:
                        out.append(self.evacuate_actions[self.ids[u]])
                u = self.next_at[u]
        for x, turn in self.reinforcements:
            u = x
            if self.where[u] == self.waiting and self.turn >= <int> turn:
                for h in range(self.n):
                    if (
                        has(self.west_edge, h) and has(self.allied, h) and not has(self.sides[GERMAN].occupied, h)
                        and self.ends_here(u, h, True)
                    ):
                        out.append(self.enter_actions[self.ids[u]])
                        break
        return 0

    cdef bint armour_together(self):
        """exchange.armour_together"""
        cdef int h
        cdef Hexes seen
        memset(seen, 0, self.size)
        for u in <tuple> self.exchange_armour[self.phasing]:
            h = self.where[<int> u]
            if h < self.n:
                if has(seen, h):
                    return True
                put(seen, h)
        return False

    # ------------------------------------------------------------------------------------------- moving

    def move(self, s, int u, int goal, way):
        """movement.do_move, all but pushing the next step; False where it must be done in plain Python."""
        cdef short path[WORDS * 64]
        cdef int length, i, k, h, x, end, side, points, cost, start
        cdef Hexes german, allied, own, mine, theirs
        cdef uint64_t* row
        cdef Standing* standing
        if s.turn < 0:
            return False
        self.look(s)
        side, start = self.side[u], self.where[u]
        if self.regiment[u] or side != self.phasing:
            return False
        if way is None:
            if self.searched != u:
                self.search(u)
            length, cost = self.path_to(goal, path), self.best[goal]
        else:
            length = len(<list> way)
            for i in range(length):
                path[i] = (<list> way)[i]
            cost = self.cost_of(u, path, length)
        points = self.points(u)
        for i in range(1, length):
            h = path[i]
            if has(self.neutral, h) if side == GERMAN else has(self.regiments, h):
                return False  # a war, an overrun
        memcpy(german, self.german, self.size)
        memcpy(allied, self.allied, self.size)
        standing = &self.sides[side]
        self.count(side, u, self.war & ~<int> self.k_fresh)
        memcpy(own, standing.occupied, self.size)
        memcpy(theirs, self.sides[1 - side].occupied, self.size)
        if self.hold:
            for i in range(self.words):
                if side == GERMAN:
                    own[i] |= self.regiments[i]
                else:
                    theirs[i] |= self.regiments[i]
        for k in range(1, length):
            h = path[k]
            row = self.zoc + h * self.words
            for i in range(self.words):
                mine[i] = standing.zones[i] | row[i]
            x = own[h >> 6] >> (h & 63) & 1
            put(own, h)
            if side == GERMAN:
                self.settle(own, theirs, mine, self.sides[ALLIED].zones, u, h)
            else:
                self.settle(theirs, own, self.sides[GERMAN].zones, mine, u, h)
            if not x:
                take(own, h)
        # the unit stands at the end of its way
        end = goal
        memcpy(standing.zones, mine, self.size)
        if has(standing.occupied, end):
            put(standing.crowd, end)
        put(standing.occupied, end)
        put(standing.sound, end)
        if self.load[u] == 3:
            put(standing.corps, end)
        self.unlink(u, start)
        self.link(u, end)
        self.where[u] = end
        (<list> s.where)[u] = self.kept_where[u] = self.numbers[end]
        self.moved[u >> 6] |= <uint64_t> 1 << (u & 63)
        s.moved = self.k_moved = grog_from_bytes(self.moved, 16)
        self.write_ground(s, german, allied)
        memset(self.steps_out, 0, UNITS)
        self.inside_known[u] = 0
        self.searched = self.rest_unit = -1
        if has(self.ports, end):
            s.port_points = (*s.port_points, (u, 0 if has(self.zone, end) else points - cost))
        x = s.overfull
        if x < 0:
            s.stage = MOVING  # making room for a reserve does not close the opening (ruling 1)
        self.overfull(s, end, x)
        return True

    cdef int overfull(self, s, int h, int now) except -1:
        """movement.note_overfull"""
        if now >= 0 and self.stacks(now, -1, -1):
            s.overfull = -1
        if has(self.sides[self.phasing].crowd, h) and not self.stacks(h, -1, -1):
            s.overfull = h
        return 0

    def note_overfull(self, s, int h):
        self.look(s)
        self.overfull(s, h, s.overfull)

    cdef void unlink(self, int u, int h) noexcept:
        cdef int x = self.first_at[h]
        if x == u:
            self.first_at[h] = self.next_at[u]
            return
        while self.next_at[x] != u:
            x = self.next_at[x]
        self.next_at[x] = self.next_at[u]

    cdef void link(self, int u, int h) noexcept:
        cdef int x = self.first_at[h]
        if x < 0 or x > u:
            self.next_at[u] = x
            self.first_at[h] = u
            return
        while self.next_at[x] >= 0 and self.next_at[x] < u:
            x = self.next_at[x]
        self.next_at[u] = self.next_at[x]
        self.next_at[x] = u
