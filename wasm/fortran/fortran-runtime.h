// C declarations for compiled Fortran programs: descriptors, small inline functions, and the entry points of the
// runtime library. The Fortran front end emits C that includes only this header.
#pragma once
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ISO_Fortran_binding.h"
#include "fortran-faults.h"

#pragma clang diagnostic ignored "-Wunused"
#pragma clang diagnostic ignored "-Wparentheses-equality"
#pragma clang diagnostic ignored "-Wunused-value"
#pragma clang diagnostic ignored "-Wincompatible-pointer-types-discards-qualifiers"
#pragma clang diagnostic ignored "-Wtautological-compare"
#pragma clang diagnostic ignored "-Wconstant-logical-operand"
#pragma clang fp contract(off)

// Storage that is accessed with different types because of COMMON, EQUIVALENCE or TRANSFER.
#define F_ALIAS __attribute__((may_alias))
#define F_ALIGNED __attribute__((aligned(16)))

// Number of dimensions in a descriptor. A program with arrays of higher rank defines it as 15 before the include. The
// library is compiled with 15, and never reads dimensions beyond the rank of a program's descriptor.
#ifndef F_MAX_RANK
#define F_MAX_RANK 7
#endif

enum { F_INTEGER = 1, F_REAL, F_COMPLEX, F_LOGICAL, F_CHARACTER, F_DERIVED, F_UNSIGNED };

typedef void (*fproc)(void);
// An internal procedure of a recursive procedure, together with the frame of the call to which it belongs. A closure is
// passed as an fproc: its address is shifted right by two, and the highest bit, which no function index has, is set.
typedef struct { fproc function; void **place, *frame; } fclosure;
typedef struct { fproc function; void **place, *outer; } fentered;
static inline fproc f_bind(fclosure *c, fproc function, void **place) {
  *c = (fclosure){function, place, *place};
  return (fproc)(0x80000000u | (uintptr_t)c >> 2);
}
// Installs the frame of a closure until f_leave is called.
static inline fentered f_enter(fproc p) {
  if ((int32_t)(uintptr_t)p >= 0) return (fentered){p, 0, 0};
  const fclosure *c = (const fclosure *)((uintptr_t)p << 2);
  fentered e = {c->function, c->place, *c->place};
  *c->place = c->frame;
  return e;
}
static inline void f_leave(const fentered *e) {
  if (e->place) *e->place = e->outer;
}
// Records the length of the result of a procedure that is passed to a dummy function of type CHARACTER(*).
fproc f_note_length(fproc p, int32_t length);
int32_t f_noted_length(fproc p);
typedef void (*finit)(void *);
typedef void (*ffree)(void *);
typedef void (*fcopy)(void *, const void *);

struct fdesc;

// The run-time description of a type.
typedef struct ftype {
  const char *name;
  int32_t size;
  int32_t code, kind;
  const struct ftype *parent;
  finit init;
  ffree free;
  ffree drop;  // frees the memory of a temporary without running final procedures
  fcopy copy;
  void (*free_array)(const struct fdesc *);  // for a type whose final procedures take arrays: finalises and frees all elements of an array
  int32_t bare;  // size in bytes, excluding pointers to tables
  fcopy strip;   // copies a value without pointers to tables; only in programs that need this
  finit renew;   // for a type with length parameters: reinitialises an object with its current lengths
  fproc slots[];  // bound procedures; stored inline, so that a call loads no more addresses than in C
} ftype;

typedef struct { int32_t lb, ext, stride; } fbounds;  // stride in bytes
typedef struct fdesc {
  void *base;
  int32_t elem;  // bytes per element
  const ftype *type;
  int32_t rank;
  fbounds dim[F_MAX_RANK];
} fdesc;
// Cells, which may be the beginning of a descriptor: that of a scalar that is passed to an assumed-rank dummy.
typedef struct __attribute__((may_alias)) { char *p; int32_t len; } fstr;
typedef struct __attribute__((may_alias)) { void *p; int32_t len; const ftype *t; } fclass;
typedef struct { void *block; int32_t used; } fmark;

extern const ftype f_type_u1, f_type_u2, f_type_u4, f_type_u8, f_type_u16;
extern const ftype f_type_i1, f_type_i2, f_type_i4, f_type_i8, f_type_i16, f_type_r4, f_type_r8, f_type_r16, f_type_c4,
    f_type_c8, f_type_c16, f_type_l1, f_type_l2, f_type_l4, f_type_l8, f_type_character, f_type_character4, f_type_c_ptr, f_type_c_funptr;

// The table of a polymorphic value, which is the first member of each extensible type.
#define f_table(object) (*(const ftype *const *)(object))
static inline const ftype *f_table_or(const void *object, const ftype *otherwise) { return object ? f_table(object) : otherwise; }
static inline const ftype *f_type_or(const ftype *type, const ftype *otherwise) { return type ? type : otherwise; }
int32_t f_extends(const ftype *type, const ftype *ancestor);

// ---- IEEE exception flags, raised in programs that read them ------------------------------------------------------------
enum { F_FLAG_INVALID = 1, F_FLAG_OVERFLOW, F_FLAG_DIVIDE_BY_ZERO, F_FLAG_UNDERFLOW, F_FLAG_INEXACT };
extern int32_t f_flags;  // bit n is set if flag n is raised
void f_raise(int32_t flag);
void f_set_flag(int32_t flag, int32_t value);
void f_set_halting(int32_t value);
#define F_FLAGGED(S, T) \
  T f_flag_add_##S(T a, T b); \
  T f_flag_sub_##S(T a, T b); \
  T f_flag_mul_##S(T a, T b); \
  T f_flag_div_##S(T a, T b); \
  T f_flag_sqrt_##S(T x); \
  T f_flag_power_##S(T x, int64_t n); \
  T f_flag_call_##S(T r, T x, int32_t pole); \
  T f_flag_exact_##S(T r, T a, T b); \
  int32_t f_flag_ordered_##S(T a, T b); \
  int64_t f_flag_integer_##S(T x, int32_t bits); \
  T f_flag_of_integer_##S(int64_t n);
F_FLAGGED(r4, float)
F_FLAGGED(r8, double)
float f_flag_narrow(double x);

// ---- images: there is one --------------------------------------------------------------------------------------------
void f_coarray(const void *base, int32_t n, const int32_t *bounds);  // pairs of lower and upper cobounds
int32_t f_cobound(const void *base, int32_t dim, int32_t upper);
int32_t f_lock(int32_t *lock, int32_t may_fail);  // returns true if the lock was free
void f_unlock(int32_t *lock, int32_t may_fail);
void f_event_wait(int32_t *event, int32_t count);
void f_sync_image(int32_t image);
void f_change_team(int32_t team);
void f_end_team(void);
int32_t f_team(void);

