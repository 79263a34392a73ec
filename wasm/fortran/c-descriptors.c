// C descriptors (ISO_Fortran_binding.h): the functions in ISO/IEC 1539-1:2018, clause 18.5.5, and conversions between
// this library's descriptors and C descriptors.
#include "fortran-runtime.h"

// ---- types ----------------------------------------------------------------------------------------------------------
enum { TYPE_MASK = 0xff, KIND_SHIFT = 8 };

static int is_sized_by_caller(CFI_type_t type) {
  return type == CFI_type_other || type == CFI_type_struct || (type & TYPE_MASK) == CFI_type_Character;
}

// The size of a fixed-size type in bytes, or 0 for an invalid type.
static size_t bytes_of(CFI_type_t type) {
  size_t kind = (size_t)(type >> KIND_SHIFT);
  if (type == CFI_type_cptr || type == CFI_type_cfunptr) return sizeof(void *);
  int is_power = kind > 0 && kind <= 16 && (kind & (kind - 1)) == 0;
  switch (type & TYPE_MASK) {
    case CFI_type_Integer: return is_power ? kind : 0;
    case CFI_type_Logical: return is_power && kind <= 8 ? kind : 0;
    case CFI_type_Real: return is_power && kind >= 4 ? kind : 0;
    case CFI_type_Complex: return is_power && kind >= 4 ? 2 * kind : 0;
    default: return 0;
  }
}

static int is_type(CFI_type_t type) {
  if (type == CFI_type_other || type == CFI_type_struct) return 1;
  return type == CFI_type_char || type == CFI_type_ucs4_char || (type > 0 && bytes_of(type) > 0);
}

static const ftype *const TABLES[] = {
  &f_type_i1, &f_type_i2, &f_type_i4, &f_type_i8, &f_type_i16, &f_type_r4, &f_type_r8, &f_type_r16, &f_type_c4, &f_type_c8,
  &f_type_c16, &f_type_l1, &f_type_l2, &f_type_l4, &f_type_l8, &f_type_character,
  &f_type_character4,
};

static CFI_type_t type_of(const ftype *t) {
  static const int8_t bases[] = {
    [F_INTEGER] = CFI_type_Integer, [F_REAL] = CFI_type_Real, [F_COMPLEX] = CFI_type_Complex,
    [F_LOGICAL] = CFI_type_Logical, [F_CHARACTER] = CFI_type_Character,
    // ISO_Fortran_binding.h has no unsigned types.
    [F_UNSIGNED] = CFI_type_Integer,
  };
  if (!t) return CFI_type_other;
  if (t == &f_type_c_ptr) return CFI_type_cptr;
  if (t == &f_type_c_funptr) return CFI_type_cfunptr;
  // The kind of a derived type is nonzero if the type has BIND(C).
  if (t->code == F_DERIVED) return t->kind ? CFI_type_struct : CFI_type_other;
  return (CFI_type_t)HAZE_CFI_TYPE(bases[t->code], t->kind);
}

static const ftype *table_of(CFI_type_t type) {
  if (type == CFI_type_cptr) return &f_type_c_ptr;
  if (type == CFI_type_cfunptr) return &f_type_c_funptr;
  if (type <= 0) return 0;
  for (size_t i = 0; i < sizeof TABLES / sizeof *TABLES; i++) if (type_of(TABLES[i]) == type) return TABLES[i];
  return 0;
}

// ---- from our descriptors and back ----------------------------------------------------------------------------------
static void begin(CFI_cdesc_t *c, const void *base, int32_t bytes, int32_t rank, int32_t type, int32_t attribute) {
  c->base_addr = (void *)base;
  c->elem_len = (size_t)bytes;
  c->version = CFI_VERSION;
  c->rank = (CFI_rank_t)rank;
  c->attribute = (CFI_attribute_t)attribute;
  c->type = (CFI_type_t)type;
}

// Lower bounds are 0, as in C, unless the variable is allocatable or a pointer.
CFI_cdesc_t *f_to_c(fcdesc *place, const fdesc *d, int32_t type, int32_t attribute) {
  if (!d) return 0;
  CFI_cdesc_t *c = (CFI_cdesc_t *)place;
  begin(c, d->base, d->elem, d->rank, type == F_ANY_TYPE ? type_of(d->type) : type, attribute);
  for (int32_t i = 0; i < d->rank; i++)
    c->dim[i] = (CFI_dim_t){attribute == CFI_attribute_other ? 0 : d->dim[i].lb, d->dim[i].ext, d->dim[i].stride};
  return c;
}

