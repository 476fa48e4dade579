/* Attributes, methods and items as the interpreter itself finds them: each place in a compiled module that reads or
 * writes one remembers where it was found for which type, and looks again only for another type.
 *
 * `python -m grognard.compile` puts this between what Cython prepares and what it makes of a module of plain Python,
 * and lets the module use it (see `quickened`). What is remembered is about code, never about a state: the version of
 * a type is a number that no other type, and no later form of the same type, ever gets again. So is that of a dict.
 * Where anything is unusual, Cython's own way is taken; other compilers and interpreters take it always.
 */
#if CYTHON_COMPILING_IN_CPYTHON && defined(__GNUC__) && !defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030E0000
#include "structmember.h"

typedef struct {
    unsigned int tag;   /* the version of the type; 0: nothing is known */
    int looked;         /* how often it was looked up: a place that sees many types gives up */
    Py_ssize_t at;      /* a slot of the object; 0: the value; IN_DICT, FROM_TYPE: the same while the dict has this version */
    PyObject *value;    /* borrowed: it lives as long as the version holds */
    unsigned long long version;
} quick_site;

#define IN_DICT (-1)
#define FROM_TYPE (-2)
#define QUICK_MOST 12
#define QUICK_SITE (__extension__({ static quick_site quick_here; &quick_here; }))

/* The dict of a module, or of an object that says that it does not change (`steady`). */
#if PY_VERSION_HEX < 0x030C0000
static CYTHON_INLINE PyObject *quick_dict(PyObject *o) {
#if PY_VERSION_HEX >= 0x030B0000
    if (likely(PyType_HasFeature(Py_TYPE(o), Py_TPFLAGS_MANAGED_DICT))) { /* before the object, as 3.11 keeps it: */
        PyObject **at = (PyObject **)o - 4;                               /* its values or, without them, the dict */
        if (likely(!at[0])) return at[1];
    }
#endif
    if (PyModule_CheckExact(o)) return PyModule_GetDict(o);
    PyObject **dict = _PyObject_GetDictPtr(o);
    return dict ? *dict : NULL;
}
#define quick_version(dict) (((PyDictObject *)(dict))->ma_version_tag)
static int quick_steady(PyObject *o) {
    static PyObject *name = NULL;
    if (PyModule_CheckExact(o)) return 1;
    if (!name && !(name = PyUnicode_InternFromString("steady"))) { PyErr_Clear(); return 0; }
    return Py_TYPE(o)->tp_getattro == PyObject_GenericGetAttr && _PyType_Lookup(Py_TYPE(o), name) == Py_True;
}
#else
#define quick_dict(o) NULL
#define quick_version(dict) 0
#define quick_steady(o) 0
#endif

/* What the type of an object has under a name, if that can be remembered. */
static int quick_find(PyObject *o, PyObject *name, PyObject **found) {
    PyTypeObject *type = Py_TYPE(o);
    if (type->tp_getattro != PyObject_GenericGetAttr && !PyModule_CheckExact(o)) return 0;
    *found = _PyType_Lookup(type, name);
    return (type->tp_flags & Py_TPFLAGS_VALID_VERSION_TAG) && type->tp_version_tag != 0;
}

static Py_ssize_t quick_slot(PyObject *o, PyObject *found) {
    if (!found || !Py_IS_TYPE(found, &PyMemberDescr_Type)) return 0;
    PyMemberDescrObject *member = (PyMemberDescrObject *)found;
    if (member->d_member->type != T_OBJECT_EX || member->d_member->flags) return 0;
    return PyObject_TypeCheck(o, PyDescr_TYPE(member)) ? member->d_member->offset : 0;
}

/* Remembers what a steady object or module has in its dict, or what its type has where the dict has nothing. */
static void quick_keep(PyObject *o, PyObject *name, PyObject *found, quick_site *site, int called) {
    if (!quick_steady(o) || (found && Py_TYPE(found)->tp_descr_set)) return;
    PyObject *dict = quick_dict(o);
    PyObject *value = dict ? PyDict_GetItemWithError(dict, name) : NULL;
    PyErr_Clear();
    if (value) site->at = IN_DICT;
    else if (!dict || !found) return;
    else if (called && PyType_HasFeature(Py_TYPE(found), Py_TPFLAGS_METHOD_DESCRIPTOR)) site->at = FROM_TYPE;
    else if (!Py_TYPE(found)->tp_descr_get) site->at = IN_DICT;
    else return;
    site->value = value ? value : found;
    site->version = quick_version(dict);
    site->tag = Py_TYPE(o)->tp_version_tag;
}

