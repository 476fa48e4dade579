from libc.stdint cimport uint64_t

from grognard.games.nineteen_forty._standing cimport WORDS, Position, Steps


cdef class Reach(Position):
    # the last search
    cdef int reached
    cdef short best[WORDS * 64]
    cdef short came[WORDS * 64]
    cdef short order[WORDS * 64]
    cdef short node_place[WORDS * 64 * 6 + 8]
    cdef short node_next[WORDS * 64 * 6 + 8]
    # the rest of a way to the last goal
    cdef int rest_goal
    cdef short rest[WORDS * 64]

    cdef int army_of(self, int u) noexcept
    cdef bint is_bound(self, int u) noexcept
    cdef uint64_t* bounds(self, int u) noexcept
    cdef bint may_move(self, int u) noexcept
    cdef int points(self, int u) noexcept
    cdef bint goes_east(self, int u) noexcept
    cdef Steps* steps(self, int u) noexcept
    cdef bint open_step(self, int u, int kind, int there, bint zoned, const uint64_t* inside) noexcept
    cdef bint can_step(self, int u, int j, Steps* how, bint zoned, int points, const uint64_t* inside) noexcept
    cdef bint taken(self, int h) noexcept
    cdef bint stacks(self, int h, int more, int without) noexcept
    cdef bint step_out(self, int x) noexcept
    cdef bint swaps(self, int u, int x) noexcept
    cdef bint can_stay(self, int u, int h, bint relieving) noexcept
    cdef void search(self, int u) noexcept
    cdef bint ends_here(self, int u, int h, bint relieving) noexcept
    cdef bint can_go(self, int u, bint relieving) noexcept
    cdef int path_to(self, int goal, short* path) noexcept
    cdef int cost_of(self, int u, const short* path, int length) noexcept
    cdef int costs_to(self, int u, int goal) except -1
