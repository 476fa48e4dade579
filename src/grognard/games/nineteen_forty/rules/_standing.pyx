# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""4, 5. Where units stand, their zones of control and friendly territory, compiled: the same as standing.py and
territory.py, which say why.

Sets of hexes are words of 64 bits here. What was found is kept as long as the state holds the very same values. Tests
hold this and the modules that build on it, _reach and _moving, equal to plain Python.
"""

import sys

from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

from grognard.maps._standing cimport has, leave, put, take

if sys.byteorder != "little":
    raise ImportError("the compiled movement phase needs a little-endian machine")


NAMES = (
    "turn", "side", "impulse", "bef_turn", "reacting", "war", "fresh", "released", "garrisons", "assign_allied",
    "allied_parts", "interdicted_german", "interdicted_allied", "dropped", "entered", "unsupplied", "fort_lost",
    "paratroops_hold", "late_alliance",
)


cdef inline object field(s, Py_ssize_t offset):
    """The value of a state's field, found by its place: here it is asked for twenty times a question."""
    cdef void* value = (<void**> (<char*> <void*> s + offset))[0]
    if not value:
        raise AttributeError("a field of the state is not set")
    return <object> value


cdef Back* packed(rows) except NULL:
    """Rows of (from where, cost, kind) for each hex."""
    cdef Back* out = <Back*> calloc(1, sizeof(Back))
    cdef int h, i = 0
    if not out:
        raise MemoryError()
    for h, row in enumerate(rows):
        out.first[h] = i
        for step in row:
            out.there[i], out.cost[i], out.kind[i] = step[0], step[1], step[2]
            i += 1
    out.first[len(rows)] = i
    return out


cdef class Tables:
    """The data of a game as C arrays."""

    def __cinit__(self, w, survey_of, standing_of):
        cdef int u, h, i, side, kind
        self.n, self.units = w.n, w.n_units
        if self.n > WORDS * 64 - 8 or self.units > UNITS or len(w.allied_armies) > ARMIES or len(w.countries) != COUNTRIES:
            raise ValueError("too much for the compiled movement phase")
        self.words = (self.n + 63) >> 6
        self.size = self.words * 8
        self.numbers = tuple(range(self.n))
        self.held = [going.compiled for going in w.goings]
        for side in range(2):
            for kind in range(3):
                self.going[side][kind] = <void*> self.held[side * 3 + kind]
                self.back[side][kind] = packed(w.backwards[w.going[side][kind]])
            for i, u in enumerate(w.of_side[side]):
                self.of_side[side][i] = u
            self.count_of[side] = len(w.of_side[side])
            armour, mobile = w.exchange_armour[w.exchange_of[side]], w.exchange_mobile[w.exchange_of[side]]
            self.tanks[side], self.trucks[side] = len(armour), len(mobile)
            for i, u in enumerate(armour):
                self.tank[side][i] = u
            for i, u in enumerate(mobile):
                self.truck[side][i] = u
        for kind in range(3):
            self.east[kind] = <void*> self.held[6 + kind]
            self.back_east[kind] = packed(w.backwards[w.going_east[kind]])
        self.rails, self.rails_east = Flow(dict(w.rail_steps.shifts)), Flow(dict(w.rail_east.shifts))
        self.control = Flow(dict(w.zoc_steps.shifts))
        self.zoc = <uint64_t*> calloc(self.n * self.words, 8)
        if not self.zoc:
            raise MemoryError()
        for h in range(self.n):
            grog_to_words(w.zoc[h], self.zoc + h * self.words, self.words)
            grog_to_words(w.rail_near[h], self.rail_near[h], self.words)
            self.country[h] = w.country[h]
        for i in range(COUNTRIES):
            grog_to_words(w.countries[i], self.countries[i], self.words)
        for i in range(3):
            grog_to_words(w.allied_groups[i], self.groups[i], self.words)
        grog_to_words(w.land, self.land, self.words)
        grog_to_words(w.sea_ends, self.sea_ends, self.words)
        grog_to_words(w.major[BELGIUM], self.belgian_cities, self.words)
        for u in range(self.units):
            self.side[u], self.kind[u], self.load[u] = w.side[u], w.going_class[u], w.load[u]
            self.armour_load[u], self.anglo_french[u] = w.armour_load[u], w.anglo_french[u]
            self.motorized[u], self.regiment[u], self.move_factor[u] = w.motorized[u], w.regiment[u], w.move[u]
            self.nation[u], self.army[u] = w.nation[u], w.army[u]
            self.home[u] = w.home_bit[u].bit_length() - 1
            self.swiss_border[u] = w.entry[u] == "swiss-border"
            if w.move[u] * QUARTER >= POINTS:
                raise ValueError("too many movement points for the compiled movement phase")
        self.geb, self.air_landing, self.french_armour = w.geb, w.air_landing, w.french_armour
        self.bef_army = w.bef_army
        self.leave_zone, self.disrupted_friend = w.leave_zone, w.disrupted_friend
        self.edge_entry = w.book.surcharges.edge_entry
        self.garrison_hex = w.garrison_hex
        self.survey_of, self.standing_of = survey_of, standing_of
        grog_to_words(w.ports_mask, self.ports, self.words)
        grog_to_words(w.west_edge, self.west_edge, self.words)
        self.waiting, self.embark = w.waiting, w.book.surcharges.embark
        self.port_count, self.coming_count = len(w.ports), len(w.reinforcements)
        for i, h in enumerate(w.ports):
            self.port_list[i] = h
        for i, (u, side) in enumerate(w.reinforcements.items()):
            self.coming[i], self.coming_turn[i] = u, side

    cdef int learn(self, state) except -1:
        """Where the fields of such a state lie."""
        cdef int k
        for k in range(FIELDS):
            self.at[k] = grog_offset(getattr(state, NAMES[k]))
        self.where_at, self.disrupted_at = grog_offset(state.where), grog_offset(state.disrupted)
        self.moved_at, self.german_at = grog_offset(state.moved), grog_offset(state.german)
        self.allied_at, self.belgium_lost_at = grog_offset(state.allied), grog_offset(state.belgium_lost)
        self.state = state
        return 0

    def __dealloc__(self):
        cdef int side, kind
        for side in range(2):
            for kind in range(3):
                free(self.back[side][kind])
        for kind in range(3):
            free(self.back_east[kind])
        free(self.zoc)


