// Boxes are the form in which uncertain values travel through a compiled program. This file also declares the core
// functions that the program may call. An uncertain double is a quiet NaN with our tag, 0x7FFC, in its top 16 bits
// (plus the sign of its particle), followed by 16 check bits and a name in its low word. An uncertain float is
// 0x7FE00000 | name (21 bits), plus the sign. A name leads to a record's handle in the core while the record lives, and
// to its particle afterwards. The name of every function in the runtime begins with __ux_ or __wrap_. The rewriter does
// not change these functions, so plain C arithmetic in these files has no hooks.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "ux-operations.h"

#define UX_IMPORT(name) __attribute__((import_module("ux"), import_name(#name)))
#define UX_EXPORT(name) __attribute__((export_name(#name), used, visibility("default")))

// The library function behind one of our wrappers. It is undefined if the program defines a function of that name,
// which then replaces both the wrapper and the library function; in that case, other wrappers never call the library
// function.
#define UX_REAL __attribute__((weak))

#define UX_HANDLE_BITS 21
#define UX_NAME_MASK ((1u << UX_HANDLE_BITS) - 1)
// The bits of names avoid payloads that programs use in their own NaNs, as well as the bits of small negative integers.
#define UX_FIRST_BITS (1u << 16)
#define UX_END_BITS ((1u << UX_HANDLE_BITS) - (1u << 16))
#define UX_TAG64 0x7FFC0000u
#define UX_TAG32 0x7FE00000u

// In UX_MODE_REFERENCE and the modes after it, each printed number is followed by the name of its value. A group of
// lanes also tracks values.
enum { UX_MODE_BYPASS = 0, UX_MODE_TRACKING = 1, UX_MODE_REFERENCE = 2, UX_MODE_LANES = 3 };

typedef uint32_t ux_handle;  // 0 if the value has no box

// ---- the core ------------------------------------------------------------------------------------------------------
UX_IMPORT(mode) int __ux_core_mode(void);
UX_IMPORT(salt) uint32_t __ux_core_salt(void);
UX_IMPORT(result_particle) double __ux_core_result_particle(void);
UX_IMPORT(unary) ux_handle __ux_core_unary(int operation, ux_handle h, double particle);
UX_IMPORT(binary) ux_handle __ux_core_binary(int operation, ux_handle a, double pa, ux_handle b, double pb, double particle);
UX_IMPORT(parametric) ux_handle __ux_core_parametric(int kind, double a, double b, double c);
UX_IMPORT(from_samples) ux_handle __ux_core_from_samples(const void *samples, size_t n, int single);
UX_IMPORT(from_weighted_samples) ux_handle __ux_core_from_weighted_samples(const void *pairs, size_t n, int single);
// Writes `cardinality` handles to `handles` and their particles to `particles`.
UX_IMPORT(from_multidimensional_samples)
void __ux_core_from_multidimensional_samples(ux_handle *handles, double *particles, const void *rows, size_t n,
                                             size_t cardinality, int single);
UX_IMPORT(mixture) ux_handle __ux_core_mixture(ux_handle a, double pa, ux_handle b, double pb, double weight);
UX_IMPORT(independent_copy) ux_handle __ux_core_independent_copy(ux_handle h, double particle);
// Replaces `count` handles with those of copies that depend on each other in the same way as the originals.
UX_IMPORT(independent_copies) void __ux_core_independent_copies(ux_handle *handles, double *particles, size_t count);
// The number of joint draws of all values; negative if draws do not preserve dependences between values.
UX_IMPORT(joint_draws) int __ux_core_joint_draws(void);
// Enters a draw, in which the core creates plain numbers instead of distributions; -1 leaves the draw.
UX_IMPORT(enter_draw) void __ux_core_enter_draw(int draw);
// The number that a value has in the current draw.
UX_IMPORT(draw_of) double __ux_core_draw_of(ux_handle h, double particle);
// Creates values from the numbers that were computed in all draws: `cardinality` numbers per row.
UX_IMPORT(values_of_draws)
void __ux_core_values_of_draws(ux_handle *handles, double *particles, const double *rows, size_t cardinality);
UX_IMPORT(limit_support) ux_handle __ux_core_limit_support(ux_handle h, double particle, double low, double high);
// Calls back through the exported function __ux_call_likelihood, with `likelihood` as its first argument.
UX_IMPORT(bayes_laplace)
ux_handle __ux_core_bayes_laplace(const void *likelihood, ux_handle prior, double prior_particle, ux_handle evidence,
                                  double evidence_particle, double observations);
