// C descriptors, through which C accesses certain arguments of BIND(C) procedures: assumed-shape and assumed-rank
// arrays, allocatable variables, pointers, and characters of any length. Follows ISO/IEC 1539-1:2018, clause 18.5. The
// functions are in the Fortran library (wasm/fortran/c-descriptors.c).
#ifndef HAZE_ISO_FORTRAN_BINDING_H
#define HAZE_ISO_FORTRAN_BINDING_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CFI_VERSION 1
#define CFI_MAX_RANK 15

typedef ptrdiff_t CFI_index_t;
typedef int8_t CFI_rank_t;
typedef int8_t CFI_attribute_t;
typedef int16_t CFI_type_t;

// One dimension: its lower bound, its number of elements (or -1 if this is unknown, as for an assumed-size array), and
// the distance in bytes from one element to the next.
typedef struct CFI_dim_t {
  CFI_index_t lower_bound;
  CFI_index_t extent;
  CFI_index_t sm;
} CFI_dim_t;

#define HAZE_CFI_MEMBERS \
  void *base_addr; \
  size_t elem_len; \
  int version; \
  CFI_rank_t rank; \
  CFI_attribute_t attribute; \
  CFI_type_t type;

typedef struct CFI_cdesc_t {
  HAZE_CFI_MEMBERS
  CFI_dim_t dim[];
} CFI_cdesc_t;