static CYTHON_INLINE PyObject *quick_kept(PyObject *o, quick_site *site) {
    PyObject *dict = quick_dict(o);
    return dict && quick_version(dict) == site->version ? site->value : NULL;
}

#ifdef USES_QUICK_GET
static PyObject *quick_get_slow(PyObject *o, PyObject *name, quick_site *site) {
    PyObject *found;
    if (site->looked < QUICK_MOST && quick_find(o, name, &found)) {
        site->looked++;
        Py_ssize_t at = quick_slot(o, found);
        if (at || (found && !Py_TYPE(found)->tp_descr_get && !Py_TYPE(o)->tp_dictoffset)) {
            site->at = at;
            site->value = at ? NULL : found;
            site->tag = Py_TYPE(o)->tp_version_tag;
        } else quick_keep(o, name, found, site, 0);
    }
    return __Pyx_PyObject_GetAttrStr(o, name);
}

static CYTHON_INLINE PyObject *quick_get(PyObject *o, PyObject *name, quick_site *site) {
    if (likely(Py_TYPE(o)->tp_version_tag == site->tag)) {
        PyObject *value = likely(site->at > 0) ? *(PyObject **)((char *)o + site->at)
                          : site->at == 0      ? site->value
                                               : quick_kept(o, site);
        if (likely(value)) return __Pyx_NewRef(value);
    }
    return quick_get_slow(o, name, site);
}
#endif

#ifdef USES_QUICK_SET
static int quick_set_slow(PyObject *o, PyObject *name, PyObject *value, quick_site *site) {
    PyObject *found;
    if (__Pyx_PyObject_SetAttrStr(o, name, value) < 0) return -1;
    if (site->looked < QUICK_MOST && quick_find(o, name, &found)) {
        site->looked++;
        Py_ssize_t at = quick_slot(o, found);
        if (at && *(PyObject **)((char *)o + at) == value) {
            /* a type that has its own way of setting, in Python, is asked every time */
            PyObject *how = PyUnicode_InternFromString("__setattr__");
            PyObject *way = how ? _PyType_Lookup(Py_TYPE(o), how) : NULL;
            if (way && Py_IS_TYPE(way, &PyWrapperDescr_Type)) {
                site->at = at;
                site->tag = Py_TYPE(o)->tp_version_tag;
            }
            Py_XDECREF(how);
            PyErr_Clear();
        }
    }
    return 0;
}

static CYTHON_INLINE int quick_set(PyObject *o, PyObject *name, PyObject *value, quick_site *site) {
    if (likely(Py_TYPE(o)->tp_version_tag == site->tag) && likely(site->at > 0) &&
        (!PyType_IS_GC(Py_TYPE(value)) || PyObject_GC_IsTracked(o))) { /* an object that refers to others is tracked */
        PyObject **at = (PyObject **)((char *)o + site->at), *old = *at;
        Py_INCREF(value);
        *at = value;
        Py_XDECREF(old);
        return 0;
    }
    return quick_set_slow(o, name, value, site);
}
#endif

#if defined(USES_QUICK_CALL) || defined(USES_QUICK_FUNCTION)
/* A call of a compiled function goes straight to its code; one of what says itself how it is called, there. */
static PyObject *quick_function(PyObject *called, PyObject *const *args, size_t nargsf) {
    PyTypeObject *type = Py_TYPE(called);
#ifdef __Pyx_CyFunction_USED
    if (likely(type == __pyx_mstate_global->__pyx_CyFunctionType)) {
        __pyx_CyFunctionObject *function = __Pyx_as_CyFunctionObject(called);
        PyMethodDef *code = __Pyx_CyFunction_MethodDef(function);
        if (likely(!(function->flags & __Pyx_CYFUNCTION_CCLASS))) {
            Py_ssize_t n = PyVectorcall_NARGS(nargsf);
            if (likely(code->ml_flags == (METH_FASTCALL | METH_KEYWORDS)))
                return ((__Pyx_PyCFunctionFastWithKeywords)(void (*)(void))code->ml_meth)(called, args, n, NULL);
            if (code->ml_flags == METH_O && n == 1) return code->ml_meth(called, args[0]);
        }
    }
#endif
    if (likely(PyType_HasFeature(type, Py_TPFLAGS_HAVE_VECTORCALL))) {
        vectorcallfunc how = *(vectorcallfunc *)((char *)called + type->tp_vectorcall_offset);
        if (likely(how)) return how(called, args, nargsf, NULL);
    }
    return __Pyx_PyObject_FastCall(called, args, nargsf);
}
#endif

