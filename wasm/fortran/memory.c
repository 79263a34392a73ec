// The memory of compiled Fortran programs: the arena of temporaries, ALLOCATE and related statements, and copies of
// arrays and polymorphic values.
#include <stdarg.h>
#include <stdio.h>

#include "fortran-runtime.h"

#define INTRINSIC_TYPE(id, text, size, code, kind) const ftype id = {text, size, code, kind, 0, 0, 0, 0, 0, 0, size, 0, 0};
INTRINSIC_TYPE(f_type_i1, "integer(1)", 1, F_INTEGER, 1)
INTRINSIC_TYPE(f_type_i2, "integer(2)", 2, F_INTEGER, 2)
INTRINSIC_TYPE(f_type_i4, "integer(4)", 4, F_INTEGER, 4)
INTRINSIC_TYPE(f_type_i8, "integer(8)", 8, F_INTEGER, 8)
INTRINSIC_TYPE(f_type_i16, "integer(16)", 16, F_INTEGER, 16)
INTRINSIC_TYPE(f_type_u1, "unsigned(1)", 1, F_UNSIGNED, 1)
INTRINSIC_TYPE(f_type_u2, "unsigned(2)", 2, F_UNSIGNED, 2)
INTRINSIC_TYPE(f_type_u4, "unsigned(4)", 4, F_UNSIGNED, 4)
INTRINSIC_TYPE(f_type_u8, "unsigned(8)", 8, F_UNSIGNED, 8)
INTRINSIC_TYPE(f_type_u16, "unsigned(16)", 16, F_UNSIGNED, 16)
INTRINSIC_TYPE(f_type_r4, "real(4)", 4, F_REAL, 4)
INTRINSIC_TYPE(f_type_r8, "real(8)", 8, F_REAL, 8)
INTRINSIC_TYPE(f_type_r16, "real(16)", 16, F_REAL, 16)
INTRINSIC_TYPE(f_type_c4, "complex(4)", 8, F_COMPLEX, 4)
INTRINSIC_TYPE(f_type_c8, "complex(8)", 16, F_COMPLEX, 8)
INTRINSIC_TYPE(f_type_c16, "complex(16)", 32, F_COMPLEX, 16)
INTRINSIC_TYPE(f_type_l1, "logical(1)", 1, F_LOGICAL, 1)
INTRINSIC_TYPE(f_type_l2, "logical(2)", 2, F_LOGICAL, 2)
INTRINSIC_TYPE(f_type_l4, "logical(4)", 4, F_LOGICAL, 4)
INTRINSIC_TYPE(f_type_l8, "logical(8)", 8, F_LOGICAL, 8)
INTRINSIC_TYPE(f_type_character, "character", 1, F_CHARACTER, 1)
INTRINSIC_TYPE(f_type_character4, "character(kind=4)", 4, F_CHARACTER, 4)
INTRINSIC_TYPE(f_type_c_ptr, "c_ptr", sizeof(void *), F_DERIVED, 0)
INTRINSIC_TYPE(f_type_c_funptr, "c_funptr", sizeof(void *), F_DERIVED, 0)

// A CLASS(*) variable without a value has no type: any type counts as an extension of it, but it is an extension of
// none (Fortran 2018, 16.9.76).
int32_t f_extends(const ftype *type, const ftype *ancestor) {
  if (!ancestor) return 1;
  for (; type; type = type->parent) if (type == ancestor) return 1;
  return 0;
}

// ---- the arena ----------------------------------------------------------------------------------------------------
// Blocks form a stack, in which a mark is a position. Memory that a callee allocates is recorded in the arena, so that
// it is freed when the statement ends.
typedef struct block {
  struct block *below;
  int32_t size, used;
} block;

#define BLOCK_BYTES 65536
static block *top;

_Noreturn static void refuse_bytes(int64_t bytes) {
  if (bytes > F_MOST_BYTES) f_fault("Error allocating memory: an array or characters of more than 2 GB");
  f_fault("Error allocating %d bytes: the memory of the program is exhausted", (int)bytes);
}

void *f_new(int32_t bytes) {
  void *p = bytes > F_MOST_BYTES ? 0 : malloc(bytes > 0 ? (size_t)bytes : 1);
  if (!p) refuse_bytes(bytes);
  return p;
}

void *f_new_zero(int32_t bytes) { return memset(f_new(bytes), 0, bytes > 0 ? (size_t)bytes : 0); }

