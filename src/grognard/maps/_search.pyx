# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""What is slow in plain Python, compiled: the movement search, and floods.

The same as movement.search_plainly and graph.Steps.flood, step for step; tests hold them equal.
"""

import sys

from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

cdef extern from *:
    """
    /* Whether a set without a sign has a member. */
    static inline int grog_has(PyObject *x, int place) {
        return place / PyLong_SHIFT < grog_count(x) && grog_digits(x)[place / PyLong_SHIFT] >> place % PyLong_SHIFT & 1;
    }
    #if defined(__GNUC__)
    #define grog_lowest(x) __builtin_ctzll(x)
    #else
    static int grog_lowest(unsigned long long x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    """
    int grog_lowest(uint64_t x) noexcept
    bint grog_has(object x, int place) noexcept

if sys.byteorder != "little":
    raise ImportError("compiled maps need a little-endian machine")

cdef int FAR = 1 << 30


cdef class Flow:
    """Directed steps between places, taken by whole sets: see graph.Steps.

    Sets are words of 64 bits. The room for them belongs to the object: nothing in here lets another thread run.
    """

    def __cinit__(self, dict starts, Flow whole=None):
        """From every difference between two numbers of places, the set of those that have such a step; or what is left
        of other steps without these."""
        cdef int k, i, many = 0
        cdef uint64_t some
        if whole is not None:
            self.take(whole, starts)
            return
        self.n = 0
        for by, places in starts.items():
            self.n = max(self.n, places.bit_length(), places.bit_length() + by)
        self.words = (self.n + 63) >> 6
        self.far = 0
        self.count = len(starts)
        self.by = <int*> calloc(3 * self.count + 1, sizeof(int))
        self.starts = <uint64_t*> calloc(self.count * self.words + 1, 8)
        self.room = <uint64_t*> calloc(9 * self.words + 1, 8)
        if not (self.by and self.starts and self.room):
            raise MemoryError()
        self.low, self.high = self.by + self.count, self.by + 2 * self.count
        for k, (by, places) in enumerate(starts.items()):
            self.by[k] = by
            grog_to_words(places, self.starts + k * self.words, self.words)
            self.low[k] = self.words
            for i in range(self.words):
                some = self.starts[k * self.words + i]
                if some:
                    self.low[k] = min(self.low[k], i)
                    self.high[k] = i + 1
                while some:
                    some &= some - 1
                    many += 1
            self.far = max(self.far, (abs(by) >> 6) + 1)
        self.few = many < self.n
        if self.few:
            self.first = <int*> calloc(self.n + 1, sizeof(int))
            self.there = <int*> calloc(many + 1, sizeof(int))
            if not (self.first and self.there):
                raise MemoryError()
            self.sort(False)
            for i in range(self.n):
                self.first[i + 1] += self.first[i]
            self.sort(True)

    def __dealloc__(self):
        free(self.by); free(self.starts); free(self.room); free(self.first); free(self.there)

    cdef void take(self, Flow whole, dict gone) except *:
        """Copies steps, but for some."""
        cdef int k, i, j, many = 0, words = whole.words
        self.n, self.words, self.far, self.count = whole.n, words, whole.far, whole.count
        self.by = <int*> malloc((3 * self.count + 1) * sizeof(int))
        self.starts = <uint64_t*> malloc((self.count * words + 1) * 8)
        self.room = <uint64_t*> calloc(9 * words + 1, 8)
        if not (self.by and self.starts and self.room):
            raise MemoryError()
        memcpy(self.by, whole.by, 3 * self.count * sizeof(int))
        memcpy(self.starts, whole.starts, 8 * self.count * words)
        self.low, self.high = self.by + self.count, self.by + 2 * self.count
        cdef uint64_t* some = self.room
        cdef uint64_t* changed = self.room + words
        for by, places in gone.items():
            for k in range(self.count):
                if self.by[k] == by:
                    grog_to_words(places, some, words)
                    for i in range(words):
                        self.starts[k * words + i] &= ~some[i]
                        changed[i] |= some[i]
        self.few = whole.few
        if not self.few:
            return
        self.first = <int*> malloc((self.n + 1) * sizeof(int))
        self.there = <int*> malloc((whole.first[self.n] + 1) * sizeof(int))
        if not (self.first and self.there):
            raise MemoryError()
        for i in range(self.n):
            self.first[i] = many
            for j in range(whole.first[i], whole.first[i + 1]):
                if not changed[i >> 6] >> (i & 63) & 1 or self.leads(i, whole.there[j]):
                    self.there[many] = whole.there[j]
                    many += 1
        self.first[self.n] = many

    cdef bint leads(self, int place, int there) noexcept:
        """Whether there is a step from one place to the other."""
        cdef int k
        for k in range(self.count):
            if self.by[k] == there - place:
                return self.starts[k * self.words + (place >> 6)] >> (place & 63) & 1
        return False

    cdef void sort(self, bint put) noexcept:
        """Counts the steps from each place; or, where it is known where those of the next one begin, puts their ends."""
        cdef int i, k, place
        cdef uint64_t moving
        for k in range(self.count):
            for i in range(self.low[k], self.high[k]):
                moving = self.starts[k * self.words + i]
                while moving:
                    place = 64 * i + grog_lowest(moving)
                    moving &= moving - 1
                    if put:
                        self.first[place] -= 1
                        self.there[self.first[place]] = place + self.by[k]
                    else:
                        self.first[place] += 1

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

    def line(self, begin, int goal, allowed, tuple rows):
        """The first of the shortest lines from some places to a goal, found back from there: see graph.Steps, whose
        steps these are the other way round."""
        cdef int here, there, i, k, head = 0, tail = 1, away = 0, words = self.words
        cdef uint64_t* may = self.room
        cdef uint64_t* ends = self.room + words
        cdef int* queue
        cdef int* far
        cdef list found = []
        if not self.few:
            raise ValueError("there are too many steps to follow them one by one")
        grog_to_words(allowed, may, words)
        grog_to_words(begin, ends, words)
        queue = <int*> malloc((2 * self.n + 2) * sizeof(int))
        if not queue:
            raise MemoryError()
        far = queue + self.n + 1  # how far it is to the goal, once it has been seen
        for i in range(self.n + 1):
            far[i] = -1
        queue[0], far[goal], here = goal, 0, -1
        while head < tail:
            there = queue[head]
            if far[there] > away and here >= 0:
                break  # all that are as near have been looked at
            head += 1
            away = far[there]
            if ends[there >> 6] >> (there & 63) & 1:
                if here < 0 or there < here:
                    here = there
            elif here < 0:
                for k in range(self.first[there], self.first[there + 1]):
                    i = self.there[k]
                    if far[i] < 0 and may[i >> 6] >> (i & 63) & 1:
                        far[i] = away + 1
                        queue[tail] = i
                        tail += 1
        if here >= 0:
            found.append(here)
            while far[here]:
                for there in rows[here]:
                    if far[there] == far[here] - 1:
                        break
                here = there
                found.append(here)
        free(queue)
        return found

    def wade(self, start, first, free, go, rough, int points, int curbed):
        """All that a unit reaches, ring by ring: see graph.Steps."""
        cdef int i, spent, low = 0, high = self.words
        cdef uint64_t some, slowed, any_late, reached, dragged
        cdef uint64_t* may = self.room
        cdef uint64_t* on = self.room + self.words
        cdef uint64_t* slow = self.room + 2 * self.words
        cdef uint64_t* seen = self.room + 3 * self.words
        cdef uint64_t* seen_late = self.room + 4 * self.words
        cdef uint64_t* new = self.room + 5 * self.words
        cdef uint64_t* late = self.room + 6 * self.words
        cdef uint64_t* after = self.room + 7 * self.words
        cdef uint64_t* after_late = self.room + 8 * self.words
        cdef list fast = [start], slowly = [0]
        grog_to_words(free, may, self.words)
        grog_to_words(go, on, self.words)
        grog_to_words(rough, slow, self.words)
        grog_to_words(start, seen, self.words)
        grog_to_words(first, after, self.words)
        memset(seen_late, 0, 3 * 8 * self.words)  # and what comes after it
        memset(after_late, 0, 8 * self.words)
        while low < high and not after[low]:
            low += 1
        while low < high and not after[high - 1]:
            high -= 1
        for spent in range(1, points + 1):
            some = slowed = any_late = 0
            for i in range(low, high):
                reached = after[i] & may[i]
                dragged = reached & slow[i] | after_late[i] & may[i]
                new[i] = reached & ~slow[i] & ~seen[i]
                late[i] = dragged & ~seen_late[i]
                seen[i] |= new[i]
                seen_late[i] |= late[i]
                any_late |= late[i]
            fast.append(grog_from_words(new, self.words))
            slowly.append(grog_from_words(late, self.words) if any_late else 0)
            for i in range(low, high):
                new[i] &= on[i]
                late[i] = late[i] & on[i] if spent < curbed else 0
                some |= new[i]
                slowed |= late[i]
            if not some and not slowed:
                break
            self.step(new, after)
            if slowed:
                self.step(late, after_late)
            else:
                memset(after_late, 0, 8 * self.words)
            low, high = max(low - self.far, 0), min(high + self.far, self.words)
        for i in range(self.words):
            seen[i] |= seen_late[i]
        return grog_from_words(seen, self.words) & ~start, tuple(fast), tuple(slowly)

    def way(self, tuple fast, tuple slowly, int start, int goal, tuple near, tuple rows, go, rough, int curbed):
        """The first of the shortest ways through rings: see graph.Steps."""
        cdef int i, spent, cost = 1, here = start, there = start, words = self.words
        cdef bint slowed = False, late = False
        cdef uint64_t some
        cdef uint64_t* on = self.room
        cdef uint64_t* slow = self.room + words
        cdef uint64_t* ring = self.room + 2 * words
        cdef uint64_t* places = self.room + 3 * words
        cdef uint64_t* after = self.room + 4 * words
        cdef uint64_t* smooth
        cdef uint64_t* dragged
        cdef uint64_t* may
        cdef list found = [start]
        while True:
            if cost >= len(fast):
                raise IndexError("that place was not reached")
            late = grog_has(slowly[cost], goal)
            if late or grog_has(fast[cost], goal):
                break
            cost += 1
        late = late and not grog_has(fast[cost], goal)
        may = <uint64_t*> calloc(2 * cost * words + 1, 8)  # for each ring both sets from which the goal is as near
        if not may:
            raise MemoryError()
        grog_to_words(go, on, words)
        grog_to_words(rough, slow, words)
        smooth, dragged = may, may + words
        smooth[goal >> 6] = <uint64_t> 1 << (goal & 63)
        if late:
            dragged[goal >> 6] = smooth[goal >> 6]
        for spent in range(cost - 1, 0, -1):
            for i in range(words):
                places[i] = smooth[i] | dragged[i] & slow[i]
            self.step(places, after)
            grog_to_words(fast[spent], ring, words)
            smooth = smooth + 2 * words
            for i in range(words):
                smooth[i] = after[i] & ring[i] & on[i]
            if late and spent < curbed:
                self.step(dragged, after)
                grog_to_words(slowly[spent], ring, words)
                some = 0
                for i in range(words):
                    dragged[i + 2 * words] = after[i] & ring[i] & on[i]
                    some |= dragged[i + 2 * words]
                    smooth[i] |= dragged[i + 2 * words] & slow[i]
                late = some != 0
            else:
                late = False
            dragged = dragged + 2 * words
        for spent in range(1, cost):
            row = rows[here]
            for there in near[here]:
                if grog_has(row, there) and (dragged if slowed else smooth)[there >> 6] >> (there & 63) & 1:
                    break
            here = there
            slowed = slowed or slow[here >> 6] >> (here & 63) & 1
            found.append(here)
            smooth, dragged = smooth - 2 * words, dragged - 2 * words
        free(may)
        found.append(goal)
        return found

    cdef void step(self, const uint64_t* places, uint64_t* out) noexcept:
        cdef int i, k, by, to, shift, first, last, low = 0, high = self.words
        cdef uint64_t moving, carried
        cdef const uint64_t* starts
        memset(out, 0, 8 * self.words)
        while low < high and not places[low]:
            low += 1
        while low < high and not places[high - 1]:
            high -= 1
        if self.few:  # as along railways: place by place
            for i in range(low, high):
                moving = places[i]
                while moving:
                    to = 64 * i + grog_lowest(moving)
                    moving &= moving - 1
                    if to >= self.n:
                        break
                    for k in range(self.first[to], self.first[to + 1]):
                        out[self.there[k] >> 6] |= <uint64_t> 1 << (self.there[k] & 63)
            return
        for k in range(self.count):
            by, starts = self.by[k], self.starts + k * self.words
            first, last = max(low, self.low[k]), min(high, self.high[k])
            if first >= last:
                continue
            shift = (by if by >= 0 else -by) & 63
            to = (by if by >= 0 else -by) >> 6
            carried = 0  # from one word into the next; a shift by 64 means nothing in C, so it takes two
            if by >= 0:
                for i in range(first, last):
                    moving = places[i] & starts[i]
                    out[i + to] |= moving << shift | carried
                    carried = moving >> 1 >> (63 - shift)
                if carried:
                    out[last + to] |= carried
            else:
                for i in range(last - 1, first - 1, -1):
                    moving = places[i] & starts[i]
                    out[i - to] |= moving >> shift | carried
                    carried = moving << 1 << (63 - shift)
                if carried:
                    out[first - to - 1] |= carried

    cdef void run(self, uint64_t* have, const uint64_t* may, int limit) noexcept:
        """A flood in place. Where steps need not be counted, each word goes on from what has come into it since it was
        looked at last."""
        cdef int i, k, by, to, shift
        cdef uint64_t moving, new, some
        cdef uint64_t* ring = self.room + 2 * self.words
        cdef uint64_t* after = self.room + 3 * self.words
        memcpy(ring, have, 8 * self.words)
        some = 1
        if limit >= 0:
            while some and limit > 0:
                self.step(ring, after)
                some = 0
                for i in range(self.words):
                    ring[i] = after[i] & may[i] & ~have[i]
                    have[i] |= ring[i]
                    some |= ring[i]
                limit -= 1
            return
        while some and self.few:
            some = 0
            for i in range(self.words):
                while ring[i]:
                    by = 64 * i + grog_lowest(ring[i])
                    ring[i] &= ring[i] - 1
                    if by >= self.n:
                        continue
                    for k in range(self.first[by], self.first[by + 1]):
                        to = self.there[k] >> 6
                        new = <uint64_t> 1 << (self.there[k] & 63) & may[to] & ~have[to]
                        have[to] |= new
                        ring[to] |= new
                        if to < i:
                            some |= new
        while some:
            some = 0
            for i in range(self.words):
                while ring[i]:
                    new, ring[i] = ring[i], 0
                    for k in range(self.count):
                        moving = new & self.starts[k * self.words + i]
                        if not moving:
                            continue
                        by = self.by[k]
                        shift = (by if by >= 0 else -by) & 63
                        to = i + (by >> 6 if by >= 0 else -(-by >> 6))
                        if by >= 0:  # a shift by 64 means nothing in C, so it takes two
                            self.come(have, may, ring, to, moving << shift)
                            self.come(have, may, ring, to + 1, moving >> 1 >> (63 - shift))
                        else:
                            some |= self.come(have, may, ring, to, moving >> shift)
                            some |= self.come(have, may, ring, to - 1, moving << 1 << (63 - shift))

    cdef inline uint64_t come(self, uint64_t* have, const uint64_t* may, uint64_t* ring, int to, uint64_t places) noexcept:
        """Some places of a word are reached, from where the flood goes on; gives those that are new."""
        if not places:
            return 0
        places &= may[to] & ~have[to]
        have[to] |= places
        ring[to] |= places
        return places


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

    def __cinit__(self, steps, Table like=None, changed=()):
        """Of these steps; where but some rows are those of another table, the rest is copied."""
        cdef int count = 0, i = 0, here, begin = 0, size
        self.n = len(steps)
        self.width = (self.n + 7) // 8
        one = int("1")  # a Python int: shifting a C int would overflow
        self.everything = (one << self.n) - 1
        if like is None:
            changed = range(self.n)
        for place in changed:
            count += len(steps[place])
        if like is not None:
            count += like.first[like.n]
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
        self.cheapest = FAR if like is None else like.cheapest
        for place in (*sorted(changed), self.n):
            here = place
            if like is not None:
                size = like.first[here] - like.first[begin]
                memcpy(self.there + i, like.there + like.first[begin], size * sizeof(int))
                memcpy(self.cost + i, like.cost + like.first[begin], size * sizeof(int))
                memcpy(self.kind + i, like.kind + like.first[begin], size * sizeof(int))
                while begin < here:
                    self.first[begin] = i
                    i += like.first[begin + 1] - like.first[begin]
                    begin += 1
            self.first[here] = i
            if here == self.n:
                break
            begin = here + 1
            for there, cost, kind, _ in steps[here]:
                if kind >= MOST_KINDS:
                    raise ValueError("too many classes of steps for the compiled search")
                self.there[i], self.cost[i], self.kind[i] = there, cost, kind
                self.cheapest = min(self.cheapest, self.cost[i])
                i += 1

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
        if not 0 <= start < self.n:
            raise IndexError(f"there is no place {start} to search from")
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
