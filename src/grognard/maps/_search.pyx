# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What is slow in plain Python, compiled: the movement search, and floods.

The same as movement.search_plainly and graph.Steps.flood, step for step; tests hold them equal.
"""

import sys

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

if sys.byteorder != "little":
    raise ImportError("compiled maps need a little-endian machine")

cdef int FAR = 1 << 30


cdef class Flow:
    """Directed steps between places, taken by whole sets: see graph.Steps.

    Sets are words of 64 bits. The room for them belongs to the object: nothing in here lets another thread run.
    """

    def __cinit__(self, dict starts):
        """From every difference between two numbers of places, the set of those that have such a step."""
        cdef int k, i
        self.n = 0
        for by, places in starts.items():
            self.n = max(self.n, places.bit_length(), places.bit_length() + by)
        self.words = (self.n + 63) >> 6
        self.count = len(starts)
        self.by = <int*> calloc(3 * self.count + 1, sizeof(int))
        self.starts = <uint64_t*> calloc(self.count * self.words + 1, 8)
        self.room = <uint64_t*> calloc(4 * self.words + 1, 8)
        if not (self.by and self.starts and self.room):
            raise MemoryError()
        self.low, self.high = self.by + self.count, self.by + 2 * self.count
        for k, (by, places) in enumerate(starts.items()):
            self.by[k] = by
            grog_to_words(places, self.starts + k * self.words, self.words)
            self.low[k] = self.words
            for i in range(self.words):
                if self.starts[k * self.words + i]:
                    self.low[k] = min(self.low[k], i)
                    self.high[k] = i + 1

    def __dealloc__(self):
        free(self.by); free(self.starts); free(self.room)

    def spread(self, mask):
        """All places one step from the set."""
        grog_to_words(mask, self.room, self.words)
        self.step(self.room, self.room + self.words)
        return grog_from_words(self.room + self.words, self.words)

    def flood(self, mask, allowed, int limit):
        """The set, and what it reaches in at most `limit` steps (any number if below zero) inside `allowed`."""
        grog_to_words(mask, self.room, self.words)
        grog_to_words(allowed, self.room + self.words, self.words)
        self.run(self.room, self.room + self.words, limit)
        found = grog_from_words(self.room, self.words)
        return found if grog_fits(mask, self.words) else mask | found

    cdef void step(self, const uint64_t* places, uint64_t* out) noexcept:
        cdef int i, k, by, to, shift, low = 0, high = self.words
        cdef uint64_t moving
        cdef const uint64_t* starts
        memset(out, 0, 8 * self.words)
        while low < high and not places[low]:
            low += 1
        while low < high and not places[high - 1]:
            high -= 1
        for k in range(self.count):
            by, starts = self.by[k], self.starts + k * self.words
            shift = (by if by >= 0 else -by) & 63
            to = (by if by >= 0 else -by) >> 6
            for i in range(max(low, self.low[k]), min(high, self.high[k])):
                moving = places[i] & starts[i]
                if not moving:
                    continue
                if by >= 0:
                    if moving << shift:
                        out[i + to] |= moving << shift
                    if shift and moving >> (64 - shift):
                        out[i + to + 1] |= moving >> (64 - shift)
                else:
                    if moving >> shift:
                        out[i - to] |= moving >> shift
                    if shift and moving << (64 - shift):
                        out[i - to - 1] |= moving << (64 - shift)

    cdef void run(self, uint64_t* have, const uint64_t* may, int limit) noexcept:
        """A flood in place. Where steps need not be counted, each direction goes on from what the ones before it, and
        the words before it, have reached."""
        cdef int i, j, k, by, to, shift
        cdef uint64_t moving, new, some
        cdef const uint64_t* starts
        cdef uint64_t* ring
        cdef uint64_t* after
        if limit >= 0:
            ring, after = self.room + 2 * self.words, self.room + 3 * self.words
            memcpy(ring, have, 8 * self.words)
            some = 1
            while some and limit > 0:
                self.step(ring, after)
                some = 0
                for i in range(self.words):
                    ring[i] = after[i] & may[i] & ~have[i]
                    have[i] |= ring[i]
                    some |= ring[i]
                limit -= 1
            return
        some = 1
        while some:
            some = 0
            for k in range(self.count):
                by, starts = self.by[k], self.starts + k * self.words
                shift = (by if by >= 0 else -by) & 63
                to = (by if by >= 0 else -by) >> 6
                for j in range(self.low[k], self.high[k]):
                    i = j if by >= 0 else self.high[k] - 1 - (j - self.low[k])
                    while True:
                        moving = have[i] & starts[i]
                        if not moving:
                            break
                        if by >= 0:
                            new = moving << shift
                            if new:
                                new &= may[i + to] & ~have[i + to]
                                have[i + to] |= new
                            if shift and moving >> (64 - shift):
                                moving = (moving >> (64 - shift)) & may[i + to + 1] & ~have[i + to + 1]
                                have[i + to + 1] |= moving
                            else:
                                moving = 0
                        else:
                            new = moving >> shift
                            if new:
                                new &= may[i - to] & ~have[i - to]
                                have[i - to] |= new
                            if shift and moving << (64 - shift):
                                moving = (moving << (64 - shift)) & may[i - to - 1] & ~have[i - to - 1]
                                have[i - to - 1] |= moving
                            else:
                                moving = 0
                        some |= new | moving
                        if not new or to:
                            break  # within a word it goes on


cdef class Found:
    """What a search reached, packed: for each place reached, in order, its cost and the place before it."""

    cdef readonly object mask
    cdef int start, spent, reached
    cdef int* place
    cdef int* cost_of
    cdef int* before

    def __dealloc__(self):
        free(self.place)

    cdef int at(self, int place) except -1:
        cdef int i
        for i in range(self.reached):
            if self.place[i] == place:
                return i
        raise ValueError("that place was not reached")

    def places(self):
        cdef int i
        return [self.place[i] for i in range(self.reached)]

    def costs(self):
        cdef int i
        cdef dict out = {self.start: self.spent}
        for i in range(self.reached):
            out[self.place[i]] = self.cost_of[i]
        return out

    def came(self):
        cdef int i
        cdef dict out = {}
        for i in range(self.reached):
            out[self.place[i]] = self.before[i]
        return out

    def cost(self, int place):
        return self.spent if place == self.start else self.cost_of[self.at(place)]

    def path(self, int place):
        way = [place]
        while place != self.start:
            place = self.before[self.at(place)]
            way.append(place)
        way.reverse()
        return way


cdef class Table:
    """All steps of one kind of unit as flat arrays, and the room a search needs.

    A search runs under the interpreter lock from start to end, so one room is enough.
    """

    def __cinit__(self, steps):
        cdef int count = 0, i = 0
        self.n = len(steps)
        self.width = (self.n + 7) // 8
        one = int("1")  # a Python int: shifting a C int would overflow
        self.everything = (one << self.n) - 1
        for row in steps:
            count += len(row)
        self.first = <int*> malloc((self.n + 1) * sizeof(int))
        self.there = <int*> malloc((count + 1) * sizeof(int))
        self.cost = <int*> malloc((count + 1) * sizeof(int))
        self.kind = <int*> malloc((count + 1) * sizeof(int))
        self.best = <int*> malloc((self.n + 1) * sizeof(int))
        self.came = <int*> malloc((self.n + 1) * sizeof(int))
        self.order = <int*> malloc((self.n + 1) * sizeof(int))
        # Every step is taken at most once in a search.
        self.node_place = <int*> malloc((count + 1) * sizeof(int))
        self.node_next = <int*> malloc((count + 1) * sizeof(int))
        if not (self.first and self.there and self.cost and self.kind and self.best and self.came
                and self.order and self.node_place and self.node_next):
            raise MemoryError()
        self.cheapest = FAR
        for here, row in enumerate(steps):
            self.first[here] = i
            for there, cost, kind, _ in row:
                if kind >= MOST_KINDS:
                    raise ValueError("too many classes of steps for the compiled search")
                self.there[i], self.cost[i], self.kind[i] = there, cost, kind
                self.cheapest = min(self.cheapest, self.cost[i])
                i += 1
        self.first[self.n] = i

    def __dealloc__(self):
        free(self.first); free(self.there); free(self.cost); free(self.kind); free(self.best)
        free(self.came); free(self.order); free(self.node_place); free(self.node_next)

    def search(self, int start, int allowance, int spent, tuple opened, tuple opened_zone,
               zone, stop, tuple leave, tuple enter, bint one_step):
        cdef int width = self.width, reached, i, there
        cdef int kinds = len(opened), leaves = len(leave), enters = len(enter)
        cdef Lie now
        if kinds > MOST_KINDS or leaves > MOST_EXTRAS or enters > MOST_EXTRAS:
            raise ValueError("too many classes or surcharges for the compiled search")
        everything = self.everything  # a set may be given as the complement of another
        kept = []  # the bytes must live as long as we look at them
        for i in range(kinds):
            part = (<object> opened[i] & everything).to_bytes(width, "little")
            kept.append(part)
            now.opened[i] = part
            part = (<object> opened_zone[i] & everything).to_bytes(width, "little")
            kept.append(part)
            now.opened_zone[i] = part
        for i in range(leaves):
            part = (<object> leave[i][0] & everything).to_bytes(width, "little")
            kept.append(part)
            now.leave_at[i], now.leave_by[i] = part, leave[i][1]
        for i in range(enters):
            part = (<object> enter[i][0] & everything).to_bytes(width, "little")
            kept.append(part)
            now.enter_at[i], now.enter_by[i] = part, enter[i][1]
        zone_bytes = (zone & everything).to_bytes(width, "little")
        stop_bytes = (stop & everything).to_bytes(width, "little")
        now.zone, now.stop, now.leaves, now.enters, now.one_step = zone_bytes, stop_bytes, leaves, enters, one_step
        cdef bytearray bits = bytearray(width)
        cdef unsigned char* mask = bits
        cdef Found out = Found.__new__(Found)
        # From here to the copy of what was found nothing is asked of Python: no other thread uses the room meanwhile.
        reached = self.run(start, allowance, spent, &now, self.best, self.came, self.order)
        out.start, out.spent, out.reached = start, spent, reached
        out.place = <int*> malloc((3 * reached + 1) * sizeof(int))
        if not out.place:
            raise MemoryError()
        out.cost_of, out.before = out.place + reached, out.place + 2 * reached
        for i in range(reached):
            there = self.order[i]
            mask[there >> 3] |= 1 << (there & 7)
            out.place[i], out.cost_of[i], out.before[i] = there, self.best[there], self.came[there]
        out.mask = int.from_bytes(bits, "little")
        return out

    cdef int run(self, int start, int allowance, int spent, const Lie* now, int* best, int* came, int* order) except -1:
        """The search, into arrays with room for every place: what each costs (FAR: not reached), the place before it,
        and the places in the order in which they were reached; gives their number."""
        cdef int nodes = 1, reached = 0, spread = max(allowance - spent, 0) + 1
        cdef int i, j, k, here, base, total, there, paid, node
        cdef const Bits* free_to
        cdef int* head = <int*> malloc(2 * spread * sizeof(int))
        cdef int* tail
        if not head:
            raise MemoryError()
        tail = head + spread
        for i in range(spread):
            head[i] = tail[i] = -1
        for i in range(self.n):
            best[i] = FAR
        best[start] = spent
        self.node_place[0], self.node_next[0] = start, -1
        head[0] = tail[0] = 0
        for i in range(spread):
            paid = spent + i
            node = head[i]
            while node >= 0:
                here = self.node_place[node]
                if best[here] >= paid and (paid <= allowance - self.cheapest or (now.one_step and here == start)):
                    if has(now.zone, here):
                        free_to = &now.opened_zone[0]
                    else:
                        free_to = &now.opened[0]
                    base = paid
                    for j in range(now.leaves):
                        if has(now.leave_at[j], here):
                            base += now.leave_by[j]
                    for j in range(self.first[here], self.first[here + 1]):
                        there = self.there[j]
                        total = base + self.cost[j]
                        if total >= best[there] or not has(free_to[self.kind[j]], there):
                            continue
                        for k in range(now.enters):
                            if has(now.enter_at[k], there):
                                total += now.enter_by[k]
                        if total >= best[there]:
                            continue
                        if total > allowance:
                            if not now.one_step or here != start:
                                continue
                            total = allowance
                            if best[there] == FAR:
                                order[reached] = there
                                reached += 1
                            best[there], came[there] = total, here
                            continue
                        if best[there] == FAR:
                            order[reached] = there
                            reached += 1
                        best[there], came[there] = total, here
                        if not has(now.stop, there):
                            self.node_place[nodes], self.node_next[nodes] = there, -1
                            if tail[total - spent] < 0:
                                head[total - spent] = nodes
                            else:
                                self.node_next[tail[total - spent]] = nodes
                            tail[total - spent] = nodes
                            nodes += 1
                node = self.node_next[node]
        free(head)
        return reached
