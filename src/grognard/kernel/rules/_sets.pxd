"""Sets between Python, which keeps them as ints, and compiled code, which takes them as words of 64 bits."""

from libc.stdint cimport uint64_t

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if PY_VERSION_HEX >= 0x030C0000
    #define grog_digits(x) (((PyLongObject *)(x))->long_value.ob_digit)
    #define grog_count(x) ((Py_ssize_t)(((PyLongObject *)(x))->long_value.lv_tag >> 3))
    #define grog_negative(x) ((((PyLongObject *)(x))->long_value.lv_tag & 3) == 2)
    #else
    #define grog_digits(x) (((PyLongObject *)(x))->ob_digit)
    #define grog_count(x) (Py_SIZE(x) < 0 ? -Py_SIZE(x) : Py_SIZE(x))
    #define grog_negative(x) (Py_SIZE(x) < 0)
    #endif
    /* Whether so many words are sure to hold a set. */
    static inline int grog_fits(PyObject *x, int words) {
        return !grog_negative(x) && grog_count(x) * PyLong_SHIFT <= 64 * (Py_ssize_t)words;
    }
    /* The lowest words of a set, read where Python keeps it; a set may be given as the complement of another. */
    static inline int grog_to_words(PyObject *x, uint64_t *to, int words) {
        if (!PyLong_Check(x)) {
            PyErr_SetString(PyExc_TypeError, "no set");
            return -1;
        }
        const digit *digits = grog_digits(x);
        Py_ssize_t i, count = grog_count(x);
        uint64_t word = 0;
        int have = 0, w = 0;
        for (i = 0; i < count && w < words; i++) {
            uint64_t part = digits[i];
            word |= part << have;
            have += PyLong_SHIFT;
            if (have >= 64) {
                to[w++] = word;
                have -= 64;
                word = part >> (PyLong_SHIFT - have);
            }
        }
        if (w < words) to[w++] = word;
        while (w < words) to[w++] = 0;
        if (grog_negative(x)) {
            for (w = 0; w < words && !to[w]; w++) to[w] = ~(uint64_t)0;
            if (w < words) to[w]--;
            for (w = 0; w < words; w++) to[w] = ~to[w];
        }
        return 0;
    }
    static inline PyObject *grog_from_words(const uint64_t *from, int words) {
        while (words && !from[words - 1]) words--;
        if (words < 2) return PyLong_FromUnsignedLongLong(words ? from[0] : 0);
    #if PY_VERSION_HEX < 0x030C0000
        int top = 64;
        while (!(from[words - 1] >> (top - 1))) top--;
        Py_ssize_t i, count = (64 * (words - 1) + top + PyLong_SHIFT - 1) / PyLong_SHIFT;
        PyLongObject *found = _PyLong_New(count);
        if (!found) return NULL;
        for (i = 0; i < count; i++) {
            Py_ssize_t bit = i * PyLong_SHIFT, w = bit >> 6;
            int by = bit & 63;
            uint64_t part = from[w] >> by;
            if (by > 64 - PyLong_SHIFT && w + 1 < words) part |= from[w + 1] << (64 - by);
            found->ob_digit[i] = (digit)(part & PyLong_MASK);
        }
        return (PyObject *)found;
    #elif PY_VERSION_HEX < 0x030D0000
        return _PyLong_FromByteArray((const unsigned char *)from, 8 * (size_t)words, 1, 0);
    #else
        return PyLong_FromUnsignedNativeBytes(from, 8 * (size_t)words, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
    #endif
    }
    """
    bint grog_fits(object x, int words)
    int grog_to_words(object x, uint64_t* to, int words) except -1
    object grog_from_words(const uint64_t* source, int words)
