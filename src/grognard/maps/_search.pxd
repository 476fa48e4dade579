"""What compiled code of a game may use of the compiled search: sets as words of 64 bits,
whatever the map's size."""

from libc.stdint cimport uint64_t

from grognard.kernel.rules._sets cimport grog_fits, grog_from_words, grog_to_words

cdef enum:
    MOST_KINDS = 16
    MOST_EXTRAS = 16

ctypedef const unsigned char* Bits

cdef inline bint has(Bits places, int place) noexcept nogil:
    return places[place >> 3] >> (place & 7) & 1

cdef inline void put(unsigned char* places, int place) noexcept nogil:
    places[place >> 3] |= 1 << (place & 7)

cdef inline void take(unsigned char* places, int place) noexcept nogil:
    places[place >> 3] &= ~(1 << (place & 7))


# The situation of a search: see movement.Situation.
ctypedef struct Lie:
    Bits opened[MOST_KINDS]
    Bits opened_zone[MOST_KINDS]
    Bits zone
    Bits stop
    int leaves
    Bits leave_at[MOST_EXTRAS]
    int leave_by[MOST_EXTRAS]
    int enters
    Bits enter_at[MOST_EXTRAS]
    int enter_by[MOST_EXTRAS]
    bint one_step


cdef class Flow:
    cdef readonly int n
    cdef readonly int words
    cdef int far  # so many words a step leads at most
    cdef int count
    cdef int* by
    cdef int* low
    cdef int* high
    cdef uint64_t* starts
    cdef readonly bint few  # fewer steps than places
    cdef int* first  # where steps are few: for each place the first of its ends in `there`
    cdef int* there
    cdef uint64_t* room

    cdef void take(self, Flow whole, dict gone) except *
    cdef bint leads(self, int place, int there) noexcept
    cdef void sort(self, bint put) noexcept
    cdef void step(self, const uint64_t* places, uint64_t* out) noexcept
    cdef void run(self, uint64_t* have, const uint64_t* may, int limit) noexcept
    cdef uint64_t come(self, uint64_t* have, const uint64_t* may, uint64_t* ring, int to, uint64_t places) noexcept


cdef class Table:
    cdef readonly int n
    cdef int width
    cdef int cheapest  # no step costs less
    cdef object everything
    cdef int* first
    cdef int* there
    cdef int* cost
    cdef int* kind
    cdef int* best
    cdef int* came
    cdef int* order
    cdef int* node_place
    cdef int* node_next

    cdef int run(self, int start, int allowance, int spent, const Lie* now, int* best, int* came, int* order) except -1