UX_IMPORT(query) double __ux_core_query(int query, ux_handle h, double particle, double argument);
UX_IMPORT(sample_into) void __ux_core_sample_into(ux_handle h, double particle, void *target, size_t n, int single);
// Returns the length of a value's Ux string ("Ux…", no terminator). Writes the string only if it fits in `size` bytes.
UX_IMPORT(to_text) size_t __ux_core_to_text(ux_handle h, double particle, char *target, size_t size);
// On a Reference core, used instead of the function above: writes a string that names the value printed at this
// location in this form.
UX_IMPORT(printed) size_t __ux_core_printed(uint32_t path, uint32_t form, double value, char *target, size_t size);
// The same for a group of lanes.
UX_IMPORT(printed_lanes)
size_t __ux_core_printed_lanes(uint32_t path, uint32_t form, ux_handle h, double particle, char *target, size_t size);
// Reads a Ux string of `length` characters. Returns 1 and stores the value through the pointers, or returns 0 if the
// string is malformed; __ux_core_last_error then returns the reason.
UX_IMPORT(from_text)
int __ux_core_from_text(const char *text, size_t length, int has_particle, double particle, ux_handle *handle,
                        double *result_particle);
// The message of the last call that failed, truncated to `size` and terminated; returns its full length.
UX_IMPORT(last_error) size_t __ux_core_last_error(char *target, size_t size);
UX_IMPORT(to_bytes) size_t __ux_core_to_bytes(ux_handle h, double particle, int single, void *target, size_t size);
UX_IMPORT(from_bytes) int __ux_core_from_bytes(const void *bytes, size_t n, ux_handle *handle, double *result_particle);
// Reports a value whose record no longer exists because the collector could not find the value's bits.
UX_IMPORT(lost) void __ux_core_lost(void);
// Bit 0: decisions are reported. Bit 1: each draw takes its own branch.
UX_IMPORT(watches_decisions) int __ux_core_watches_decisions(void);
// Writes the smallest and the largest draw to `bounds`, or infinities if the value may be NaN.
UX_IMPORT(bounds) void __ux_core_bounds(ux_handle h, double particle, double *bounds);
// Reports that the program computes with bits that differ between the draws of a value.
UX_IMPORT(exposed) void __ux_core_exposed(ux_handle h, double particle);
// Stops the task with exit status 1; `message` becomes one line on stderr and the message of the task.
UX_IMPORT(fatal) _Noreturn void __ux_core_fatal(const char *message, size_t length);
// Called if the heap cannot grow by `increment` bytes. Returns if no amount of memory could satisfy the request;
// otherwise stops the task.
UX_IMPORT(heap_exhausted) void __ux_core_heap_exhausted(size_t increment);
// Discards the records whose bit in `marks` is 0; `searched` is the number of bytes of memory that were searched.
// Returns the number of records that may be created before the next collection; 0 requests a collection at every
// safepoint.
UX_IMPORT(sweep) uint32_t __ux_core_sweep(const uint32_t *marks, size_t words, size_t searched);

// ---- particles ----------------------------------------------------------------------------------------------------
// Particles are in guest memory, so that a comparison needs no call: chunk h >> 12, slot h & 4095. A chunk also records
// which of its handles have a live record, and which records must be kept regardless of what is in memory.
#define UX_CHUNK_BITS 12
#define UX_CHUNK_SLOTS (1u << UX_CHUNK_BITS)
#define UX_CHUNK_COUNT (1u << (UX_HANDLE_BITS - UX_CHUNK_BITS))
// Tables are not part of the program's memory. The search for boxes skips any block that begins with this header at a
// multiple of UX_HEAD_ALIGNMENT.
#define UX_HEAD_ALIGNMENT 32
typedef struct {
  uint64_t mark;  // UX_HEAD_MARK, with the head's own address in its low word
  uint64_t size;  // size of the block in bytes, a multiple of the alignment
} ux_head;
#define UX_HEAD_MARK ((uint64_t)0x5A8E11ED << 32)

