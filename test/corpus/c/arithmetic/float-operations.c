// Single precision: operations, double rounding, mixed expressions, FLT_EVAL_METHOD.
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static void show(const char *name, float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof bits);
  if (x != x) printf("%s nan\n", name);
  else printf("%s %08x\n", name, (unsigned)bits);
}

int main(void) {
  const float values[] = {0.0f, -0.0f, 1.0f, 0.1f, -3.5f, FLT_MAX, FLT_MIN, 1e-45f, INFINITY, -INFINITY, 16777216.0f};
  const int count = sizeof values / sizeof *values;
  printf("eval %d\n", FLT_EVAL_METHOD);
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      volatile float a = values[i], b = values[j];
      show("+", a + b);
      show("-", a - b);
      show("*", a * b);
      show("/", a / b);
      show("*+", a * b + 1.0f);
      show("mixed", (float)(a * 1.1 + b));
      printf("%d%d%d\n", a < b, a == b, a >= b);
    }
    volatile float a = values[i];
    show("sqrt", sqrtf(a));
    show("abs", fabsf(a));
    show("neg", -a);
  }
  float sum = 0;
  for (int i = 1; i <= 100000; i++) sum += 1.0f / (float)i;
  show("harmonic", sum);
  return 0;
}