void *f_resize(void *p, int64_t bytes) {
  void *resized = bytes > F_MOST_BYTES ? 0 : realloc(p, (size_t)bytes);
  if (!resized) refuse_bytes(bytes);
  return resized;
}

void *f_alloc(int32_t bytes) {
  if (bytes < 0) bytes = 0;
  if (bytes <= F_MOST_BYTES) bytes = (bytes + 15) & ~15;
  if (!top || bytes > top->size - top->used) {
    int32_t size = bytes > BLOCK_BYTES ? bytes : BLOCK_BYTES;
    block *b = f_new(f_plus((int32_t)sizeof(block) + 16, size));
    b->below = top;
    b->size = size;
    b->used = 0;
    top = b;
  }
  char *base = (char *)(((uintptr_t)(top + 1) + 15) & ~(uintptr_t)15);
  void *p = base + top->used;
  top->used += bytes;
  return p;
}

// Each owned pointer is recorded as a small block in the arena itself, where a release finds all the pointers above its
// mark.
typedef struct own_note {
  struct own_note *next;
  void *p;
  const ftype *type;
  void (*end)(void *p, const ftype *type);
  block *home;
  int32_t at;
} own_note;
static own_note *notes;

static void note_end(void *p, const ftype *type, void (*end)(void *, const ftype *)) {
  own_note *note = f_alloc(sizeof *note);
  *note = (own_note){notes, p, type, end, top, top->used};
  notes = note;
}

static void end_memory(void *p, const ftype *type) {
  (void)type;
  free(p);
}

static void end_parts(void *p, const ftype *type) { if (type && type->free) type->free(p); }

static void end_object(void *p, const ftype *type) {
  end_parts(p, type);
  free(p);
}

static void end_array(void *d, const ftype *type) { f_free_array(d, type ? type->free : f_free_of(d)); }

void f_own(void *p) { if (p) note_end(p, 0, end_memory); }

void f_own_object(void *p, const ftype *type) { if (p) note_end(p, type, end_object); }

void f_own_value(const void *value, const ftype *type) {
  void *p = f_alloc(type->size);
  memcpy(p, value, type->size);
  note_end(p, type, end_parts);
}

void f_own_array(const fdesc *d, const ftype *type) {
  if (!d->base) return;
  fdesc *own = f_alloc(sizeof *own);
  f_copy_descriptor(own, d);
  if (type) own->type = type;
  note_end(own, type, end_array);
}

typedef struct { char *p; int32_t n; } temporary;

static void end_temporary(void *p, const ftype *type) {
  const temporary *t = p;
  for (int32_t i = 0; i < t->n; i++) type->drop(t->p + (size_t)i * type->size);
}

void f_own_temporary(void *p, int32_t n, const ftype *type) {
  if (!type->drop || n < 1) return;
  temporary *t = f_alloc(sizeof *t);
  *t = (temporary){p, n};
  note_end(t, type, end_temporary);
}

fmark f_mark(void) { return (fmark){top, top ? top->used : 0}; }

static int is_above(const own_note *note, fmark mark) {
  if (!mark.block) return 1;
  if (note->home == mark.block) return note->at > mark.used;
  for (block *b = note->home; b; b = b->below) if (b == mark.block) return 1;
  return 0;
}

void f_release(fmark mark) {
  while (notes && is_above(notes, mark)) {
    const own_note *note = notes;
    notes = note->next;
    note->end(note->p, note->type);
  }
  while (top && top != mark.block) {
    // One spare block is kept, so that loops do not allocate and free a block each time.
    if (!mark.block && !top->below && top->size == BLOCK_BYTES) {
      top->used = 0;
      return;
    }
    block *b = top;
    top = b->below;
    free(b);
  }
  if (top) top->used = mark.used;
}

char *f_duplicate(const char *p, int32_t n) {
  char *copy = f_alloc(n);
  if (n > 0) memcpy(copy, p, n);
  return copy;
}

// ---- ALLOCATE -------------------------------------------------------------------------------------------------------
static int reporting;  // with STAT=, errors are stored and do not terminate the program
static int32_t status;
static char status_text[128];

void f_allocation_begin(void) {
  reporting = 1;
  status = 0;
}

int32_t f_allocation_status(void) { return status; }

int32_t f_allocation_end(void) {
  reporting = 0;
  return status;
}

void f_allocation_message(char *p, int32_t n) {
  if (status) f_assign(p, n, status_text, (int32_t)strlen(status_text));
}

int32_t f_allocation_place;

