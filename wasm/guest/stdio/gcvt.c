// gcvt prints through sprintf into a buffer that has room only for a decimal number, so only the particle is printed
// here.
#include "ux-stdio.h"

char *__real_gcvt(double x, int digits, char *buffer);

char *__wrap_gcvt(double x, int digits, char *buffer) {
  __ux_particles_only++;
  char *result = __real_gcvt(__ux_digits_of(x), digits, buffer);
  __ux_particles_only--;
  return result;
}
