"""What the compiled modules share: sets of hexes as words of 64 bits, and the position that was looked at."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    static inline int grog_to_bytes(PyObject *x, void *to, size_t size) {
    #if PY_VERSION_HEX >= 0x030D0000
        Py_ssize_t need = PyLong_AsNativeBytes(x, to, (Py_ssize_t)size, Py_ASNATIVEBYTES_LITTLE_ENDIAN
                                               | Py_ASNATIVEBYTES_UNSIGNED_BUFFER);
        if (need >= 0 && (size_t)need > size) PyErr_SetString(PyExc_OverflowError, "a set is too large");
        return need < 0 || (size_t)need > size ? -1 : 0;
    #else
        return _PyLong_AsByteArray((PyLongObject *)x, (unsigned char *)to, size, 1, 0);
    #endif
    }
    static inline PyObject *grog_from_bytes(const void *from, size_t size) {
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


cdef class Position:
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
    cdef Hexes land, sea_ends, ports, west_edge, belgian_cities
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
    cdef object survey_of, standing_of, forming
    cdef int waiting

    # the position that was looked at
    cdef list kept_where, kept_disrupted
    cdef object k_moved, k_dropped, k_war, k_fresh, k_german, k_allied, k_entered, k_unsupplied, k_released
    cdef object k_garrisons, k_inter_g, k_inter_a, k_assign, k_parts, k_fort_lost, k_belgium_lost, k_hold, k_late
    cdef int turn, phasing, impulse, bef_turn, reacting, war, released
    cdef bint fort_lost, belgium_lost, hold, late
    cdef bint cities_lost  # by what was settled since the state was written last
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
    cdef int searched, rest_unit  # whose reach, and whose rest of a way, is kept; -1: nobody's

    cdef int look(self, s) except -1
    cdef void count(self, int side, int without, int free_war) noexcept
    cdef object mask(self, const uint64_t* hexes)
    cdef object standing(self, int side)
    cdef void settle(self, const uint64_t* occupied_g, const uint64_t* occupied_a, const uint64_t* zone_g,
                     const uint64_t* zone_a, int walker, int at) noexcept
    cdef int write_ground(self, s, const uint64_t* german, const uint64_t* allied) except -1
