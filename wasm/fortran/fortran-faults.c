// Faults that stop a program. They are reported with their location, in gfortran's wording.
#include "fortran-faults.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum { FAULT_STATUS = 2 };
static int32_t is_place_told;
void (*f_before_fault)(void);

// Flushes the output so far, so that it precedes the message.
static void before_fault(void) {
  if (f_before_fault) f_before_fault();
  fflush(stdout);
  fflush(stderr);
}

void f_place_told(void) { is_place_told = 1; }

// A location combines a line number with the index of a source file, which is in the upper bits.
enum { LINE_BITS = 20 };

void f_print_place(int32_t place) {
  before_fault();
  fprintf(stderr, "At line %d of file %s\n", (int)(place & ((1 << LINE_BITS) - 1)), f_source_names[place >> LINE_BITS]);
  f_place_told();
}

// The runtime recognises this function by its name: it reports the line of the call that follows
// (src/runtime/running/program-stack.ts).
static _Noreturn __attribute__((noinline)) void f_exit_unplaced(void) { exit(FAULT_STATUS); }

_Noreturn void f_fault(const char *format, ...) {
  va_list list;
  before_fault();
  fputs("Fortran runtime error: ", stderr);
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
  fputc('\n', stderr);
  if (is_place_told) exit(FAULT_STATUS);
  f_exit_unplaced();
}

_Noreturn void f_divide_by_zero(void) { f_fault("Integer division by zero"); }

_Noreturn void f_bound_fault(int64_t index, int32_t low, int32_t high, int32_t dim, const char *name, int32_t place) {
  f_print_place(place);
  if (index < low) f_fault("Index '%lld' of dimension %d of array '%s' below lower bound of %d", (long long)index, (int)dim, name, (int)low);
  f_fault("Index '%lld' of dimension %d of array '%s' above upper bound of %d", (long long)index, (int)dim, name, (int)high);
}

_Noreturn void f_index_fault(int64_t index, int32_t place) {
  f_print_place(place);
  f_fault("Index '%lld' exceeds the size of memory", (long long)index);
}

_Noreturn void f_held_fault(const char *name, int32_t pointer, int32_t place) {
  f_print_place(place);
  if (pointer) f_fault("The pointer '%s' is not associated", name);
  f_fault("The allocatable variable '%s' is not allocated", name);
}

// `kind` is 0 for an allocatable, 1 for a pointer, 2 for a procedure pointer, and 3 for the array in an inquiry. 4 is
// added if the argument may be absent; 7 means an inquiry about a pointer.
_Noreturn void f_argument_fault(const char *name, int32_t kind, int32_t place) {
  static const char *const texts[] = {
      "Allocatable actual argument '%s' is not allocated", "Pointer actual argument '%s' is not associated", "Proc-pointer actual argument '%s' is not associated",
      "Allocatable argument '%s' is not allocated", "Allocatable actual argument '%s' is not allocated or not present", "Pointer actual argument '%s' is not associated or not present",
      "Proc-pointer actual argument '%s' is not associated or not present", "Pointer argument '%s' is not associated"};
  f_print_place(place);
  f_fault(texts[kind], name);
}
