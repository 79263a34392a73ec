// Creating and opening boxes, the particle table, and the startup of the runtime. The core (outside) owns the records;
// this file owns the guest's data about them.
#include "box.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

ux_chunk *__ux_chunks[UX_CHUNK_COUNT];
ux_name_chunk *__ux_names[UX_CHUNK_COUNT];
uint32_t __ux_salt;
int __ux_mode;
int __ux_watches_decisions, __ux_makes_choices;
int __ux_has_drawn;
// Rewritten code reads the first two variables at known addresses.
uint32_t __ux_records_alive;
uint32_t __ux_collect_wanted;
uint32_t __ux_room;
uint32_t __ux_path;
uint32_t __ux_heap_end;  // read by the host: memory above this address has never been used

// Runs before all other constructors, because a static initialiser in the program may already create a distribution.
__attribute__((constructor(101))) static void __ux_start(void) {
  __ux_mode = __ux_core_mode();
  __ux_salt = __ux_core_salt();
  int decisions = __ux_core_watches_decisions();
  __ux_watches_decisions = decisions & 1;
  __ux_makes_choices = decisions >> 1;
}

// Allocates a table in which everything after the header is zero.
static void *__ux_room_for(size_t size) {
  size = (size + UX_HEAD_ALIGNMENT - 1) & ~(size_t)(UX_HEAD_ALIGNMENT - 1);
  ux_head *room = aligned_alloc(UX_HEAD_ALIGNMENT, size);
  if (!room) {
    static const char message[] = "out of memory: the heap has no room for the table of uncertain values";
    __ux_core_fatal(message, sizeof message - 1);
  }
  memset(room, 0, size);
  *room = (ux_head){UX_HEAD_MARK | (uintptr_t)room, size};
  return room;
}

// ---- ranges of draws ------------------------------------------------------------------------------------------------
// If there is no room on the heap for a table of ranges, each comparison queries the core.
ux_range __ux_find_range(ux_handle h, double particle) {
  ux_range range = __ux_known_range(h, particle);
  if (!h || range.low == range.low) return range;
  ux_chunk *chunk = __ux_chunks[h >> UX_CHUNK_BITS];
  if (!chunk->ranges) {
    chunk->ranges = malloc(UX_CHUNK_SLOTS * sizeof *chunk->ranges);
    if (chunk->ranges)
      for (uint32_t i = 0; i < UX_CHUNK_SLOTS; i++) chunk->ranges[i] = UX_UNKNOWN_RANGE;
  }
  __ux_core_bounds(h, particle, &range.low);
  if (chunk->ranges) chunk->ranges[h & (UX_CHUNK_SLOTS - 1)] = range;
  return range;
}

int __ux_is_quiet;

// One report of each kind is enough, because a report has no location. Without a handle, the core follows the draws but
// prints no line.
void __ux_note_bits(ux_handle h, double particle) {
  static int is_reported[2];
  // Allocating ranges may also change parts of numbers in memory, which would reset the quiet flag.
  int is_quiet = __ux_is_quiet;
  if (is_reported[is_quiet]) return;
  ux_range range = __ux_find_range(h, particle);
  if (range.low == range.high) return;
  is_reported[is_quiet] = 1;
  __ux_core_exposed(is_quiet ? 0 : h, particle);
}

// ---- names --------------------------------------------------------------------------------------------------------
// Minimum number of names whose particles are kept.
#define UX_FEWEST_NAMES (1u << 17)
// Beyond this minimum, names use at most 1 / UX_MEMORY_PER_NAMES of memory.
#define UX_MEMORY_PER_NAMES 8

// If there are more live records than this, some of them have the same check bits.
#define UX_MOST_CHECKED 60000u

// The latest name with each check value, plus one, because the upper half of a double identifies its record.
typedef struct {
  ux_head head;
  uint32_t name[1 << 16];
} ux_check_table;

static ux_check_table *__ux_checks;
static uint32_t __ux_next_check;
static int __ux_shares_checks;  // true if two live records have ever had the same check bits

static uint32_t __ux_name_count;  // number of names that have values
static uint32_t __ux_next_name;

static int __ux_has_live_names(const ux_name_chunk *chunk) {
  for (uint32_t i = 0; i < UX_CHUNK_SLOTS / 32; i++)
    if (chunk->live[i]) return 1;
  return 0;
}