// The text for ERRMSG= is shorter than the message that is printed when the program terminates.
static void refuse(int32_t code, const char *brief, const char *format, const char *name) {
  if (!reporting) {
    snprintf(status_text, sizeof status_text, format, name);
    if (f_allocation_place) f_print_place(f_allocation_place);
    f_fault("%s", status_text);
  }
  snprintf(status_text, sizeof status_text, "%s", brief);
  status = code;
}

int32_t f_deallocatable(const void *p, const char *name) {
  if (p) return 1;
  refuse(1, "Attempt to deallocate an unallocated object", "Attempt to DEALLOCATE unallocated '%s'", name);
  return 0;
}

static int is_free(const void *p, int32_t pointer, const char *name) {
  if (!p || pointer) return 1;
  refuse(5014, "Attempt to allocate an allocated object", "Attempting to allocate already allocated variable '%s'", name);
  return 0;
}

static void *room_for(int32_t bytes, const char *name) {
  void *p = bytes > F_MOST_BYTES ? 0 : malloc(bytes > 0 ? (size_t)bytes : 1);
  if (!p) refuse(5014, "Insufficient virtual memory", "Error allocating memory for '%s': it is too large", name);
  return p;
}

// Describes a contiguous array; returns its size in bytes.
static int32_t describe(fdesc *d, int32_t rank, int32_t size, const ftype *type) {
  int32_t bytes = size;
  d->rank = rank;
  d->elem = size;
  d->type = type;
  for (int32_t i = 0; i < rank; i++) {
    d->dim[i].stride = bytes;
    bytes = f_times(bytes, d->dim[i].ext);
  }
  return bytes;
}

int32_t f_allocate(fdesc *d, int32_t rank, const int32_t *low, const int32_t *high, int32_t size, const ftype *type, int32_t pointer, const char *name) {
  if (!is_free(d->base, pointer, name)) return 0;
  for (int32_t i = 0; i < rank; i++) {
    d->dim[i].lb = low[i];
    d->dim[i].ext = f_extent(low[i], high[i]);
  }
  d->base = room_for(describe(d, rank, size, type), name);
  return d->base != 0;
}

int32_t f_allocate_scalar(void **cell, int32_t size, const ftype *type, int32_t pointer, const char *name) {
  if (!is_free(*cell, pointer, name)) return 0;
  void *p = room_for(size, name);
  if (!p) return 0;
  *cell = p;
  if (type && type->init) type->init(p);
  return 1;
}

static fclass copy_any(void *copy, fclass from) {
  if (from.t && from.t->copy) from.t->copy(copy, from.p);
  else memcpy(copy, from.p, f_any_size(from));
  return (fclass){copy, from.len, from.t};
}

// Allocates a CLASS(*) variable with the type and value of a source.
void f_allocate_any(fclass *cell, fclass source, int32_t pointer, const char *name) {
  if (!is_free(cell->p, pointer, name)) return;
  void *copy = room_for(f_any_size(source), name);
  if (copy) *cell = copy_any(copy, source);
}

void f_allocate_cell(fstr *cell, int32_t length, int32_t pointer, const char *name) {
  if (!is_free(cell->p, pointer, name)) return;
  char *p = room_for(length, name);
  if (!p) return;
  *cell = (fstr){p, length > 0 ? length : 0};
}

_Static_assert(F_MAX_RANK == CFI_MAX_RANK, "the library is compiled with -DF_MAX_RANK=15");
// Unlike the library's descriptors, those of the program are only as long as its arrays require.
void f_copy_descriptor(fdesc *to, const fdesc *from) {
  memcpy(to, from, offsetof(fdesc, dim) + (size_t)from->rank * sizeof *from->dim);
}

static int32_t count_of(const fdesc *d) {
  int32_t n = 1;
  for (int32_t i = 0; i < d->rank; i++) n = f_times(n, d->dim[i].ext);
  return n;
}

// Index of the dimension that an inquiry about an assumed-rank array asks for.
int32_t f_rank_dimension(const fdesc *d, int32_t dim) {
  if (dim < 1 || dim > d->rank) f_fault("Dimension %d of an array of rank %d does not exist", (int)dim, (int)d->rank);
  return dim - 1;
}

int32_t f_rank_contiguous(const fdesc *d) {
  int32_t step = d->elem;
  for (int32_t i = 0; i < d->rank; i++) {
    if (d->dim[i].ext > 1 && d->dim[i].stride != step) return 0;
    step *= d->dim[i].ext;
  }
  return 1;
}