// The smallest and the largest draw of a value. Until they are known, both are NaN, so that no comparison of ranges
// holds.
typedef struct {
  double low, high;
} ux_range;
#define UX_UNKNOWN_RANGE ((ux_range){__builtin_nan(""), __builtin_nan("")})
typedef struct {
  ux_head head;
  ux_range *ranges;  // ranges of values that have been compared
  double particle[UX_CHUNK_SLOTS];
  uint32_t name[UX_CHUNK_SLOTS];
  uint32_t live[UX_CHUNK_SLOTS / 32];
  uint32_t kept[UX_CHUNK_SLOTS / 32];
} ux_chunk;
extern ux_chunk *__ux_chunks[UX_CHUNK_COUNT];

// Names are assigned in a circle, so the name of a deleted record keeps its meaning until all other names have been
// used.
typedef struct {
  ux_head head;
  union {
    ux_handle handle;  // handle that belongs to a live name
    double particle;   // particle that belongs to any other name
  } value[UX_CHUNK_SLOTS];
  uint16_t check[UX_CHUNK_SLOTS];  // check bits in a double's box; different for each record with this name
} ux_name_values;
typedef struct {
  ux_head head;
  ux_name_values *values;  // null once newer names have needed the space
  uint32_t used[UX_CHUNK_SLOTS / 32];
  uint32_t live[UX_CHUNK_SLOTS / 32];
  uint32_t single[UX_CHUNK_SLOTS / 32];  // bit set if a float has ever had this name
} ux_name_chunk;
extern ux_name_chunk *__ux_names[UX_CHUNK_COUNT];
extern uint32_t __ux_salt;  // differs between tasks, so that nobody can forge a box by guessing
extern int __ux_mode;       // UX_MODE_…, read once at startup
extern uint32_t __ux_records_alive;
extern uint32_t __ux_collect_wanted;
extern uint32_t __ux_room;  // number of records that may still be created before the next collection
extern int __ux_watches_decisions;  // true if the core reports decisions on uncertain values; read once at startup
extern int __ux_makes_choices;      // true if draws take their own branches where this is allowed; read once at startup
extern int __ux_has_drawn;  // on a Reference core: true once a value has been drawn from a distribution
extern uint32_t __ux_path;  // the chain of active calls, which code added for Reference cores records

void __ux_forget_name(ux_handle h);  // the name's record no longer exists

// The range of a value; without a handle, both limits are the particle.
ux_range __ux_find_range(ux_handle h, double particle);
// The same without querying the core.
static inline ux_range __ux_known_range(ux_handle h, double particle) {
  if (!h) return (ux_range){particle, particle};
  const ux_range *ranges = __ux_chunks[h >> UX_CHUNK_BITS]->ranges;
  return ranges ? ranges[h & (UX_CHUNK_SLOTS - 1)] : UX_UNKNOWN_RANGE;
}
extern int __ux_is_quiet;  // true if __ux_note_bits omits the line
void __ux_note_bits(ux_handle h, double particle);
static inline void __ux_watch_bits(ux_handle h, double particle) {
  if (h && __ux_watches_decisions) __ux_note_bits(h, particle);
}

// ---- boxing --------------------------------------------------------------------------------------------------------
static inline uint64_t __ux_bits64(double x) { union { double d; uint64_t u; } v = {.d = x}; return v.u; }
static inline double __ux_from_bits64(uint64_t u) { union { uint64_t u; double d; } v = {.u = u}; return v.d; }
static inline uint32_t __ux_bits32(float x) { union { float f; uint32_t u; } v = {.f = x}; return v.u; }
static inline float __ux_from_bits32(uint32_t u) { union { uint32_t u; float f; } v = {.u = u}; return v.f; }

static inline int __ux_is_live(ux_handle h) {
  const ux_chunk *chunk = __ux_chunks[h >> UX_CHUNK_BITS];
  uint32_t slot = h & (UX_CHUNK_SLOTS - 1);
  return chunk && ((chunk->live[slot >> 5] >> (slot & 31)) & 1);
}

static inline int __ux_name_bit(const uint32_t *bits, uint32_t name) {
  return (bits[(name & (UX_CHUNK_SLOTS - 1)) >> 5] >> (name & 31)) & 1;
}

