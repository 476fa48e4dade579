# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""3, 6, 17. Where one unit can go, by which ways, and where it may stay, compiled: the same as command.py, ground.py,
stacking.py and field.py, which say why. It covers turn 0 and later."""

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from grognard.games.nineteen_forty.rules._standing cimport (
    ALLIED, BE, BELGIUM, BR, CAUSEWAY, CH, DE, EBEN, FORT, FR, FRANCE, GERMAN, GERMANY, HOLLAND, KINDS, LUXEMBOURG,
    POINTS, SEA, SWITZERLAND, UNITS, USUAL, WORDS, Back, Hexes, Position, uint64_t,
)
from grognard.maps._search cimport Bits, Lie, Table
from grognard.maps._standing cimport has, put


cdef class Reach(Position):
    """Where the units of the side that moves can go."""

    def __dealloc__(self):
        free(self.work)

    cdef int begin(self, s) except -1:
        """Takes in the position, with room to work."""
        if not self.work:
            self.work = <Work*> malloc(sizeof(Work))
            if not self.work:
                raise MemoryError()
        return self.look(s)

    # ------------------------------------------------------------------------------- who may go where

    cdef int army_of(self, int u) noexcept:
        return self.p.corps_army if u == self.t.french_armour else self.t.army[u]

    cdef bint is_bound(self, int u) noexcept:
        """Whether a French or British army unit is held by its army group's boundary (17)."""
        cdef int army = self.army_of(u)
        if army < 0 or self.p.assign[army] < 0:
            return False
        if army == self.t.bef_army:
            return self.p.bef_turn < 0 or self.p.turn <= self.p.bef_turn
        return not self.p.released >> army & 1

    cdef uint64_t* bounds(self, int u) noexcept:
        """The hexes that a unit may enter of its own will (13, 15, 17); see command.bounds."""
        cdef uint64_t* out = self.work.inside[u]
        cdef int i, g, nation = self.t.nation[u], here = self.p.where[u]
        cdef uint64_t* area
        cdef Hexes allowed
        if self.inside_known[u]:
            return out
        self.inside_known[u] = 1
        if nation == DE:
            for i in range(self.t.words):
                if u == self.t.geb and not self.p.war >> SWITZERLAND & 1:
                    out[i] = self.t.countries[GERMANY][i] | self.t.countries[SWITZERLAND][i]
                else:
                    out[i] = self.t.land[i]
            return out
        memcpy(out, self.p.live, self.t.size)
        if nation == FR or nation == BR:
            if self.is_bound(u):
                area = self.t.groups[self.p.assign[self.army_of(u)]]
                memcpy(allowed, area, self.t.size)
                if here < self.t.n and not has(area, here):  # ruling 50
                    for g in range(3):
                        if has(self.t.groups[g], here):
                            for i in range(self.t.words):
                                allowed[i] |= self.t.groups[g][i]
                            break
                for i in range(self.t.words):
                    out[i] &= allowed[i]
            return out
        for i in range(self.t.words):
            if nation == BE:
                allowed[i] = (self.t.countries[BELGIUM][i] | self.t.countries[LUXEMBOURG][i]
                              | self.t.countries[GERMANY][i] | self.t.countries[HOLLAND][i])
                if self.p.belgium_lost:
                    allowed[i] |= self.t.countries[FRANCE][i]
                out[i] &= ~self.t.countries[SWITZERLAND][i]
            else:
                allowed[i] = self.t.countries[SWITZERLAND if nation == CH else HOLLAND][i]
        if here >= self.t.n or has(allowed, here):
            for i in range(self.t.words):
                out[i] &= allowed[i]
        return out

    cdef bint may_move(self, int u) noexcept:
        """That nothing speaks against a unit moving in this phase: movement.why_not_moving."""
        if (
            self.p.where[u] >= self.t.n or self.p.disrupted[u] or not self.t.move_factor[u] or has(self.p.dropped, u)
            or not self.p.war >> self.t.home[u] & 1
        ):
            return False
        if self.p.turn > 0 or self.t.side[u] == GERMAN:
            return True
        if self.t.swiss_border[u]:
            return self.p.war >> SWITZERLAND & 1
        if self.t.nation[u] == FR or self.t.nation[u] == BR:
            return self.t.army[u] >= 0 and self.p.assign[self.t.army[u]] == self.p.reacting
        return self.t.nation[u] == BE and self.p.late

    cdef int points(self, int u) noexcept:
        """state.allowance"""
        cdef int found = self.t.move_factor[u] * 4
        if self.p.impulse == 2:
            found >>= 1
        if has(self.p.unsupplied, u):
            found >>= 1
        if has(self.p.entered, u):
            found -= 4 * self.t.edge_entry
        return found if found > 0 else 0

    cdef bint goes_east(self, int u) noexcept:
        return self.p.turn == 0 and self.t.side[u] == ALLIED and not self.t.swiss_border[u]

    cdef Table steps(self, int u):
        if self.goes_east(u):
            return <Table> self.t.east[self.t.kind[u]]
        return <Table> self.t.going[self.t.side[u]][self.t.kind[u]]

    cdef bint open_step(self, int u, int kind, int there, bint zoned, const uint64_t* inside) noexcept:
        """Whether a step of this class may be taken, from an enemy zone or not: ground.situation."""
        if not (has(self.p.free_, there) and has(inside, there)):
            return False
        cdef bint into_zone = has(self.p.zone, there)
        if kind == SEA:
            if into_zone or not has(self.t.sea_ends, there):
                return False
            return has(self.p.german, there) if self.t.side[u] == GERMAN else has(self.p.allied, there)
        if into_zone:
            if kind == CAUSEWAY:
                return False
            if zoned:
                if not self.t.motorized[u]:
                    return False
                if self.t.side[u] == GERMAN and (kind == FORT or (kind == EBEN and not self.p.fort_lost)):
                    return False
        return True

    cdef bint can_step(self, int u, int j, Table how, bint zoned, int points, const uint64_t* inside) noexcept:
        """Whether the first step j can be taken now."""
        cdef int there = how.there[j], cost = how.cost[j]
        if zoned:
            cost += self.t.leave_zone
        if has(self.p.sides[self.p.phasing].shaken, there):
            cost += self.t.disrupted_friend
        return cost <= points and self.open_step(u, how.kind[j], there, zoned, inside)

    cdef bint taken(self, int h) noexcept:
        return has(self.p.sides[0].occupied, h) or has(self.p.sides[1].occupied, h)

    # -------------------------------------------------------------------------------------- stacking (3)

    cdef bint stacks(self, int h, int more, int without) noexcept:
        """Whether the side's units in a hex may stack with one more and without one (-1: nobody)."""
        cdef int load = 0, armour = 0, nations = 0, u = self.p.first_at[h]
        if more >= 0:
            load, armour, nations = self.t.load[more], self.t.armour_load[more], self.t.anglo_french[more]
        while u >= 0:
            if self.t.side[u] == self.p.phasing and u != without and u != more:
                load += self.t.load[u]
                armour += self.t.armour_load[u]
                nations |= self.t.anglo_french[u]
            u = self.p.next_at[u]
        return load <= 4 and armour <= 3 and nations != 3

    cdef bint step_out(self, int x):
        """movement.can_step_out; kept."""
        cdef int j, h
        cdef Table how
        cdef bint zoned
        cdef uint64_t* inside
        if self.steps_out[x]:
            return self.steps_out[x] == 2
        self.steps_out[x] = 1
        if not self.may_move(x):
            return False
        how, h, inside = self.steps(x), self.p.where[x], self.bounds(x)
        zoned = has(self.p.zone, h)
        cdef int points = self.points(x)
        for j in range(how.first[h], how.first[h + 1]):
            if (
                how.kind[j] != SEA and not self.taken(how.there[j]) and not has(self.p.zone, how.there[j])
                and self.can_step(x, j, how, zoned, points, inside)
            ):
                self.steps_out[x] = 2
                return True
        return False

    cdef bint swaps(self, int u, int x):
        """movement.can_swap"""
        cdef int start = self.p.where[u], h = self.p.where[x], j, points
        cdef Table how
        cdef bint zoned
        if start >= self.t.n or has(self.p.moved, x) or not self.may_move(x):
            return False
        if not self.stacks(start, x, u):
            return False
        how, points, zoned = self.steps(x), self.points(x), has(self.p.zone, h)
        for j in range(how.first[h], how.first[h + 1]):
            if how.there[j] == start and how.kind[j] != SEA and self.can_step(x, j, how, zoned, points, self.bounds(x)):
                return True
        return False

    cdef bint can_stay(self, int u, int h, bint relieving):
        """Whether a move or arrival may end here (3, ruling 10)."""
        cdef int x
        if self.stacks(h, u, -1):
            return True
        if not relieving:
            return False
        x = self.p.first_at[h]
        while x >= 0:
            if self.t.side[x] == self.p.phasing and x != u and not has(self.p.moved, x) and self.stacks(h, u, x):
                if self.step_out(x) or self.swaps(u, x):
                    return True
            x = self.p.next_at[x]
        return False

    # ---------------------------------------------------------------------------------------- searching

    cdef int search(self, int u) except -1:
        """ground.lie and the search of `grognard.maps`, into `best`, `came` and `order`; kept."""
        cdef Lie now
        cdef Hexes free_, calm, sea
        cdef uint64_t* inside = self.bounds(u)
        cdef uint64_t* ours = &self.p.german[0] if self.t.side[u] == GERMAN else &self.p.allied[0]
        cdef int i
        if self.searched == u:
            return 0
        for i in range(self.t.words):
            free_[i] = self.p.free_[i] & inside[i]
            calm[i] = free_[i] & ~self.p.zone[i]
            sea[i] = calm[i] & ours[i] & self.t.sea_ends[i]
        for i in range(KINDS):
            now.opened[i] = <Bits> &free_[0]
            now.opened_zone[i] = <Bits> &calm[0]
        now.opened[SEA] = now.opened_zone[SEA] = <Bits> &sea[0]
        now.opened[CAUSEWAY] = <Bits> &calm[0]
        if self.t.motorized[u]:
            now.opened_zone[USUAL] = <Bits> &free_[0]
            if self.t.side[u] == ALLIED:
                now.opened_zone[FORT] = now.opened_zone[EBEN] = <Bits> &free_[0]
            elif self.p.fort_lost:
                now.opened_zone[EBEN] = <Bits> &free_[0]
        now.zone = now.stop = <Bits> &self.p.zone[0]
        now.leaves = now.enters = 1
        now.leave_at[0], now.leave_by[0] = <Bits> &self.p.zone[0], self.t.leave_zone
        now.enter_at[0], now.enter_by[0] = <Bits> &self.p.sides[self.p.phasing].shaken[0], self.t.disrupted_friend
        now.one_step = False
        self.reached = self.steps(u).run(self.p.where[u], self.points(u), 0, &now, self.work.best, self.work.came, self.work.order)
        self.searched = u
        return 0

    cdef bint ends_here(self, int u, int h, bint relieving):
        return not has(self.p.sides[self.p.phasing].occupied, h) or self.can_stay(u, h, relieving)

    cdef bint can_go(self, int u, bint relieving) except -1:
        """Whether a unit that may move has a hex to move to."""
        cdef Table how = self.steps(u)
        cdef uint64_t* inside = self.bounds(u)
        cdef int h = self.p.where[u], points = self.points(u), j, i
        cdef bint zoned = has(self.p.zone, h), some = False
        for j in range(how.first[h], how.first[h + 1]):
            if self.can_step(u, j, how, zoned, points, inside):
                if not self.taken(how.there[j]):
                    if how.kind[j] != SEA:  # a coast may cease to be friendly
                        self.beside[u] = how.there[j]
                    return True
                some = True
        if not some:
            return False
        self.search(u)
        for i in range(self.reached):
            if self.ends_here(u, self.work.order[i], relieving):
                return True
        return False

    def goals(self, s, int u):
        """field.destinations: the hexes where a move of the unit may end."""
        cdef Hexes found
        cdef int i, h
        cdef bint relieving = s.overfull < 0
        self.begin(s)
        self.search(u)
        memset(found, 0, self.t.size)
        for i in range(self.reached):
            h = self.work.order[i]
            if self.ends_here(u, h, relieving):
                put(found, h)
        return self.mask(found)

    cdef int path_to(self, int goal, short* path) noexcept:
        """The way of the last search, from its start to the goal; gives its length."""
        cdef int length = 1, i, h = goal, start = self.p.where[self.searched]
        while h != start:
            h = self.work.came[h]
            length += 1
        h = goal
        for i in range(length - 1, -1, -1):
            path[i] = h
            h = self.work.came[h]
        return length

    # --------------------------------------------------------------------------------- named ways (6)

    cdef int cost_of(self, int u, const short* path, int length):
        """What a way costs, or -1 where it is closed or too dear: maps.follow."""
        cdef Table how = self.steps(u)
        cdef uint64_t* inside = self.bounds(u)
        cdef int i, j, here, there, spent = 0, points = self.points(u)
        cdef bint zoned
        for i in range(1, length):
            here, there = path[i - 1], path[i]
            zoned = has(self.p.zone, here)
            if zoned and i > 1:
                return -1
            for j in range(how.first[here], how.first[here + 1]):
                if how.there[j] == there:
                    break
            else:
                return -1
            if not self.open_step(u, how.kind[j], there, zoned, inside):
                return -1
            spent += how.cost[j]
            if zoned:
                spent += self.t.leave_zone
            if has(self.p.sides[self.p.phasing].shaken, there):
                spent += self.t.disrupted_friend
            if spent > points:
                return -1
        return spent

    cdef int costs_to(self, int u, int goal) except -1:
        """ways.costs_to, into `rest`; -1 where no way passes."""
        cdef Back* back
        cdef int head[POINTS]
        cdef int tail[POINTS]
        cdef short node_place[WORDS * 64 * 6 + 8]
        cdef short node_next[WORDS * 64 * 6 + 8]
        cdef int points = self.points(u), i, j, here, before, total, paying, node, nodes = 0, spent
        cdef uint64_t* inside = self.bounds(u)
        if self.rest_unit == u and self.rest_goal == goal:
            return 0
        self.search(u)
        back = self.t.back_east[self.t.kind[u]] if self.goes_east(u) else self.t.back[self.t.side[u]][self.t.kind[u]]
        memset(self.work.rest, 0xff, self.t.n * sizeof(int))
        for i in range(points + 1):
            head[i] = tail[i] = -1
        self.work.rest[goal] = 0
        node_place[0], node_next[0] = goal, -1
        head[0] = tail[0] = 0
        nodes = 1
        for i in range(points + 1):
            node = head[i]
            while node >= 0:
                here = node_place[node]
                if self.work.rest[here] >= i:
                    paying = i
                    if has(self.p.sides[self.p.phasing].shaken, here):
                        paying += self.t.disrupted_friend
                    for j in range(back.first[here], back.first[here + 1]):
                        before = back.there[j]
                        total = paying + back.cost[j]
                        # unreached hexes count as spent in full, as in plain Python
                        spent = self.work.best[before] if self.work.best[before] <= points else points
                        if spent + total > points or has(self.p.zone, before):
                            continue
                        if not self.open_step(u, back.kind[j], here, False, inside):
                            continue
                        if self.work.rest[before] < 0 or total < self.work.rest[before]:
                            self.work.rest[before] = total
                            node_place[nodes], node_next[nodes] = before, -1
                            if tail[total] < 0:
                                head[total] = nodes
                            else:
                                node_next[tail[total]] = nodes
                            tail[total] = nodes
                            nodes += 1
                node = node_next[node]
        self.rest_unit, self.rest_goal = u, goal
        return 0

    cdef int read_way(self, list way, short* path) except -1:
        cdef int i, length = len(way)
        if length >= WORDS * 64:
            raise ValueError("a way that passes more hexes than there are")
        for i in range(length):
            path[i] = way[i]
        return length

    def onward(self, s, int u, int goal, list way):
        """The hexes that a way to the goal, named as far as this, may pass next."""
        cdef short path[WORDS * 64]
        cdef Hexes found
        cdef int length, j, here, there, spent, total, points
        cdef Table how
        cdef uint64_t* inside
        cdef bint zoned
        self.begin(s)
        length = self.read_way(way, path)
        here = path[length - 1]
        spent = self.cost_of(u, path, length)
        if spent < 0 or (length > 1 and has(self.p.zone, here)):
            return 0
        self.costs_to(u, goal)
        how, inside, points = self.steps(u), self.bounds(u), self.points(u)
        zoned = length == 1 and has(self.p.zone, here)
        if zoned:
            spent += self.t.leave_zone
        memset(found, 0, self.t.size)
        for j in range(how.first[here], how.first[here + 1]):
            there = how.there[j]
            if there == goal or has(self.p.zone, there) or not self.open_step(u, how.kind[j], there, zoned, inside):
                continue
            total = spent + how.cost[j]
            if has(self.p.sides[self.p.phasing].shaken, there):
                total += self.t.disrupted_friend
            if self.work.rest[there] >= 0 and total + self.work.rest[there] <= points:
                put(found, there)
        return self.mask(found)

    def leading(self, s, int u, int goal, list way):
        """The hexes next to where the way has got from which its next step ends at the goal."""
        cdef short path[WORDS * 64]
        cdef Hexes found
        cdef int j, length, here
        cdef Table how
        self.begin(s)
        length = self.read_way(way, path)
        here, how = path[length - 1], self.steps(u)
        memset(found, 0, self.t.size)
        path[length + 1] = goal
        for j in range(how.first[here], how.first[here + 1]):
            path[length] = how.there[j]
            if self.cost_of(u, path, length + 2) >= 0:
                put(found, how.there[j])
        return self.mask(found)
