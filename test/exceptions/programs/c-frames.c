/* C code between a throw and its handler; part of c-frames.cpp. */
#include <stdio.h>
#include <stdlib.h>

int visit(const double *values, int n, int (*callback)(double, void *), void *context) {
  double local[64];
  for (int i = 0; i < n; i++) {
    local[i] = values[i] * 2;
    if (callback(local[i], context)) return i;
  }
  return -1;
}