// Reuses the values of the oldest names that come after `index` in the circle, if none of these names is live.
static ux_name_values *__ux_oldest_values(uint32_t index) {
  for (uint32_t i = 1; i < UX_CHUNK_COUNT; i++) {
    ux_name_chunk *chunk = __ux_names[(index + i) % UX_CHUNK_COUNT];
    if (!chunk || !chunk->values || __ux_has_live_names(chunk)) continue;
    ux_name_values *values = chunk->values;
    chunk->values = NULL;
    return values;
  }
  return NULL;
}

static ux_name_chunk *__ux_name_chunk_of(uint32_t name) {
  uint32_t index = name >> UX_CHUNK_BITS, first = name & ~(UX_CHUNK_SLOTS - 1);
  ux_name_chunk **chunk = &__ux_names[index];
  if (!*chunk) *chunk = __ux_room_for(sizeof **chunk);
  if (!(*chunk)->values) {
    size_t most = __builtin_wasm_memory_size(0) * 65536 / UX_MEMORY_PER_NAMES;
    int is_full = __ux_name_count >= UX_FEWEST_NAMES && __ux_name_count / UX_CHUNK_SLOTS * sizeof(ux_name_values) >= most;
    ux_name_values *values = is_full ? __ux_oldest_values(index) : NULL;
    if (!values) {
      values = __ux_room_for(sizeof *values);
      __ux_name_count += UX_CHUNK_SLOTS;
    }
    (*chunk)->values = values;
    for (uint32_t i = 0; i < UX_CHUNK_SLOTS; i++)
      values->check[i] = (uint16_t)(((first + i) ^ __ux_salt) * 0x9E3779B1u >> 16);
  }
  return *chunk;
}

// Tests for bits that programs use in NaNs of their own, such as the value tags of an interpreter: a byte that is all
// zeros or all ones.
static int __ux_is_common(uint16_t check) {
  uint32_t low = check & 0xFFu, high = check >> 8;
  return low == 0 || low == 0xFF || high == 0 || high == 0xFF;
}

// Tests whether any live record has these check bits.
static int __ux_is_checked(uint16_t check) {
  uint32_t name = __ux_checks->name[check] - 1;
  return __ux_checks->name[check] && __ux_name_bit(__ux_names[name >> UX_CHUNK_BITS]->live, name);
}

// Chooses check bits for a name that no live record has, unless there are too many live records.
static uint16_t __ux_give_check(uint32_t name) {
  if (!__ux_checks) __ux_checks = __ux_room_for(sizeof *__ux_checks);
  int is_full = __ux_records_alive >= UX_MOST_CHECKED;
  for (;;) {
    uint16_t check = (uint16_t)(++__ux_next_check * 0x9E37u ^ __ux_salt);  // odd, so the sequence repeats after 65 536 steps
    int is_taken = __ux_is_checked(check);
    if (__ux_is_common(check) || (is_taken && !is_full)) continue;
    __ux_shares_checks |= is_taken;
    __ux_checks->name[check] = name + 1;
    return check;
  }
}

// The next name in the circle that does not belong to a live record. The core has fewer records than there are names.
static uint32_t __ux_give_name(ux_handle h) {
  uint32_t name = __ux_next_name ? __ux_next_name : __ux_salt & UX_NAME_MASK, bits;
  ux_name_chunk *chunk;
  do {
    name = (name + 1) & UX_NAME_MASK;
    bits = __ux_bits_of_name(name);
    chunk = __ux_names[name >> UX_CHUNK_BITS];
  } while (bits < UX_FIRST_BITS || bits >= UX_END_BITS || !(bits & 0xFF) || !(bits & 0xFF00) || (chunk && __ux_name_bit(chunk->live, name)));
  __ux_next_name = name;
  chunk = __ux_name_chunk_of(name);
  uint32_t slot = name & (UX_CHUNK_SLOTS - 1), bit = 1u << (slot & 31);
  chunk->values->value[slot].handle = h;
  chunk->values->check[slot] = __ux_give_check(name);
  chunk->live[slot >> 5] |= bit;
  chunk->used[slot >> 5] |= bit;
  chunk->single[slot >> 5] &= ~bit;
  return name;
}

