// Faults in compiled Fortran programs. They are reported both by the inline functions in fortran-runtime.h and by the
// library, so this header depends on neither.
#pragma once
#include <stdint.h>

// The program's source files, by the index that source locations contain.
extern const char *const f_source_names[];
// Closes the program's files before a message is printed; null until the program opens a unit.
extern void (*f_before_fault)(void);
void f_print_place(int32_t place);
// Records that a line with the location of the fault has been printed.
void f_place_told(void);
_Noreturn void f_fault(const char *format, ...);
_Noreturn void f_divide_by_zero(void);
_Noreturn void f_index_fault(int64_t index, int32_t place);
_Noreturn void f_bound_fault(int64_t index, int32_t low, int32_t high, int32_t dim, const char *name, int32_t place);
_Noreturn void f_held_fault(const char *name, int32_t pointer, int32_t place);
_Noreturn void f_argument_fault(const char *name, int32_t kind, int32_t place);
