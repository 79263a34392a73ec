// Dead reckoning: a robot drives four legs with inexact wheels and an inexact compass. The errors add up.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

struct leg {
  double heading;   // degrees
  double seconds;
};

int main(void) {
  const struct leg legs[] = {{0, 20}, {60, 15}, {90, 30}, {200, 10}};
  const double radians = 3.14159265358979323846 / 180;

  double wheel = UxHwDoubleGaussDist(1.0, 0.01);              // the same scale error on every leg
  double bias = UxHwDoubleUniformDist(-2.0, 2.0);             // degrees, the same on every leg
  double east = 0, north = 0;

  for (int i = 0; i < 4; i++) {
    double speed = UxHwDoubleGaussDist(0.8, 0.02);            // m/s, a different error on each leg
    double heading = (legs[i].heading + bias) * radians;
    double distance = wheel * speed * legs[i].seconds;
    east += distance * sin(heading);
    north += distance * cos(heading);
    printf("after leg %d: east (m) %lf north (m) %lf\n", i + 1, east, north);
  }
  printf("distance from home (m): %lf\n", hypot(east, north));
  return 0;
}
