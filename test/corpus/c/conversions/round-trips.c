// Doubles and floats survive printing with 17 and 9 digits, in hexadecimal, and as bytes.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  uint64_t state = 88172645463325252u;
  int wrong = 0;
  for (int i = 0; i < 3000; i++) {
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    double x;
    float f;
    uint32_t low = (uint32_t)state;
    memcpy(&x, &state, sizeof x);
    memcpy(&f, &low, sizeof f);
    char text[512];
    if (x == x && x - x == 0) {
      snprintf(text, sizeof text, "%.17g", x);
      wrong += strtod(text, NULL) != x;
      snprintf(text, sizeof text, "%a", x);
      wrong += strtod(text, NULL) != x;
    }
    if (f == f && f - f == 0) {
      snprintf(text, sizeof text, "%.9g", (double)f);
      wrong += strtof(text, NULL) != f;
    }
    if (i % 500 == 0 && x == x) printf("%.17g %.16e\n", x, x);
  }
  printf("%d wrong\n", wrong);
  return 0;
}