// ---- memory -------------------------------------------------------------------------------------------------------
// Sums and products of sizes, none of which are negative. F_TOO_LARGE stands for any size that exceeds the memory: if a
// size has this value, f_new and f_alloc terminate the program, and ALLOCATE with STAT= reports an error.
#define F_TOO_LARGE INT32_MAX
#define F_MOST_BYTES (INT32_MAX - 256)
static inline int32_t f_plus(int32_t a, int32_t b) {
  int32_t sum;
  return __builtin_add_overflow(a, b, &sum) ? F_TOO_LARGE : sum;
}
static inline int32_t f_times(int32_t a, int32_t b) {
  int32_t product;
  return __builtin_mul_overflow(a, b, &product) ? F_TOO_LARGE : product;
}
static inline int32_t f_size(__int128 size) { return size > F_TOO_LARGE ? F_TOO_LARGE : size < INT32_MIN ? INT32_MIN : (int32_t)size; }
void *f_alloc(int32_t bytes);  // from the arena of temporaries
fmark f_mark(void);
void f_release(fmark mark);
void f_own(void *p);  // frees p when the arena is released
// Register function results that are finalised and freed when the arena is released: an allocation, a value, or the
// elements of an array.
void f_own_object(void *p, const ftype *type);
void f_own_value(const void *value, const ftype *type);
void f_own_array(const fdesc *d, const ftype *type);
// Registers `n` values in the arena. When the arena is released, their memory is freed, but they are not finalised.
void f_own_temporary(void *p, int32_t n, const ftype *type);
void *f_new(int32_t bytes);
void *f_new_zero(int32_t bytes);
void *f_resize(void *p, int64_t bytes);
char *f_duplicate(const char *p, int32_t n);

// Source location of an allocation that may terminate the program, or 0 if failures are reported through STAT=.
extern int32_t f_allocation_place;
int32_t f_allocate(fdesc *d, int32_t rank, const int32_t *low, const int32_t *high, int32_t size, const ftype *type, int32_t pointer, const char *name);
int32_t f_allocate_scalar(void **cell, int32_t size, const ftype *type, int32_t pointer, const char *name);
void f_allocate_cell(fstr *cell, int32_t length, int32_t pointer, const char *name);
int32_t f_deallocatable(const void *p, const char *name);
void f_allocate_any(fclass *cell, fclass source, int32_t pointer, const char *name);
void f_allocation_begin(void);
int32_t f_allocation_status(void);
int32_t f_allocation_end(void);
void f_allocation_message(char *p, int32_t n);
int32_t f_reallocate(fdesc *d, int32_t rank, const int32_t *extents, int32_t size, const ftype *type, finit init, ffree release);
void f_free_array(fdesc *d, ffree release);
void f_reset_array(const fdesc *d);
void f_for_each(const fdesc *d, ffree run);
void f_end_elements(const fdesc *d, ffree release);
int32_t f_replace(fdesc *d, int32_t rank, const int32_t *extents, int32_t size, const ftype *type, const void *elements, ffree release);
void f_replace_all(fdesc *d, const void *value, int32_t size, const ftype *type);
ffree f_free_of(const fdesc *d);
ffree f_drop_of(const fdesc *d);
void f_copy_descriptor(fdesc *to, const fdesc *from);
void f_copy_array(fdesc *to, const fdesc *from, fcopy copy);
void f_initialise(fdesc *d);
void *f_clone(const void *p, const ftype *type);
void f_copy_value(void *to, const void *from, const ftype *type);
void f_copy_element(void *to, const void *from, const ftype *type, int32_t bytes);
void f_destroy(void *p);
void f_drop(void *p);
void f_check_mold(const ftype *type);
void f_renew(void *p);  // for a polymorphic INTENT(OUT) argument: sets the initial values of its dynamic type
static inline int32_t f_element_bytes(const ftype *t, int32_t length) { return !t || t->code == F_CHARACTER ? length : t->size; }
void f_end_any(fclass *value);
void f_drop_any(fclass *value);
void f_assign_any(fclass *to, fclass from);
int32_t f_any_size(fclass value);
// Number of bytes that programs see and TRANSFER copies, that is, of values without pointers to tables.
static inline int32_t f_bare_bytes(const ftype *t, int32_t length) { return !t || t->code == F_CHARACTER ? length : t->bare; }
static inline int32_t f_bare_element(const fdesc *d) { return d->type && d->type->size == d->elem ? d->type->bare : d->elem; }
static inline int32_t f_any_bare(fclass value) { return value.t ? f_bare_bytes(value.t, value.len) : 0; }
static inline void f_strip(void *to, const void *from, const ftype *t, int32_t bytes) {
  if (t && t->strip) t->strip(to, from);
  else memcpy(to, from, bytes);
}
void *f_pack(const fdesc *d);
void f_unpack(const fdesc *d, const void *p);
int32_t f_associated(const fdesc *d, const void *base, int32_t rank, const int32_t *extents);
void f_c_f_pointer(void *p, fdesc *d, int32_t rank, int32_t size, const fdesc *shape);
static inline int32_t f_c_associated(const void *a, const void *b) { return a && a == b; }

static inline int32_t f_elements(const fdesc *d) {
  int32_t n = 1;
  for (int32_t i = 0; i < d->rank; i++) n *= d->dim[i].ext;
  return n;
}
static inline int32_t f_extent(int32_t low, int32_t high) {
  uint32_t further = (uint32_t)high - (uint32_t)low;
  return high < low ? 0 : further >= F_TOO_LARGE ? F_TOO_LARGE : (int32_t)further + 1;
}
static inline int32_t f_count(int32_t first, int32_t last, int32_t step) {
  if (step > 0 ? last < first : last > first) return 0;
  uint32_t further = step > 0 ? (uint32_t)last - (uint32_t)first : (uint32_t)first - (uint32_t)last;
  uint32_t steps = further / (step > 0 ? (uint32_t)step : -(uint32_t)step);
  return steps >= F_TOO_LARGE ? F_TOO_LARGE : (int32_t)steps + 1;
}
// Index of the element that CSHIFT moves to index i.
static inline int32_t f_turned(int32_t i, int32_t shift, int32_t n) {
  int64_t at = (int64_t)i + shift;
  return (int32_t)(at < 0 ? at + n : at >= n ? at - n : at);
}
static inline int32_t f_least(int32_t a, int32_t b) { return a < b ? a : b; }
static inline int32_t f_lbound(int32_t low, int32_t extent) { return extent > 0 ? low : 1; }
static inline int32_t f_ubound(int32_t low, int32_t extent) { return extent > 0 ? low + extent - 1 : 0; }

// ---- assumed rank -------------------------------------------------------------------------------------------------
// The last extent of an assumed-size array is -1, so its size is negative, and it matches case -1 of SELECT RANK.
static inline int32_t f_rank_size(const fdesc *d) {
  int32_t n = 1;
  for (int32_t i = 0; i < d->rank; i++) n *= d->dim[i].ext;
  return n;
}
static inline int32_t f_rank_case(const fdesc *d) { return d->rank > 0 && d->dim[d->rank - 1].ext < 0 ? -1 : d->rank; }
int32_t f_rank_dimension(const fdesc *d, int32_t dim);
int32_t f_rank_contiguous(const fdesc *d);

// ---- C descriptors ------------------------------------------------------------------------------------------------
// Conversions, in both directions, between arguments and the C descriptors of BIND(C) procedures. On both sides, an
// absent descriptor is a null pointer.
typedef CFI_CDESC_T(F_MAX_RANK) fcdesc;
#define F_ANY_TYPE 0  // use the type of the value itself
CFI_cdesc_t *f_to_c(fcdesc *c, const fdesc *d, int32_t type, int32_t attribute);
CFI_cdesc_t *f_to_c_scalar(fcdesc *c, const void *p, int32_t bytes, int32_t type, int32_t attribute);
fdesc *f_from_c_within(fdesc *d, const CFI_cdesc_t *c, const ftype *type, int32_t max_rank);
#define f_from_c(d, c, type) f_from_c_within(d, c, type, F_MAX_RANK)
void f_back_to_c(CFI_cdesc_t *c, const fdesc *d);
fdesc *f_contiguous(fdesc *place, fdesc *d, int32_t copies);
void f_contiguous_back(const fdesc *d, const fdesc *copy);

