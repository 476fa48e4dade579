# cython: language_level=3, boundscheck=False, wraparound=False, initializedcheck=False
"""The members of a set, compiled: the same as `sets.bits_plainly`, `sets.nth_plainly`, `sets.count_plainly` and
`sets.mask_plainly`; tests hold them equal.

A set is read where Python keeps it, digit by digit."""

from libc.string cimport memset

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define grog_lowest(x) __builtin_ctz(x)
    #else
    static int grog_lowest(unsigned int x) { int n = 0; while (!(x & 1)) { x >>= 1; n++; } return n; }
    #endif
    /* Pairs of bits are counted, then fours, then bytes, which are added up: any processor can do it, without a call. */
    static inline int grog_many(uint64_t x) {
        x -= x >> 1 & 0x5555555555555555u;
        x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
        return (int)(((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0Fu) * 0x0101010101010101u >> 56);
    }
    """
    const unsigned int* grog_digits(object x)
    Py_ssize_t grog_count(object x)
    bint grog_negative(object x)
    int grog_lowest(unsigned int x) nogil
    int grog_many(uint64_t x) nogil
    enum: PyLong_SHIFT

cdef extern from "Python.h":
    bint PyLong_Check(object x)
    list PyList_New(Py_ssize_t size)
    void PyList_SET_ITEM(object found, Py_ssize_t i, object item)
    void Py_INCREF(object x)

cdef enum:
    KNOWN = 2048
    ROOM = KNOWN + 64
    WORDS = 32

cdef tuple NUMBERS = tuple(range(ROOM))


cdef int check(mask) except -1:
    if not PyLong_Check(mask) or grog_negative(mask):
        raise ValueError("no set")
    return 0


def bits(mask):
    """The members of a set, in rising order."""
    check(mask)
    cdef const unsigned int* digits = grog_digits(mask)
    cdef Py_ssize_t i, base = 0, many = 0
    cdef int places[ROOM]
    cdef unsigned int digit
    cdef list found
    for i in range(grog_count(mask)):
        if base >= KNOWN:
            break
        digit = digits[i]
        while digit:
            places[many] = base + grog_lowest(digit)
            many += 1
            digit &= digit - 1
        base += PyLong_SHIFT
    found = PyList_New(many)  # at once as long as it gets
    for i in range(many):
        at = NUMBERS[places[i]]
        Py_INCREF(at)
        PyList_SET_ITEM(found, i, at)
    for i in range(base // PyLong_SHIFT, grog_count(mask)):
        digit = digits[i]
        while digit:
            found.append(base + grog_lowest(digit))
            digit &= digit - 1
        base += PyLong_SHIFT
    return found


def nth_bit(mask, Py_ssize_t n):
    """The n-th member of a set, counted from 0 in rising order."""
    check(mask)
    cdef const unsigned int* digits = grog_digits(mask)
    cdef Py_ssize_t i, base = 0
    cdef unsigned int digit
    cdef int count
    for i in range(grog_count(mask)):
        digit = digits[i]
        count = grog_many(digit)
        if n < count:
            while n > 0:
                digit &= digit - 1
                n -= 1
            return base + grog_lowest(digit)
        n -= count
        base += PyLong_SHIFT
    raise IndexError("a set has fewer members")


def count(mask):
    """How many members a set has."""
    check(mask)
    cdef const unsigned int* digits = grog_digits(mask)
    cdef Py_ssize_t i, size = grog_count(mask)
    cdef int found = grog_many(digits[size - 1]) if size & 1 else 0
    for i in range(0, size - 1, 2):
        found += grog_many(digits[i] | <uint64_t> digits[i + 1] << 32)
    return found


def mask_of(members):
    """The set of these members."""
    cdef uint64_t words[WORDS]
    cdef Py_ssize_t member
    cdef int used = 0, need
    more = 0
    for each in members:
        member = each
        if member < 0:
            raise ValueError("no member of a set")
        if member >= 64 * WORDS:
            more |= 1 << each
            continue
        need = (member >> 6) + 1
        if need > used:
            memset(words + used, 0, 8 * (need - used))
            used = need
        words[member >> 6] |= <uint64_t> 1 << (member & 63)
    found = grog_from_words(words, used)
    return found | more if more else found