// Calls a function for each element.
void f_for_each(const fdesc *d, ffree run) {
  int32_t index[F_MAX_RANK] = {0}, n = count_of(d);
  char *p = d->base;
  for (int32_t k = 0; k < n; k++) {
    run(p);
    for (int32_t i = 0; i < d->rank; i++) {
      p += d->dim[i].stride;
      if (++index[i] < d->dim[i].ext) break;
      p -= (ptrdiff_t)d->dim[i].stride * d->dim[i].ext;
      index[i] = 0;
    }
  }
}

// Finalises the elements and frees their memory; if the type has a final procedure for arrays, all are finalised at
// once.
void f_end_elements(const fdesc *d, ffree release) {
  if (!release) return;
  if (d->type && d->type->free_array && d->type->free == release) d->type->free_array(d);
  else f_for_each(d, release);
}

// Resets a polymorphic INTENT(OUT) array to its initial state.
void f_reset_array(const fdesc *d) {
  if (!d->type || !d->base) return;
  if (d->type->renew) {
    f_for_each(d, d->type->renew);
    return;
  }
  f_end_elements(d, d->type->free);
  if (d->type->init) f_for_each(d, d->type->init);
}

void f_free_array(fdesc *d, ffree release) {
  if (!d->base) return;
  f_end_elements(d, release);
  free(d->base);
  d->base = 0;
  d->type = 0;  // an unallocated polymorphic array has its declared type again
}

ffree f_free_of(const fdesc *d) { return d->type ? d->type->free : 0; }

ffree f_drop_of(const fdesc *d) { return d->type ? d->type->drop : 0; }

void f_initialise(fdesc *d) {
  if (!d->type || !d->type->init) return;
  int32_t n = count_of(d);
  for (int32_t i = 0; i < n; i++) d->type->init((char *)d->base + (size_t)i * d->elem);
}

static int has_shape(const fdesc *d, int32_t rank, const int32_t *extents, int32_t size) {
  if (!d->base || d->elem != size) return 0;
  for (int32_t i = 0; i < rank; i++) if (d->dim[i].ext != extents[i]) return 0;
  return 1;
}

// Replaces the elements with elements that have no other owner. Returns 1 if memory was newly allocated, which is also
// necessary if the dynamic type differs.
int32_t f_replace(fdesc *d, int32_t rank, const int32_t *extents, int32_t size, const ftype *type, const void *elements, ffree release) {
  int32_t renewed = !has_shape(d, rank, extents, size) || (d->type && d->type != type);
  if (renewed) {
    f_free_array(d, release);
    f_reallocate(d, rank, extents, size, type, 0, release);
  } else f_end_elements(d, release);
  memcpy(d->base, elements, (size_t)count_of(d) * size);
  return renewed;
}

// Sets all elements of a polymorphic array to the type and value of a scalar, which may itself be one of the elements.
void f_replace_all(fdesc *d, const void *value, int32_t size, const ftype *type) {
  if (!d->base) return;
  int32_t n = count_of(d), lows[F_MAX_RANK], extents[F_MAX_RANK];
  char *elements = f_new(f_times(n, size));
  for (int32_t i = 0; i < n; i++) f_copy_element(elements + (size_t)i * size, value, type, size);
  for (int32_t i = 0; i < d->rank; i++) {
    lows[i] = d->dim[i].lb;
    extents[i] = d->dim[i].ext;
  }
  f_replace(d, d->rank, extents, size, type, elements, f_free_of(d));
  for (int32_t i = 0; i < d->rank; i++) d->dim[i].lb = lows[i];
  free(elements);
}

// Returns 1 if memory was newly allocated, in which case the lower bounds are 1.
int32_t f_reallocate(fdesc *d, int32_t rank, const int32_t *extents, int32_t size, const ftype *type, finit init, ffree release) {
  if (has_shape(d, rank, extents, size)) return 0;
  f_free_array(d, release);
  for (int32_t i = 0; i < rank; i++) {
    d->dim[i].lb = 1;
    d->dim[i].ext = extents[i];
  }
  d->base = f_new(describe(d, rank, size, type));
  if (init) for (int32_t i = 0, n = count_of(d); i < n; i++) init((char *)d->base + (size_t)i * size);
  return 1;
}

void f_copy_array(fdesc *to, const fdesc *from, fcopy copy) {
  f_copy_descriptor(to, from);
  if (!from->base) return;
  int32_t n = count_of(from);
  to->base = f_new(f_times(n, from->elem));
  if (copy) for (int32_t i = 0; i < n; i++) copy((char *)to->base + (size_t)i * from->elem, (const char *)from->base + (size_t)i * from->elem);
  else memcpy(to->base, from->base, (size_t)n * from->elem);
}

