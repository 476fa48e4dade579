# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""The movement phase, compiled: standing and zones (4), where units can go (6, 3), rail, and what a move changes (5).

The same as state.py, ground.py, movement.py, ways.py and rail.py, which say why; tests hold both equal. It covers turn
0 and later and the moves that start no war; for the rest it says so, and plain Python does it. Sets of hexes are words
of 64 bits here. What was found is kept as long as the state holds the very same values.
"""

import sys

from libc.stdint cimport uint64_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

cdef extern from *:
    """
    static int grog_to_bytes(PyObject *x, void *to, size_t size) {
    #if PY_VERSION_HEX >= 0x030D0000
        Py_ssize_t need = PyLong_AsNativeBytes(x, to, (Py_ssize_t)size, Py_ASNATIVEBYTES_LITTLE_ENDIAN
                                               | Py_ASNATIVEBYTES_UNSIGNED_BUFFER);
        if (need >= 0 && (size_t)need > size) PyErr_SetString(PyExc_OverflowError, "a set is too large");
        return need < 0 || (size_t)need > size ? -1 : 0;
    #else
        return _PyLong_AsByteArray((PyLongObject *)x, (unsigned char *)to, size, 1, 0);
    #endif
    }
    static PyObject *grog_from_bytes(const void *from, size_t size) {
    #if PY_VERSION_HEX >= 0x030D0000
        return PyLong_FromUnsignedNativeBytes(from, size, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
    #else
        return _PyLong_FromByteArray((const unsigned char *)from, size, 1, 0);
    #endif
    }
    """
    int grog_to_bytes(object x, void* to, size_t size) except -1
    object grog_from_bytes(const void* source, size_t size)
    void** PySequence_Fast_ITEMS(object x)

if sys.byteorder != "little":
    raise ImportError("the compiled movement phase needs a little-endian machine")

cdef enum:
    WORDS = 16      # hexes: 1024 at most
    UNITS = 128
    ARMIES = 32
    POINTS = 128    # whole movement points, at most
    GERMAN = 0
    ALLIED = 1
    DE = 0
    FR = 1
    BR = 2
    BE = 3
    NL = 4
    CH = 5
    GERMANY = 0
    FRANCE = 1
    BELGIUM = 2
    HOLLAND = 3
    LUXEMBOURG = 4
    SWITZERLAND = 5
    COUNTRIES = 6
    SEA = 1
    FORT = 2
    EBEN = 3
    CAUSEWAY = 4
    QUARTER = 4
    OPENING = 0
    MOVING = 1
    CLOSING = 2

ctypedef uint64_t Hexes[WORDS]

ctypedef struct Standing:
    Hexes occupied
    Hexes zones
    Hexes corps
    Hexes crowd
    Hexes sound
    Hexes confined
    Hexes shaken

ctypedef struct Steps:
    int first[WORDS * 64 + 1]
    short there[WORDS * 64 * 6]
    short cost[WORDS * 64 * 6]
    char kind[WORDS * 64 * 6]

cdef inline bint has(const uint64_t* hexes, int h) noexcept nogil:
    return hexes[h >> 6] >> (h & 63) & 1

cdef inline void put(uint64_t* hexes, int h) noexcept nogil:
    hexes[h >> 6] |= <uint64_t> 1 << (h & 63)

cdef inline void take(uint64_t* hexes, int h) noexcept nogil:
    hexes[h >> 6] &= ~(<uint64_t> 1 << (h & 63))

cdef Steps* packed(rows) except NULL:
    """Rows of (there, cost, kind, ...) for each hex."""
    cdef Steps* out = <Steps*> calloc(1, sizeof(Steps))
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


cdef class Moves:
    """The movement phase for one set of data, and what was found for one position."""

    # what never changes
    cdef int n, words, size, units, geb, air_landing, french_armour, bef_army, release_from
    cdef int leave_zone, disrupted_friend, edge_entry, embark
    cdef Steps* going[2][3]
    cdef Steps* east[3]
    cdef Steps* back[2][3]
    cdef Steps* back_east[3]
    cdef Steps* rails
    cdef Steps* rails_east
    cdef uint64_t* zoc
    cdef Hexes land, sea_ends, ports, west_edge, belgian_cities, nothing
    cdef Hexes countries[COUNTRIES]
    cdef Hexes groups[3]
    cdef signed char country[WORDS * 64]
    cdef int of_side[2][UNITS]
    cdef int count_of[2]
    cdef int side[UNITS]
    cdef int kind[UNITS]
    cdef int load[UNITS]
    cdef int armour_load[UNITS]
    cdef int anglo_french[UNITS]
    cdef int motorized[UNITS]
    cdef int regiment[UNITS]
    cdef int move_factor[UNITS]
    cdef int nation[UNITS]
    cdef int home[UNITS]
    cdef int army[UNITS]
    cdef int swiss_border[UNITS]
    cdef int exchange_corps[2]
    cdef tuple exchange_armour, reinforcements, port_list, labels, ids, numbers, garrison_hex
    cdef tuple move_actions, rail_actions, release_actions, end_actions
    cdef dict evacuate_actions, enter_actions
    cdef object makers, survey_of, standing_of
    cdef int waiting

    # the position that was looked at
    cdef list kept_where, kept_disrupted
    cdef object k_moved, k_dropped, k_war, k_fresh, k_german, k_allied, k_entered, k_unsupplied, k_released
    cdef object k_garrisons, k_inter_g, k_inter_a, k_assign, k_parts, k_fort_lost, k_belgium_lost, k_hold, k_late
    cdef int turn, phasing, impulse, bef_turn, reacting, war, released
    cdef bint fort_lost, belgium_lost, hold, late
    cdef int where[UNITS]
    cdef int disrupted[UNITS]
    cdef uint64_t moved[2]
    cdef uint64_t dropped[2]
    cdef uint64_t entered[2]
    cdef uint64_t unsupplied[2]
    cdef int assign[ARMIES]
    cdef int corps_army
    cdef short first_at[WORDS * 64]
    cdef short next_at[UNITS]
    cdef Standing sides[2]
    cdef Hexes regiments, free_, zone, german, allied, neutral, live, garrisons
    cdef Hexes inside[UNITS]
    cdef char inside_known[UNITS]
    cdef char steps_out[UNITS]

    # the last search
    cdef int searched, reached
    cdef short best[WORDS * 64]
    cdef short came[WORDS * 64]
    cdef short order[WORDS * 64]
    cdef short node_place[WORDS * 64 * 6 + 8]
    cdef short node_next[WORDS * 64 * 6 + 8]
    # the rest of a way to the last goal
    cdef int rest_unit, rest_goal
    cdef short rest[WORDS * 64]

    def __cinit__(self, w, openings, survey_of, standing_of):
        cdef int u, h, i, side, kind
        self.n, self.units = w.n, w.n_units
        if self.n > WORDS * 64 - 8 or self.units > UNITS or len(w.allied_armies) > ARMIES or len(w.countries) != COUNTRIES:
            raise ValueError("too much for the compiled movement phase")
        self.words = (self.n + 63) >> 6
        self.size = self.words * 8
        self.survey_of, self.standing_of = survey_of, standing_of
        self.labels, self.ids = w.labels, w.ids
        self.numbers = tuple(range(self.n))
        for side in range(2):
            for kind in range(3):
                self.going[side][kind] = packed(w.going[side][kind].steps)
                self.back[side][kind] = packed(w.backwards(w.going[side][kind]))
            for i, u in enumerate(w.of_side[side]):
                self.of_side[side][i] = u
            self.count_of[side] = len(w.of_side[side])
            self.exchange_corps[side] = w.exchange[w.exchange_of[side]]
        for kind in range(3):
            self.east[kind] = packed(w.going_east[kind].steps)
            self.back_east[kind] = packed(w.backwards(w.going_east[kind]))
        self.rails = packed(rows_of(w.rail_steps.pairs, self.n))
        self.rails_east = packed(rows_of(w.rail_east.pairs, self.n))
        self.zoc = <uint64_t*> calloc(self.n * self.words, 8)
        if not self.zoc:
            raise MemoryError()
        for h in range(self.n):
            grog_to_bytes(w.zoc[h], self.zoc + h * self.words, self.size)
            self.country[h] = w.country[h]
        for i in range(COUNTRIES):
            grog_to_bytes(w.countries[i], self.countries[i], self.size)
        for i in range(3):
            grog_to_bytes(w.allied_groups[i], self.groups[i], self.size)
        grog_to_bytes(w.land, self.land, self.size)
        grog_to_bytes(w.sea_ends, self.sea_ends, self.size)
        grog_to_bytes(w.ports_mask, self.ports, self.size)
        grog_to_bytes(w.west_edge, self.west_edge, self.size)
        grog_to_bytes(w.major[BELGIUM], self.belgian_cities, self.size)
        for u in range(self.units):
            self.side[u], self.kind[u], self.load[u] = w.side[u], w.going_class[u], w.load[u]
            self.armour_load[u], self.anglo_french[u] = w.armour_load[u], w.anglo_french[u]
            self.motorized[u], self.regiment[u], self.move_factor[u] = w.motorized[u], w.regiment[u], w.move[u]
            self.nation[u], self.army[u] = w.nation[u], w.army[u]
            self.home[u] = w.home_bit[u].bit_length() - 1
            self.swiss_border[u] = w.entry[u] == "swiss-border"
        self.geb, self.air_landing, self.french_armour = w.geb, w.air_landing, w.french_armour
        self.bef_army, self.release_from = w.bef_army, w.book.limits.release_from
        self.leave_zone, self.disrupted_friend = w.leave_zone, w.disrupted_friend
        self.edge_entry, self.embark = w.book.surcharges.edge_entry, w.book.surcharges.embark
        self.exchange_armour = tuple(w.exchange_armour[w.exchange_of[side]] for side in range(2))
        self.reinforcements = tuple(w.reinforcements.items())
        self.port_list, self.garrison_hex, self.waiting = w.ports, w.garrison_hex, w.waiting
        self.move_actions, self.rail_actions = openings.move, openings.rail
        self.release_actions, self.end_actions = openings.release, openings.end
        self.evacuate_actions, self.enter_actions = openings.by_id["evacuate"], openings.by_id["enter"]
        self.searched = self.rest_unit = -1

    def __dealloc__(self):
        cdef int side, kind
        for side in range(2):
            for kind in range(3):
                free(self.going[side][kind]); free(self.back[side][kind])
        for kind in range(3):
            free(self.east[kind]); free(self.back_east[kind])
        free(self.rails); free(self.rails_east); free(self.zoc)

    # ------------------------------------------------------------------------------------ the position

    cdef int look(self, s) except -1:
        """Takes in the position, unless it is the one that was looked at last."""
        cdef list where = s.where, disrupted = s.disrupted
        if len(where) != self.units or len(disrupted) != self.units:
            raise ValueError("a state of other data")
        cdef size_t bytes_ = self.units * sizeof(void*)
        cdef int turn = s.turn, phasing = s.side, impulse = s.impulse, bef_turn = s.bef_turn, reacting = s.reacting
        moved, dropped, war, fresh, german, allied = s.moved, s.dropped, s.war, s.fresh, s.german, s.allied
        entered, unsupplied, released, garrisons = s.entered, s.unsupplied, s.released, s.garrisons
        inter_g, inter_a, assign, parts = s.interdicted_german, s.interdicted_allied, s.assign_allied, s.allied_parts
        fort_lost, belgium_lost, hold, late = s.fort_lost, s.belgium_lost, s.paratroops_hold, s.late_alliance
        if (
            self.kept_where is not None
            and memcmp(PySequence_Fast_ITEMS(where), PySequence_Fast_ITEMS(self.kept_where), bytes_) == 0
            and memcmp(PySequence_Fast_ITEMS(disrupted), PySequence_Fast_ITEMS(self.kept_disrupted), bytes_) == 0
            and moved is self.k_moved and dropped is self.k_dropped and war is self.k_war and fresh is self.k_fresh
            and german is self.k_german and allied is self.k_allied and entered is self.k_entered
            and unsupplied is self.k_unsupplied and released is self.k_released and garrisons is self.k_garrisons
            and inter_g is self.k_inter_g and inter_a is self.k_inter_a and assign is self.k_assign
            and parts is self.k_parts and fort_lost is self.k_fort_lost and belgium_lost is self.k_belgium_lost
            and hold is self.k_hold and late is self.k_late and turn == self.turn and phasing == self.phasing
            and impulse == self.impulse and bef_turn == self.bef_turn and reacting == self.reacting
        ):
            return 0
        self.kept_where = None  # nothing is kept if this is broken off
        self.k_moved, self.k_dropped, self.k_war, self.k_fresh = moved, dropped, war, fresh
        self.k_german, self.k_allied, self.k_entered, self.k_unsupplied = german, allied, entered, unsupplied
        self.k_released, self.k_garrisons, self.k_inter_g, self.k_inter_a = released, garrisons, inter_g, inter_a
        self.k_assign, self.k_parts, self.k_fort_lost, self.k_belgium_lost = assign, parts, fort_lost, belgium_lost
        self.k_hold, self.k_late = hold, late
        self.turn, self.phasing, self.impulse, self.bef_turn, self.reacting = turn, phasing, impulse, bef_turn, reacting
        self.war, self.released = war, released
        self.fort_lost, self.belgium_lost, self.hold, self.late = fort_lost, belgium_lost, hold, late
        grog_to_bytes(moved, self.moved, 16)
        grog_to_bytes(dropped, self.dropped, 16)
        grog_to_bytes(entered, self.entered, 16)
        grog_to_bytes(unsupplied, self.unsupplied, 16)
        cdef int i, u, h, side = phasing
        for i in range(ARMIES):
            self.assign[i] = (<tuple> assign)[i] if i < len(<tuple> assign) else -1
        self.corps_army = max([self.army[u] for u in <tuple> parts], default=-1) if parts else -1
        memset(self.first_at, 0xff, self.n * sizeof(short))
        memset(self.regiments, 0, self.size)
        for u in range(self.units - 1, -1, -1):
            h = where[u]
            self.where[u] = h
            self.disrupted[u] = disrupted[u]
            if h < self.n:
                self.next_at[u] = self.first_at[h]
                self.first_at[h] = u
                if self.regiment[u]:
                    put(self.regiments, h)
        cdef int free_war = self.war & ~<int> fresh
        self.count(GERMAN, -1, free_war)
        self.count(ALLIED, -1, free_war)
        memset(self.neutral, 0, self.size)
        for i in range(COUNTRIES):
            if not self.war >> i & 1:
                for h in range(self.words):
                    self.neutral[h] |= self.countries[i][h]
        memset(self.garrisons, 0, self.size)
        if garrisons:
            for i, u in enumerate(self.garrison_hex):
                if <int> garrisons >> i & 1:
                    put(self.garrisons, u)
        cdef Hexes interdicted
        grog_to_bytes(inter_a if side == GERMAN else inter_g, interdicted, self.size)
        grog_to_bytes(german, self.german, self.size)
        grog_to_bytes(allied, self.allied, self.size)
        for i in range(self.words):
            self.live[i] = self.land[i] & ~self.neutral[i]
            self.free_[i] = self.land[i] & ~self.sides[1 - side].occupied[i]
            if side == GERMAN:
                self.free_[i] &= ~self.garrisons[i]  # ruling 21
            self.zone[i] = self.sides[1 - side].zones[i] | interdicted[i]
        memset(self.inside_known, 0, UNITS)
        memset(self.steps_out, 0, UNITS)
        self.searched = self.rest_unit = -1
        self.kept_disrupted = disrupted.copy()
        self.kept_where = where.copy()
        return 0

    cdef void count(self, int side, int without, int free_war) noexcept:
        """Where a side stands; one unit can be left out (4 ¶1, 13 Neutral Status ¶1)."""
        cdef Standing* out = &self.sides[side]
        cdef int i, j, u, h, words = self.words
        cdef uint64_t* row
        cdef uint64_t* home
        memset(out, 0, sizeof(Standing))
        for i in range(self.count_of[side]):
            u = self.of_side[side][i]
            h = self.where[u]
            if h >= self.n or u == without:
                continue
            if self.disrupted[u]:
                put(out.shaken, h)
            if self.regiment[u]:
                continue
            if has(out.occupied, h):
                put(out.crowd, h)
            put(out.occupied, h)
            if self.load[u] == 3:
                put(out.corps, h)
            if self.disrupted[u] or has(self.dropped, u):
                continue
            row = self.zoc + h * words
            if free_war >> self.home[u] & 1:
                put(out.sound, h)
                for j in range(words):
                    out.zones[j] |= row[j]
            else:
                home = self.countries[self.home[u]]
                for j in range(words):
                    out.confined[j] |= row[j] & home[j]
        for j in range(words):
            out.zones[j] |= out.confined[j]

    cdef object mask(self, const uint64_t* hexes):
        return grog_from_bytes(hexes, self.size)

    cdef object standing(self, int side):
        cdef Standing* it = &self.sides[side]
        return self.standing_of(
            self.mask(it.occupied), self.mask(it.zones), self.mask(it.corps), self.mask(it.crowd),
            self.mask(it.sound), self.mask(it.confined), self.mask(it.shaken),
        )

    def survey(self, s):
        """What state.survey counts."""
        self.look(s)
        return self.survey_of(self.standing(GERMAN), self.standing(ALLIED), self.mask(self.regiments), s.where.copy())

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

    cdef bint stacks(self, int h, int more, int other, int without, int gone) noexcept:
        """Whether the side's units in a hex may stack, with two more and two less (-1: nobody)."""
        cdef int load = 0, armour = 0, nations = 0, u = self.first_at[h] if h < self.n else -1
        cdef int extra[2]
        while u >= 0:
            if self.side[u] == self.phasing and u != without and u != gone and u != more and u != other:
                load += self.load[u]
                armour += self.armour_load[u]
                nations |= self.anglo_french[u]
            u = self.next_at[u]
        extra[0], extra[1] = more, other
        for u in extra[:2]:
            if u >= 0:
                load += self.load[u]
                armour += self.armour_load[u]
                nations |= self.anglo_french[u]
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
        if not self.stacks(start, x, -1, u, -1):
            return False
        how, points, zoned = self.steps(x), self.points(x), has(self.zone, h)
        for j in range(how.first[h], how.first[h + 1]):
            if how.there[j] == start and how.kind[j] != SEA and self.can_step(x, j, how, zoned, points, self.bounds(x)):
                return True
        return False

    cdef bint can_stay(self, int u, int h, bint relieving) noexcept:
        """Whether a move or arrival may end here (3, ruling 10)."""
        cdef int x
        if self.stacks(h, u, -1, -1, -1):
            return True
        if not relieving:
            return False
        x = self.first_at[h]
        while x >= 0:
            if self.side[x] == self.phasing and x != u and not has(self.moved, x) and self.stacks(h, u, -1, x, -1):
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

    def destinations(self, s, int u):
        """movement.destinations for a unit of the side that moves, as labels."""
        cdef list found = []
        cdef int i, h
        cdef bint relieving = s.overfull < 0
        self.look(s)
        if self.searched != u:
            self.search(u)
        for i in range(self.reached):
            h = self.order[i]
            if self.ends_here(u, h, relieving):
                found.append(self.labels[h])
        return found

    # ------------------------------------------------------------------------------------ opening lists

    cdef list movers(self, int overfull):
        cdef list out = []
        cdef int i, u
        for i in range(self.count_of[self.phasing]):
            u = self.of_side[self.phasing][i]
            if has(self.moved, u) or not self.may_move(u):
                continue
            if overfull >= 0 and (self.where[u] != overfull or not self.stacks(overfull, -1, -1, u, -1)):
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

    cdef bint rail_stay(self, int u, const uint64_t* region, list found) except -1:
        """Collects where a train may arrive, or without a list says whether it may anywhere."""
        cdef int h
        cdef bint some = False
        for h in range(self.n):
            if has(region, h) and self.ends_here(u, h, True):
                if found is None:
                    return True
                found.append(self.labels[h])
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
        return self.rail_stay(u, region, None)

    def rail_hexes(self, s, int u):
        """rail.rail_hexes for a unit of the side that moves, as labels."""
        cdef Hexes quiet, region
        cdef list found = []
        self.look(s)
        self.quiet(quiet)
        self.rail_flood(u, quiet, region)
        self.rail_stay(u, region, found)
        return found

    def openings(self, s):
        """What quick.openings lists, up to the steps of the opening stage, which follow in plain Python."""
        cdef int overfull = s.overfull, stage = s.stage, i, u, h, have, need, turn
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
        return out

    def leavers(self, s):
        """The actions for units that can be evacuated, and for reinforcements that can enter (6, 14)."""
        cdef list out = []
        cdef int i, u, h, have, need, gone
        self.look(s)
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
        return out

    def armour_together(self, s):
        """exchange.armour_together"""
        cdef list where = s.where
        cdef int n = self.n, h
        cdef Hexes seen
        memset(seen, 0, self.size)
        for u in <tuple> self.exchange_armour[<int> s.side]:
            h = where[<int> u]
            if h < n:
                if has(seen, h):
                    return True
                put(seen, h)
        return False

    # ------------------------------------------------------------------------------------------- moving

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

    cdef void settle(self, const uint64_t* occupied_g, const uint64_t* occupied_a, const uint64_t* zone_g,
                     const uint64_t* zone_a, int walker, int at) noexcept:
        """state.settle, with the walking unit in a hex (-1: nobody walks)."""
        cdef int i, u, h, k, landed = self.air_landing
        cdef uint64_t gained_g, gained_a, held_g, held_a, quiet
        cdef Hexes others
        cdef uint64_t* row
        h = at if walker == landed else self.where[landed]
        cdef bint lost = has(self.unsupplied, landed) and h < self.n and not self.hold
        if lost:  # ruling 20
            memset(others, 0, self.size)
            for k in range(self.count_of[GERMAN]):
                u = self.of_side[GERMAN][k]
                i = at if u == walker else self.where[u]
                if i < self.n and u != landed and not (self.disrupted[u] or self.regiment[u] or has(self.dropped, u)):
                    row = self.zoc + i * self.words
                    for i in range(self.words):
                        others[i] |= row[i]
            row = self.zoc + h * self.words
        for i in range(self.words):
            held_g, held_a = zone_g[i] | occupied_g[i], zone_a[i] | occupied_a[i]
            quiet = zone_g[i]
            if lost:
                quiet &= ~row[i] | others[i]
            gained_g = (occupied_g[i] & ~occupied_a[i] | quiet & ~held_a) & self.live[i] & ~self.garrisons[i]
            gained_a = (occupied_a[i] & ~occupied_g[i] | zone_a[i] & ~held_g) & self.live[i]
            self.german[i] = (self.german[i] | gained_g) & ~gained_a
            self.allied[i] = (self.allied[i] | gained_a) & ~gained_g

    cdef int write_ground(self, s, const uint64_t* german, const uint64_t* allied) except -1:
        """Puts the friendly territory into the state, where it is another than before (5, 13 Belgium ¶1b)."""
        cdef int i
        cdef bint all_ = True
        if memcmp(self.german, german, self.size):
            s.german = self.k_german = self.mask(self.german)
        if memcmp(self.allied, allied, self.size):
            s.allied = self.k_allied = self.mask(self.allied)
        if not self.belgium_lost:
            for i in range(self.words):
                if self.belgian_cities[i] & ~self.german[i]:
                    all_ = False
                    break
            if all_:
                s.belgium_lost = self.k_belgium_lost = self.belgium_lost = True
                memset(self.inside_known, 0, UNITS)
        return 0

    def claim(self, s):
        """state.claim"""
        cdef Hexes german, allied, occupied
        cdef int i
        self.look(s)
        memcpy(german, self.german, self.size)
        memcpy(allied, self.allied, self.size)
        memcpy(occupied, self.sides[GERMAN].occupied, self.size)
        if self.hold:
            for i in range(self.words):
                occupied[i] |= self.regiments[i]
        self.settle(occupied, self.sides[ALLIED].occupied, self.sides[GERMAN].zones, self.sides[ALLIED].zones, -1, -1)
        self.searched = self.rest_unit = -1
        memset(self.steps_out, 0, UNITS)
        self.write_ground(s, german, allied)

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
        if now >= 0 and self.stacks(now, -1, -1, -1, -1):
            s.overfull = -1
        if has(self.sides[self.phasing].crowd, h) and not self.stacks(h, -1, -1, -1, -1):
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


def rows_of(pairs, int n):
    """Steps without cost or class, by their start."""
    rows = [[] for _ in range(n)]
    for a, b in sorted(pairs):
        rows[a].append((b, 0, 0))
    return rows