void __ux_forget_name(ux_handle h) {
  const ux_chunk *records = __ux_chunks[h >> UX_CHUNK_BITS];
  uint32_t name = records->name[h & (UX_CHUNK_SLOTS - 1)];
  ux_name_chunk *chunk = __ux_names[name >> UX_CHUNK_BITS];
  chunk->values->value[name & (UX_CHUNK_SLOTS - 1)].particle = records->particle[h & (UX_CHUNK_SLOTS - 1)];
  chunk->live[(name & (UX_CHUNK_SLOTS - 1)) >> 5] &= ~(1u << (name & 31));
}

// The particle of the record that had this name. Tells the user that the record no longer exists. Check bits, if there
// are any, identify the record.
static const double *__ux_lost_particle(uint32_t bits, int single, uint32_t check) {
  uint32_t name = __ux_name_of_bits(bits);
  ux_name_chunk *chunk = bits <= UX_NAME_MASK ? __ux_names[name >> UX_CHUNK_BITS] : NULL;
  if (!chunk || !__ux_name_bit(chunk->used, name) || __ux_name_bit(chunk->live, name)) return NULL;
  if (single && !__ux_name_bit(chunk->single, name)) return NULL;
  if (!chunk->values) {
    if (!single) return NULL;
    static const char message[] =
        "the bits of a value reappeared after its record and its number had been discarded: keep values as float or double, or "
        "their bytes together";
    __ux_core_fatal(message, sizeof message - 1);
  }
  uint32_t slot = name & (UX_CHUNK_SLOTS - 1);
  if (!single && chunk->values->check[slot] != check) return NULL;
  __ux_core_lost();
  return &chunk->values->value[slot].particle;
}

// The name whose box had this upper half, plus one, or 0 if there is none.
static uint32_t __ux_name_of_half(uint32_t high) {
  uint16_t check = (uint16_t)high;
  if ((high & 0x7FFF0000u) != UX_TAG64 || !__ux_checks || !__ux_checks->name[check]) return 0;
  uint32_t name = __ux_checks->name[check] - 1;
  const ux_name_chunk *chunk = __ux_names[name >> UX_CHUNK_BITS];
  return chunk->values && chunk->values->check[name & (UX_CHUNK_SLOTS - 1)] == check ? name + 1 : 0;
}

ux_handle __ux_handle_of_half(uint32_t high) {
  uint32_t name = __ux_name_of_half(high) - 1;
  const ux_name_chunk *chunk = name + 1 ? __ux_names[name >> UX_CHUNK_BITS] : NULL;
  return chunk && __ux_name_bit(chunk->live, name) ? chunk->values->value[name & (UX_CHUNK_SLOTS - 1)].handle : 0;
}

// The value of a number after the program has changed the low word of its box from `bits` to `now`: applies the change,
// which may be an addition or stored bytes, to the particle. Only the highest byte of `bits` may be 0. Returns false if
// the word is unrelated, for example if it is part of one of the program's own NaNs.
#define UX_SMALL_TERM 0x8000u
static int __ux_with_low_word(uint64_t *number, uint32_t bits, uint32_t now) {
  uint32_t kept = 0, term = now - bits;
  for (int i = 0; i < 4; i++) kept |= (now ^ bits) >> 8 * i & 0xFF ? 0 : 0xFFu << 8 * i;
  int is_cleared = (now & ~kept) == 0;
  if (!is_cleared && term + UX_SMALL_TERM < 2 * UX_SMALL_TERM) {
    *number += (uint64_t)(int64_t)(int32_t)term;
    return 1;
  }
  if (kept == 0xFF000000u) kept = 0;
  *number = (*number & ~(uint64_t)UINT32_MAX) | ((uint32_t)*number & kept) | (now & ~kept);
  return is_cleared || kept;
}

uint64_t __ux_completed_bits64(uint64_t u) {
  uint32_t name = __ux_name_of_half((uint32_t)(u >> 32)) - 1;
  uint64_t number = 0;
  if (name + 1 == 0 || !__ux_with_low_word(&number, __ux_bits_of_name(name), (uint32_t)u)) return u;
  if (__ux_shares_checks) {
    static const char message[] =
        "the program changed a part of a value's bits, and too many values are alive to tell which: compute with the value, "
        "or change all of its bits";
    __ux_core_fatal(message, sizeof message - 1);
  }
  ux_handle h = __ux_handle_of_half((uint32_t)(u >> 32));
  double particle = __ux_names[name >> UX_CHUNK_BITS]->values->value[name & (UX_CHUNK_SLOTS - 1)].particle;
  if (h) {
    particle = __ux_record_particle(h);
    if (__ux_draw_frame && __ux_is_drawing())
      particle = __ux_drawn(h, (int)(__ux_bits64(particle) >> 63));
    else
      __ux_watch_bits(h, particle);
  } else
    __ux_core_lost();
  number = __ux_bits64(particle) & INT64_MAX;
  __ux_with_low_word(&number, __ux_bits_of_name(name), (uint32_t)u);
  return number | (u & (uint64_t)INT64_MIN);
}

