// Converts the mangled name of a type (Itanium C++ ABI, section 5.1) to the C++ name that is used in a message.
// Supports everything that occurs in thrown types: names, namespaces, templates and their arguments, pointers,
// references, const, arrays, built-in types, and types local to a function. Other names stay mangled: libc++abi's
// demangler could decode them, but it would add 160 KB to every program.
#include <cstring>

#include "exception-record.h"

namespace ux {

namespace {

struct Builtin {
  const char *code;
  const char *name;
};

constexpr Builtin builtins[] = {
    {"v", "void"},           {"b", "bool"},
    {"c", "char"},           {"a", "signed char"},
    {"h", "unsigned char"},  {"s", "short"},
    {"t", "unsigned short"}, {"i", "int"},
    {"j", "unsigned int"},   {"l", "long"},
    {"m", "unsigned long"},  {"x", "long long"},
    {"y", "unsigned long long"},
    {"n", "__int128"},       {"o", "unsigned __int128"},
    {"f", "float"},          {"d", "double"},
    {"e", "long double"},    {"w", "wchar_t"},
    {"Dn", "std::nullptr_t"}, {"Du", "char8_t"},
    {"Ds", "char16_t"},      {"Di", "char32_t"},
};

// The output for each component is contiguous, because everything added to a type follows it ("int const*"). A
// substitution (S_, S0_, …) is therefore a range of the output.
struct Range {
  std::size_t start, end;
};

class TypeNameWriter {
 public:
  TypeNameWriter(const char *mangled, char *target, std::size_t size) : next_(mangled), text_(target), size_(size) {}

  // Returns true if the whole name was parsed and its output fits.
  bool write() {
    bool complete = write_type() && !*next_ && length_ < size_;
    text_[complete ? length_ : 0] = '\0';
    return complete;
  }

 private:
  static constexpr std::size_t substitution_limit = 64;

  const char *next_;
  char *text_;
  std::size_t size_;
  std::size_t length_ = 0;
  Range substitutions_[substitution_limit];
  std::size_t substitution_count_ = 0;

  bool accept(const char *code) {
    std::size_t length = std::strlen(code);
    if (std::strncmp(next_, code, length) != 0) return false;
    next_ += length;
    return true;
  }

  void add(const char *part, std::size_t length) {
    if (length_ + length < size_) std::memcpy(text_ + length_, part, length);
    length_ += length;
  }

  void add(const char *part) { add(part, std::strlen(part)); }

  bool remember(std::size_t start) {
    if (substitution_count_ == substitution_limit) return false;
    substitutions_[substitution_count_++] = {start, length_};
    return true;
  }

  bool read_number(std::size_t *value) {
    if (*next_ < '0' || *next_ > '9') return false;
    for (*value = 0; *next_ >= '0' && *next_ <= '9'; next_++) {
      *value = *value * 10 + static_cast<std::size_t>(*next_ - '0');
      if (*value > size_) return false;
    }
    return true;
  }

  // Writes the substitution after "S": "_" is the first one; base-36 numbers denote the others.
  bool write_substitution() {
    std::size_t index = 0;
    if (!accept("_")) {
      for (; *next_ != '_'; next_++) {
        bool digit = *next_ >= '0' && *next_ <= '9';
        if (!digit && (*next_ < 'A' || *next_ > 'Z')) return false;
        index = index * 36 + static_cast<std::size_t>(digit ? *next_ - '0' : *next_ - 'A' + 10);
        if (index > substitution_limit) return false;
      }
      next_++;
      index++;
    }
    if (index >= substitution_count_ || length_ >= size_) return false;
    Range range = substitutions_[index];
    add(text_ + range.start, range.end - range.start);
    return true;
  }

  bool write_source_name() {
    accept("L");  // marks internal linkage
    std::size_t length;
    if (!read_number(&length) || std::strlen(next_) < length) return false;
    bool anonymous = length == 12 && std::strncmp(next_, "_GLOBAL__N_1", 12) == 0;
    if (anonymous) add("(anonymous namespace)");
    else add(next_, length);
    next_ += length;
    return true;
  }

