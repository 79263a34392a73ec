// Rounding of halves by every function, ties of decimal output, floor of quotients, truncation, fractional parts.
#include <math.h>
#include <stdio.h>

int main(void) {
  for (int i = -9; i <= 9; i++) {
    volatile double x = i * 0.5, y = i * 0.25 + 1e15;
    printf("%.1f: %.0f %.0f %.0f %.0f %.0f %.0f | %.0f %.1f\n", x, floor(x), ceil(x), trunc(x), round(x), rint(x),
           nearbyint(x), x, y);
    printf("%.0f %.0f %.0f %.0f\n", (double)floorf((float)x), (double)roundf((float)x), (double)rintf((float)x),
           (double)truncf((float)x));
  }
  const double big[] = {4503599627370495.5, 4503599627370496.5, 9007199254740993.0, 0.49999999999999994, 2147483648.5};
  for (int i = 0; i < 5; i++) printf("%.1f %.1f %.1f\n", round(big[i]), rint(big[i]), floor(big[i]));
  printf("%.0f %.0f %.1f %.2f %.3f\n", 0.5, 1.5, 0.25, 1.005, 2.0005);
  double whole;
  for (double x = -3.75; x < 4; x += 1.25) printf("%g %g %g\n", modf(x, &whole), whole, x - floor(x));
  return 0;
}
