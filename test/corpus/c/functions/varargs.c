// Variable arguments: doubles, promoted floats, structs, va_copy, forwarding to vsnprintf.
#include <stdarg.h>
#include <stdio.h>

typedef struct { double re, im; } Number;

static double sum(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  double total = 0, squares = 0;
  for (int i = 0; i < count; i++) total += va_arg(list, double);
  for (int i = 0; i < count; i++) {
    double x = va_arg(again, double);
    squares += x * x;
  }
  va_end(again);
  va_end(list);
  return total + squares / 1000;
}

static double mixed(const char *types, ...) {
  va_list list;
  va_start(list, types);
  double total = 0;
  for (; *types; types++) {
    switch (*types) {
      case 'i': total += va_arg(list, int); break;
      case 'l': total += (double)va_arg(list, long long); break;
      case 'd': total += va_arg(list, double); break;
      case 'L': total += (double)va_arg(list, long double); break;
      case 's': total += va_arg(list, const char *)[0]; break;
      case 'n': { Number n = va_arg(list, Number); total += n.re * n.im; break; }
      case 'p': total += *va_arg(list, double *); break;
    }
  }
  va_end(list);
  return total;
}

static void report(const char *format, ...) {
  char text[200];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  puts(text);
}

int main(void) {
  float single = 0.1f;
  double target = 1e6;
  printf("%.17g\n", sum(4, 1.5, (double)single, -2.25, 1e3));
  printf("%.17g\n", mixed("idlLsnpd", 7, 0.5, 1LL << 40, 2.25L, "A", (Number){3, 4}, &target, single));
  report("%d|%s|%c|%5d|%-5d|%x", 42, "text", 'z', 7, 7, 255);
  return 0;
}
