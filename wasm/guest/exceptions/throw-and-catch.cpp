// Throwing, catching and rethrowing (Itanium C++ ABI, sections 2.4 and 2.5), and the equivalent functions for
// exception_ptr. A program that never throws or catches does not link any of this code. The state is held in two
// stacks: exceptions in flight and exceptions that are being handled. A rethrown exception is on both stacks.
#include <exception>

#include "exception-record.h"

namespace ux {

Handling handling;

[[noreturn]] void throw_record(Record *record) {
  record->next_in_flight = handling.in_flight;
  handling.in_flight = record;
  handling.in_flight_count++;
  __builtin_wasm_throw(0, &record->unwind);
}

namespace {

void leave_flight(Record *record) {
  for (Record **link = &handling.in_flight; *link; link = &(*link)->next_in_flight) {
    if (*link != record) continue;
    *link = record->next_in_flight;
    handling.in_flight_count--;
    return;
  }
}

void finish(Record *record) {
  if (!record->primary) return release_object(record->object);
  void *object = record->object;
  free_exception(record->own_object());
  release_object(object);
}

}  // namespace

}  // namespace ux

using ux::handling;
using ux::Record;

extern "C" {

// Called when an exception leaves a program's entry function (start.cpp).
void __ux_terminate_when_uncaught() noexcept {
  if (handling.in_flight) std::terminate();
}

[[noreturn]] void __cxa_throw(void *object, std::type_info *type, ux::Destructor destroy) {
  Record *record = Record::of_object(object);
  record->type = type;
  record->destroy = destroy;
  record->references = 1;
  ux::throw_record(record);
}

void *__cxa_get_exception_ptr(void *header) noexcept { return Record::of_unwind(header)->caught_as; }

void *__cxa_begin_catch(void *header) noexcept {
  Record *record = Record::of_unwind(header);
  record->handlers = (record->handlers < 0 ? -record->handlers : record->handlers) + 1;
  ux::leave_flight(record);
  if (handling.caught != record) {
    record->next_caught = handling.caught;
    handling.caught = record;
  }
  return record->caught_as;
}

void __cxa_end_catch() {
  Record *record = handling.caught;
  if (!record) return;
  if (record->handlers < 0) {
    // Rethrown: the exception is on its way to another handler, which will release it.
    if (++record->handlers == 0) handling.caught = record->next_caught;
    return;
  }
  if (--record->handlers > 0) return;
  handling.caught = record->next_caught;
  ux::finish(record);
}

[[noreturn]] void __cxa_rethrow() {
  Record *record = handling.caught;
  if (!record) ux::end_program("terminating: throw without an exception to rethrow");
  record->handlers = -record->handlers;
  ux::throw_record(record);
}

std::type_info *__cxa_current_exception_type() { return handling.caught ? handling.caught->type : nullptr; }

unsigned __cxa_uncaught_exceptions() noexcept { return handling.in_flight_count; }

bool __cxa_uncaught_exception() noexcept { return handling.in_flight_count > 0; }

void *__cxa_current_primary_exception() noexcept {
  if (!handling.caught) return nullptr;
  void *object = handling.caught->object;
  Record::of_object(object)->references++;
  return object;
}

// Throws the object of an exception_ptr: a dependent exception with its own count of handlers.
void __cxa_rethrow_primary_exception(void *object) {
  if (!object) return;
  Record *primary = Record::of_object(object);
  auto *own = static_cast<void **>(ux::allocate_exception(sizeof(void *)));
  // catch (T *&) reads the pointer after the unwind header, bypassing caught_as.
  *own = *static_cast<void **>(object);
  Record *record = Record::of_object(own);
  record->type = primary->type;
  record->object = record->caught_as = object;
  record->primary = primary;
  primary->references++;
  ux::throw_record(record);
}
}