CFI_cdesc_t *f_to_c_scalar(fcdesc *place, const void *p, int32_t bytes, int32_t type, int32_t attribute) {
  begin((CFI_cdesc_t *)place, p, bytes, 0, type, attribute);
  return (CFI_cdesc_t *)place;
}

// `type` is null if only the descriptor specifies the type.
fdesc *f_from_c_within(fdesc *d, const CFI_cdesc_t *c, const ftype *type, int32_t max_rank) {
  if (!c) return 0;
  if (c->rank < 0 || c->rank > max_rank)
    f_fault("C passed an array of rank %d to a Fortran procedure; the highest rank is %d", (int)c->rank, (int)max_rank);
  d->base = c->base_addr;
  d->elem = (int32_t)c->elem_len;
  d->rank = c->rank;
  d->type = type ? type : table_of(c->type);
  for (int32_t i = 0; i < c->rank; i++)
    d->dim[i] = (fbounds){c->attribute == CFI_attribute_other ? 1 : c->dim[i].lower_bound, c->dim[i].extent, c->dim[i].sm};
  return d;
}

// Copies back the changes that a Fortran procedure made to an allocatable variable or pointer in C.
void f_back_to_c(CFI_cdesc_t *c, const fdesc *d) {
  if (!c) return;
  c->base_addr = d->base;
  if (!d->base) return;
  c->elem_len = (size_t)d->elem;
  for (int32_t i = 0; i < c->rank; i++) c->dim[i] = (CFI_dim_t){d->dim[i].lb, d->dim[i].ext, d->dim[i].stride};
}

// Returns the array itself, or a contiguous copy of it in the arena, described at `place`; `copies` is true if the copy
// must contain the values.
fdesc *f_contiguous(fdesc *place, fdesc *d, int32_t copies) {
  if (!d || d->rank == 0 || f_rank_size(d) <= 0 || f_rank_contiguous(d)) return d;
  f_copy_descriptor(place, d);
  place->base = copies ? f_pack(d) : f_alloc(f_times(f_rank_size(d), d->elem));
  int32_t step = d->elem;
  for (int32_t i = 0; i < d->rank; i++) {
    place->dim[i].stride = step;
    step *= d->dim[i].ext;
  }
  return place;
}

void f_contiguous_back(const fdesc *d, const fdesc *copy) {
  if (copy != d) f_unpack(d, copy->base);
}

// ---- functions that C calls ---------------------------------------------------------------------------------------------------
void *CFI_address(const CFI_cdesc_t *dv, const CFI_index_t subscripts[]) {
  if (!dv || !dv->base_addr) return 0;
  char *p = dv->base_addr;
  if (!subscripts) return p;
  for (int i = 0; i < dv->rank; i++) {
    CFI_index_t at = subscripts[i] - dv->dim[i].lower_bound;
    CFI_index_t extent = dv->dim[i].extent;
    if (at < 0 || (extent >= 0 && at >= extent)) return 0;
    p += at * dv->dim[i].sm;
  }
  return p;
}

static int is_held(const CFI_cdesc_t *dv) {
  return dv->attribute == CFI_attribute_allocatable || dv->attribute == CFI_attribute_pointer;
}