// ---- checks -------------------------------------------------------------------------------------------------------
void f_close_all(void);
// Clamps subscripts of more than 32 bits to the range of an address, and subscripts of 128 bits to 64 bits.
static inline int64_t f_clamp(__int128 value) { return value > INT64_MAX ? INT64_MAX : value < INT64_MIN ? INT64_MIN : (int64_t)value; }
static inline int32_t f_subscript(int64_t index, int32_t place) {
  if (index != (int32_t)index) f_index_fault(index, place);
  return (int32_t)index;
}
void f_fit_range(int64_t first, int64_t last, int64_t step, int32_t place);
void f_check_range(int64_t first, int64_t last, int64_t step, int32_t low, int32_t extent, int32_t dim, const char *name, int32_t place);
void f_check_shape(int32_t a, int32_t b, int32_t dim, const char *name, int32_t place);
void f_check_extent(int32_t given, int32_t wanted, int32_t dim, const char *what, int32_t place);
void f_check_size(int32_t given, int32_t wanted, const char *what, int32_t place);
void f_check_same_type(const ftype *type, const ftype *other, const char *name, int32_t place);
void f_check_declared(const ftype *type, const ftype *declared, const char *name, int32_t place);
void f_check_target(int32_t given, int32_t wanted, int32_t place);
void f_check_order(int32_t value, int32_t rank, int32_t *seen, int32_t place);
int32_t f_check_within(int64_t index, int32_t low, int32_t extent, int32_t dim, const char *name, int32_t place);
void f_check_substring(int64_t low, int64_t high, int32_t kind, int32_t length, const char *name, int32_t place);
static inline int32_t f_check(int64_t index, int32_t low, int32_t extent, int32_t dim, const char *name, int32_t place) {
  if ((uint64_t)index - (uint64_t)low >= (uint32_t)extent) f_bound_fault(index, low, low + extent - 1, dim, name, place);
  return (int32_t)(index - low);
}
static inline void *f_held(const void *p, const char *name, int32_t pointer, int32_t place) {
  if (!p) f_held_fault(name, pointer, place);
  return (void *)p;
}
static inline int32_t f_check_held(const void *base, int32_t pointer, int64_t index, int32_t low, int32_t extent, int32_t dim, const char *name, int32_t place) {
  if (!base) f_held_fault(name, pointer, place);
  return f_check(index, low, extent, dim, name, place);
}
static inline void f_check_argument(const void *p, const char *name, int32_t kind, int32_t place) {
  if (!p) f_argument_fault(name, kind, place);
}
void f_check_unset(const void *base, int32_t place);
void f_check_equal_lengths(int32_t first, int32_t second, const char *function, int32_t place);
void f_seed_fault(int32_t place);
void f_check_target_length(int32_t wanted, int32_t given, int32_t place);
void f_check_parameter(int64_t wanted, int64_t given, const char *name, int32_t place);
void f_check_lengths(int32_t wanted, int32_t given, int32_t place);
_Noreturn void f_length_fault(int32_t given, int32_t wanted, const char *name, int32_t place);
_Noreturn void f_length_mismatch(int32_t given, int32_t wanted, const char *name, int32_t place);
_Noreturn void f_recursion_fault(const char *name, int32_t place);
_Noreturn void f_loop_fault(int32_t kind, int32_t place);
int32_t f_check_dim(int32_t dim, int32_t rank, int32_t place);

// ---- characters -----------------------------------------------------------------------------------------------------
int32_t f_compare(const char *a, int32_t na, const char *b, int32_t nb);
int32_t f_len_trim(const char *p, int32_t n);
int32_t f_index(const char *a, int32_t na, const char *b, int32_t nb, int32_t back);
/* SPLIT: the position of the nearest character in the set after a given position, or before it; n + 1 or 0 if there is
   none. */
int32_t f_split(const char *p, int32_t n, const char *set, int32_t m, int64_t place, int32_t back);
int32_t f_scan(const char *a, int32_t na, const char *b, int32_t nb, int32_t back);
int32_t f_verify(const char *a, int32_t na, const char *b, int32_t nb, int32_t back);
char *f_adjustl(const char *p, int32_t n);
char *f_adjustr(const char *p, int32_t n);
char *f_repeat(const char *p, int32_t n, int32_t count);
void f_assign_cell(fstr *cell, const char *p, int32_t n);
void f_assign_fixed(fstr *cell, const char *p, int32_t n, int32_t length);
static inline void f_assign(char *to, int32_t nto, const char *from, int32_t nfrom) {
  if (nfrom >= nto) {
    if (nto > 0) memmove(to, from, nto);
  } else {
    if (nfrom > 0) memmove(to, from, nfrom);
    memset(to + (nfrom > 0 ? nfrom : 0), ' ', nto - (nfrom > 0 ? nfrom : 0));
  }
}

// For kind 4: lengths are in bytes, positions and results in characters.
uint32_t f_wide(const char *p);
int32_t f_compare4(const char *a, int32_t na, const char *b, int32_t nb);
int32_t f_len_trim4(const char *p, int32_t n);
int32_t f_index4(const char *a, int32_t na, const char *b, int32_t nb, int32_t back);
int32_t f_scan4(const char *a, int32_t na, const char *b, int32_t nb, int32_t back);
int32_t f_verify4(const char *a, int32_t na, const char *b, int32_t nb, int32_t back);
char *f_adjustl4(const char *p, int32_t n);
char *f_adjustr4(const char *p, int32_t n);
void f_assign4(char *to, int32_t nto, const char *from, int32_t nfrom);
void f_assign_fixed4(fstr *cell, const char *p, int32_t n, int32_t length);
char *f_widen(const char *p, int32_t n);
char *f_narrow(const char *p, int32_t n);
int32_t f_utf8_of(uint32_t c, char *out);
int32_t f_utf8_length(unsigned char first);
uint32_t f_utf8_at(const char *p, int32_t left, int32_t *length);

// ---- numbers --------------------------------------------------------------------------------------------------------
#define F_COMPLEX4(re, im) __builtin_complex((float)(re), (float)(im))
#define F_COMPLEX8(re, im) __builtin_complex((double)(re), (double)(im))
#define F_COMPLEX16(re, im) __builtin_complex((long double)(re), (long double)(im))
#define F_LEAST_I1 INT8_MIN
#define F_LEAST_I2 INT16_MIN
#define F_LEAST_I4 INT32_MIN
#define F_LEAST_I8 INT64_MIN
#define F_LEAST_I16 ((__int128)1 << 127)
#define F_MOST_I1 INT8_MAX
#define F_MOST_I2 INT16_MAX
#define F_MOST_I4 INT32_MAX
#define F_MOST_I8 INT64_MAX
#define F_MOST_I16 (~((__int128)1 << 127))
#define F_HUGE_R4 FLT_MAX
#define F_HUGE_R8 DBL_MAX
#define F_HUGE_R16 LDBL_MAX


