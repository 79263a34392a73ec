// strtol, strtoul, strtoll, strtoull: bases, prefixes, overflow, end pointers.
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  const char *texts[] = {"0", "-1", "  +42z", "0x7F", "0X", "077", "08", "zz", "", "-", "99999999999999999999", "-99999999999999999999",
                         "2147483647", "2147483648", "-2147483649", "4294967296", "1010", "9223372036854775808"};
  const int bases[] = {0, 2, 8, 10, 16, 36};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    printf("[%s]", texts[i]);
    for (int j = 0; j < 6; j++) {
      char *end;
      errno = 0;
      long a = strtol(texts[i], &end, bases[j]);
      int range = errno == ERANGE;
      unsigned long b = strtoul(texts[i], NULL, bases[j]);
      long long c = strtoll(texts[i], NULL, bases[j]);
      unsigned long long d = strtoull(texts[i], NULL, bases[j]);
      printf(" %ld,%lu,%lld,%llu,%td,%d", a, b, c, d, end - texts[i], range);
    }
    printf("\n");
  }
  return 0;
}
