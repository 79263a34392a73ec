// Two thermometers of different quality measure the same bath: Bayes' theorem turns a guess into a posterior, twice.
#include <stdio.h>
#include <uxhw.h>

static double good_thermometer(double temperature) { return UxHwDoubleGaussDist(temperature, 0.5); }
static double poor_thermometer(double temperature) { return UxHwDoubleGaussDist(temperature, 2.0); }

int main(void) {
  double guess = UxHwDoubleGaussDist(20.0, 3.0);              // degrees Celsius, before looking

  double after_poor = UxHwDoubleBayesLaplace(poor_thermometer, guess, 23.0);
  double after_both = UxHwDoubleBayesLaplace(good_thermometer, after_poor, 21.5);

  printf("guess:                   %lf\n", guess);
  printf("after a poor reading:    %lf\n", after_poor);
  printf("after a good one too:    %lf\n", after_both);
  return 0;
}