uint64_t __ux_other_bits64(uint64_t u) {
  if ((u >> 32 & 0x7FFF0000u) != UX_TAG64) return u;
  const double *particle = __ux_lost_particle((uint32_t)u, 0, (uint32_t)(u >> 32) & 0xFFFFu);
  return particle ? (__ux_bits64(*particle) & INT64_MAX) | (u & (uint64_t)INT64_MIN) : u;
}

// The particle of the float whose box has these bits, even if the record no longer exists.
static const double *__ux_any_particle(uint32_t u) {
  ux_handle h = __ux_handle_of_bits32(u);
  if (!h) return __ux_lost_particle(u & UX_NAME_MASK, 1, 0);
  __ux_core_lost();
  return &__ux_chunks[h >> UX_CHUNK_BITS]->particle[h & (UX_CHUNK_SLOTS - 1)];
}

// The bits of a float after the program has cleared the lowest one or two bytes of its box; no box has bits like these.
uint32_t __ux_completed_bits32(uint32_t u) {
  if ((u & UX_TAG32) != UX_TAG32 || u & 0xFF) return u;
  uint32_t cleared = u & 0xFFFF ? 0xFF : 0xFFFF, found = 0;
  for (uint32_t turn = 0; turn < 16; turn++) {
    uint32_t name = turn << (UX_HANDLE_BITS - 4) | (u & UX_NAME_MASK & ~cleared) >> 4, end = name + (cleared + 1) / 16;
    const ux_name_chunk *chunk = __ux_names[name >> UX_CHUNK_BITS];
    for (; chunk && name < end; name++) {
      if (!__ux_name_bit(chunk->live, name) || !__ux_name_bit(chunk->single, name)) continue;
      if (found) {
        static const char message[] =
            "the program cleared a part of a float's bits, and it may be that of several values: compute with the float, or "
            "change all of its bits";
        __ux_core_fatal(message, sizeof message - 1);
      }
      found = __ux_bits_of_name(name) | UX_TAG32;
    }
  }
  const double *particle = found ? __ux_any_particle(found) : NULL;
  return particle ? (__ux_bits32((float)*particle) & INT32_MAX & ~cleared) | (u & (uint32_t)INT32_MIN) : u;
}

// Maximum number of steps by which a program may increment or decrement the bits of a float. No other float is that
// close.
#define UX_FEW_STEPS 7

uint32_t __ux_other_bits32(uint32_t u) {
  if ((u & UX_TAG32) != UX_TAG32) return u;
  for (int i = 0; i <= 2 * UX_FEW_STEPS; i++) {
    int step = i % 2 ? (i + 1) / 2 : -i / 2;  // smallest steps first
    uint32_t counted = u - (uint32_t)step;
    const double *particle = (counted & UX_TAG32) == UX_TAG32 ? __ux_any_particle(counted) : NULL;
    if (particle) return ((__ux_bits32((float)*particle) & INT32_MAX) + (uint32_t)step) | (u & (uint32_t)INT32_MIN);
  }
  return u;
}

// ---- records ---------------------------------------------------------------------------------------------------------
static void __ux_count_record(void) {
  __ux_records_alive++;
  if (__ux_room == 0 || --__ux_room == 0) __ux_collect_wanted = 1;
}

static uint32_t __ux_record_made(ux_handle h, double particle) {
  ux_chunk **place = &__ux_chunks[h >> UX_CHUNK_BITS];
  if (!*place) *place = __ux_room_for(sizeof(ux_chunk));
  ux_chunk *chunk = *place;
  uint32_t slot = h & (UX_CHUNK_SLOTS - 1);
  uint32_t bit = 1u << (slot & 31);
  __ux_has_drawn = 1;
  chunk->particle[slot] = particle;
  if (chunk->ranges) chunk->ranges[slot] = UX_UNKNOWN_RANGE;
  if (chunk->live[slot >> 5] & bit) return chunk->name[slot];
  chunk->live[slot >> 5] |= bit;
  __ux_count_record();
  return chunk->name[slot] = __ux_give_name(h);
}

