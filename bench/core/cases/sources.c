// 20 000 sources; each appears once.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double last = 0;
  for (int i = 0; i < 20000; i++) last = 2 * UxHwDoubleGaussDist(i, 1) + 1;
  printf("%lf\n", last);
}
