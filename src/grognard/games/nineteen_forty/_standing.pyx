# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False, cdivision=True
"""4, 5. Where units stand, their zones of control and friendly territory, compiled: the same as state.py, which says why.

Sets of hexes are words of 64 bits here. What was found is kept as long as the state holds the very same values. Tests
hold this and the two modules that build on it, _reach and _moving, equal to plain Python.
"""

import sys

from libc.stdlib cimport calloc, free
from libc.string cimport memcmp, memcpy, memset

if sys.byteorder != "little":
    raise ImportError("the compiled movement phase needs a little-endian machine")


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


def rows_of(pairs, int n):
    """Steps without cost or class, by their start."""
    rows = [[] for _ in range(n)]
    for a, b in sorted(pairs):
        rows[a].append((b, 0, 0))
    return rows


cdef class Position:
    """The data of a game as C arrays, and one position of it."""

    def __cinit__(self, w, openings, survey_of, standing_of, forming):
        cdef int u, h, i, side, kind
        self.n, self.units = w.n, w.n_units
        if self.n > WORDS * 64 - 8 or self.units > UNITS or len(w.allied_armies) > ARMIES or len(w.countries) != COUNTRIES:
            raise ValueError("too much for the compiled movement phase")
        self.words = (self.n + 63) >> 6
        self.size = self.words * 8
        self.survey_of, self.standing_of, self.forming = survey_of, standing_of, forming
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

    # ----------------------------------------------------------------------------- friendly territory (5)

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
        for i in range(self.words):
            if self.belgian_cities[i] & ~self.german[i]:
                return
        self.cities_lost = True  # after any step of a way

    cdef int write_ground(self, s, const uint64_t* german, const uint64_t* allied) except -1:
        """Puts the friendly territory into the state, where it is another than before (5, 13 Belgium ¶1b)."""
        if memcmp(self.german, german, self.size):
            s.german = self.k_german = self.mask(self.german)
        if memcmp(self.allied, allied, self.size):
            s.allied = self.k_allied = self.mask(self.allied)
        if self.cities_lost and not self.belgium_lost:
            s.belgium_lost = self.k_belgium_lost = self.belgium_lost = True
            memset(self.inside_known, 0, UNITS)
        self.cities_lost = False
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
