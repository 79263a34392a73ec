// Price of a European call (Black and Scholes 1973) with uncertain spot, volatility and rate.
#include "inputs.h"

static double normal(double x) { return 0.5 * erfc(-x * 0.7071067811865476); }

double model(void) {
  const double strike = 100, years = 0.5;
  double spot = GAUSS(102, 3), volatility = UNIFORM(0.15, 0.3), rate = UNIFORM(0.01, 0.04);
  double spread = volatility * sqrt(years);
  double d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread, d2 = d1 - spread;
  return spot * normal(d1) - strike * exp(-rate * years) * normal(d2);
}
