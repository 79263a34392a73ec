// Reads long doubles, one word of standard input at a time, and prints their bits, the used text and the error.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char word[40000];
static wchar_t wide[40000];

static void show(const char *how, long double x, long used) {
  unsigned long long bits[2];
  memcpy(bits, &x, sizeof bits);
  printf("%s %016llx%016llx %ld %d\n", how, bits[1], bits[0], used, errno == ERANGE);
  errno = 0;
}

int main(void) {
  while (scanf("%39999s", word) == 1) {
    char *end;
    wchar_t *wide_end;
    int n = -1, count;
    long double x = strtold(word, &end);
    show("strtold", x, end - word);
    mbstowcs(wide, word, sizeof wide / sizeof *wide);
    x = wcstold(wide, &wide_end);
    show("wcstold", x, wide_end - wide);
    x = -99;
    count = sscanf(word, "%Lf%n", &x, &n);
    show("sscanf", x, 10 * n + count);
    x = -99;
    count = swscanf(wide, L"%Le%n", &x, &n);
    show("swscanf", x, 10 * n + count);
    double y = -99;
    float z = -99;
    long double t = -99;
    x = -99;
    strcat(strcpy(word + 20000, word), ",5.25,0.1,7.1,3e4000");
    count = sscanf(word + 20000, "%*Lf,%lf,%Lg,%f,%4LA%n", &y, &x, &z, &t, &n);
    show("five", x, count);
    show("five", t + y + z, n);
    x = -99;
    count = sscanf(word + 20000, "%3$*Lf,%2$lf,%1$Lf", &x, &y);
    show("numbered", x, count);
  }
  errno = 0;
}
