// A pressure sensor: the converter's reading and the two calibration constants of the data sheet are all uncertain.
#include <stdio.h>
#include <uxhw.h>

// Pressure in kPa of a ratiometric sensor: reading = supply * (slope * pressure + offset).
static double pressure_from(double reading, double supply, double slope, double offset) {
  return (reading / supply - offset) / slope;
}

int main(void) {
  double reading = UxHwDoubleGaussDist(2.310, 0.004);         // V, noise of the converter
  double supply = UxHwDoubleUniformDist(4.95, 5.05);          // V
  double slope = UxHwDoubleGaussDist(0.00369, 0.00002);       // 1/kPa
  double offset = UxHwDoubleUniformDist(0.035, 0.045);

  double pressure = pressure_from(reading, supply, slope, offset);

  printf("pressure (kPa): %lf\n", pressure);
  printf("95 %% interval:   %lf to %lf\n", UxHwDoubleQuantile(pressure, 0.025), UxHwDoubleQuantile(pressure, 0.975));
  return 0;
}
