"""Who stands where, for compiled code of any game: sets of places as words of 64 bits, and the units of each place in
rising order, as a list that runs through two arrays (the first unit of each place, the next one after each unit; -1:
none). How many places and units there are is up to the game, whose arrays these are."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define grog_lowest64(x) __builtin_ctzll(x)
    #else
    static int grog_lowest64(unsigned long long x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    """
    int grog_lowest64(uint64_t x) nogil


cdef inline bint has(const uint64_t* places, int place) noexcept nogil:
    return places[place >> 6] >> (place & 63) & 1


cdef inline void put(uint64_t* places, int place) noexcept nogil:
    places[place >> 6] |= <uint64_t> 1 << (place & 63)


cdef inline void take(uint64_t* places, int place) noexcept nogil:
    places[place >> 6] &= ~(<uint64_t> 1 << (place & 63))


cdef inline int next_place(const uint64_t* places, int words, int place) noexcept nogil:
    """The first place of a set from this one on; -1 where there is none."""
    cdef int i = place >> 6
    cdef uint64_t word
    if i >= words:
        return -1
    word = places[i] >> (place & 63) << (place & 63)
    while not word:
        i += 1
        if i >= words:
            return -1
        word = places[i]
    return (i << 6) + grog_lowest64(word)


cdef inline void enter(short* first, short* after, int unit, int place) noexcept nogil:
    """A unit comes to a place."""
    cdef int other = first[place]
    if other < 0 or other > unit:
        after[unit] = other
        first[place] = unit
        return
    while after[other] >= 0 and after[other] < unit:
        other = after[other]
    after[unit] = after[other]
    after[other] = unit


cdef inline void leave(short* first, short* after, int unit, int place) noexcept nogil:
    """A unit leaves its place."""
    cdef int other = first[place]
    if other == unit:
        first[place] = after[unit]
        return
    while after[other] != unit:
        other = after[other]
    after[other] = after[unit]
