// pow, atan2, hypot, fmod, remainder, fmin, fmax, fdim, copysign, nextafter, fma, frexp, ldexp, modf, remquo, scalbn.
#include <math.h>
#include <stdio.h>

static double show(double x) {
  printf(x != x ? " nan" : " %a", x);
  return x;
}

int main(void) {
  const double values[] = {0.0, -0.0, 1.0, -1.0, 2.5, -3.75, 1e-5, 1e5, INFINITY, -INFINITY, NAN, 0.1};
  const int count = sizeof values / sizeof *values;
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) {
      volatile double x = values[i], y = values[j];
      printf("%d,%d", i, j);
      show(pow(x, y)), show(atan2(x, y)), show(hypot(x, y)), show(fmod(x, y)), show(remainder(x, y));
      show(fmin(x, y)), show(fmax(x, y)), show(fdim(x, y)), show(copysign(fabs(x), y)), show(nextafter(x, y));
      show(fma(x, y, 0.25));
      show((double)powf((float)x, (float)y)), show((double)atan2f((float)x, (float)y));
      show((double)hypotf((float)x, (float)y)), show((double)fmodf((float)x, (float)y));
      printf("\n");
    }
    if (!isfinite(values[i])) continue;
    int exponent, quotient;
    double whole;
    show(frexp(values[i], &exponent)), show(ldexp(values[i], 7)), show(modf(values[i], &whole)), show(whole);
    show(remquo(values[i], 0.7, &quotient)), show(scalbn(values[i], -3)), show(scalbln(values[i], 2));
    printf(" %d %d %d\n", exponent, quotient & 7, values[i] == 0 ? 0 : ilogb(values[i]));
  }
  return 0;
}