// The low bits of a box. In these bits, the circle of names advances in steps of sixteen and fills the gaps later. If
// the bits of a float are incremented or decremented, they therefore belong to no other float until a million names
// have been assigned.
#define UX_REVERSED 0xF7B3D591E6A2C480u  // reverses each group of 4 bits
static inline uint32_t __ux_bits_of_name(uint32_t name) {
  return (name << 4 & UX_NAME_MASK) | (uint32_t)(UX_REVERSED >> 4 * (name >> (UX_HANDLE_BITS - 4)) & 15);
}
static inline uint32_t __ux_name_of_bits(uint32_t bits) {
  return (uint32_t)(UX_REVERSED >> 4 * (bits & 15) & 15) << (UX_HANDLE_BITS - 4) | bits >> 4;
}

// The handle of the live record whose name is in a box, or 0 if there is none. Check bits distinguish the box from
// another record's box with the same name, and from other NaNs. There is no room for check bits in a float.
static inline ux_handle __ux_handle_of_bits64(uint64_t u) {
  uint32_t high = (uint32_t)(u >> 32);
  if ((high & 0x7FFF0000u) != UX_TAG64 || (uint32_t)u > UX_NAME_MASK) return 0;
  uint32_t name = __ux_name_of_bits((uint32_t)u);
  const ux_name_chunk *chunk = __ux_names[name >> UX_CHUNK_BITS];
  if (!chunk || !__ux_name_bit(chunk->live, name)) return 0;
  uint32_t slot = name & (UX_CHUNK_SLOTS - 1);
  return chunk->values->check[slot] == (high & 0xFFFFu) ? chunk->values->value[slot].handle : 0;
}
static inline ux_handle __ux_handle_of_bits32(uint32_t u) {
  if ((u & UX_TAG32) != UX_TAG32) return 0;
  uint32_t name = __ux_name_of_bits(u & UX_NAME_MASK);
  const ux_name_chunk *chunk = __ux_names[name >> UX_CHUNK_BITS];
  if (!chunk || !__ux_name_bit(chunk->live, name) || !__ux_name_bit(chunk->single, name)) return 0;
  return chunk->values->value[name & (UX_CHUNK_SLOTS - 1)].handle;
}
static inline double __ux_record_particle(ux_handle h) {
  return __ux_chunks[h >> UX_CHUNK_BITS]->particle[h & (UX_CHUNK_SLOTS - 1)];
}

// Programs flip and clear the sign bit of numbers. If the sign of a box differs from that of its particle, the box
// stands for the negated value.
ux_handle __ux_negated(ux_handle h);
static inline ux_handle __ux_with_sign(ux_handle h, int is_negative) {
  double particle = __ux_record_particle(h);
  return particle == particle && (int)(__ux_bits64(particle) >> 63) != is_negative ? __ux_negated(h) : h;
}

// During a draw, every value is the plain number that it has in this draw.
extern const char *__ux_draw_frame;  // frame of the function that entered the draw; NULL outside draws
double __ux_drawn(ux_handle h, int is_negative);
// Returns 0 and leaves the draw if the program has left that function through an exception or longjmp.
int __ux_is_drawing(void);
static inline void __ux_check_draw(void) {
  if (__ux_draw_frame) (void)__ux_is_drawing();
}
// Within a draw, the core creates plain numbers, so these calls first check whether the draw has ended.
#define __ux_core_parametric(...) (__ux_check_draw(), (__ux_core_parametric)(__VA_ARGS__))
#define __ux_core_from_samples(...) (__ux_check_draw(), (__ux_core_from_samples)(__VA_ARGS__))
#define __ux_core_from_weighted_samples(...) (__ux_check_draw(), (__ux_core_from_weighted_samples)(__VA_ARGS__))
#define __ux_core_from_multidimensional_samples(...) \
  (__ux_check_draw(), (__ux_core_from_multidimensional_samples)(__VA_ARGS__))
