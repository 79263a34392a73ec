// Memory for exceptions: allocation with a small reserve, so that bad_alloc can be thrown even when the heap is full,
// and the reference counts of exception_ptr.
#include <cstdlib>
#include <cstring>

#include "exception-record.h"

namespace ux {

namespace {

constexpr std::size_t reserve_slots = 4;
constexpr std::size_t reserve_size = sizeof(Record) + 160;
static_assert(reserve_size % alignof(Record) == 0);

struct Reserve {
  alignas(Record) char slots[reserve_slots][reserve_size];
  bool taken[reserve_slots];
};
Reserve reserve;

void *take_reserve(std::size_t size) {
  if (size > reserve_size) return nullptr;
  for (std::size_t i = 0; i < reserve_slots; i++) {
    if (reserve.taken[i]) continue;
    reserve.taken[i] = true;
    return reserve.slots[i];
  }
  return nullptr;
}

bool give_back_reserve(void *memory) {
  for (std::size_t i = 0; i < reserve_slots; i++) {
    if (memory != reserve.slots[i]) continue;
    reserve.taken[i] = false;
    return true;
  }
  return false;
}

}  // namespace

void *allocate_exception(std::size_t object_size) noexcept {
  // A dependent exception copies the first word of the object of its primary exception, so every object is at least
  // that large.
  if (object_size < sizeof(void *)) object_size = sizeof(void *);
  std::size_t size = sizeof(Record) + object_size;
  void *memory = size < object_size ? nullptr : std::malloc(size);
  if (!memory) memory = take_reserve(size);
  if (!memory) end_program("terminating: no memory is left for an exception");
  std::memset(memory, 0, size);
  auto *record = static_cast<Record *>(memory);
  record->object = record->caught_as = record->own_object();
  return record->own_object();
}

void free_exception(void *object) noexcept {
  Record *record = Record::of_object(object);
  if (!give_back_reserve(record)) std::free(record);
}

void release_object(void *object) noexcept {
  Record *record = Record::of_object(object);
  if (--record->references > 0) return;
  if (record->destroy) record->destroy(object);
  free_exception(object);
}

}  // namespace ux

extern "C" {

void *__cxa_allocate_exception(std::size_t size) noexcept { return ux::allocate_exception(size); }

void __cxa_free_exception(void *object) noexcept { ux::free_exception(object); }

// Initialises the record now, because make_exception_ptr fills in the object after this call without throwing it.
void *__cxa_init_primary_exception(void *object, std::type_info *type, ux::Destructor destroy) noexcept {
  ux::Record *record = ux::Record::of_object(object);
  record->type = type;
  record->destroy = destroy;
  return record;
}

void __cxa_increment_exception_refcount(void *object) noexcept {
  if (object) ux::Record::of_object(object)->references++;
}

void __cxa_decrement_exception_refcount(void *object) noexcept {
  if (object) ux::release_object(object);
}
}
