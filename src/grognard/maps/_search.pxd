"""What compiled code of a game may use of the compiled search: sets as little-endian bytes, whatever the map's size."""

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
    cdef int width
    cdef object everything
    cdef int* first
    cdef int* there
    cdef int* queue

    cdef void run(self, unsigned char* have, Bits may, int limit) noexcept


cdef class Table:
    cdef readonly int n
    cdef int width
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