  bool write_literal() {
    bool is_bool = *next_ == 'b';
    next_++;
    if (is_bool) add(*next_ == '1' ? "true" : "false");
    if (accept("n")) add("-");
    for (; *next_ >= '0' && *next_ <= '9'; next_++) {
      if (!is_bool) add(next_, 1);
    }
    return accept("E");
  }

  // Writes the arguments after "I" or "J", up to "E".
  bool write_arguments() {
    std::size_t start = length_;
    while (!accept("E")) {
      std::size_t before = length_;
      if (length_ > start) add(", ");
      std::size_t separated = length_;
      bool done = accept("L") ? write_literal() : accept("J") ? write_arguments() : write_type();
      if (!done) return false;
      if (length_ == separated) length_ = before;  // an empty pack
    }
    return true;
  }

  bool write_template_arguments() {
    add("<");
    if (!write_arguments()) return false;
    add(">");
    return true;
  }

  // Writes the components after "N", up to "E". All prefixes except std itself may be substituted.
  bool write_nested_name() {
    std::size_t start = length_;
    bool in_std = false;
    while (!accept("E")) {
      if (accept("I")) {
        if (!write_template_arguments()) return false;
      } else if (accept("St")) {
        add("std");
        in_std = true;
        continue;
      } else if (accept("S")) {
        if (!write_substitution()) return false;
        continue;
      } else if (in_std && accept("3__2")) {
        // Omits the library's inline version namespace, which never appears in source code.
      } else {
        if (length_ > start) add("::");
        if (!write_source_name()) return false;
      }
      if (*next_ != 'E' && !remember(start)) return false;
    }
    return true;
  }

  bool write_name() {
    std::size_t start = length_;
    if (accept("St")) add("std::");
    if (!write_source_name()) return false;
    if (!accept("I")) return true;
    return remember(start) && write_template_arguments();
  }

  // Writes the parts after "Z": the function, its parameters (not shown), "E", the name of the type, and a number that
  // distinguishes types of the same name.
  bool write_local_name() {
    if (!(accept("N") ? write_nested_name() : write_name())) return false;
    std::size_t shown = length_;
    while (!accept("E")) {
      if (!write_type()) return false;
    }
    length_ = shown;
    add("::");
    if (!write_name()) return false;
    if (accept("_")) {
      std::size_t number;
      if (!read_number(&number)) return false;
    }
    return true;
  }

  bool write_with_suffix(const char *suffix) {
    std::size_t start = length_;
    if (!write_type()) return false;
    add(suffix);
    return remember(start);
  }

  bool write_array() {
    std::size_t start = length_;
    std::size_t count;
    const char *digits = next_;
    if (!read_number(&count)) return false;
    std::size_t digit_count = static_cast<std::size_t>(next_ - digits);
    if (!accept("_") || !write_type()) return false;
    add(" [");
    add(digits, digit_count);
    add("]");
    return remember(start);
  }

  bool write_type() {
    for (const Builtin &builtin : builtins) {
      if (!accept(builtin.code)) continue;
      add(builtin.name);
      return true;
    }
    if (accept("P")) return write_with_suffix("*");
    if (accept("R")) return write_with_suffix("&");
    if (accept("O")) return write_with_suffix("&&");
    if (accept("K")) return write_with_suffix(" const");
    if (accept("V")) return write_with_suffix(" volatile");
    if (accept("A")) return write_array();
    std::size_t start = length_;
    if (accept("N")) return write_nested_name() && remember(start);
    if (accept("Z")) return write_local_name() && remember(start);
    if (*next_ == 'S' && next_[1] != 't') {
      next_++;
      if (!write_substitution()) return false;
      if (!accept("I")) return true;
      return write_template_arguments() && remember(start);
    }
    return write_name() && remember(start);
  }
};

}  // namespace

void write_type_name(const char *mangled, char *target, std::size_t size) {
  if (TypeNameWriter(mangled, target, size).write()) return;
  std::size_t length = std::strlen(mangled);
  if (length > size - 1) length = size - 1;
  std::memcpy(target, mangled, length);
  target[length] = '\0';
}

}  // namespace ux
