// The price of a call option by the Black-Scholes formula. The volatility is uncertain, so the price is a distribution too.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

static double normal_cdf(double x) { return 0.5 * erfc(-x / sqrt(2.0)); }

int main(void) {
  double spot = 100.0, strike = 105.0, years = 0.5;
  double volatility = UxHwDoubleUniformDist(0.15, 0.25);      // a year
  double rate = UxHwDoubleGaussDist(0.03, 0.002);             // a year

  double spread = volatility * sqrt(years);
  double d1 = (log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
  double d2 = d1 - spread;
  double price = spot * normal_cdf(d1) - strike * exp(-rate * years) * normal_cdf(d2);

  printf("price of the call:  %lf\n", price);
  printf("delta:              %lf\n", normal_cdf(d1));
  printf("P(price > 5):       %lf\n", UxHwDoubleProbabilityGT(price, 5.0));
  return 0;
}
