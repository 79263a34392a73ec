// std::terminate and its handlers, and the line on stderr about an uncaught exception. Replaces libc++abi's
// cxa_handlers and cxa_default_handlers, which would terminate the program without a message.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <unistd.h>

#include "exception-record.h"

extern "C" void *__cxa_begin_catch(void *header) noexcept;

namespace ux {

namespace {

constexpr int aborted_status = 134;  // the status that a shell shows for SIGABRT: 128 + 6

// A message is composed in one buffer and written with a single call, so that other output cannot split the line.
struct Line {
  char text[1024];
  std::size_t length = 0;

  void add(const char *part) {
    std::size_t room = sizeof text - 1 - length;
    std::size_t size = std::strlen(part);
    if (size > room) size = room;
    std::memcpy(text + length, part, size);
    length += size;
  }
};

void end_on_uncaught() {
  Record *record = handling.caught;
  if (!record) end_program("terminating: std::terminate was called");
  const char *what = nullptr;
  void *seen_as;
  if (can_catch(&typeid(std::exception), record, &seen_as)) what = static_cast<std::exception *>(seen_as)->what();
  end_program("terminating due to uncaught exception of type ", record->type, what);
}

std::terminate_handler terminate_handler = end_on_uncaught;
std::new_handler new_handler;
void (*unexpected_handler)() = std::terminate;

}  // namespace

void end_program(const char *message, const std::type_info *type, const char *what) {
  Line line;
  line.add(message);
  if (type) {
    char name[512];
    write_type_name(type->name(), name, sizeof name);
    line.add(name);
  }
  if (what) {
    line.add(": ");
    line.add(what);
  }
  line.text[line.length++] = '\n';
  // Flushes the streams first: abort() may lose buffered output, and the user needs the output that preceded the
  // failure.
  std::fflush(nullptr);
  const char *rest = line.text;
  while (line.length > 0) {
    ssize_t written = write(STDERR_FILENO, rest, line.length);
    if (written <= 0) break;
    rest += written;
    line.length -= static_cast<std::size_t>(written);
  }
  std::_Exit(aborted_status);
}

}  // namespace ux

namespace std {

terminate_handler set_terminate(terminate_handler handler) noexcept {
  terminate_handler before = ux::terminate_handler;
  ux::terminate_handler = handler ? handler : ux::end_on_uncaught;
  return before;
}

terminate_handler get_terminate() noexcept { return ux::terminate_handler; }

new_handler set_new_handler(new_handler handler) noexcept {
  new_handler before = ux::new_handler;
  ux::new_handler = handler;
  return before;
}

new_handler get_new_handler() noexcept { return ux::new_handler; }

// Removed in C++17. clang never calls these functions for WebAssembly, but older programs do set such handlers.
typedef void (*unexpected_handler)();

unexpected_handler set_unexpected(unexpected_handler handler) noexcept {
  unexpected_handler before = ux::unexpected_handler;
  ux::unexpected_handler = handler ? handler : terminate;
  return before;
}

unexpected_handler get_unexpected() noexcept { return ux::unexpected_handler; }

[[noreturn]] void unexpected() {
  ux::unexpected_handler();
  terminate();
}

[[noreturn]] void terminate() noexcept {
  // An exception stopped by noexcept counts as handled, so that a handler can query it with current_exception.
  if (ux::handling.in_flight) __cxa_begin_catch(&ux::handling.in_flight->unwind);
  try {
    ux::terminate_handler();
  } catch (...) {
    ux::end_program("terminating: the terminate handler threw an exception");
  }
  ux::end_program("terminating: the terminate handler returned");
}

}  // namespace std