#define F_INTEGER_FUNCTIONS(S, T, U, BITS) \
  static inline T f_abs_##S(T x) { return x < 0 ? (T)-(U)x : x; } \
  static inline T f_div_##S(T a, T b) { if (b == 0) f_divide_by_zero(); return F_IS_MINUS_ONE(T, b) ? (T)-(U)a : a / b; } \
  static inline T f_mod_##S(T a, T b) { if (b == 0) f_divide_by_zero(); return F_IS_MINUS_ONE(T, b) ? 0 : a % b; } \
  static inline T f_modulo_##S(T a, T b) { T r = f_mod_##S(a, b); return r != 0 && (r < 0) != (b < 0) ? r + b : r; } \
  static inline T f_sign_##S(T a, T b) { T m = f_abs_##S(a); return b < 0 ? (T)-(U)m : m; } \
  static inline T f_dim_##S(T a, T b) { return a > b ? a - b : 0; } \
  static inline T f_max_##S(T a, T b) { return a > b ? a : b; } \
  static inline T f_min_##S(T a, T b) { return a < b ? a : b; } \
  static inline T f_ipow_##S(T x, T n) { \
    if (n < 0) { if (x == 1) return 1; if (x == -1) return n & 1 ? -1 : 1; if (x == 0) f_divide_by_zero(); return 0; } \
    U r = 1, b = (U)x; \
    for (; n > 0; n >>= 1) { if (n & 1) r *= b; b *= b; } \
    return (T)r; \
  } \
  static inline int32_t f_btest_##S(T i, int64_t pos) { return pos < BITS ? (int32_t)(((U)i >> pos) & 1) : 0; } \
  static inline T f_ibset_##S(T i, int64_t pos) { return (T)((U)i | ((U)1 << pos)); } \
  static inline T f_ibclr_##S(T i, int64_t pos) { return (T)((U)i & ~((U)1 << pos)); } \
  static inline T f_maskr_##S(int64_t n) { return n >= BITS ? (T)~(U)0 : (T)(((U)1 << n) - 1); } \
  static inline T f_maskl_##S(int64_t n) { return n <= 0 ? 0 : n >= BITS ? (T)~(U)0 : (T)(~(U)0 << (BITS - n)); } \
  static inline T f_ibits_##S(T i, int64_t pos, int64_t len) { return (T)(((U)i >> pos) & (U)f_maskr_##S(len)); } \
  static inline T f_shiftl_##S(T i, int64_t n) { return n >= BITS ? 0 : (T)((U)i << n); } \
  static inline T f_shiftr_##S(T i, int64_t n) { return n >= BITS ? 0 : (T)((U)i >> n); } \
  static inline T f_shifta_##S(T i, int64_t n) { \
    int64_t by = n >= BITS ? BITS - 1 : n; \
    return F_IS_SIGNED(T) || !((U)i >> (BITS - 1)) ? (T)(i >> by) : (T)~((U)~i >> by); \
  } \
  static inline T f_ishft_##S(T i, int64_t n) { return n >= 0 ? f_shiftl_##S(i, n) : f_shiftr_##S(i, -n); } \
  static inline T f_ishftc_##S(T i, int64_t n, int64_t size) { \
    U mask = (U)f_maskr_##S(size), low = (U)i & mask; \
    int64_t s = ((n % size) + size) % size; \
    if (s == 0) return i; \
    return (T)(((U)i & ~mask) | (((low << s) | (low >> (size - s))) & mask)); \
  } \
  static inline T f_dshiftl_##S(T i, T j, int64_t n) { return n == 0 ? i : n == BITS ? j : (T)(((U)i << n) | ((U)j >> (BITS - n))); } \
  static inline T f_dshiftr_##S(T i, T j, int64_t n) { return n == 0 ? j : n == BITS ? i : (T)(((U)i << (BITS - n)) | ((U)j >> n)); } \
  static inline int32_t f_leadz_##S(T i) { int32_t n = 0; for (int32_t b = BITS - 1; b >= 0 && !(((U)i >> b) & 1); b--) n++; return n; } \
  static inline int32_t f_trailz_##S(T i) { int32_t n = 0; while (n < BITS && !(((U)i >> n) & 1)) n++; return n; } \
  static inline T f_mvbits_##S(T from, int64_t fp, int64_t len, T to, int64_t tp) { \
    U mask = (U)f_maskr_##S(len); \
    return (T)(((U)to & ~(mask << tp)) | ((((U)from >> fp) & mask) << tp)); \
  }
// The functions also apply to unsigned numbers.
#define F_IS_SIGNED(T) ((T)-1 < (T)1)
#define F_IS_MINUS_ONE(T, b) (F_IS_SIGNED(T) && b == (T)-1)
F_INTEGER_FUNCTIONS(i1, int8_t, uint8_t, 8)
F_INTEGER_FUNCTIONS(i2, int16_t, uint16_t, 16)
F_INTEGER_FUNCTIONS(i4, int32_t, uint32_t, 32)
F_INTEGER_FUNCTIONS(i8, int64_t, uint64_t, 64)
F_INTEGER_FUNCTIONS(i16, __int128, unsigned __int128, 128)

// Converts reals to integers in the same way as gfortran on x86-64. NaN and out-of-range numbers yield the smallest
// integer, whose low bits are the result for small kinds. FLOOR and CEILING then adjust the result by one; NINT rounds
// to 64 bits and takes the low bits.
#define F_TRUNCATIONS(R, T, W) \
  static inline int32_t f_int_i4_##R(T x) { \
    int32_t n = __builtin_wasm_trunc_saturate_s_i32_##W(x); \
    return (n == 0 && x != x) || (n == INT32_MAX && x >= -(T)INT32_MIN) ? INT32_MIN : n; \
  } \
  static inline int64_t f_int_i8_##R(T x) { \
    int64_t n = __builtin_wasm_trunc_saturate_s_i64_##W(x); \
    return (n == 0 && x != x) || n == INT64_MAX ? INT64_MIN : n; \
  }
F_TRUNCATIONS(r4, float, f32)
F_TRUNCATIONS(r8, double, f64)
#define f_int_i1_r4(x) (int8_t)f_int_i4_r4(x)
#define f_int_i1_r8(x) (int8_t)f_int_i4_r8(x)
#define f_int_i2_r4(x) (int16_t)f_int_i4_r4(x)
#define f_int_i2_r8(x) (int16_t)f_int_i4_r8(x)
#define F_ROUNDINGS(S, T, U, R, X, ROUND) \
  static inline T f_floor_##S##_##R(X x) { T n = f_int_##S##_##R(x); return x >= (X)n ? n : (T)((U)n - 1); } \
  static inline T f_ceiling_##S##_##R(X x) { T n = f_int_##S##_##R(x); return x <= (X)n ? n : (T)((U)n + 1); } \
  static inline T f_nint_##S##_##R(X x) { return (T)f_int_i8_##R(ROUND(x)); }
#define F_ROUNDINGS_TO(S, T, U) F_ROUNDINGS(S, T, U, r4, float, roundf) F_ROUNDINGS(S, T, U, r8, double, round)
F_ROUNDINGS_TO(i1, int8_t, uint8_t)
F_ROUNDINGS_TO(i2, int16_t, uint16_t)
F_ROUNDINGS_TO(i4, int32_t, uint32_t)
F_ROUNDINGS_TO(i8, int64_t, uint64_t)

