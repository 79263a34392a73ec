// A fund after 252 independent daily returns, options on it, and its value at risk.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double fund = 1, strike = 1.05;
  for (int day = 0; day < 252; day++) fund *= 1 + UxHwDoubleGaussDist(0.0003, 0.01);
  printf("fund %lf\n", fund);
  printf("put %lf\n", fmax(strike - fund, 0));
  printf("call %lf\n", fmax(fund - strike, 0));
  double chance = UxHwDoubleProbabilityGT(fund, strike);
  double above = UxHwDoubleLimitDistributionSupport(fund, strike, INFINITY);
  printf("call-by-limit %lf\n", UxHwDoubleMixture(above - strike, 0.0, chance));
  printf("value-at-risk %.12lf\n", UxHwDoubleQuantile(fund, 0.01));
  printf("chance-of-loss %.12lf\n", 1 - UxHwDoubleProbabilityGT(fund, 1.0));
}