#define __ux_core_mixture(...) (__ux_check_draw(), (__ux_core_mixture)(__VA_ARGS__))
#define __ux_core_independent_copy(...) (__ux_check_draw(), (__ux_core_independent_copy)(__VA_ARGS__))
#define __ux_core_independent_copies(...) (__ux_check_draw(), (__ux_core_independent_copies)(__VA_ARGS__))
#define __ux_core_limit_support(...) (__ux_check_draw(), (__ux_core_limit_support)(__VA_ARGS__))
#define __ux_core_bayes_laplace(...) (__ux_check_draw(), (__ux_core_bayes_laplace)(__VA_ARGS__))
#define __ux_core_query(...) (__ux_check_draw(), (__ux_core_query)(__VA_ARGS__))
#define __ux_core_sample_into(...) (__ux_check_draw(), (__ux_core_sample_into)(__VA_ARGS__))
#define __ux_core_from_text(...) (__ux_check_draw(), (__ux_core_from_text)(__VA_ARGS__))
#define __ux_core_from_bytes(...) (__ux_check_draw(), (__ux_core_from_bytes)(__VA_ARGS__))

// Handles bits that do not belong to a live box: a box without a record becomes its particle, and the user is notified.
uint64_t __ux_other_bits64(uint64_t u);
// The same for code in which the program may have changed the low word of a box: returns the particle's bits with this
// change applied.
uint64_t __ux_completed_bits64(uint64_t u);
uint32_t __ux_completed_bits32(uint32_t u);
// The live record whose box had this upper half, or 0 if there is none.
ux_handle __ux_handle_of_half(uint32_t high);
uint32_t __ux_other_bits32(uint32_t u);

// The handle of a value, or 0 for a plain value. A box without a record becomes its particle.
static inline ux_handle __ux_open64(double *x) {
  if (*x == *x) return 0;
  uint64_t u = __ux_bits64(*x);
  ux_handle h = __ux_handle_of_bits64(u);
  if (h && __ux_draw_frame && __ux_is_drawing()) {
    *x = __ux_drawn(h, (int)(u >> 63));
    return 0;
  }
  if (h) return __ux_with_sign(h, (int)(u >> 63));
  uint64_t other = __ux_other_bits64(u);
  *x = __ux_from_bits64(other == u ? __ux_completed_bits64(u) : other);
  return 0;
}
static inline ux_handle __ux_open32(float *x) {
  if (*x == *x) return 0;
  uint32_t u = __ux_bits32(*x);
  ux_handle h = __ux_handle_of_bits32(u);
  if (h && __ux_draw_frame && __ux_is_drawing()) {
    *x = (float)__ux_drawn(h, (int)(u >> 31));
    return 0;
  }
  if (h) return __ux_with_sign(h, (int)(u >> 31));
  uint32_t other = __ux_other_bits32(u);
  *x = __ux_from_bits32(other == u ? __ux_completed_bits32(u) : other);
  return 0;
}
#define __ux_handle64(x) __ux_open64(&(x))
#define __ux_handle32(x) __ux_open32(&(x))

// Tests for values that the library must not see, that is, boxes, with or without a record.
static inline int __ux_is_box64(double x) {
  double plain = x;
  return __ux_handle64(plain) || __ux_bits64(plain) != __ux_bits64(x);
}
static inline int __ux_is_box32(float x) {
  float plain = x;
  return __ux_handle32(plain) || __ux_bits32(plain) != __ux_bits32(x);
}

// The particle of a value, that is, the number that an ordinary processor would compute. A plain value is its own
// particle.
static inline double __ux_particle64(double x) {
  ux_handle h = __ux_handle64(x);
  return h ? __ux_record_particle(h) : x;
}
static inline float __ux_particle32(float x) {
  ux_handle h = __ux_handle32(x);
  return h ? (float)__ux_record_particle(h) : x;
}

// Copies bytes with which the program computes, replacing boxes with their particles.
void __ux_copy_particles(void *to, const void *from, size_t size);
// Records the address of the byte that a function is about to return, or NULL if it is unknown.
void __ux_note_byte(const unsigned char *byte);
// The bits to show to the user: for a box in any byte order, those of its particle.
int64_t __ux_shown_bits64(int64_t bits);

// Turns the result of a call to the core into a value: puts the handle `h` and its particle into a box, or returns the
// plain particle if h is 0.
double __ux_box64(ux_handle h, double particle);
float __ux_box32(ux_handle h, float particle);