#ifdef F_HAS_UNSIGNED
#define F_LEAST_U1 0
#define F_LEAST_U2 0
#define F_LEAST_U4 0
#define F_LEAST_U8 0
#define F_LEAST_U16 0
#define F_MOST_U1 UINT8_MAX
#define F_MOST_U2 UINT16_MAX
#define F_MOST_U4 UINT32_MAX
#define F_MOST_U8 UINT64_MAX
#define F_MOST_U16 (~(unsigned __int128)0)
F_INTEGER_FUNCTIONS(u1, uint8_t, uint8_t, 8)
F_INTEGER_FUNCTIONS(u2, uint16_t, uint16_t, 16)
F_INTEGER_FUNCTIONS(u4, uint32_t, uint32_t, 32)
F_INTEGER_FUNCTIONS(u8, uint64_t, uint64_t, 64)
F_INTEGER_FUNCTIONS(u16, unsigned __int128, unsigned __int128, 128)
// Conversions keep the low bits of the integer that gfortran's machine instructions yield: 32 bits for kinds 1 and 2.
#define F_TRUNCATIONS_TO_UNSIGNED(R, X) \
  static inline uint64_t f_int_u8_##R(X x) { \
    return x < (X)0x1p63 ? (uint64_t)f_int_i8_##R(x) : (uint64_t)f_int_i8_##R(x - (X)0x1p63) ^ (uint64_t)1 << 63; \
  } \
  static inline uint32_t f_int_u4_##R(X x) { return (uint32_t)f_int_i8_##R(x); } \
  static inline uint16_t f_int_u2_##R(X x) { return (uint16_t)f_int_i4_##R(x); } \
  static inline uint8_t f_int_u1_##R(X x) { return (uint8_t)f_int_i4_##R(x); }
F_TRUNCATIONS_TO_UNSIGNED(r4, float)
F_TRUNCATIONS_TO_UNSIGNED(r8, double)
uint64_t f_random_bits(void);
#define f_random_u1() (uint8_t)(f_random_bits() >> 56)
#define f_random_u2() (uint16_t)(f_random_bits() >> 48)
#define f_random_u4() (uint32_t)(f_random_bits() >> 32)
#define f_random_u8() f_random_bits()
#define f_random_u16() ((unsigned __int128)f_random_bits() << 64 | f_random_bits())
#endif

// Trip counts of DO loops. The count of a loop over all integers of kind 8 or 16 is one too small; no program runs that
// long.
#define F_TRIPS(S, T, U) \
  static inline U f_trips_##S(T first, T last, T step) { \
    if (step == 0) f_fault("Zero step in a DO loop"); \
    if (step > 0 ? last < first : last > first) return 0; \
    U more = step > 0 ? ((U)last - (U)first) / (U)step : ((U)first - (U)last) / ((U)0 - (U)step); \
    return more == ~(U)0 ? more : more + 1; \
  }
F_TRIPS(i1, int32_t, uint32_t)
F_TRIPS(i2, int32_t, uint32_t)
F_TRIPS(i4, int32_t, uint64_t)
F_TRIPS(i8, int64_t, uint64_t)
F_TRIPS(i16, __int128, unsigned __int128)
// The first trip is counted separately, as in gfortran; otherwise the rounding of the quotient could decide whether the
// last trip takes place.
#define F_TRIPS_REAL(S, T) \
  static inline int64_t f_trips_##S(T first, T last, T step) { \
    if (step > 0 ? last < first : last > first) return 0; \
    return (int64_t)((last - first) / step) + 1; \
  }
F_TRIPS_REAL(r4, float)
F_TRIPS_REAL(r8, double)
F_TRIPS_REAL(r16, long double)

/* An integer power. Numbers are multiplied in the same order as in gfortran. A distribution must remain a single
   operand, because a core may treat several operands as independent. The library therefore computes its power in code
   that is not rewritten. */
float __ux_fortran_power_r4(float x, int64_t m);
double __ux_fortran_power_r8(double x, int64_t m);
#define f_square_r4(x) __ux_fortran_power_r4(x, 2)
#define f_square_r8(x) __ux_fortran_power_r8(x, 2)
#define f_ipow_r4(x, m) __ux_fortran_power_r4(x, m)
#define f_ipow_r8(x, m) __ux_fortran_power_r8(x, m)
#define F_IPOW(T, x, m) \
  uint64_t n = m < 0 ? -(uint64_t)m : (uint64_t)m; \
  T y = n & 1 ? x : 1; \
  while (n >>= 1) { x = x * x; if (n & 1) y *= x; } \
  return m < 0 ? 1 / y : y
long double __ux_fortran_power_r16(long double x, int64_t m);
#define f_square_r16(x) __ux_fortran_power_r16(x, 2)
#define f_ipow_r16(x, m) __ux_fortran_power_r16(x, m)

// Degrees (degrees.c).
#define F_DEGREE_FUNCTIONS(S, T) \
  T __ux_fortran_sind_##S(T x); T __ux_fortran_cosd_##S(T x); T __ux_fortran_tand_##S(T x); T __ux_fortran_cotand_##S(T x); \
  T __ux_fortran_sinpi_##S(T x); T __ux_fortran_cospi_##S(T x); T __ux_fortran_tanpi_##S(T x); \
  T f_cotan_##S(T x); T f_asind_##S(T x); T f_acosd_##S(T x); T f_atand_##S(T x); T f_atan2d_##S(T y, T x);
F_DEGREE_FUNCTIONS(r4, float)
F_DEGREE_FUNCTIONS(r8, double)
F_DEGREE_FUNCTIONS(r16, long double)

/* Functions with a kink. A comparison uses only the particle, but the result need not be the same for all values of
   a distribution. Values that may be distributions are therefore handled in ux.c, and plain numbers by f_certain_…. */
/* Limits slightly above the smallest normal number and slightly below infinity. No other code uses these limits, one
   of which the compiler subtracts. They show the rewriter which code needs the box itself
   (src/rewrite/bits/computed-bits.ts). */
