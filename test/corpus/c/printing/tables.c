// Tables and bar charts with widths from arguments; sprintf pieces joined; percent signs, tabs, hand-written thousands separators.
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *grouped(long n, char *to) {
  char digits[24];
  int length = snprintf(digits, sizeof digits, "%ld", n), k = 0;
  for (int i = 0; i < length; i++) {
    if (i > 0 && (length - i) % 3 == 0) to[k++] = ',';
    to[k++] = digits[i];
  }
  to[k] = 0;
  return to;
}

int main(void) {
  char text[32];
  for (int i = 0; i <= 10; i++) {
    double x = i * 0.3, y = sin(x);
    printf("%4.1f\t%+8.4f %*d|%-*s|\n", x, y, 4, i * i, 24, &"************************"[24 - (int)(12 + 12 * y)]);
  }
  printf("%s ", grouped(1, text));
  printf("%s\n", grouped(1234567, text));
  printf("%5.1f%% done, %d%%\n", 99.5, 7);
  char joined[80] = "";
  for (int i = 0; i < 5; i++) sprintf(joined + strlen(joined), "%s%02d", i ? ":" : "", i * 13);
  printf("%s\n", joined);
  printf("%-10s|%10s|%.2s|%c%c\n", "left", "right", "cut", 'o', 'k');
  for (int w = 1; w < 12; w += 3) printf("[%*d][%-*d][%0*d]\n", w, 42, w, 42, w, 42);
  printf("%s\n", (const char *[]){"zero", "one"}[1]);
  return 0;
}