#ifdef USES_QUICK_CALL
static PyObject *quick_call_slow(PyObject *name, PyObject *const *args, size_t nargsf, quick_site *site) {
    PyObject *found, *o = args[0];
    if (site->looked < QUICK_MOST && quick_find(o, name, &found)) {
        site->looked++;
        if (found && PyType_HasFeature(Py_TYPE(found), Py_TPFLAGS_METHOD_DESCRIPTOR) && !Py_TYPE(o)->tp_dictoffset) {
            site->at = 0;
            site->value = found;
            site->tag = Py_TYPE(o)->tp_version_tag;
        } else if (quick_slot(o, found)) { /* a function that is a field: it is called without the object */
            site->at = quick_slot(o, found);
            site->tag = Py_TYPE(o)->tp_version_tag;
        } else quick_keep(o, name, found, site, 1);
    }
    return __Pyx_PyObject_FastCallMethod(name, args, nargsf);
}

static CYTHON_INLINE PyObject *quick_call(
    PyObject *name, PyObject *const *args, size_t nargsf, quick_site *site
) {
    if (likely(Py_TYPE(args[0])->tp_version_tag == site->tag)) {
        PyObject *called = site->at == 0  ? site->value
                           : site->at > 0 ? *(PyObject **)((char *)args[0] + site->at)
                                          : quick_kept(args[0], site);
        if (likely(called)) {
            Py_ssize_t n = PyVectorcall_NARGS(nargsf);
            Py_INCREF(called);
            PyObject *result = site->at == IN_DICT || site->at > 0 ? quick_function(called, args + 1, n - 1)
                                                                   : quick_function(called, args, n);
            Py_DECREF(called);
            return result;
        }
    }
    return quick_call_slow(name, args, nargsf, site);
}
#endif

/* The place of an item, counted from the end if it is negative; -1 if it is none of a plain kind. */
static CYTHON_INLINE Py_ssize_t quick_place(PyObject *key, Py_ssize_t size) {
    if (unlikely(!PyLong_CheckExact(key)) || unlikely(!__Pyx_PyLong_IsCompact(key))) return -1;
    Py_ssize_t i = __Pyx_PyLong_CompactValue(key);
    if (i < 0) i += size;
    return likely(i < size) ? i : -1;
}

#ifdef USES_QUICK_ITEM
static CYTHON_INLINE PyObject *quick_item(PyObject *o, PyObject *key) {
    Py_ssize_t i;
    if (PyList_CheckExact(o)) {
        if (likely((i = quick_place(key, PyList_GET_SIZE(o))) >= 0)) return __Pyx_NewRef(PyList_GET_ITEM(o, i));
    } else if (PyTuple_CheckExact(o)) {
        if (likely((i = quick_place(key, PyTuple_GET_SIZE(o))) >= 0)) return __Pyx_NewRef(PyTuple_GET_ITEM(o, i));
    } else if (PyByteArray_CheckExact(o)) {
        if (likely((i = quick_place(key, PyByteArray_GET_SIZE(o))) >= 0))
            return PyLong_FromLong((unsigned char)PyByteArray_AS_STRING(o)[i]);
    } else if (PyBytes_CheckExact(o)) {
        if (likely((i = quick_place(key, PyBytes_GET_SIZE(o))) >= 0))
            return PyLong_FromLong((unsigned char)PyBytes_AS_STRING(o)[i]);
    }
    return __Pyx_PyObject_GetItem(o, key);
}
#endif