#define F_LOW_R8 0x001000000c3a5e17u
#define F_HIGH_R8 0x7fefffffc5a3715du
#define F_LOW_R4 0x0080c3a5u
#define F_HIGH_R4 0x7f7f3c5bu
static inline int f_is_plain_r8(double x) {
  uint64_t b;
  memcpy(&b, &x, 8);
  return (b & INT64_MAX) - F_LOW_R8 < F_HIGH_R8 - F_LOW_R8;
}
static inline int f_is_plain_r4(float x) {
  uint32_t b;
  memcpy(&b, &x, 4);
  return (b & INT32_MAX) - F_LOW_R4 < F_HIGH_R4 - F_LOW_R4;
}
#define f_is_plain_r16(x) 0
#define F_BENT_FUNCTIONS(S, T, X, DIGITS, LEAST) \
  /* MODULO(a, p), with r = FMOD(a, p) */ \
  static inline T f_certain_modulo_##S(T r, T p) { return r != 0 ? ((r < 0) != (p < 0) ? r + p : r) : copysign##X(0, p); } \
  static inline T f_certain_sign_##S(T a, T b) { return copysign##X(a, b); } \
  static inline T f_certain_fraction_##S(T x) { int e; return x == 0 || x != x ? x : fabs##X(x) == (T)INFINITY ? x - x : frexp##X(x, &e); } \
  static inline T f_certain_spacing_##S(T x) { \
    int e; \
    if (x == 0) return LEAST; \
    if (!(fabs##X(x) < (T)INFINITY)) return x - x; \
    frexp##X(x, &e); \
    T s = scalbn##X(1, e - DIGITS); \
    return s < LEAST ? LEAST : s; \
  } \
  T __ux_fortran_modulo_##S(T r, T p); T __ux_fortran_sign_##S(T a, T b); T __ux_fortran_fraction_##S(T x); \
  T __ux_fortran_spacing_##S(T x); T __ux_fortran_erfc_scaled_##S(T x); T __ux_fortran_certain_erfc_scaled_##S(T x); \
  static inline T f_modulo_##S(T a, T p) { \
    T r = fmod##X(a, p); \
    return f_is_plain_##S(r) ? f_certain_modulo_##S(r, p) : __ux_fortran_modulo_##S(r, p); \
  } \
  static inline T f_sign_##S(T a, T b) { return f_is_plain_##S(b) ? f_certain_sign_##S(a, b) : __ux_fortran_sign_##S(a, b); } \
  static inline T f_fraction_##S(T x) { return f_is_plain_##S(x) ? f_certain_fraction_##S(x) : __ux_fortran_fraction_##S(x); } \
  static inline T f_spacing_##S(T x) { return f_is_plain_##S(x) ? f_certain_spacing_##S(x) : __ux_fortran_spacing_##S(x); } \
  static inline T f_rrspacing_##S(T x) { return scalbn##X(fabs##X(f_fraction_##S(x)), DIGITS); } \
  static inline T f_dim_##S(T a, T b) { return f_max_##S(a - b, 0); } \
  /*
   * The state of NORM2: for numbers, scale * sqrt(sum), which neither overflows nor vanishes; for distributions, the
   * root itself
   */ \
  typedef struct { T scale, sum, uncertain; } f_norm_##S; \
  void __ux_fortran_norm2_##S(f_norm_##S *n, T x); \
  T __ux_fortran_norm2_of_##S(const f_norm_##S *n); \
  static inline void f_certain_norm2_##S(f_norm_##S *n, T x) { \
    T a = fabs##X(x), t; \
    if (a == 0) return; \
    if (n->scale < a) { t = n->scale / a; n->sum = 1 + n->sum * t * t; n->scale = a; } \
    else { t = a / n->scale; n->sum += t * t; } \
  } \
  static inline void f_norm2_##S(f_norm_##S *n, T x) { \
    if (f_is_plain_##S(x)) f_certain_norm2_##S(n, x); \
    else __ux_fortran_norm2_##S(n, x); \
  }
/* A single instruction if neither operand is NaN; if one is NaN, the result is the other operand. */
#define F_EXTREMES(S, T, X, W) \
  static inline T f_max_##S(T a, T b) { T m = __builtin_wasm_max_##W(a, b); return m == m ? m : fmax##X(a, b); } \
  static inline T f_min_##S(T a, T b) { T m = __builtin_wasm_min_##W(a, b); return m == m ? m : fmin##X(a, b); }
F_EXTREMES(r4, float, f, f32)
F_EXTREMES(r8, double, , f64)
static inline long double f_max_r16(long double a, long double b) { return fmaxl(a, b); }
static inline long double f_min_r16(long double a, long double b) { return fminl(a, b); }
F_BENT_FUNCTIONS(r4, float, f, 24, FLT_MIN)
F_BENT_FUNCTIONS(r8, double, , 53, DBL_MIN)
F_BENT_FUNCTIONS(r16, long double, l, 113, LDBL_MIN)

