// The library's <netinet/in.h>. Functions that swap bytes are inlined, so that the rewriter can see that they only move
// the bytes of a number (src/rewrite/bits).
#ifndef HAZE_NETINET_IN_H
#define HAZE_NETINET_IN_H

#include_next <netinet/in.h>

#ifdef __cplusplus
extern "C" {
#endif
#define HAZE_SWAPPING extern inline __attribute__((gnu_inline, always_inline))
HAZE_SWAPPING uint32_t htonl(uint32_t number) { return __builtin_bswap32(number); }
HAZE_SWAPPING uint32_t ntohl(uint32_t number) { return __builtin_bswap32(number); }
HAZE_SWAPPING uint16_t htons(uint16_t number) { return __builtin_bswap16(number); }
HAZE_SWAPPING uint16_t ntohs(uint16_t number) { return __builtin_bswap16(number); }
#undef HAZE_SWAPPING
#ifdef __cplusplus
}
#endif

#endif  // HAZE_NETINET_IN_H
