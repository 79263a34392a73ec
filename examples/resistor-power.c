// Power in a resistor: the supply drifts, and the resistance is only known to be within 5 % of the nominal value.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double voltage = UxHwDoubleGaussDist(5.0, 0.05);          // V
  double resistance = UxHwDoubleUniformDist(95.0, 105.0);   // ohm

  double power = voltage * voltage / resistance;

  printf("power (W):    %lf\n", power);
  printf("P(power > 0.26 W): %lf\n", UxHwDoubleProbabilityGT(power, 0.26));
  printf("1 in 100 is above (W): %lf\n", UxHwDoubleQuantile(power, 0.99));
  return 0;
}