// For a NaN: the first bit of the fraction distinguishes quiet from signalling NaNs.
static inline int f_is_quiet_r4(float x) { uint32_t b; memcpy(&b, &x, 4); return b >> 22 & 1; }
static inline int f_is_quiet_r8(double x) { uint64_t b; memcpy(&b, &x, 8); return b >> 51 & 1; }
static inline int f_is_quiet_r16(long double x) { uint64_t b[2]; memcpy(b, &x, 16); return b[1] >> 47 & 1; }
#define F_REAL_FUNCTIONS(S, T, C, X) \
  static inline int32_t f_exponent_##S(T x) { int e; if (x == 0) return 0; if (!(fabs##X(x) < (T)INFINITY)) return INT32_MAX; frexp##X(x, &e); return e; } \
  static inline T f_scale_##S(T x, __int128 i) { return scalbn##X(x, f_size(i)); } \
  static inline T f_set_exponent_##S(T x, __int128 i) { return x == 0 ? x : scalbn##X(f_fraction_##S(x), f_size(i)); } \
  static inline T f_max_mag_##S(T a, T b) { T p = fabs##X(a), q = fabs##X(b); return p > q ? a : p < q ? b : f_max_##S(a, b); } \
  static inline T f_min_mag_##S(T a, T b) { T p = fabs##X(a), q = fabs##X(b); return p < q ? a : p > q ? b : f_min_##S(a, b); } \
  static inline T f_nearest_##S(T x, int up) { return nextafter##X(x, up ? (T)INFINITY : -(T)INFINITY); } \
  static inline T _Complex f_mul_##C(T _Complex a, T _Complex b) { \
    T p = __real__ a, q = __imag__ a, r = __real__ b, s = __imag__ b; \
    return __builtin_complex(p * r - q * s, p * s + q * r); \
  } \
  static inline T _Complex f_div_##C(T _Complex a, T _Complex b) { \
    T p = __real__ a, q = __imag__ a, r = __real__ b, s = __imag__ b; \
    if (fabs##X(r) < fabs##X(s)) { T t = r / s, d = r * t + s; return __builtin_complex((p * t + q) / d, (q * t - p) / d); } \
    T t = s / r, d = s * t + r; \
    return __builtin_complex((q * t + p) / d, (q - p * t) / d); \
  } \
  static inline T _Complex f_conjg_##C(T _Complex a) { return __builtin_complex(__real__ a, -__imag__ a); } \
  static inline T _Complex f_ipow_##C(T _Complex x, int64_t m) { \
    uint64_t n = m < 0 ? -(uint64_t)m : (uint64_t)m; \
    if (m < 0) x = f_div_##C(__builtin_complex((T)1, (T)0), x); \
    T _Complex y = n & 1 ? x : __builtin_complex((T)1, (T)0); \
    while (n >>= 1) { x = f_mul_##C(x, x); if (n & 1) y = f_mul_##C(y, x); } \
    return y; \
  } \
  static inline int32_t f_ieee_class_##S(T x) { \
    if (x != x) return f_is_quiet_##S(x) ? 2 : 1; \
    int negative = __builtin_signbit(x) != 0; \
    if (x == 0) return negative ? 6 : 7; \
    if (!(fabs##X(x) < (T)INFINITY)) return negative ? 3 : 10; \
    if (!__builtin_isnormal(x)) return negative ? 5 : 8; \
    return negative ? 4 : 9; \
  }
F_REAL_FUNCTIONS(r4, float, c4, f)
F_REAL_FUNCTIONS(r8, double, c8, )
F_REAL_FUNCTIONS(r16, long double, c16, l)

/* Functions computed exactly as in the GNU C library, since other methods yield different last digits. For values other
   than plain numbers, in particular distributions, each function is a single library operation. */
/* the logarithm of the mantissa plus the logarithm of the power of two, which has a high and a low part */
static inline double f_log10_r8(double x) {
  int k;
  if (!f_is_plain_r8(x) || x < 0) return log10(x);
  double m = 2 * frexp(x, &k);
  if (--k < 0) { m /= 2; k++; }
  return k * 3.69423907715893078616e-13 + 4.34294481903251816668e-01 * log(m) + k * 3.01029995663611771306e-01;
}
static inline float f_log10_r4(float x) {
  int k;
  if (!f_is_plain_r4(x) || x < 0) return (float)log10(x);
  float m = 2 * frexpf(x, &k);
  if (--k < 0) { m /= 2; k++; }
  return k * 7.9034151668e-07f + 4.3429449201e-01f * logf(m) + k * 3.0102920532e-01f;
}
/* C. Borges, An improved algorithm for hypot(a, b), 2019 */
static inline double f_hypot_r8(double x, double y) {
  if (!f_is_plain_r8(x) || !f_is_plain_r8(y)) return hypot(x, y);
  double a = fabs(x), b = fabs(y);
  if (a < b) { double t = a; a = b; b = t; }
  if (a > 0x1p511 || b < 0x1p-459) return hypot(x, y);
  if (b <= a * 0x1p-54) return a + b;
  double h = sqrt(a * a + b * b), d, p, q;
  if (h <= 2 * b) { d = h - b; p = a * (2 * d - a); q = (d - 2 * (a - b)) * d; }
  else { d = h - a; p = 2 * d * (a - 2 * b); q = (4 * d - b) * b + d * d; }
  return h - (p + q) / (2 * h);
}
static inline float f_hypot_r4(float x, float y) {
  if (!f_is_plain_r4(x) || !f_is_plain_r4(y)) return (float)hypot(x, y);
  return (float)sqrt((double)x * x + (double)y * y);
}
static inline double f_tanh_r8(double x) {
  double a = fabs(x), t, z;
  if (!f_is_plain_r8(x) || a >= 22 || a < 0x1p-55) return tanh(x);
  if (a >= 1) { t = expm1(2 * a); z = 1 - 2 / (t + 2); }
  else { t = expm1(-2 * a); z = -t / (t + 2); }
  return x < 0 ? -z : z;
}
static inline float f_tanh_r4(float x) {
  float a = fabsf(x), t, z;
  if (!f_is_plain_r4(x) || a >= 22 || a < 0x1p-24f) return (float)tanh(x);
  if (a >= 1) { t = expm1f(2 * a); z = 1 - 2 / (t + 2); }
  else { t = expm1f(-2 * a); z = -t / (t + 2); }
  return x < 0 ? -z : z;
}
static inline float f_cosh_r4(float x) {
  float a = fabsf(x), t;
  if (!f_is_plain_r4(x) || a >= 22 || a < 0x1p-12f) return (float)cosh(x);
  if (a < 0.34657359f) { t = expm1f(a); float w = 1 + t; return 1 + t * t / (w + w); }
  t = expf(a);
  return 0.5f * t + 0.5f / t;
}
static inline float f_sinh_r4(float x) {
  float a = fabsf(x), h = x < 0 ? -0.5f : 0.5f;
  if (!f_is_plain_r4(x) || a >= 22 || a < 0x1p-12f) return (float)sinh(x);
  float t = expm1f(a);
  return a < 1 ? h * (2 * t - t * t / (t + 1)) : h * (t + t / (t + 1));
}
// Angles and complex functions (gnu-numbers.c).
double f_sin_r8(double x);
double f_cos_r8(double x);
double f_tan_r8(double x);
double f_asin_r8(double x);
double f_acos_r8(double x);
double f_atan_r8(double x);
double f_atan2_r8(double y, double x);
float f_atan2_r4(float y, float x);
#define F_GNU_COMPLEX(C, T) \
  T _Complex f_log_##C(T _Complex z); T _Complex f_sqrt_##C(T _Complex z); T _Complex f_tan_##C(T _Complex z); \
  T _Complex f_tanh_##C(T _Complex z); T _Complex f_pow_##C(T _Complex z, T _Complex p);
F_GNU_COMPLEX(c4, float)
F_GNU_COMPLEX(c8, double)
double _Complex f_exp_c8(double _Complex z);
double _Complex f_sin_c8(double _Complex z);
double _Complex f_cos_c8(double _Complex z);
static inline float f_jn_r4(int32_t n, float x) { return (float)jn(n, x); }
static inline double f_jn_r8(int32_t n, double x) { return jn(n, x); }
static inline float f_yn_r4(int32_t n, float x) { return (float)yn(n, x); }
static inline double f_yn_r8(int32_t n, double x) { return yn(n, x); }
#define f_is_normal(x) (__builtin_isnormal(x) || (x) == 0)
float f_ieee_value_r4(int32_t class);
double f_ieee_value_r8(int32_t class);
long double f_ieee_value_r16(int32_t class);
void f_set_rounding(int32_t mode);
// Rounds to an integer. The modes have the order of the constants of IEEE_ROUND_TYPE.
#define F_RINT(S, T, X) \
  static inline T f_rint_##S(T x, int32_t mode) { \
    switch (mode) { \
      case 0: return rint##X(x); \
      case 1: return trunc##X(x); \
      case 2: return ceil##X(x); \
      case 3: return floor##X(x); \
      case 4: return round##X(x); \
      default: f_fault("IEEE_INT and IEEE_RINT do not support the rounding mode IEEE_OTHER"); \
    } \
  }
F_RINT(r4, float, f)
F_RINT(r8, double, )
F_RINT(r16, long double, l)
void f_set_underflow(int32_t gradual);
int32_t f_selected_char_kind(const char *name, int32_t n);
int32_t f_selected_int_kind(int32_t r);
int32_t f_selected_real_kind(int32_t p, int32_t r, int32_t radix);
static inline int32_t f_count_bits(unsigned __int128 x) { return __builtin_popcountll((uint64_t)x) + __builtin_popcountll((uint64_t)(x >> 64)); }

// ---- system -------------------------------------------------------------------------------------------------------
// Compilation flags. With f_legacy_files, programs may write past the end of a file, as with -std=legacy.
extern int f_legacy_files, f_no_sign_zero, f_dec_formats;
// MATMUL: inline loops if all extents are known and the program is optimised, otherwise a call. Strides are in bytes.
#ifdef __OPTIMIZE__
#define F_OPTIMISED 1
#else
#define F_OPTIMISED 0
#endif
#define F_DECLARE_MATMUL(S, T)                                                                                    \
  void f_matmul_##S(T *c, const char *a, int32_t a_row, int32_t a_column, const char *b, int32_t b_row,           \
                    int32_t b_column, int32_t rows, int32_t columns, int32_t inner);
F_DECLARE_MATMUL(i4, int32_t)
F_DECLARE_MATMUL(i8, int64_t)
F_DECLARE_MATMUL(r4, float)
F_DECLARE_MATMUL(r8, double)
F_DECLARE_MATMUL(c4, float _Complex)
F_DECLARE_MATMUL(c8, double _Complex)