// Reference cores have no records, because their results are drawn numbers.
static void __ux_note_draw(void) {
  if (__ux_mode == UX_MODE_REFERENCE) __ux_has_drawn = 1;
}

double __ux_box64(ux_handle h, double particle) {
  if (!h) {
    __ux_note_draw();
    return particle;
  }
  uint32_t name = __ux_record_made(h, particle);
  uint32_t check = __ux_names[name >> UX_CHUNK_BITS]->values->check[name & (UX_CHUNK_SLOTS - 1)];
  uint64_t sign = __ux_bits64(particle) & 0x8000000000000000u;
  return __ux_from_bits64(sign | (uint64_t)(UX_TAG64 | check) << 32 | __ux_bits_of_name(name));
}

ux_handle __ux_negated(ux_handle h) {
  double particle = -__ux_record_particle(h);
  ux_handle negated = __ux_core_unary(UX_UNARY_NEG, h, particle);
  __ux_record_made(negated, particle);
  return negated;
}

// ---- draws ---------------------------------------------------------------------------------------------------------
const char *__ux_draw_frame;

int __ux_is_drawing(void) {
  // The stack grows downwards, so a frame that is above this function's own frame belongs to one of its callers.
  if ((const char *)__builtin_frame_address(0) <= __ux_draw_frame) return 1;
  __ux_draw_frame = NULL;
  __ux_core_enter_draw(-1);
  return 0;
}

double __ux_drawn(ux_handle h, int is_negative) {
  double particle = __ux_record_particle(h);
  double drawn = __ux_core_draw_of(h, particle);
  int is_turned = particle == particle && (int)(__ux_bits64(particle) >> 63) != is_negative;
  return is_turned ? -drawn : drawn;
}

float __ux_box32(ux_handle h, float particle) {
  if (!h) {
    __ux_note_draw();
    return particle;
  }
  uint32_t name = __ux_record_made(h, particle);
  __ux_names[name >> UX_CHUNK_BITS]->single[(name & (UX_CHUNK_SLOTS - 1)) >> 5] |= 1u << (name & 31);
  return __ux_from_bits32((__ux_bits32(particle) & 0x80000000u) | UX_TAG32 | __ux_bits_of_name(name));
}

// The name specifies the core contract for which the module was built. The host reads it before running any code.
__attribute__((export_name(UX_CONTRACT_EXPORT), used, visibility("default"))) void __ux_contract(void) {}

// Called before a call that may print: computes the path number from the caller's path and the call. This is a function
// because the program's own code must not compute with words in memory that could be parts of a value.
UX_EXPORT(__ux_mark_path) void __ux_mark_path(uint32_t path, uint32_t call) { __ux_path = path * 0x9E3779B1u + call; }

// Flushes the program's buffers. The host calls this function after a trap, so that no output is lost.
UX_EXPORT(__ux_flush) void __ux_flush(void) { fflush(NULL); }

extern unsigned char __heap_end;  // initial end of memory, which the linker sets

// The end of the heap is stored here rather than derived from the memory size, which never shrinks, so that a run that
// restarts in memory that has already grown can use all of it. A full heap stops the task with a message, because most
// programs do not check the result of malloc. A request that no amount of memory could satisfy fails in the ordinary
// way; the host distinguishes between the two cases.
#define UX_PAGE 65536u

void *__real_sbrk(intptr_t increment);
void *__wrap_sbrk(intptr_t increment) {
  uint32_t grown = (uint32_t)__builtin_wasm_memory_size(0) * UX_PAGE;
  if (!__ux_heap_end) __ux_heap_end = (uint32_t)&__heap_end;
  uint32_t start = __ux_heap_end;
  // The library itself rejects requests that make no sense.
  if (increment < 0 || increment % UX_PAGE) return __real_sbrk(increment);
  uint64_t end = (uint64_t)start + (uint32_t)increment;
  if (end > grown) {
    if (__builtin_wasm_memory_grow(0, (size_t)((end - grown) / UX_PAGE)) == (size_t)-1) {
      __ux_core_heap_exhausted((size_t)increment);
      errno = ENOMEM;
      return (void *)-1;
    }
  }
  __ux_heap_end = (uint32_t)end;
  return (void *)start;
}