cdef class Position:
    def __cinit__(self, Tables tables):
        self.t = tables
        self.forget()

    cdef int take_over(self, Position other) except -1:
        """Becomes a copy of another position."""
        if other.kept_where is None:
            return 0
        memcpy(&self.p, &other.p, sizeof(Look))
        self.kept_where, self.kept_disrupted, self.kept = other.kept_where.copy(), other.kept_disrupted, other.kept
        self.k_moved, self.k_german, self.k_allied = other.k_moved, other.k_german, other.k_allied
        self.k_belgium_lost = other.k_belgium_lost
        self.forget()
        self.surveyed = other.surveyed
        return 0

    cdef void forget(self) noexcept:
        """Nothing is found out yet."""
        self.surveyed = None
        memset(self.inside_known, 0, UNITS)
        memset(self.steps_out, 0, UNITS)
        memset(self.beside, 0xff, sizeof(self.beside))
        self.searched = self.rest_unit = -1

    # ------------------------------------------------------------------------------------ the position

    cdef int look(self, s) except -1:
        """Takes in the position, unless it is the one that was looked at last."""
        if self.t.state is not type(s):
            self.t.learn(type(s))
        cdef list where = <list> field(s, self.t.where_at), disrupted = <list> field(s, self.t.disrupted_at)
        if len(where) != self.t.units or len(disrupted) != self.t.units:
            raise ValueError("a state of other data")
        cdef size_t bytes_ = self.t.units * sizeof(void*)
        moved, german = field(s, self.t.moved_at), field(s, self.t.german_at)
        allied, belgium_lost = field(s, self.t.allied_at), field(s, self.t.belgium_lost_at)
        cdef int k = 0
        cdef void** known
        if (
            self.kept_where is not None
            and memcmp(PySequence_Fast_ITEMS(where), PySequence_Fast_ITEMS(self.kept_where), bytes_) == 0
            and memcmp(PySequence_Fast_ITEMS(disrupted), PySequence_Fast_ITEMS(self.kept_disrupted), bytes_) == 0
            and belgium_lost is self.k_belgium_lost
        ):
            known = <void**> PySequence_Fast_ITEMS(self.kept)
            while k < FIELDS and (<void**> (<char*> <void*> s + self.t.at[k]))[0] == known[k]:
                k += 1
        if k == FIELDS:
            if moved is not self.k_moved:
                self.k_moved = moved
                grog_to_words(moved, self.p.moved, 2)
            if german is not self.k_german or allied is not self.k_allied:
                self.k_german, self.k_allied = german, allied
                grog_to_words(german, self.p.german, self.t.words)
                grog_to_words(allied, self.p.allied, self.t.words)
                self.searched = self.rest_unit = -1  # friendly coasts are open to moves by sea
            return 0
        self.kept_where = None  # nothing is kept if this is broken off
        self.kept = kept = [field(s, self.t.at[k]) for k in range(FIELDS)]
        self.k_moved, self.k_german, self.k_allied, self.k_belgium_lost = moved, german, allied, belgium_lost
        cdef int turn, phasing, impulse, bef_turn, reacting
        turn, phasing, impulse, bef_turn, reacting = kept[:5]
        war, fresh, released, garrisons, assign, parts, inter_g, inter_a, dropped, entered, unsupplied = kept[5:16]
        fort_lost, hold, late = kept[16:]
        self.p.turn, self.p.phasing, self.p.impulse, self.p.bef_turn, self.p.reacting = turn, phasing, impulse, bef_turn, reacting
        self.p.war, self.p.released = war, released
        self.p.fort_lost, self.p.belgium_lost, self.p.hold, self.p.late = fort_lost, belgium_lost, hold, late
        grog_to_words(moved, self.p.moved, 2)
        grog_to_words(dropped, self.p.dropped, 2)
        grog_to_words(entered, self.p.entered, 2)
        grog_to_words(unsupplied, self.p.unsupplied, 2)
        cdef int i, u, h, side = phasing
        for i in range(ARMIES):
            self.p.assign[i] = (<tuple> assign)[i] if i < len(<tuple> assign) else -1
        self.p.corps_army = max([self.t.army[u] for u in <tuple> parts], default=-1) if parts else -1
        memset(self.p.first_at, 0xff, self.t.n * sizeof(short))
        memset(self.p.regiments, 0, self.t.size)
        for u in range(self.t.units - 1, -1, -1):
            h = where[u]
            self.p.where[u] = h
            self.p.disrupted[u] = disrupted[u]
            if h < self.t.n:
                self.p.next_at[u] = self.p.first_at[h]
                self.p.first_at[h] = u
                if self.t.regiment[u]:
                    put(self.p.regiments, h)
        self.p.free_war = self.p.war & ~<int> fresh
        self.count(GERMAN, -1)
        self.count(ALLIED, -1)
        memset(self.p.neutral, 0, self.t.size)
        for i in range(COUNTRIES):
            if not self.p.war >> i & 1:
                for h in range(self.t.words):
                    self.p.neutral[h] |= self.t.countries[i][h]
        memset(self.p.garrisons, 0, self.t.size)
        if garrisons:
            for i, u in enumerate(self.t.garrison_hex):
                if <int> garrisons >> i & 1:
                    put(self.p.garrisons, u)
        cdef Hexes interdicted
        grog_to_words(inter_a if side == GERMAN else inter_g, interdicted, self.t.words)
        grog_to_words(german, self.p.german, self.t.words)
        grog_to_words(allied, self.p.allied, self.t.words)
        for i in range(self.t.words):
            self.p.live[i] = self.t.land[i] & ~self.p.neutral[i]
            self.p.free_[i] = self.t.land[i] & ~self.p.sides[1 - side].occupied[i]
            if side == GERMAN:
                self.p.free_[i] &= ~self.p.garrisons[i]  # ruling 21
            self.p.zone[i] = self.p.sides[1 - side].zones[i] | interdicted[i]
        self.forget()
        self.kept_disrupted = disrupted.copy()
        self.kept_where = where.copy()
        return 0

    cdef void count(self, int side, int without) noexcept:
        """Where a side stands; one unit can be left out."""
        cdef Standing* out = &self.p.sides[side]
        cdef int i, u
        memset(out, 0, sizeof(Standing))
        for i in range(self.t.count_of[side]):
            u = self.t.of_side[side][i]
            if self.p.where[u] < self.t.n and u != without:
                self.note(out, u, self.p.where[u])
        self.spread(out)

    cdef void note(self, Standing* out, int u, int h) noexcept:
        """Counts a unit in a hex; what it controls is added by `spread` (4 ¶1, 13 Neutral Status ¶1)."""
        cdef int i
        cdef uint64_t* row
        cdef uint64_t* home
        if self.p.disrupted[u]:
            put(out.shaken, h)
        if self.t.regiment[u]:
            return
        if has(out.occupied, h):
            put(out.crowd, h)
        put(out.occupied, h)
        if self.t.load[u] == 3:
            put(out.corps, h)
        if self.p.disrupted[u] or has(self.p.dropped, u):
            return
        if self.p.free_war >> self.t.home[u] & 1:
            put(out.sound, h)
            return
        row = self.t.zoc + h * self.t.words
        home = self.t.countries[self.t.home[u]]
        for i in range(self.t.words):
            out.bound[i] |= row[i] & home[i]

    cdef void spread(self, Standing* out) noexcept:
        """The zones of a side: one step from its units, and what those control that are bound to their country."""
        cdef int i
        memset(out.zones, 0, self.t.size)
        self.t.control.step(out.sound, out.zones)
        for i in range(self.t.words):
            out.zones[i] |= out.bound[i]

    cdef void lift(self, int u) noexcept:
        """Takes a unit away from its hex, where its friends are counted anew."""
        cdef int h = self.p.where[u], side = self.t.side[u], x
        cdef Standing* out = &self.p.sides[side]
        leave(self.p.first_at, self.p.next_at, u, h)
        if not self.p.free_war >> self.t.home[u] & 1:
            self.count(side, u)
            return
        take(out.occupied, h)
        take(out.crowd, h)
        take(out.corps, h)
        take(out.sound, h)
        take(out.shaken, h)
        x = self.p.first_at[h]
        while x >= 0:
            if self.t.side[x] == side:
                self.note(out, x, h)
            x = self.p.next_at[x]
        if not has(out.sound, h):
            self.spread(out)

    cdef object mask(self, const uint64_t* hexes):
        return grog_from_words(hexes, self.t.words)

    cdef object standing(self, int side):
        cdef Standing* it = &self.p.sides[side]
        return self.t.standing_of(
            self.mask(it.occupied), self.mask(it.zones), self.mask(it.corps), self.mask(it.crowd),
            self.mask(it.sound), self.mask(it.shaken),
        )

    def survey(self, s):
        """What facts.survey counts."""
        self.look(s)
        if self.surveyed is None:
            self.surveyed = self.t.survey_of(
                self.standing(GERMAN), self.standing(ALLIED), self.mask(self.p.regiments), self.kept_where.copy()
            )
        return self.surveyed

    # ----------------------------------------------------------------------------- friendly territory (5)

    cdef void settle(self, const uint64_t* occupied_g, const uint64_t* occupied_a, const uint64_t* zone_g,
                     const uint64_t* zone_a, int walker, int at) noexcept:
        """state.settle, with the walking unit in a hex (-1: nobody walks)."""
        cdef int i, u, h, k, landed = self.t.air_landing
        cdef uint64_t gained_g, gained_a, held_g, held_a, quiet
        cdef Hexes others
        cdef uint64_t* row
        h = at if walker == landed else self.p.where[landed]
        cdef bint lost = has(self.p.unsupplied, landed) and h < self.t.n and not self.p.hold
        if lost:  # ruling 20
            memset(others, 0, self.t.size)
            for k in range(self.t.count_of[GERMAN]):
                u = self.t.of_side[GERMAN][k]
                i = at if u == walker else self.p.where[u]
                if i < self.t.n and u != landed and not (self.p.disrupted[u] or self.t.regiment[u] or has(self.p.dropped, u)):
                    row = self.t.zoc + i * self.t.words
                    for i in range(self.t.words):
                        others[i] |= row[i]
            row = self.t.zoc + h * self.t.words
        for i in range(self.t.words):
            held_g, held_a = zone_g[i] | occupied_g[i], zone_a[i] | occupied_a[i]
            quiet = zone_g[i]
            if lost:
                quiet &= ~row[i] | others[i]
            gained_g = (occupied_g[i] & ~occupied_a[i] | quiet & ~held_a) & self.p.live[i] & ~self.p.garrisons[i]
            gained_a = (occupied_a[i] & ~occupied_g[i] | zone_a[i] & ~held_g) & self.p.live[i]
            self.p.german[i] = (self.p.german[i] | gained_g) & ~gained_a
            self.p.allied[i] = (self.p.allied[i] | gained_a) & ~gained_g
        for i in range(self.t.words):
            if self.t.belgian_cities[i] & ~self.p.german[i]:
                return
        self.cities_lost = True  # after any step of a way

    cdef int write_ground(self, s, const uint64_t* german, const uint64_t* allied) except -1:
        """Puts the friendly territory into the state, where it is another than before (5, 13 Belgium ¶1b)."""
        if memcmp(self.p.german, german, self.t.size):
            s.german = self.k_german = self.mask(self.p.german)
        if memcmp(self.p.allied, allied, self.t.size):
            s.allied = self.k_allied = self.mask(self.p.allied)
        if self.cities_lost and not self.p.belgium_lost:
            s.belgium_lost = self.k_belgium_lost = self.p.belgium_lost = True
            memset(self.inside_known, 0, UNITS)
            memset(self.beside, 0xff, sizeof(self.beside))
        self.cities_lost = False
        return 0

    def claim(self, s):
        """state.claim"""
        cdef Hexes german, allied, occupied
        cdef int i
        self.look(s)
        memcpy(german, self.p.german, self.t.size)
        memcpy(allied, self.p.allied, self.t.size)
        memcpy(occupied, self.p.sides[GERMAN].occupied, self.t.size)
        if self.p.hold:
            for i in range(self.t.words):
                occupied[i] |= self.p.regiments[i]
        self.settle(occupied, self.p.sides[ALLIED].occupied, self.p.sides[GERMAN].zones, self.p.sides[ALLIED].zones, -1, -1)
        self.searched = self.rest_unit = -1
        memset(self.steps_out, 0, UNITS)
        self.write_ground(s, german, allied)
