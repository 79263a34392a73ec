// The record of an exception in the C++ exception runtime, and the functions that its files share.
//
// The layout in memory is that of the Itanium C++ ABI: our record, the unwind header, the thrown object. The
// WebAssembly exception (tag __cpp_exception) carries the address of the unwind header, and clang's code for
// `catch (T *&)` requires the object to be 32 bytes after it. Programs have one thread, so the state is plain static
// data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <typeinfo>

namespace ux {

// On WebAssembly, a destructor returns its argument, which the signature of an indirect call to it must reflect.
using Destructor = void *(*)(void *);

struct alignas(16) UnwindHeader {
  std::uint64_t exception_class;
  std::uint32_t reserved[6];
};
static_assert(sizeof(UnwindHeader) == 32, "clang's catch of a reference to a pointer relies on 32 bytes");

struct alignas(16) Record {
  std::type_info *type;
  Destructor destroy;      // null if the object needs no destructor
  void *object;            // the thrown object; for a dependent exception, its primary exception's object
  void *caught_as;         // result of __cxa_begin_catch: the object as seen by the handler's type
  Record *next_caught;     // stack of exceptions being handled
  Record *next_in_flight;  // stack of exceptions thrown but not yet caught
  int handlers;            // number of active handlers; negative while it is being rethrown
  unsigned references;     // for a primary exception: references from handlers, exception_ptr and dependent exceptions
  Record *primary;         // for a dependent exception (created by rethrow_exception): the record that it represents
  UnwindHeader unwind;

  static Record *of_object(void *object) { return static_cast<Record *>(object) - 1; }
  static Record *of_unwind(void *header) { return of_object(static_cast<UnwindHeader *>(header) + 1); }
  void *own_object() { return this + 1; }
};
static_assert(sizeof(Record) - offsetof(Record, unwind) == sizeof(UnwindHeader), "the object follows the unwind header");

struct Handling {
  Record *caught;
  Record *in_flight;
  unsigned in_flight_count;
};
extern Handling handling;

// Allocates zeroed memory for an exception object, preceded by its record; terminates the program if there is not
// enough memory.
void *allocate_exception(std::size_t object_size) noexcept;
void free_exception(void *object) noexcept;
// Drops one reference to the object of a primary exception; dropping the last one destroys and frees the object.
void release_object(void *object) noexcept;
// Throws the record, which then counts as in flight until a handler starts.
[[noreturn]] void throw_record(Record *record);
// Tests whether a handler for `catch_type` accepts this exception; `seen_as` receives the object as the handler sees
// it.
bool can_catch(const std::type_info *catch_type, Record *record, void **seen_as);

// Writes one line to stderr, flushes the C streams and terminates the program with status 134 (128 + SIGABRT).
[[noreturn]] void end_program(const char *message, const std::type_info *type = nullptr, const char *what = nullptr);
// Writes a type's C++ name ("std::runtime_error") to `target`, truncated to `size` - 1 characters.
void write_type_name(const char *mangled, char *target, std::size_t size);

}  // namespace ux
