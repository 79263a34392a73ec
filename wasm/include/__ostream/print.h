// The library's <__ostream/print.h>, modified to mark its formatted text as printed to a stream: see <format>.
#ifndef HAZE_OSTREAM_PRINT
#define HAZE_OSTREAM_PRINT
#pragma GCC system_header

#include <format>
#include <print>

#define vformat __haze_vformat_for_stream
#include_next <__ostream/print.h>
#undef vformat

#endif  // HAZE_OSTREAM_PRINT
