"""What the compiled facts share: sets of hexes as words of 64 bits, the data as arrays, and one position."""

from libc.stdint cimport uint64_t

from grognard.maps._search cimport Bits, Flow, Lie, Table, grog_from_words, grog_to_words

cdef extern from *:
    """
    #include <structmember.h>
    static inline Py_ssize_t grog_offset(PyObject *member) {
        if (!PyObject_TypeCheck(member, &PyMemberDescr_Type)) {
            PyErr_SetString(PyExc_TypeError, "a field of the state has no place of its own");
            return -1;
        }
        return ((PyMemberDescrObject *)member)->d_member->offset;
    }
    """
    void** PySequence_Fast_ITEMS(object x)
    Py_ssize_t grog_offset(object member) except -1

cdef enum:
    WORDS = 16      # hexes: 1024 at most
    UNITS = 128
    ARMIES = 32
    FIELDS = 19     # of a state, beside those that change with every move
    POINTS = 512    # movement points in quarters, at most
    KINDS = 5
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
    USUAL = 0
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
    Hexes shaken
    Hexes bound     # zones that end at the border of a country

# The steps that lead into each hex.
ctypedef struct Back:
    int first[WORDS * 64 + 1]
    short there[WORDS * 64 * 6]
    short cost[WORDS * 64 * 6]
    char kind[WORDS * 64 * 6]

# A position as it was looked at; copied as it is.
ctypedef struct Look:
    int turn, phasing, impulse, bef_turn, reacting, war, free_war, released
    bint fort_lost, belgium_lost, hold, late
    int where[UNITS]
    int disrupted[UNITS]
    uint64_t moved[2]
    uint64_t dropped[2]
    uint64_t entered[2]
    uint64_t unsupplied[2]
    int assign[ARMIES]
    int corps_army
    short first_at[WORDS * 64]
    short next_at[UNITS]
    Standing sides[2]
    Hexes regiments
    Hexes free_
    Hexes zone
    Hexes german
    Hexes allied
    Hexes neutral
    Hexes live
    Hexes garrisons


cdef class Tables:
    """What never changes."""
    cdef int n, words, size, units, geb, air_landing, french_armour, bef_army
    cdef int leave_zone, disrupted_friend, edge_entry
    cdef void* going[2][3]  # of Tables, which `held` keeps alive
    cdef void* east[3]
    cdef list held
    cdef Back* back[2][3]
    cdef Back* back_east[3]
    cdef Flow rails, rails_east, control
    cdef uint64_t* zoc
    cdef Hexes land, sea_ends, belgian_cities
    cdef Hexes rail_near[WORDS * 64]
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
    cdef Hexes ports, west_edge
    cdef int tank[2][UNITS]   # the divisions that form a corps: armoured, and motorized (15)
    cdef int truck[2][UNITS]
    cdef int tanks[2]
    cdef int trucks[2]
    cdef int waiting, embark
    cdef tuple numbers, garrison_hex
    cdef int port_list[UNITS]
    cdef int port_count
    cdef int coming[UNITS]  # the reinforcements, and the turns in which they come
    cdef int coming_turn[UNITS]
    cdef int coming_count
    cdef object survey_of, standing_of
    cdef object state  # the class of the states, and where their fields lie in it
    cdef Py_ssize_t at[FIELDS]
    cdef Py_ssize_t where_at, disrupted_at, moved_at, german_at, allied_at, belgium_lost_at

    cdef int learn(self, state) except -1


cdef class Position:
    """One position: what a state says, and where units stand by it."""
    cdef Tables t
    cdef Look p
    # the very values of the state that was looked at
    cdef list kept_where, kept_disrupted, kept
    cdef object k_moved, k_german, k_allied, k_belgium_lost
    cdef bint cities_lost  # by what was settled since the state was written last
    # what was found out about it
    cdef object surveyed
    cdef char inside_known[UNITS]
    cdef char steps_out[UNITS]
    cdef short beside[UNITS]  # a hex beside each unit into which it can step while it is empty; -1: none is known
    cdef int searched, rest_unit  # whose reach, and whose rest of a way, is kept; -1: nobody's

    cdef int take_over(self, Position other) except -1
    cdef void forget(self) noexcept
    cdef int look(self, s) except -1
    cdef void count(self, int side, int without) noexcept
    cdef void note(self, Standing* out, int u, int h) noexcept
    cdef void spread(self, Standing* out) noexcept
    cdef void lift(self, int u) noexcept
    cdef object mask(self, const uint64_t* hexes)
    cdef object standing(self, int side)
    cdef void settle(self, const uint64_t* occupied_g, const uint64_t* occupied_a, const uint64_t* zone_g,
                     const uint64_t* zone_a, int walker, int at) noexcept
    cdef int write_ground(self, s, const uint64_t* german, const uint64_t* allied) except -1