int CFI_allocate(CFI_cdesc_t *dv, const CFI_index_t lower_bounds[], const CFI_index_t upper_bounds[], size_t elem_len) {
  if (!dv) return CFI_INVALID_DESCRIPTOR;
  if (!is_held(dv)) return CFI_INVALID_ATTRIBUTE;
  if (dv->rank < 0 || dv->rank > CFI_MAX_RANK) return CFI_INVALID_RANK;
  if (!is_type(dv->type)) return CFI_INVALID_TYPE;
  if (dv->attribute == CFI_attribute_allocatable && dv->base_addr) return CFI_ERROR_BASE_ADDR_NOT_NULL;
  if (dv->rank > 0 && (!lower_bounds || !upper_bounds)) return CFI_INVALID_EXTENT;
  size_t element = (dv->type & TYPE_MASK) == CFI_type_Character && dv->type > 0 ? elem_len : dv->elem_len;
  uint64_t bytes = element;
  for (int i = 0; i < dv->rank; i++) {
    CFI_index_t extent = f_extent(lower_bounds[i], upper_bounds[i]);
    dv->dim[i] = (CFI_dim_t){lower_bounds[i], extent, (CFI_index_t)bytes};
    bytes *= (uint64_t)extent;
    if (bytes > INT32_MAX) return CFI_ERROR_MEM_ALLOCATION;
  }
  void *base = malloc(bytes > 0 ? (size_t)bytes : 1);
  if (!base) return CFI_ERROR_MEM_ALLOCATION;
  dv->base_addr = base;
  dv->elem_len = element;
  return CFI_SUCCESS;
}

int CFI_deallocate(CFI_cdesc_t *dv) {
  if (!dv) return CFI_INVALID_DESCRIPTOR;
  if (!is_held(dv)) return CFI_INVALID_ATTRIBUTE;
  if (!dv->base_addr) return CFI_ERROR_BASE_ADDR_NULL;
  free(dv->base_addr);
  dv->base_addr = 0;
  return CFI_SUCCESS;
}

int CFI_establish(CFI_cdesc_t *dv, void *base_addr, CFI_attribute_t attribute, CFI_type_t type, size_t elem_len,
                  CFI_rank_t rank, const CFI_index_t extents[]) {
  if (!dv) return CFI_INVALID_DESCRIPTOR;
  if (rank < 0 || rank > CFI_MAX_RANK) return CFI_INVALID_RANK;
  if (attribute < CFI_attribute_other || attribute > CFI_attribute_pointer) return CFI_INVALID_ATTRIBUTE;
  if (attribute == CFI_attribute_allocatable && base_addr) return CFI_ERROR_BASE_ADDR_NOT_NULL;
  if (!is_type(type)) return CFI_INVALID_TYPE;
  if (is_sized_by_caller(type) && elem_len == 0) return CFI_INVALID_ELEM_LEN;
  size_t bytes = is_sized_by_caller(type) ? elem_len : bytes_of(type);
  if (base_addr && rank > 0) {
    if (!extents) return CFI_INVALID_EXTENT;
    for (int i = 0; i < rank; i++)
      if (extents[i] < 0 && !(i == rank - 1 && extents[i] == -1 && attribute == CFI_attribute_other)) return CFI_INVALID_EXTENT;
  }
  begin(dv, base_addr, (int32_t)bytes, rank, type, attribute);
  CFI_index_t step = (CFI_index_t)bytes;
  for (int i = 0; i < rank; i++) {
    CFI_index_t extent = base_addr ? extents[i] : 0;
    dv->dim[i] = (CFI_dim_t){0, extent, step};
    step *= extent;
  }
  return CFI_SUCCESS;
}

int CFI_is_contiguous(const CFI_cdesc_t *dv) {
  if (!dv || !dv->base_addr) return 0;
  CFI_index_t step = (CFI_index_t)dv->elem_len;
  for (int i = 0; i < dv->rank; i++) {
    if (dv->dim[i].extent == 0) return 1;
    if (dv->dim[i].extent != 1 && dv->dim[i].sm != step) return 0;
    step *= dv->dim[i].extent;
  }
  return 1;
}

// Tests whether `result` is allowed to describe a part of an existing `source`.
static int check_parts(const CFI_cdesc_t *result, const CFI_cdesc_t *source) {
  if (!result || !source) return CFI_INVALID_DESCRIPTOR;
  if (result->attribute == CFI_attribute_allocatable) return CFI_INVALID_ATTRIBUTE;
  if (!source->base_addr) return CFI_ERROR_BASE_ADDR_NULL;
  return CFI_SUCCESS;
}

