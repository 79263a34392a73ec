// Every integer width: wrap-around of unsigned types, shifts, division towards zero, promotions.
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#define SHOW_UNSIGNED(type, format)                                                                   \
  do {                                                                                                \
    type top = (type)-1, a = (type)200, b = (type)77;                                                 \
    printf(#type " max %" format " wrap %" format " mul %" format " shr %" format " not %" format "\n", \
           top, (type)(top + 1), (type)(a * b), (type)(top >> 3), (type)~a);                          \
  } while (0)

#define SHOW_SIGNED(type, format)                                                                  \
  do {                                                                                             \
    type a = (type)-107, b = (type)13;                                                             \
    printf(#type " div %" format " rem %" format " and %" format " xor %" format " shr %" format "\n", \
           (type)(a / b), (type)(a % b), (type)(a & b), (type)(a ^ b), (type)(a >> 2));            \
  } while (0)

int main(void) {
  SHOW_UNSIGNED(uint8_t, PRIu8);
  SHOW_UNSIGNED(uint16_t, PRIu16);
  SHOW_UNSIGNED(uint32_t, PRIu32);
  SHOW_UNSIGNED(uint64_t, PRIu64);
  SHOW_SIGNED(int8_t, PRId8);
  SHOW_SIGNED(int16_t, PRId16);
  SHOW_SIGNED(int32_t, PRId32);
  SHOW_SIGNED(int64_t, PRId64);
  printf("%d %u\n", -1 < 1, (unsigned)(-1) < 1u);
  printf("%" PRId64 " %" PRIu64 "\n", INT64_MIN, UINT64_MAX);
  unsigned __int128 wide = (unsigned __int128)UINT64_MAX * UINT64_MAX;
  printf("%016" PRIx64 " %016" PRIx64 "\n", (uint64_t)(wide >> 64), (uint64_t)wide);
  wide /= 1000000007u;
  printf("%016" PRIx64 " %016" PRIx64 "\n", (uint64_t)(wide >> 64), (uint64_t)wide);
  return 0;
}
