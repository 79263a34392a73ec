#include <cxxabi.h>
#include <cstring>
#include <cstdlib>
#include "exception-record.h"
namespace ux {
void write_type_name(const char *mangled, char *target, std::size_t size) {
  int s; char *t = abi::__cxa_demangle(mangled, 0, 0, &s); std::strncpy(target, t, size); std::free(t);
}
}
