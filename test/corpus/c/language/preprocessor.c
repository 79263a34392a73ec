// Macros: stringifying, pasting, variadic, recursive lists, X-macros, conditional compilation, counters, line control.
#include <stdio.h>

#define TEXT(x) #x
#define EXPAND(x) TEXT(x)
#define PASTE(a, b) a##b
#define LENGTH(...) LENGTH_OF(__VA_ARGS__, 5, 4, 3, 2, 1)
#define LENGTH_OF(a, b, c, d, e, n, ...) n
#define SUM(...) sum_of(LENGTH(__VA_ARGS__), (double[]){__VA_ARGS__})
#define COLOURS(X) X(RED, 0.3) X(GREEN, 0.59) X(BLUE, 0.11)
#define SQUARE(x) ((x) * (x))
#define SWAP(type, a, b) do { type t_ = (a); (a) = (b); (b) = t_; } while (0)
#define LOG(format, ...) printf("[" __FILE__ "] " format "\n", ##__VA_ARGS__)

enum Colour {
#define ENTRY(name, weight) name,
  COLOURS(ENTRY)
#undef ENTRY
};
static const double weights[] = {
#define ENTRY(name, weight) [name] = weight,
    COLOURS(ENTRY)
#undef ENTRY
};
static double sum_of(int n, const double *values) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  return sum;
}

#line 100 "renamed.c"
int main(void) {
  int PASTE(var, 1) = 3, other = 4;
  SWAP(int, var1, other);
  printf("%s %s %d %d\n", TEXT(a + b), EXPAND(LENGTH(1, 2, 3)), var1, SQUARE(other + 1));
  printf("%g %g %g\n", SUM(1.5), SUM(1, 2, 3, 4), SUM(0.1, 0.2, 0.3));
  printf("%g %d\n", weights[RED] + weights[BLUE] * 10, GREEN);
  LOG("%d items", 3);
  LOG("none");
#if defined(__wasm__) && __STDC_VERSION__ >= 201112L && (1 << 4) == 16
  printf("line %d\n", __LINE__);
#else
  printf("other\n");
#endif
  printf("%s" "%s\n", "joined", " strings");
  return 0;
}
