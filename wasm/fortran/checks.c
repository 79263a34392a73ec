// Checks for -fcheck= that are performed while a program runs. Faults are reported with their location, in gfortran's
// wording.
#include "fortran-runtime.h"

int32_t f_check_within(int64_t index, int32_t low, int32_t extent, int32_t dim, const char *name, int32_t place) {
  if ((uint64_t)index - (uint64_t)low < (uint32_t)extent) return (int32_t)(index - low);
  f_print_place(place);
  f_fault("Index '%lld' of dimension %d of array '%s' outside of expected range (%d:%d)", (long long)index, (int)dim, name, (int)low, (int)(low + extent - 1));
}

// The last subscript of a nonempty range with a nonzero step.
static int64_t last_of(int64_t first, int64_t last, int64_t step) {
  uint64_t way = step > 0 ? (uint64_t)last - (uint64_t)first : (uint64_t)first - (uint64_t)last;
  uint64_t rest = way % (step > 0 ? (uint64_t)step : -(uint64_t)step);
  return (int64_t)(step > 0 ? (uint64_t)last - rest : (uint64_t)last + rest);
}

static int32_t is_empty(int64_t first, int64_t last, int64_t step) {
  return step == 0 || (step > 0 ? last < first : last > first);
}

void f_fit_range(int64_t first, int64_t last, int64_t step, int32_t place) {
  if (is_empty(first, last, step)) return;
  f_subscript(first, place);
  f_subscript(last_of(first, last, step), place);
}

void f_check_range(int64_t first, int64_t last, int64_t step, int32_t low, int32_t extent, int32_t dim, const char *name, int32_t place) {
  if (is_empty(first, last, step)) return;
  f_check_within(first, low, extent, dim, name, place);
  f_check_within(last_of(first, last, step), low, extent, dim, name, place);
}

void f_check_shape(int32_t a, int32_t b, int32_t dim, const char *name, int32_t place) {
  if (a == b) return;
  f_print_place(place);
  if (name) f_fault("Array bound mismatch for dimension %d of array '%s' (%d/%d)", (int)dim, name, (int)a, (int)b);
  f_fault("Array bound mismatch for dimension %d of arrays (%d/%d)", (int)dim, (int)a, (int)b);
}

void f_check_extent(int32_t given, int32_t wanted, int32_t dim, const char *what, int32_t place) {
  if (given == wanted) return;
  f_print_place(place);
  f_fault("Incorrect extent in %s intrinsic in dimension %d: is %d, should be %d", what, (int)dim, (int)given, (int)wanted);
}

void f_check_size(int32_t given, int32_t wanted, const char *what, int32_t place) {
  if (given >= wanted) return;
  f_print_place(place);
  f_fault("Incorrect size in %s intrinsic: is %d, should be %d", what, (int)given, (int)wanted);
}

void f_check_target(int32_t given, int32_t wanted, int32_t place) {
  if (given >= wanted) return;
  f_print_place(place);
  f_fault("Target of rank remapping is too small (%d < %d)", (int)given, (int)wanted);
}

void f_check_same_type(const ftype *type, const ftype *other, const char *name, int32_t place) {
  if (!type || !other || type == other) return;
  f_print_place(place);
  f_fault("The arguments of %s must have the same type, not '%s' and '%s'", name, type->name, other->name);
}

void f_check_declared(const ftype *type, const ftype *declared, const char *name, int32_t place) {
  if (!type || type->size == declared->size) return;
  f_print_place(place);
  f_fault("The elements of '%s' are of type '%s': an assumed-size array of them cannot be passed as '%s'", name, type->name, declared->name);
}

// `seen` has one bit for each possible value, set if the value has already occurred.
void f_check_order(int32_t value, int32_t rank, int32_t *seen, int32_t place) {
  if (value >= 1 && value <= rank) {
    if (!(*seen >> value & 1)) {
      *seen |= 1 << value;
      return;
    }
    f_print_place(place);
    f_fault("Duplicate value %d in ORDER argument to RESHAPE intrinsic", (int)value);
  }
  f_print_place(place);
  f_fault("Value %d out of range in ORDER argument to RESHAPE intrinsic", (int)value);
}

// All numbers are in bytes, but messages count characters, each of which has `kind` bytes.
void f_check_substring(int64_t low, int64_t high, int32_t kind, int32_t length, const char *name, int32_t place) {
  if (high < low || (low >= 1 && high <= length)) return;
  f_print_place(place);
  if (low < 1) f_fault("Substring out of bounds: lower bound (%lld) of '%s' is less than one", (long long)((low + kind - 1) / kind), name);
  f_fault("Substring out of bounds: upper bound (%lld) of '%s' exceeds string length (%d)", (long long)(high / kind), name, (int)(length / kind));
}

void f_check_unset(const void *base, int32_t place) {
  if (base) return;
  f_print_place(place);
  f_fault("Assignment of scalar to unallocated array");
}

void f_check_equal_lengths(int32_t first, int32_t second, const char *function, int32_t place) {
  if (first == second) return;
  f_print_place(place);
  f_fault("Unequal character lengths (%d/%d) in %s intrinsic", (int)first, (int)second, function);
}

void f_seed_fault(int32_t place) {
  f_print_place(place);
  f_fault("RANDOM_SEED should have at most one argument present.");
}

void f_check_target_length(int32_t wanted, int32_t given, int32_t place) {
  if (wanted == given) return;
  f_print_place(place);
  f_fault("Unequal character lengths (%d/%d) in pointer assignment", (int)wanted, (int)given);
}

void f_check_lengths(int32_t wanted, int32_t given, int32_t place) {
  if (wanted == given) return;
  f_print_place(place);
  f_fault("Different CHARACTER lengths (%d/%d) in array constructor", (int)wanted, (int)given);
}

void f_check_parameter(int64_t wanted, int64_t given, const char *name, int32_t place) {
  if (wanted == given) return;
  f_print_place(place);
  f_fault("The length parameter '%s' must be %lld here, but is %lld", name, (long long)wanted, (long long)given);
}

void f_length_fault(int32_t given, int32_t wanted, const char *name, int32_t place) {
  f_print_place(place);
  f_fault("Actual string length is shorter than the declared one for dummy argument '%s' (%d/%d)", name, (int)given, (int)wanted);
}

void f_length_mismatch(int32_t given, int32_t wanted, const char *name, int32_t place) {
  f_print_place(place);
  f_fault("Actual string length does not match the declared one for dummy argument '%s' (%d/%d)", name, (int)given, (int)wanted);
}

void f_recursion_fault(const char *name, int32_t place) {
  f_print_place(place);
  f_fault("Recursive call to nonrecursive procedure '%s'", name);
}

void f_loop_fault(int32_t kind, int32_t place) {
  static const char *const texts[] = {"Loop variable has been modified", "DO step value is zero", "Loop iterates infinitely"};
  f_print_place(place);
  f_fault("%s", texts[kind]);
}

int32_t f_check_dim(int32_t dim, int32_t rank, int32_t place) {
  if (dim >= 1 && dim <= rank) return dim;
  f_print_place(place);
  f_fault("Dim argument incorrect: is %d, should be between 1 and %d", (int)dim, (int)rank);
}