// Storage for a descriptor of the given rank: `CFI_CDESC_T(2) place; CFI_cdesc_t *d = (CFI_cdesc_t *)&place;`
#ifdef __cplusplus
}  // extern "C"
template <int N>
struct haze_cfi_storage {
  HAZE_CFI_MEMBERS
  CFI_dim_t dim[N > 0 ? N : 1];
  operator CFI_cdesc_t *() { return reinterpret_cast<CFI_cdesc_t *>(this); }
};
#define CFI_CDESC_T(rank) haze_cfi_storage<rank>
extern "C" {
#else
#define CFI_CDESC_T(rank_) \
  struct { \
    HAZE_CFI_MEMBERS \
    CFI_dim_t dim[(rank_) > 0 ? (rank_) : 1]; \
  }
#endif

#define CFI_attribute_other 0
#define CFI_attribute_allocatable 1
#define CFI_attribute_pointer 2

// The components of a type code: the category in the low byte, and the kind in the bits above it. GNU Fortran's header
// uses the same names, and programs use them to decompose type codes.
#define CFI_type_mask 0xFF
#define CFI_type_kind_shift 8
#define HAZE_CFI_TYPE(base, kind) ((base) + ((kind) << CFI_type_kind_shift))
#define CFI_type_Integer 1
#define CFI_type_Logical 2
#define CFI_type_Real 3
#define CFI_type_Complex 4
#define CFI_type_Character 5
// These are sizes in bytes rather than types, so that the preprocessor can compare them.
#define HAZE_CFI_INTEGER_OF(bytes) HAZE_CFI_TYPE(CFI_type_Integer, bytes)

#define CFI_type_other (-1)
#define CFI_type_struct 6
#define CFI_type_cptr 7
#define CFI_type_cfunptr 8

#define CFI_type_signed_char HAZE_CFI_INTEGER_OF(1)
#define CFI_type_short HAZE_CFI_INTEGER_OF(__SIZEOF_SHORT__)
#define CFI_type_int HAZE_CFI_INTEGER_OF(__SIZEOF_INT__)
#define CFI_type_long HAZE_CFI_INTEGER_OF(__SIZEOF_LONG__)
#define CFI_type_long_long HAZE_CFI_INTEGER_OF(__SIZEOF_LONG_LONG__)
#define CFI_type_size_t HAZE_CFI_INTEGER_OF(__SIZEOF_SIZE_T__)
#define CFI_type_intmax_t HAZE_CFI_INTEGER_OF(8)
#define CFI_type_intptr_t HAZE_CFI_INTEGER_OF(__SIZEOF_POINTER__)
#define CFI_type_ptrdiff_t HAZE_CFI_INTEGER_OF(__SIZEOF_PTRDIFF_T__)
#define CFI_type_int8_t HAZE_CFI_INTEGER_OF(1)
#define CFI_type_int16_t HAZE_CFI_INTEGER_OF(2)
#define CFI_type_int32_t HAZE_CFI_INTEGER_OF(4)
#define CFI_type_int64_t HAZE_CFI_INTEGER_OF(8)
#define CFI_type_int128_t HAZE_CFI_INTEGER_OF(16)
#define CFI_type_int_least8_t HAZE_CFI_INTEGER_OF(1)
#define CFI_type_int_least16_t HAZE_CFI_INTEGER_OF(2)
#define CFI_type_int_least32_t HAZE_CFI_INTEGER_OF(4)
#define CFI_type_int_least64_t HAZE_CFI_INTEGER_OF(8)
#define CFI_type_int_least128_t HAZE_CFI_INTEGER_OF(16)
#define CFI_type_int_fast8_t HAZE_CFI_INTEGER_OF(1)
#define CFI_type_int_fast16_t HAZE_CFI_INTEGER_OF(2)
#define CFI_type_int_fast32_t HAZE_CFI_INTEGER_OF(4)
#define CFI_type_int_fast64_t HAZE_CFI_INTEGER_OF(8)
#define CFI_type_int_fast128_t HAZE_CFI_INTEGER_OF(16)
#define CFI_type_Bool HAZE_CFI_TYPE(CFI_type_Logical, 1)
#define CFI_type_float HAZE_CFI_TYPE(CFI_type_Real, 4)
#define CFI_type_double HAZE_CFI_TYPE(CFI_type_Real, 8)
#define CFI_type_long_double HAZE_CFI_TYPE(CFI_type_Real, 16)
#define CFI_type_float128 CFI_type_long_double
#define CFI_type_float_Complex HAZE_CFI_TYPE(CFI_type_Complex, 4)
#define CFI_type_double_Complex HAZE_CFI_TYPE(CFI_type_Complex, 8)
#define CFI_type_long_double_Complex HAZE_CFI_TYPE(CFI_type_Complex, 16)
#define CFI_type_float128_Complex CFI_type_long_double_Complex
#define CFI_type_char HAZE_CFI_TYPE(CFI_type_Character, 1)
#define CFI_type_ucs4_char HAZE_CFI_TYPE(CFI_type_Character, 4)

// Return values of the functions.
#define CFI_SUCCESS 0
#define CFI_ERROR_BASE_ADDR_NULL 1
#define CFI_ERROR_BASE_ADDR_NOT_NULL 2
#define CFI_INVALID_ELEM_LEN 3
#define CFI_INVALID_RANK 4
#define CFI_INVALID_TYPE 5
#define CFI_INVALID_ATTRIBUTE 6
#define CFI_INVALID_EXTENT 7
#define CFI_INVALID_DESCRIPTOR 8
#define CFI_ERROR_MEM_ALLOCATION 9
#define CFI_ERROR_OUT_OF_BOUNDS 10

// Returns the address of an element; `subscripts` start at the lower bounds, and may be null for a scalar.
void *CFI_address(const CFI_cdesc_t *dv, const CFI_index_t subscripts[]);
// `elem_len`, in bytes, is used only for characters.
int CFI_allocate(CFI_cdesc_t *dv, const CFI_index_t lower_bounds[], const CFI_index_t upper_bounds[], size_t elem_len);
int CFI_deallocate(CFI_cdesc_t *dv);
// `elem_len` is used only for characters, CFI_type_struct and CFI_type_other; `extents` may be null if `base_addr` is
// null.
int CFI_establish(CFI_cdesc_t *dv, void *base_addr, CFI_attribute_t attribute, CFI_type_t type, size_t elem_len,
                  CFI_rank_t rank, const CFI_index_t extents[]);
int CFI_is_contiguous(const CFI_cdesc_t *dv);
// Null bounds stand for the bounds of `source`, and null strides for 1. A stride of 0 selects a single subscript and
// removes the dimension.
int CFI_section(CFI_cdesc_t *result, const CFI_cdesc_t *source, const CFI_index_t lower_bounds[],
                const CFI_index_t upper_bounds[], const CFI_index_t strides[]);
// Selects one component of each element, or a part of each character string.
int CFI_select_part(CFI_cdesc_t *result, const CFI_cdesc_t *source, size_t displacement, size_t elem_len);
// A null `source` disassociates the pointer.
int CFI_setpointer(CFI_cdesc_t *result, CFI_cdesc_t *source, const CFI_index_t lower_bounds[]);

#ifdef __cplusplus
}
#endif

#endif  // HAZE_ISO_FORTRAN_BINDING_H
