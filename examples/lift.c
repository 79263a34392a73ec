// Lift of a small wing. Density and speed of the air are measured.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double density = UxHwDoubleUniformDist(1.21275, 1.23725);   // kg/m^3, within 1 %
  double speed = UxHwDoubleGaussDist(29.01696, 0.2901696);    // m/s, sigma 1 %
  double area_times_coefficient = 1.389845;                   // m^2

  double pressure = 0.5 * density * pow(speed, 2);
  double lift = pressure * area_times_coefficient;

  printf("dynamic pressure (Pa): %lf\n", pressure);
  printf("lift (N):              %lf\n", lift);
  printf("P(lift > 740 N):       %lf\n", UxHwDoubleProbabilityGT(lift, 740.0));
  return 0;
}
