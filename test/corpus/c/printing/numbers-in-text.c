// Floating-point numbers inside longer formats: several in a row, next to percent signs and text, with widths from arguments.
#include <stdio.h>

int main(void) {
  double x = 2.5, y = -0.125, z = 1e10;
  float f = 0.1f;
  long double l = 7.75L;
  printf("%f%f%f\n", x, y, z);
  printf("[%g|%e] %d%% %s=%.2f;%c\n", x, y, 50, "z", z, '!');
  printf("%.*f %-*.*e| %+.3g % .2f %08.3f\n", 3, x, 14, 2, y, z, x, y);
  printf("%g %.9g %Lg %.3Lf\n", (double)f, (double)f, l, l * 2);
  printf("%5s %f %5d %a %x\n", "a", x, 7, y, 255);
  char text[400];
  for (int i = 0; i < 3; i++) {
    sprintf(text, "value %d is %.4f", i, x * i + y);
    puts(text);
  }
  fprintf(stdout, "%f\n", x / y);
  printf("%1$.2f %2$d %1$.4f\n", z / 3, 9);
  return 0;
}