// The year of the standard selected by -std=, or 0 for GNU Fortran; with -pedantic, formats must not use later
// features.
extern int f_standard, f_pedantic;
enum { F_2003 = 2003, F_2008 = 2008, F_TS_29113 = 2012, F_2018 = 2018 };
static inline int f_is_before(int32_t year) { return f_standard > 0 && f_standard < year; }
// True if numbers in unformatted files are big-endian, unless OPEN specifies the byte order.
extern int f_swap_files;
// The value of -fmax-subrecord-length, which is the maximum number of bytes between two record markers in an
// unformatted file.
extern int32_t f_max_subrecord;
// Number of bytes in a record marker in an unformatted file: 4, or 8 with -frecord-marker=8.
extern int32_t f_marker_bytes;
void f_start(int argc, char **argv);
void f_finish(void);
void f_quiet_stop(int32_t is_quiet);
void f_stop(const char *p, int32_t n, int32_t code);
void f_error_stop(const char *p, int32_t n, int32_t code);
void f_pause(const char *p, int32_t n, int32_t code);
_Noreturn void f_exit(int32_t status);
_Noreturn void f_abort(void);
void f_backtrace(void);
int32_t f_argument_count(void);
int32_t f_get_argument(int32_t number, char *p, int32_t n, int32_t *length);
int32_t f_get_command(char *p, int32_t n, int32_t *length);
int32_t f_get_environment(const char *name, int32_t nname, char *p, int32_t n, int32_t *length, int32_t trim);
void f_execute(const char *p, int32_t n, int32_t reported);
double f_cpu_time(void);
float f_second(void);
float f_secnds(float x);
float f_etime(float *values);
float f_dtime(float *values);
int64_t f_time(void);
void f_date_and_time(char *date, int32_t nd, char *time, int32_t nt, char *zone, int32_t nz, const fdesc *values);
void f_fdate(char *p, int32_t n);
void f_idate(const fdesc *values);
void f_itime(const fdesc *values);
void f_sleep(int32_t seconds);
int64_t f_clock_count(int32_t kind);
int64_t f_clock_rate(int32_t kind);
int64_t f_clock_max(int32_t kind);
float f_random_r4(void);
double f_random_r8(void);
long double f_random_r16(void);
void f_random_put(const fdesc *d);
void f_random_get(const fdesc *d);
void f_random_restart(void);
void f_random_init(int32_t repeatable);
float f_rand(int32_t flag);
int32_t f_irand(int32_t flag);
void f_srand(int32_t seed);

// ---- input and output -----------------------------------------------------------------------------------------------
enum { F_FORMATTED = 0, F_LIST, F_UNFORMATTED, F_MEASURE, F_POSITIONING };
enum { F_HAS_IOSTAT = 1, F_HAS_ERR = 2, F_HAS_END = 4, F_HAS_EOR = 8 };

// A single I/O statement.
typedef struct fio {
  int32_t unit, writing, form, line, handled, status;
  const char *file;  // file of the statement
  char *message;
  int32_t message_length;
  char *internal;  // an internal unit: records of record_length bytes each
  int32_t record_length, record_count, record_stride;
  int32_t wide;  // true for characters of kind 4, in which case record_length counts characters
  const fdesc *records;  // for an internal unit that is an array
  const char *format;
  int32_t format_length;
  int64_t rec, pos;
  int32_t has_rec, has_pos, no_advance;
  int32_t characters;  // number of characters that the format has transferred, for SIZE=
  int32_t decimal_comma, sign_plus, delimiter, blank_zero, no_pad, rounding, namelist;
  void *state;
  struct fio *parent;       // for a child statement in defined input or output
  int32_t internal_number;  // for a child statement whose parent has an internal unit: the unit number that the program sees
} fio;
// A call to a procedure for defined input or output.
typedef struct fdefined {
  struct fdefined *outer;
  fio *parent;
  int32_t unit, status;
  fstr kind;      // IOTYPE
  int32_t *numbers, number_count;  // V_LIST
  char message[256];
} fdefined;
// An object in a NAMELIST; for a structure, its components, whose positions are relative to its start. If the type has
// defined input or output, the elements are passed to the type's procedure.
typedef struct fnamelist {
  const char *name;
  int32_t code, kind;
  const fdesc *place;
  const struct fnamelist *parts;
  int32_t part_count;
  void (*defined)(fio *, void *);
} fnamelist;
typedef struct {
  fstr file, status, access, form, position, action, blank, delim, pad, decimal, sign, convert, round, encoding, asynchronous, carriagecontrol, share;
  int64_t recl;
  int32_t has_recl, readonly;
} fopenspec;
typedef struct { int32_t exists, number; void *unit; fstr name; } finquiry;

// The parts of an I/O statement that are known at compile time.
typedef struct {
  const char *file, *format;
  int32_t line, unit, format_length, writing, form, handled;
} fstatement;
void f_io_start(fio *io, const fstatement *s);
void f_io_transfer(fio *io, const fstatement *s);
void f_io_transfer_unit(fio *io, const fstatement *s, int32_t unit);
void f_io_transfer_internal(fio *io, const fstatement *s, const char *p, int32_t n);
void f_internal(fio *io, const char *p, int32_t n);
void f_put_i4(fio *io, int32_t value);
void f_put_i8(fio *io, int64_t value);
void f_put_r4(fio *io, float value);
void f_put_r8(fio *io, double value);
void f_put_l4(fio *io, int32_t value);
void f_io_text(fio *io, const char *p, int32_t n);
void f_io_vector(fio *io, int32_t code, int32_t kind, const void *p, int32_t elem, int32_t count);
void f_io_begin(fio *io);
void f_io_item(fio *io, int32_t code, int32_t kind, void *p, int32_t length);
void f_io_array(fio *io, int32_t code, int32_t kind, const fdesc *d);
int32_t f_io_end(fio *io);
int32_t f_defined_wanted(fio *io);
void f_defined_begin(fio *io, fdefined *d);
void f_defined_end(fio *io, fdefined *d);
void f_defined_refuse(fio *io, const char *type);
void f_internal_array(fio *io, const fdesc *d);
void f_internal_wide(fio *io);
void f_advance(fio *io, const char *p, int32_t n);
void f_set_mode(fio *io, const char *key, const char *p, int32_t n);
void f_namelist(fio *io, const char *group, const fnamelist *items, int32_t count);
int32_t f_new_unit(void);
int32_t f_unit(fio *io, int64_t number);
int32_t f_asked_unit(int64_t number);
void f_open_set(fopenspec *o, const char *key, const char *p, int32_t n);
void f_open(fio *io, fopenspec *o);
void f_close(fio *io, const char *status, int32_t n);
void f_rewind(fio *io);
void f_backspace(fio *io);
void f_endfile(fio *io);
void f_flush(fio *io);
void f_wait(fio *io);
void f_flush_unit(int32_t unit);
// File procedures of the GNU library (gnu-files.c).
int32_t f_fgetc(int32_t number, char *p, int32_t n);
int32_t f_fputc(int32_t number, const char *p, int32_t n);
int64_t f_ftell(int32_t number);
int32_t f_fseek(int32_t number, int64_t offset, int32_t whence);
int32_t f_unlink(const char *p, int32_t n);
int32_t f_rename(const char *p, int32_t n, const char *q, int32_t m);
int32_t f_getcwd(char *p, int32_t n);
int32_t f_access(const char *p, int32_t n, const char *mode, int32_t m);
int32_t f_chmod(const char *p, int32_t n);
int32_t f_stat(const char *p, int32_t n, int32_t follows, const fdesc *values);
int32_t f_fstat(int32_t number, const fdesc *values);
void f_ltime(int64_t seconds, const fdesc *values);
void f_gmtime(int64_t seconds, const fdesc *values);
void f_inquire_unit(fio *io, finquiry *q);
void f_inquire_file(fio *io, finquiry *q, const char *p, int32_t n);
int32_t f_inquire_logical(finquiry *q, const char *key);
int64_t f_inquire_integer(finquiry *q, const char *key, int32_t kind);
void f_inquire_text(finquiry *q, const char *key, char *p, int32_t n);