#ifdef USES_QUICK_PUT
static CYTHON_INLINE int quick_put(PyObject *o, PyObject *key, PyObject *value) {
    Py_ssize_t i;
    if (PyList_CheckExact(o)) {
        if (likely((i = quick_place(key, PyList_GET_SIZE(o))) >= 0)) {
            PyObject *old = PyList_GET_ITEM(o, i);
            Py_INCREF(value);
            PyList_SET_ITEM(o, i, value);
            Py_DECREF(old);
            return 0;
        }
    } else if (PyByteArray_CheckExact(o)) {
        Py_ssize_t byte = quick_place(value, 256);
        if (byte >= 0 && __Pyx_PyLong_CompactValue(value) >= 0 &&
            likely((i = quick_place(key, PyByteArray_GET_SIZE(o))) >= 0)) {
            PyByteArray_AS_STRING(o)[i] = (char)byte;
            return 0;
        }
    }
    return PyObject_SetItem(o, key, value);
}
#endif

#ifdef USES_QUICK_IS
static int quick_is_slow(PyObject *o, PyObject *cls) {
    static PyObject *check = NULL, *own = NULL;
    if (!check && !(check = PyUnicode_InternFromString("__instancecheck__"))) return -1;
    if (!own && !(own = PyUnicode_InternFromString("__class__"))) return -1;
    if (PyTuple_CheckExact(cls)) {
        int found = 0;
        for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(cls) && !found; i++) {
            PyObject *one = PyTuple_GET_ITEM(cls, i);
            found = Py_IS_TYPE(o, (PyTypeObject *)one) ? 1 : quick_is_slow(o, one);
        }
        return found;
    }
    if (PyType_Check(cls) && Py_TYPE(o)->tp_getattro == PyObject_GenericGetAttr &&
        _PyType_Lookup(Py_TYPE(cls), check) == _PyType_Lookup(&PyType_Type, check) &&
        _PyType_Lookup(Py_TYPE(o), own) == _PyType_Lookup(&PyBaseObject_Type, own))
        return PyType_IsSubtype(Py_TYPE(o), (PyTypeObject *)cls);
    return PyObject_IsInstance(o, cls);
}

static CYTHON_INLINE int quick_is(PyObject *o, PyObject *cls) {
    return Py_IS_TYPE(o, (PyTypeObject *)cls) ? 1 : quick_is_slow(o, cls);
}
#endif

#define QUICK_GET(o, name) quick_get(o, name, QUICK_SITE)
#define QUICK_SET(o, name, value) quick_set(o, name, value, QUICK_SITE)
#define QUICK_CALL(name, args, nargsf) quick_call(name, args, nargsf, QUICK_SITE)
#define QUICK_FUNCTION quick_function
#define QUICK_ITEM quick_item
#define QUICK_PUT quick_put
#define QUICK_IS quick_is
#else
#define QUICK_GET __Pyx_PyObject_GetAttrStr
#define QUICK_SET __Pyx_PyObject_SetAttrStr
#define QUICK_CALL __Pyx_PyObject_FastCallMethod
#define QUICK_FUNCTION __Pyx_PyObject_FastCall
#define QUICK_ITEM __Pyx_PyObject_GetItem
#define QUICK_PUT PyObject_SetItem
#define QUICK_IS PyObject_IsInstance
#endif

#if CYTHON_COMPILING_IN_CPYTHON && defined(__GNUC__) && !defined(Py_GIL_DISABLED) && PY_VERSION_HEX < 0x030C0000
/* Sets are whole numbers without a sign, or the complement of one: one pass over their digits finds what two have in
 * common, what one has besides the other, or one member, and makes no number that the result does not need. */
#ifdef USES_QUICK_SETS
#define quick_digits(x) (((PyLongObject *)(x))->ob_digit) /* as Python keeps them up to 3.11 */

/* Several digits at once, since sets of hexes have fifty. */
typedef digit quick_row __attribute__((vector_size(16), aligned(sizeof(digit)), may_alias));
typedef unsigned long long quick_halves __attribute__((vector_size(16)));
#define QUICK_WIDE ((Py_ssize_t)(16 / sizeof(digit)))
#define quick_at(x) (*(const quick_row *)(x))
#define quick_put_at(x) (*(quick_row *)(x))

