// sscanf: numbers of every type and base, %n, %*, sets, widths, characters, failures.
#include <stdio.h>

int main(void) {
  int a, b, c, n;
  double x, y;
  float f;
  long double ld;
  long long ll;
  short sh;
  unsigned u;
  unsigned char uc;
  char word[20], set[20], chars[4] = "";
  printf("%d ", sscanf("12 -34 0x1f", "%d%d%i", &a, &b, &c));
  printf("%d %d %d\n", a, b, c);
  printf("%d ", sscanf("1.5,2e3;-.25", "%lf,%lf;%f", &x, &y, &f));
  printf("%.3f %.3f %.3f\n", x, y, f);
  printf("%d ", sscanf("7.125 9999999999 -5 200", "%Lf %lld %hd %hhu", &ld, &ll, &sh, &uc));
  printf("%.3Lf %lld %d %u\n", ld, ll, sh, uc);
  printf("%d ", sscanf("skip 42 rest", "%*s %d%n", &a, &n));
  printf("%d %d\n", a, n);
  printf("%d ", sscanf("hello, world", "%[a-z]%[^w]%3c", word, set, chars));
  printf("[%s][%s][%s]\n", word, set, chars);
  printf("%d ", sscanf("123456", "%3d%2x%u", &a, &u, &u));
  printf("%d %u\n", a, u);
  printf("%d %d %d\n", sscanf("", "%d", &a), sscanf("x", "%d", &a), sscanf("5 x", "%d %d", &a, &b));
  printf("%d ", sscanf("0x1.8p3 inf -infinity", "%lf %lf %f", &x, &y, &f));
  printf("%.1f %.1f %.1f\n", x, y, f);
  printf("%d ", sscanf("1e", "%lf", &x));
  printf("%d ", sscanf("  77%", "%d%%%n", &a, &n));
  printf("%d %d\n", a, n);
  printf("%d ", sscanf("10:20:30", "%2d:%2d:%2d", &a, &b, &c));
  printf("%d\n", a * 3600 + b * 60 + c);
  printf("%d ", sscanf("3.75abc", "%4lf%s", &x, word));
  printf("%.2f %s\n", x, word);
  return 0;
}