// ---- polymorphic values -----------------------------------------------------------------------------------------------
void f_copy_value(void *to, const void *from, const ftype *type) {
  if (type->copy) type->copy(to, from);
  else memcpy(to, from, type->size);
}

void f_copy_element(void *to, const void *from, const ftype *type, int32_t bytes) {
  if (type && type->copy) type->copy(to, from);
  else memcpy(to, from, bytes);
}

void *f_clone(const void *p, const ftype *type) {
  if (!p) f_fault("The polymorphic value to assign is not allocated");
  void *copy = f_new(type->size);
  f_copy_value(copy, p, type);
  return copy;
}

void f_destroy(void *p) {
  if (!p) return;
  const ftype *type = f_table(p);
  if (type && type->free) type->free(p);
  free(p);
}

void f_drop(void *p) {
  if (!p) return;
  const ftype *type = f_table(p);
  if (type && type->drop) type->drop(p);
  free(p);
}

void f_renew(void *p) {
  const ftype *type = p ? f_table(p) : 0;
  if (!type) return;
  if (type->renew) {
    type->renew(p);
    return;
  }
  if (type->free) type->free(p);
  if (type->init) type->init(p);
}

void f_check_mold(const ftype *type) {
  if (type && type->renew) f_fault("ALLOCATE with MOLD= is not supported for a type with length parameters, '%s'", type->name);
}

int32_t f_any_size(fclass value) { return value.t && value.t->code == F_CHARACTER ? value.len : value.t ? value.t->size : 0; }

// Finalises and frees a CLASS(*) value and clears its type.
void f_end_any(fclass *value) {
  if (value->t && value->t->free) value->t->free(value->p);
  free(value->p);
  value->p = 0;
  value->t = 0;
}

void f_drop_any(fclass *value) {
  if (value->t && value->t->drop) value->t->drop(value->p);
  free(value->p);
  value->p = 0;
  value->t = 0;
}

void f_assign_any(fclass *to, fclass from) {
  fclass old = *to;
  *to = copy_any(f_new(f_any_size(from)), from);
  if (old.p) f_end_any(&old);
}

// ---- sections ---------------------------------------------------------------------------------------------------------
static void walk(const fdesc *d, char *packed, int into) {
  int32_t index[F_MAX_RANK] = {0};
  int32_t n = count_of(d);
  char *p = d->base;
  for (int32_t k = 0; k < n; k++) {
    if (into) memcpy(packed, p, d->elem);
    else memcpy(p, packed, d->elem);
    packed += d->elem;
    for (int32_t i = 0; i < d->rank; i++) {
      p += d->dim[i].stride;
      if (++index[i] < d->dim[i].ext) break;
      p -= (ptrdiff_t)d->dim[i].stride * d->dim[i].ext;
      index[i] = 0;
    }
  }
}

static int is_contiguous(const fdesc *d) {
  int32_t step = d->elem;
  for (int32_t i = 0; i < d->rank; i++) {
    if (d->dim[i].ext > 1 && d->dim[i].stride != step) return 0;
    step *= d->dim[i].ext;
  }
  return 1;
}

void *f_pack(const fdesc *d) {
  if (!d->base || is_contiguous(d)) return d->base;
  char *p = f_alloc(f_times(count_of(d), d->elem));
  walk(d, p, 1);
  return p;
}

void f_unpack(const fdesc *d, const void *p) {
  if (p != d->base && d->base) walk(d, (char *)p, 0);
}

int32_t f_associated(const fdesc *d, const void *base, int32_t rank, const int32_t *extents) {
  if (!d->base || d->base != base) return 0;
  for (int32_t i = 0; i < rank; i++) if (d->dim[i].ext != extents[i] || extents[i] == 0) return 0;
  return 1;
}

void f_c_f_pointer(void *p, fdesc *d, int32_t rank, int32_t size, const fdesc *shape) {
  int32_t bytes = size;
  d->base = p;
  d->elem = size;
  d->rank = rank;
  for (int32_t i = 0; i < rank; i++) {
    const char *e = (const char *)shape->base + (ptrdiff_t)i * shape->dim[0].stride;
    d->dim[i].lb = 1;
    d->dim[i].ext = shape->elem == 8 ? (int32_t)*(const int64_t *)e : *(const int32_t *)e;
    d->dim[i].stride = bytes;
    bytes *= d->dim[i].ext;
  }
}