static CYTHON_INLINE int quick_any(quick_row x) {
    quick_halves halves = (quick_halves)x;
    return (halves[0] | halves[1]) != 0;
}

/* 0 or 1 */
static CYTHON_INLINE PyObject *quick_little(int number) {
    static PyObject *known[2];
    if (unlikely(!known[number])) known[number] = PyLong_FromLong(number);
    return likely(known[number]) ? __Pyx_NewRef(known[number]) : NULL;
}

/* 1 << x: the sets of one member are made once. */
#define QUICK_ONES 2048
static PyObject *quick_one(PyObject *one, PyObject *x) {
    static PyObject *known[QUICK_ONES];
    if (likely(PyLong_CheckExact(x)) && likely((size_t)Py_SIZE(x) < 2)) {
        digit at = Py_SIZE(x) ? quick_digits(x)[0] : 0;
        if (likely(at < QUICK_ONES)) {
            if (unlikely(!known[at])) known[at] = PyNumber_Lshift(one, x);
            return likely(known[at]) ? __Pyx_NewRef(known[at]) : NULL;
        }
    }
    return PyNumber_Lshift(one, x);
}

static CYTHON_INLINE PyObject *quick_number(Py_ssize_t n, digit lowest, PyLongObject **room) {
    *room = NULL;
    if (!n) return quick_little(0);
    if (n < 2) return PyLong_FromLong((long)lowest);
    *room = _PyLong_New(n);
    return (PyObject *)*room;
}

/* A set without the members of another, which is given as it is, or by its complement's number without the sign. */
static PyObject *quick_less(PyObject *x, PyObject *y, int complement) {
    const digit *a = quick_digits(x), *b = quick_digits(y);
    Py_ssize_t n = Py_SIZE(x), m = complement ? -Py_SIZE(y) : Py_SIZE(y), low = 0, i;
    PyLongObject *room;
    if (complement) while (!b[low]) low++; /* one less than this number is the set: below here it has all members */
#define quick_kept_of(i) \
    ((i) >= m ? a[i] : (i) > low || !complement ? a[i] & ~b[i] : (i) < low ? 0 : a[i] & ~(b[i] - 1))
    Py_ssize_t first = complement ? low + 1 : 0; /* from here on both are alike */
    while (n <= m && n - QUICK_WIDE >= first && !quick_any(quick_at(a + n - QUICK_WIDE) & ~quick_at(b + n - QUICK_WIDE)))
        n -= QUICK_WIDE;
    while (n && !quick_kept_of(n - 1)) n--;
    PyObject *found = quick_number(n, n ? quick_kept_of(0) : 0, &room);
    if (room) {
        digit *to = room->ob_digit;
        for (i = 0; i < n && i < first; i++) to[i] = quick_kept_of(i);
        for (; i + QUICK_WIDE <= n && i + QUICK_WIDE <= m; i += QUICK_WIDE)
            quick_put_at(to + i) = quick_at(a + i) & ~quick_at(b + i);
        for (; i < n; i++) to[i] = quick_kept_of(i);
    }
    return found;
}

static PyObject *quick_and(PyObject *x, PyObject *y, binaryfunc usual) {
    if (likely(PyLong_CheckExact(x)) && likely(PyLong_CheckExact(y))) {
        Py_ssize_t n = Py_SIZE(x), m = Py_SIZE(y), i;
        if (n >= 0 && m >= 0) {
            const digit *a = quick_digits(x), *b = quick_digits(y);
            PyLongObject *room;
            if (m < n) n = m;
            while (n >= QUICK_WIDE && !quick_any(quick_at(a + n - QUICK_WIDE) & quick_at(b + n - QUICK_WIDE)))
                n -= QUICK_WIDE;
            while (n && !(a[n - 1] & b[n - 1])) n--;
            PyObject *found = quick_number(n, n ? a[0] & b[0] : 0, &room);
            if (room) {
                digit *to = room->ob_digit;
                for (i = 0; i + QUICK_WIDE <= n; i += QUICK_WIDE) quick_put_at(to + i) = quick_at(a + i) & quick_at(b + i);
                for (; i < n; i++) to[i] = a[i] & b[i];
            }
            return found;
        }
        if (n >= 0) return quick_less(x, y, 1);
        if (m >= 0) return quick_less(y, x, 1);
    }
    return usual(x, y);
}

