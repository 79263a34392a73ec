// Chooses the handler. clang's landing pads store their index and the function's language-specific data area (LSDA) in
// __wasm_lpad_context, call _Unwind_CallPersonality, and compare the selector with their handlers. If none of these
// match, they rethrow. There is no search phase, so frames are unwound before it is known whether a handler exists.
//
// Contents of the LSDA: header; call sites (index, action), the n-th of which belongs to landing pad n; action records
// (type filter, offset of the next one), in signed LEB128; type table, read backwards from its end. Negative filters
// (exception specifications with types) are not emitted for WebAssembly.
#include "exception-record.h"

namespace ux {

namespace {

// libc++abi's type_info classes can test whether they catch an exception. This class names the slots of their virtual
// table: the two destructors of type_info, two reserved slots, and then the test.
class CatchingType : public std::type_info {
 public:
  virtual void reserved_1() const;
  virtual void reserved_2() const;
  virtual bool can_catch(const CatchingType *thrown, void *&object) const = 0;
};

class LsdaReader {
 public:
  explicit LsdaReader(const std::uint8_t *position) : position_(position) {}

  const std::uint8_t *position() const { return position_; }
  std::uint8_t read_byte() { return *position_++; }

  std::uint32_t read_unsigned() {
    std::uint32_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      std::uint8_t byte = read_byte();
      value |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
      if (!(byte & 0x80)) return value;
    }
  }

  std::int32_t read_signed() {
    std::uint32_t value = 0;
    for (unsigned shift = 0;;) {
      std::uint8_t byte = read_byte();
      value |= static_cast<std::uint32_t>(byte & 0x7F) << shift;
      shift += 7;
      if (byte & 0x80) continue;
      if ((byte & 0x40) && shift < 32) value |= ~0u << shift;
      return static_cast<std::int32_t>(value);
    }
  }

 private:
  const std::uint8_t *position_;
};

constexpr std::uint8_t encoding_omitted = 0xFF;
constexpr std::uint8_t encoding_absolute = 0x00;

struct HandlerTable {
  const std::uint8_t *action;      // first action record of the landing pad; null if there is none
  const std::type_info *const *types_end;  // entry `filter` is types_end[-filter]; a null entry catches everything
};

HandlerTable read_lsda(const std::uint8_t *lsda, std::uint32_t landing_pad) {
  LsdaReader reader(lsda);
  HandlerTable table = {nullptr, nullptr};
  if (reader.read_byte() != encoding_omitted) reader.read_unsigned();
  std::uint8_t type_encoding = reader.read_byte();
  if (type_encoding != encoding_omitted) {
    if (type_encoding != encoding_absolute) end_program("terminating: exception tables of an unknown encoding");
    std::uint32_t offset = reader.read_unsigned();
    table.types_end = reinterpret_cast<const std::type_info *const *>(reader.position() + offset);
  }
  reader.read_byte();  // encoding of the call sites, which is always unsigned LEB128 here
  std::uint32_t call_sites_size = reader.read_unsigned();
  const std::uint8_t *actions = reader.position() + call_sites_size;
  for (std::uint32_t i = 0; reader.position() < actions; i++) {
    reader.read_unsigned();
    std::uint32_t action = reader.read_unsigned();
    if (i != landing_pad) continue;
    if (action) table.action = actions + action - 1;
    break;
  }
  return table;
}

// Returns the filter of the first handler that accepts the exception, or 0 if no handler does.
std::int32_t choose_handler(const HandlerTable &table, Record *record) {
  const std::uint8_t *action = table.action;
  while (action) {
    LsdaReader reader(action);
    std::int32_t filter = reader.read_signed();
    const std::uint8_t *link = reader.position();
    std::int32_t next = reader.read_signed();
    if (filter > 0) {
      void *seen_as = record->object;
      const std::type_info *type = table.types_end[-filter];
      if (!type || can_catch(type, record, &seen_as)) {
        record->caught_as = seen_as;
        return filter;
      }
    }
    action = next ? link + next : nullptr;
  }
  return 0;
}

}  // namespace

bool can_catch(const std::type_info *catch_type, Record *record, void **seen_as) {
  void *object = record->object;
  auto *wanted = static_cast<const CatchingType *>(catch_type);
  if (!wanted->can_catch(static_cast<const CatchingType *>(record->type), object)) return false;
  *seen_as = object;
  return true;
}

}  // namespace ux

extern "C" {

struct LandingPadContext {
  std::uint32_t landing_pad;
  const std::uint8_t *lsda;
  std::int32_t selector;
};
LandingPadContext __wasm_lpad_context;

int _Unwind_CallPersonality(void *header) {
  LandingPadContext &context = __wasm_lpad_context;
  ux::HandlerTable table = ux::read_lsda(context.lsda, context.landing_pad);
  context.selector = ux::choose_handler(table, ux::Record::of_unwind(header));
  return 0;
}
}
