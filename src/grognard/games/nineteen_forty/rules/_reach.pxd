from libc.stdint cimport uint64_t

from grognard.games.nineteen_forty.rules._standing cimport UNITS, WORDS, Hexes, Position
from grognard.maps._search cimport Lie, Table


# Room for what is worked out; it is no part of a copy, and a position of which nobody asks such things has none.
ctypedef struct Work:
    Hexes inside[UNITS]  # where each unit may go, if that is known
    # the last search
    int best[WORDS * 64]
    int came[WORDS * 64]
    int order[WORDS * 64]
    # the rest of a way to the last goal
    int rest[WORDS * 64]


cdef class Reach(Position):
    cdef Work* work
    cdef int reached, rest_goal

    cdef int begin(self, s) except -1
    cdef int army_of(self, int u) noexcept
    cdef bint is_bound(self, int u) noexcept
    cdef uint64_t* bounds(self, int u) noexcept
    cdef bint may_move(self, int u) noexcept
    cdef int points(self, int u) noexcept
    cdef bint goes_east(self, int u) noexcept
    cdef Table steps(self, int u)
    cdef bint open_step(self, int u, int kind, int there, bint zoned, const uint64_t* inside) noexcept
    cdef bint can_step(self, int u, int j, Table how, bint zoned, int points, const uint64_t* inside) noexcept
    cdef bint taken(self, int h) noexcept
    cdef bint stacks(self, int h, int more, int without) noexcept
    cdef bint step_out(self, int x)
    cdef bint swaps(self, int u, int x)
    cdef bint can_stay(self, int u, int h, bint relieving)
    cdef int search(self, int u) except -1
    cdef bint ends_here(self, int u, int h, bint relieving)
    cdef bint can_go(self, int u, bint relieving) except -1
    cdef int path_to(self, int goal, short* path) noexcept
    cdef int cost_of(self, int u, const short* path, int length)
    cdef int costs_to(self, int u, int goal) except -1
    cdef int read_way(self, list way, short* path) except -1