/* x & ~y */
static PyObject *quick_and_not(PyObject *x, PyObject *y) {
    if (likely(PyLong_CheckExact(x)) && likely(PyLong_CheckExact(y)) && Py_SIZE(x) >= 0 && Py_SIZE(y) >= 0)
        return quick_less(x, y, 0);
    PyObject *others = PyNumber_Invert(y);
    if (!others) return NULL;
    PyObject *found = PyNumber_And(x, others);
    Py_DECREF(others);
    return found;
}

static PyObject *quick_or(PyObject *x, PyObject *y, binaryfunc usual) {
    if (likely(PyLong_CheckExact(x)) && likely(PyLong_CheckExact(y)) && Py_SIZE(x) >= 0 && Py_SIZE(y) >= 0) {
        if (Py_SIZE(x) < Py_SIZE(y)) { PyObject *z = x; x = y; y = z; }
        const digit *a = quick_digits(x), *b = quick_digits(y);
        Py_ssize_t n = Py_SIZE(x), m = Py_SIZE(y), i;
        if (!m) return __Pyx_NewRef(x);
        PyLongObject *room;
        PyObject *found = quick_number(n, a[0] | b[0], &room);
        if (room) {
            digit *to = room->ob_digit;
            for (i = 0; i + QUICK_WIDE <= m; i += QUICK_WIDE) quick_put_at(to + i) = quick_at(a + i) | quick_at(b + i);
            for (; i < m; i++) to[i] = a[i] | b[i];
            memcpy(to + i, a + i, (n - i) * sizeof(digit));
        }
        return found;
    }
    return usual(x, y);
}

static CYTHON_INLINE int quick_true(PyObject *x) {
    return PyLong_CheckExact(x) ? Py_SIZE(x) != 0 : __Pyx_PyObject_IsTrue(x);
}

/* x >> y & 1 */
static PyObject *quick_bit(PyObject *x, PyObject *y) {
    if (likely(PyLong_CheckExact(x)) && likely(PyLong_CheckExact(y)) && Py_SIZE(x) >= 0 && Py_SIZE(y) >= 0 &&
        Py_SIZE(y) < 2) {
        long bit = Py_SIZE(y) ? (long)quick_digits(y)[0] : 0;
        Py_ssize_t i = bit / PyLong_SHIFT;
        return quick_little(i < Py_SIZE(x) ? quick_digits(x)[i] >> bit % PyLong_SHIFT & 1 : 0);
    }
    PyObject *one = quick_little(1), *shifted = one ? PyNumber_Rshift(x, y) : NULL;
    PyObject *found = shifted ? PyNumber_And(shifted, one) : NULL;
    Py_XDECREF(shifted);
    Py_XDECREF(one);
    return found;
}
#endif
#define QUICK_AND(x, y) quick_and(x, y, PyNumber_And)
#define QUICK_AND_TO(x, y) quick_and(x, y, PyNumber_InPlaceAnd)
#define QUICK_OR(x, y) quick_or(x, y, PyNumber_Or)
#define QUICK_OR_TO(x, y) quick_or(x, y, PyNumber_InPlaceOr)
#define QUICK_BIT quick_bit
#define QUICK_LAST __Pyx_NewRef
#define QUICK_ONE quick_one
#define QUICK_TRUE quick_true
#define QUICK_NOT __Pyx_NewRef
#define QUICK_AND_NOT quick_and_not
#else
#define QUICK_AND PyNumber_And
#define QUICK_AND_TO PyNumber_InPlaceAnd
#define QUICK_OR PyNumber_Or
#define QUICK_OR_TO PyNumber_InPlaceOr
#define QUICK_BIT PyNumber_Rshift
#define QUICK_LAST(x) PyNumber_And(x, __pyx_mstate_global->__pyx_int_1)
#define QUICK_ONE PyNumber_Lshift
#define QUICK_TRUE __Pyx_PyObject_IsTrue
#define QUICK_NOT PyNumber_Invert
#define QUICK_AND_NOT PyNumber_And
#endif
