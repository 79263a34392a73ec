// ecvt prints through sprintf into a buffer that has room only for a decimal number, so only the particle is printed
// here.
#include "ux-stdio.h"

char *__real_ecvt(double x, int digits, int *point, int *sign);

char *__wrap_ecvt(double x, int digits, int *point, int *sign) {
  __ux_particles_only++;
  char *result = __real_ecvt(__ux_digits_of(x), digits, point, sign);
  __ux_particles_only--;
  return result;
}
