// Exceptions that originate inside the compiled C++ library. The library was built without exceptions: instead of
// throwing, it calls std::__libcpp_verbose_abort with a format that names the exception. The version of that function
// in this file throws the exception. The library's frames have no landing pads, so objects in these frames are not
// destroyed; those in the program's frames are.
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <ios>
#include <new>
#include <stdexcept>
#include <system_error>
#include <typeinfo>

#include "exception-record.h"

// Parts of the library that are linked only with the file that throws these two exceptions. They are weak, so that
// programs that cannot throw these exceptions do not link them. Like destructors, constructors return their object.
#define UX_WEAK_NAME(name) __asm__(name) __attribute__((weak))

extern const std::type_info system_error_type UX_WEAK_NAME("_ZTINSt3__212system_errorE");
void *construct_system_error(void *object, int code, const std::error_category &category, const char *message)
    UX_WEAK_NAME("_ZNSt3__212system_errorC1EiRKNS_14error_categoryEPKc");
void *destroy_system_error(void *object) UX_WEAK_NAME("_ZNSt3__212system_errorD1Ev");
const std::error_category &system_error_category() UX_WEAK_NAME("_ZNSt3__216generic_categoryEv");

extern const std::type_info stream_failure_type UX_WEAK_NAME("_ZTINSt3__28ios_base7failureE");
void *construct_stream_failure(void *object, const char *message, const std::error_code &code)
    UX_WEAK_NAME("_ZNSt3__28ios_base7failureC1EPKcRKNS_10error_codeE");
void *destroy_stream_failure(void *object) UX_WEAK_NAME("_ZNSt3__28ios_base7failureD1Ev");
const std::error_category &stream_failure_category() UX_WEAK_NAME("_ZNSt3__217iostream_categoryEv");

extern "C" [[noreturn]] void __cxa_throw(void *object, std::type_info *type, ux::Destructor destroy);

namespace ux {

namespace {

[[noreturn]] void throw_system_error(int code, const char *message) {
  void *object = allocate_exception(sizeof(std::system_error));
  construct_system_error(object, code, system_error_category(), message);
  __cxa_throw(object, const_cast<std::type_info *>(&system_error_type), destroy_system_error);
}

[[noreturn]] void throw_stream_failure(const char *message) {
  void *object = allocate_exception(sizeof(std::ios_base::failure));
  std::error_code code(static_cast<int>(std::io_errc::stream), stream_failure_category());
  construct_stream_failure(object, message, code);
  __cxa_throw(object, const_cast<std::type_info *>(&stream_failure_type), destroy_stream_failure);
}

// Throws the exception named by the first `length` characters of `name`, if it is one that the library throws.
void throw_named(const char *name, std::size_t length, std::va_list arguments) {
  auto is = [=](const char *wanted) { return std::strlen(wanted) == length && !std::memcmp(wanted, name, length); };
  if (is("bad_alloc")) throw std::bad_alloc();
  if (is("bad_array_new_length")) throw std::bad_array_new_length();
  if (is("bad_cast")) throw std::bad_cast();
  if (is("system_error")) {
    int code = va_arg(arguments, int);
    throw_system_error(code, va_arg(arguments, const char *));
  }
  if (is("length_error")) throw std::length_error(va_arg(arguments, const char *));
  if (is("out_of_range")) throw std::out_of_range(va_arg(arguments, const char *));
  if (is("invalid_argument")) throw std::invalid_argument(va_arg(arguments, const char *));
  if (is("runtime_error")) throw std::runtime_error(va_arg(arguments, const char *));
  if (is("overflow_error")) throw std::overflow_error(va_arg(arguments, const char *));
  if (is("ios_base::failure")) throw_stream_failure(va_arg(arguments, const char *));
}

}  // namespace

// The library's header declares its function as noexcept, so only the symbol name is used here.
[[noreturn]] void abort_in_library(const char *format, ...) __asm__("_ZNSt3__222__libcpp_verbose_abortEPKcz");

void abort_in_library(const char *format, ...) {
  static constexpr char mark[] = " was thrown in -fno-exceptions mode";
  std::va_list arguments;
  va_start(arguments, format);
  std::size_t name_length = std::strcspn(format, " ");
  if (std::strncmp(format + name_length, mark, sizeof mark - 1) == 0) throw_named(format, name_length, arguments);
  va_end(arguments);
  end_program(format);
}

}  // namespace ux

extern "C" {

[[noreturn]] void __cxa_bad_cast() { throw std::bad_cast(); }

[[noreturn]] void __cxa_bad_typeid() { throw std::bad_typeid(); }

[[noreturn]] void __cxa_throw_bad_array_new_length() { throw std::bad_array_new_length(); }
}
