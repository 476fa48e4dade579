# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""3, 6, 17. Where one unit can go, by which ways, and where it may stay, compiled: the same as command.py, ground.py,
stacking.py, searching.py and ways.py, which say why. It covers turn 0 and later."""

from libc.string cimport memcpy, memset

from grognard.games.nineteen_forty._standing cimport (
    ALLIED, BE, BELGIUM, BR, CAUSEWAY, CH, DE, EBEN, FORT, FR, FRANCE, GERMAN, GERMANY, HOLLAND, LUXEMBOURG, POINTS,
    QUARTER, SEA, SWITZERLAND, UNITS, WORDS, Hexes, Position, Steps, has, put, take, uint64_t,
)


cdef class Reach(Position):
    """Where the units of the side that moves can go."""

    # ------------------------------------------------------------------------------- who may go where

    cdef int army_of(self, int u) noexcept:
        return self.corps_army if u == self.french_armour else self.army[u]

    cdef bint is_bound(self, int u) noexcept:
        """Whether a French or British army unit is held by its army group's boundary (17)."""
        cdef int army = self.army_of(u)
        if army < 0 or self.assign[army] < 0:
            return False
        if army == self.bef_army:
            return self.bef_turn < 0 or self.turn <= self.bef_turn
        return not self.released >> army & 1

    cdef uint64_t* bounds(self, int u) noexcept:
        """The hexes that a unit may enter of its own will (13, 15, 17); see command.bounds."""
        cdef uint64_t* out = self.inside[u]
        cdef int i, g, nation = self.nation[u], here = self.where[u]
        cdef uint64_t* area
        cdef Hexes allowed
        if self.inside_known[u]:
            return out
        self.inside_known[u] = 1
        if nation == DE:
            for i in range(self.words):
                if u == self.geb and not self.war >> SWITZERLAND & 1:
                    out[i] = self.countries[GERMANY][i] | self.countries[SWITZERLAND][i]
                else:
                    out[i] = self.land[i]
            return out
        memcpy(out, self.live, self.size)
        if nation == FR or nation == BR:
            if self.is_bound(u):
                area = self.groups[self.assign[self.army_of(u)]]
                memcpy(allowed, area, self.size)
                if here < self.n and not has(area, here):  # ruling 50
                    for g in range(3):
                        if has(self.groups[g], here):
                            for i in range(self.words):
                                allowed[i] |= self.groups[g][i]
                            break
                for i in range(self.words):
                    out[i] &= allowed[i]
            return out
        for i in range(self.words):
            if nation == BE:
                allowed[i] = (self.countries[BELGIUM][i] | self.countries[LUXEMBOURG][i]
                              | self.countries[GERMANY][i] | self.countries[HOLLAND][i])
                if self.belgium_lost:
                    allowed[i] |= self.countries[FRANCE][i]
                out[i] &= ~self.countries[SWITZERLAND][i]
            else:
                allowed[i] = self.countries[SWITZERLAND if nation == CH else HOLLAND][i]
        if here >= self.n or has(allowed, here):
            for i in range(self.words):
                out[i] &= allowed[i]
        return out

    cdef bint may_move(self, int u) noexcept:
        """That nothing speaks against a unit moving in this phase: movement.why_not_moving."""
        if (
            self.where[u] >= self.n or self.disrupted[u] or not self.move_factor[u] or has(self.dropped, u)
            or not self.war >> self.home[u] & 1
        ):
            return False
        if self.turn > 0 or self.side[u] == GERMAN:
            return True
        if self.swiss_border[u]:
            return self.war >> SWITZERLAND & 1
        if self.nation[u] == FR or self.nation[u] == BR:
            return self.army[u] >= 0 and self.assign[self.army[u]] == self.reacting
        return self.nation[u] == BE and self.late

    cdef int points(self, int u) noexcept:
        """state.allowance"""
        cdef int found = self.move_factor[u] * 4
        if self.impulse == 2:
            found >>= 1
        if has(self.unsupplied, u):
            found >>= 1
        if has(self.entered, u):
            found -= 4 * self.edge_entry
        return found if found > 0 else 0

    cdef bint goes_east(self, int u) noexcept:
        return self.turn == 0 and self.side[u] == ALLIED and not self.swiss_border[u]

    cdef Steps* steps(self, int u) noexcept:
        return self.east[self.kind[u]] if self.goes_east(u) else self.going[self.side[u]][self.kind[u]]

    cdef bint open_step(self, int u, int kind, int there, bint zoned, const uint64_t* inside) noexcept:
        """Whether a step of this class may be taken, from an enemy zone or not: ground.situation."""
        if not (has(self.free_, there) and has(inside, there)):
            return False
        cdef bint into_zone = has(self.zone, there)
        if kind == SEA:
            if into_zone or not has(self.sea_ends, there):
                return False
            return has(self.german, there) if self.side[u] == GERMAN else has(self.allied, there)
        if into_zone:
            if kind == CAUSEWAY:
                return False
            if zoned:
                if not self.motorized[u]:
                    return False
                if self.side[u] == GERMAN and (kind == FORT or (kind == EBEN and not self.fort_lost)):
                    return False
        return True

    cdef bint can_step(self, int u, int j, Steps* how, bint zoned, int points, const uint64_t* inside) noexcept:
        """Whether the first step j can be taken now."""
        cdef int there = how.there[j], cost = how.cost[j]
        if zoned:
            cost += self.leave_zone
        if has(self.sides[self.phasing].shaken, there):
            cost += self.disrupted_friend
        return cost <= points and self.open_step(u, how.kind[j], there, zoned, inside)

    cdef bint taken(self, int h) noexcept:
        return has(self.sides[0].occupied, h) or has(self.sides[1].occupied, h)

    # -------------------------------------------------------------------------------------- stacking (3)

    cdef bint stacks(self, int h, int more, int without) noexcept:
        """Whether the side's units in a hex may stack with one more and without one (-1: nobody)."""
        cdef int load = 0, armour = 0, nations = 0, u = self.first_at[h]
        if more >= 0:
            load, armour, nations = self.load[more], self.armour_load[more], self.anglo_french[more]
        while u >= 0:
            if self.side[u] == self.phasing and u != without and u != more:
                load += self.load[u]
                armour += self.armour_load[u]
                nations |= self.anglo_french[u]
            u = self.next_at[u]
        return load <= 4 and armour <= 3 and nations != 3

    cdef bint step_out(self, int x) noexcept:
        """movement.can_step_out; kept."""
        cdef int j, h
        cdef Steps* how
        cdef bint zoned
        cdef uint64_t* inside
        if self.steps_out[x]:
            return self.steps_out[x] == 2
        self.steps_out[x] = 1
        if not self.may_move(x):
            return False
        how, h, inside = self.steps(x), self.where[x], self.bounds(x)
        zoned = has(self.zone, h)
        cdef int points = self.points(x)
        for j in range(how.first[h], how.first[h + 1]):
            if (
                how.kind[j] != SEA and not self.taken(how.there[j]) and not has(self.zone, how.there[j])
                and self.can_step(x, j, how, zoned, points, inside)
            ):
                self.steps_out[x] = 2
                return True
        return False

    cdef bint swaps(self, int u, int x) noexcept:
        """movement.can_swap"""
        cdef int start = self.where[u], h = self.where[x], j, points
        cdef Steps* how
        cdef bint zoned
        if start >= self.n or has(self.moved, x) or not self.may_move(x):
            return False
        if not self.stacks(start, x, u):
            return False
        how, points, zoned = self.steps(x), self.points(x), has(self.zone, h)
        for j in range(how.first[h], how.first[h + 1]):
            if how.there[j] == start and how.kind[j] != SEA and self.can_step(x, j, how, zoned, points, self.bounds(x)):
                return True
        return False

    cdef bint can_stay(self, int u, int h, bint relieving) noexcept:
        """Whether a move or arrival may end here (3, ruling 10)."""
        cdef int x
        if self.stacks(h, u, -1):
            return True
        if not relieving:
            return False
        x = self.first_at[h]
        while x >= 0:
            if self.side[x] == self.phasing and x != u and not has(self.moved, x) and self.stacks(h, u, x):
                if self.step_out(x) or self.swaps(u, x):
                    return True
            x = self.next_at[x]
        return False

    # ---------------------------------------------------------------------------------------- searching

    cdef void search(self, int u) noexcept:
        """searching.find"""
        cdef int head[POINTS]
        cdef int tail[POINTS]
        cdef Steps* how = self.steps(u)
        cdef uint64_t* inside = self.bounds(u)
        cdef uint64_t* slow = &self.sides[self.phasing].shaken[0]
        cdef int start = self.where[u], points = self.points(u), most, i, j, here, there, total, node, nodes = 0
        cdef bint zoned = has(self.zone, start)
        cdef int leave = self.leave_zone if zoned else 0
        most = points / QUARTER
        if most >= POINTS:
            most = POINTS - 1
        for i in range(most + 1):
            head[i] = tail[i] = -1
        for i in range(self.n):
            self.best[i] = points + 1
        self.best[start] = 0
        self.reached = 0
        self.searched = u
        for j in range(how.first[start], how.first[start + 1]):
            there = how.there[j]
            total = leave + how.cost[j]
            if has(slow, there):
                total += self.disrupted_friend
            if total <= points and self.open_step(u, how.kind[j], there, zoned, inside):
                self.best[there], self.came[there] = total, start
                self.order[self.reached] = there
                self.reached += 1
                if not has(self.zone, there):
                    i = total / QUARTER
                    self.node_place[nodes], self.node_next[nodes] = there, -1
                    if tail[i] < 0:
                        head[i] = nodes
                    else:
                        self.node_next[tail[i]] = nodes
                    tail[i] = nodes
                    nodes += 1
        for i in range(1, most):
            node = head[i]
            while node >= 0:
                here = self.node_place[node]
                if self.best[here] >= i * QUARTER:
                    for j in range(how.first[here], how.first[here + 1]):
                        there = how.there[j]
                        total = i * QUARTER + how.cost[j]
                        if total >= self.best[there] or not self.open_step(u, how.kind[j], there, False, inside):
                            continue
                        if has(slow, there):
                            total += self.disrupted_friend
                            if total >= self.best[there]:
                                continue
                        if self.best[there] > points:
                            self.order[self.reached] = there
                            self.reached += 1
                        self.best[there], self.came[there] = total, here
                        if not has(self.zone, there):
                            self.node_place[nodes], self.node_next[nodes] = there, -1
                            if tail[total / QUARTER] < 0:
                                head[total / QUARTER] = nodes
                            else:
                                self.node_next[tail[total / QUARTER]] = nodes
                            tail[total / QUARTER] = nodes
                            nodes += 1
                node = self.node_next[node]

    cdef bint ends_here(self, int u, int h, bint relieving) noexcept:
        return not has(self.sides[self.phasing].occupied, h) or self.can_stay(u, h, relieving)

    cdef bint can_go(self, int u, bint relieving) noexcept:
        """Whether a unit that may move has a hex to move to."""
        cdef Steps* how = self.steps(u)
        cdef uint64_t* inside = self.bounds(u)
        cdef int h = self.where[u], points = self.points(u), j, i
        cdef bint zoned = has(self.zone, h), some = False
        for j in range(how.first[h], how.first[h + 1]):
            if self.can_step(u, j, how, zoned, points, inside):
                if not self.taken(how.there[j]):
                    return True
                some = True
        if not some:
            return False
        self.search(u)
        for i in range(self.reached):
            if self.ends_here(u, self.order[i], relieving):
                return True
        return False

    def destinations(self, s, int u, tuple items):
        """movement.destinations for a unit of the side that moves: the item of each hex."""
        cdef list found = []
        cdef int i, h
        cdef bint relieving = s.overfull < 0
        self.look(s)
        if self.searched != u:
            self.search(u)
        for i in range(self.reached):
            h = self.order[i]
            if self.ends_here(u, h, relieving):
                found.append(items[h])
        return found

    def ends(self, s, int u, int goal):
        """Whether a move of a unit of the side that moves may end in a hex."""
        self.look(s)
        if self.where[u] >= self.n or goal == self.where[u]:
            return False
        if self.searched != u:
            self.search(u)
        return self.best[goal] <= self.points(u) and self.ends_here(u, goal, s.overfull < 0)

    cdef int path_to(self, int goal, short* path) noexcept:
        """The way of the last search, from its start to the goal; gives its length."""
        cdef int length = 1, i, h = goal, start = self.where[self.searched]
        while h != start:
            h = self.came[h]
            length += 1
        h = goal
        for i in range(length - 1, -1, -1):
            path[i] = h
            h = self.came[h]
        return length

    # --------------------------------------------------------------------------------- named ways (6)

    cdef int cost_of(self, int u, const short* path, int length) noexcept:
        """What a way costs, or -1 where it is closed or too dear: maps.follow."""
        cdef Steps* how = self.steps(u)
        cdef uint64_t* inside = self.bounds(u)
        cdef int i, j, here, there, spent = 0, points = self.points(u)
        cdef bint zoned
        for i in range(1, length):
            here, there = path[i - 1], path[i]
            zoned = has(self.zone, here)
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
                spent += self.leave_zone
            if has(self.sides[self.phasing].shaken, there):
                spent += self.disrupted_friend
            if spent > points:
                return -1
        return spent

    cdef int costs_to(self, int u, int goal) except -1:
        """ways.costs_to, into `rest`; -1 where no way passes."""
        cdef Steps* back
        cdef int head[POINTS * 4]
        cdef int tail[POINTS * 4]
        cdef int points = self.points(u), i, j, here, before, total, paying, node, nodes = 0, spent
        cdef uint64_t* inside = self.bounds(u)
        if self.rest_unit == u and self.rest_goal == goal:
            return 0
        if self.searched != u:
            self.search(u)
        back = self.back_east[self.kind[u]] if self.goes_east(u) else self.back[self.side[u]][self.kind[u]]
        memset(self.rest, 0xff, self.n * sizeof(short))
        for i in range(points + 1):
            head[i] = tail[i] = -1
        self.rest[goal] = 0
        self.node_place[0], self.node_next[0] = goal, -1
        head[0] = tail[0] = 0
        nodes = 1
        for i in range(points + 1):
            node = head[i]
            while node >= 0:
                here = self.node_place[node]
                if self.rest[here] >= i:
                    paying = i
                    if has(self.sides[self.phasing].shaken, here):
                        paying += self.disrupted_friend
                    for j in range(back.first[here], back.first[here + 1]):
                        before = back.there[j]
                        total = paying + back.cost[j]
                        # unreached hexes count as spent in full, as in plain Python
                        spent = self.best[before] if self.best[before] <= points else points
                        if spent + total > points or has(self.zone, before):
                            continue
                        if not self.open_step(u, back.kind[j], here, False, inside):
                            continue
                        if self.rest[before] < 0 or total < self.rest[before]:
                            self.rest[before] = total
                            self.node_place[nodes], self.node_next[nodes] = before, -1
                            if tail[total] < 0:
                                head[total] = nodes
                            else:
                                self.node_next[tail[total]] = nodes
                            tail[total] = nodes
                            nodes += 1
                node = self.node_next[node]
        self.rest_unit, self.rest_goal = u, goal
        return 0

    def via(self, s, int u, int goal, list way):
        """ways.via_values for a way from the unit's hex on, as labels."""
        cdef short path[WORDS * 64]
        cdef int length = len(way), i, j, here, there, spent, total, points
        cdef Steps* how
        cdef uint64_t* inside
        cdef list found = []
        cdef bint zoned
        self.look(s)
        if length >= WORDS * 64:
            return found
        for i in range(length):
            path[i] = way[i]
        here = path[length - 1]
        spent = self.cost_of(u, path, length)
        if spent < 0 or (length > 1 and has(self.zone, here)):
            return found
        self.costs_to(u, goal)
        how, inside, points = self.steps(u), self.bounds(u), self.points(u)
        zoned = length == 1 and has(self.zone, here)
        if zoned:
            spent += self.leave_zone
        for j in range(how.first[here], how.first[here + 1]):
            there = how.there[j]
            if there == goal or has(self.zone, there) or not self.open_step(u, how.kind[j], there, zoned, inside):
                continue
            total = spent + how.cost[j]
            if has(self.sides[self.phasing].shaken, there):
                total += self.disrupted_friend
            if self.rest[there] >= 0 and total + self.rest[there] <= points:
                found.append(self.labels[there])
        return found

    def leads(self, s, int u, list way):
        """Whether this whole way can be gone."""
        cdef short path[WORDS * 64]
        cdef int i, length = len(way)
        self.look(s)
        if length >= WORDS * 64:
            return False
        for i in range(length):
            path[i] = way[i]
        return self.cost_of(u, path, length) >= 0
