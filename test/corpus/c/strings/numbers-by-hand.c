// Printing and reading numbers by hand: integers in any base, decimals of doubles digit by digit, parsing with exponents.
#include <math.h>
#include <stdio.h>
#include <string.h>

static char *write_base(long long n, int base, char *end) {
  unsigned long long u = n < 0 ? 0ull - (unsigned long long)n : (unsigned long long)n;
  *--end = 0;
  do *--end = "0123456789abcdefghijklmnopqrstuvwxyz"[u % (unsigned)base]; while (u /= (unsigned)base);
  if (n < 0) *--end = '-';
  return end;
}
static void write_digits(double x, int places, char *to) {
  if (x < 0) *to++ = '-', x = -x;
  int exponent = x > 0 ? (int)floor(log10(x)) : 0;
  double scale = pow(10, exponent);
  for (int i = 0; i < places; i++) {
    int digit = (int)(x / scale);
    digit = digit > 9 ? 9 : digit < 0 ? 0 : digit;
    *to++ = (char)('0' + digit);
    if (i == 0) *to++ = '.';
    x -= digit * scale;
    scale /= 10;
  }
  snprintf(to, 8, "e%d", exponent);
}
static double read_number(const char *s) {
  double x = 0, scale = 1;
  int sign = *s == '-' ? s++, -1 : 1, exponent = 0;
  for (; *s >= '0' && *s <= '9'; s++) x = x * 10 + (*s - '0');
  if (*s == '.') for (s++; *s >= '0' && *s <= '9'; s++) x += (*s - '0') * (scale /= 10);
  if (*s == 'e') for (int e = *++s == '-' ? s++, -1 : 1; *s >= '0' && *s <= '9'; s++) exponent = exponent * 10 + e * (*s - '0');
  return sign * x * pow(10, exponent);
}

int main(void) {
  char text[80];
  for (int base = 2; base <= 36; base += 7) printf("%s ", write_base(-123456789, base, text + 79)), printf("%s ", write_base(9223372036854775807LL, base, text + 79));
  printf("\n");
  const double values[] = {3.14159, 1e10, 0.00012345, -273.15, 6.02214076e23, 0};
  for (int i = 0; i < 6; i++) {
    write_digits(values[i], 12, text);
    printf("%s %.10g %d\n", text, read_number(text), fabs(read_number(text) - values[i]) <= fabs(values[i]) * 1e-10);
  }
  return 0;
}