int CFI_section(CFI_cdesc_t *result, const CFI_cdesc_t *source, const CFI_index_t lower_bounds[],
                const CFI_index_t upper_bounds[], const CFI_index_t strides[]) {
  int fault = check_parts(result, source);
  if (fault) return fault;
  if (source->rank <= 0) return CFI_INVALID_RANK;
  if (result->type != source->type) return CFI_INVALID_TYPE;
  if (result->elem_len != source->elem_len && is_sized_by_caller(source->type)) return CFI_INVALID_ELEM_LEN;
  // The size of an assumed-size array is unknown, so its last subscript must be specified.
  if (!upper_bounds && source->dim[source->rank - 1].extent == -1) return CFI_INVALID_EXTENT;
  CFI_dim_t dims[CFI_MAX_RANK];
  char *base = source->base_addr;
  int rank = 0, is_empty = 0;
  for (int i = 0; i < source->rank; i++) {
    CFI_dim_t from = source->dim[i];
    CFI_index_t step = strides ? strides[i] : 1;
    CFI_index_t low = lower_bounds ? lower_bounds[i] : from.lower_bound;
    CFI_index_t high = upper_bounds ? upper_bounds[i] : from.lower_bound + from.extent - 1;
    if (step == 0 && low != high) return CFI_ERROR_OUT_OF_BOUNDS;
    CFI_index_t extent = step == 0 ? 1 : f_count((int32_t)low, (int32_t)high, (int32_t)step);
    CFI_index_t ends[] = {low, low + (extent - 1) * step};
    for (int k = 0; k < 2 && extent > 0; k++)
      if (ends[k] < from.lower_bound || (from.extent != -1 && ends[k] >= from.lower_bound + from.extent))
        return CFI_ERROR_OUT_OF_BOUNDS;
    if (extent <= 0) is_empty = 1;
    else base += (low - from.lower_bound) * from.sm;
    if (step != 0) dims[rank++] = (CFI_dim_t){0, extent, step * from.sm};
  }
  if (rank != result->rank) return CFI_INVALID_RANK;
  result->base_addr = is_empty ? source->base_addr : base;
  result->elem_len = source->elem_len;
  memcpy(result->dim, dims, (size_t)rank * sizeof *dims);
  return CFI_SUCCESS;
}

int CFI_select_part(CFI_cdesc_t *result, const CFI_cdesc_t *source, size_t displacement, size_t elem_len) {
  int fault = check_parts(result, source);
  if (fault) return fault;
  if (result->rank != source->rank) return CFI_INVALID_RANK;
  if (source->rank > 0 && source->dim[source->rank - 1].extent == -1) return CFI_INVALID_DESCRIPTOR;
  int is_text = result->type > 0 && (result->type & TYPE_MASK) == CFI_type_Character;
  size_t bytes = is_text ? elem_len : result->elem_len;
  if (is_text && elem_len == 0) return CFI_INVALID_ELEM_LEN;
  if (displacement + bytes > source->elem_len) return CFI_ERROR_OUT_OF_BOUNDS;
  result->base_addr = (char *)source->base_addr + displacement;
  result->elem_len = bytes;
  for (int i = 0; i < source->rank; i++) result->dim[i] = (CFI_dim_t){0, source->dim[i].extent, source->dim[i].sm};
  return CFI_SUCCESS;
}

int CFI_setpointer(CFI_cdesc_t *result, CFI_cdesc_t *source, const CFI_index_t lower_bounds[]) {
  if (!result) return CFI_INVALID_DESCRIPTOR;
  if (result->attribute != CFI_attribute_pointer) return CFI_INVALID_ATTRIBUTE;
  if (source && source->attribute == CFI_attribute_allocatable && !source->base_addr) return CFI_ERROR_BASE_ADDR_NULL;
  if (!source || !source->base_addr) {
    result->base_addr = 0;
    return CFI_SUCCESS;
  }
  if (source->rank != result->rank) return CFI_INVALID_RANK;
  if (source->type != result->type) return CFI_INVALID_TYPE;
  // A disassociated pointer of deferred length does not have a length yet.
  int is_open = result->elem_len == 0 && !result->base_addr;
  if (source->elem_len != result->elem_len && !is_open) return CFI_INVALID_ELEM_LEN;
  if (source->rank > 0 && source->dim[source->rank - 1].extent == -1) return CFI_INVALID_DESCRIPTOR;
  result->base_addr = source->base_addr;
  result->elem_len = source->elem_len;
  for (int i = 0; i < source->rank; i++) {
    result->dim[i] = source->dim[i];
    if (lower_bounds) result->dim[i].lower_bound = lower_bounds[i];
  }
  return CFI_SUCCESS;
}
