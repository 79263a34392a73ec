// A portfolio of three funds that follow one market: they lose together, which value at risk must account for.
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  const double amount[] = {50000, 30000, 20000};
  const double beta[] = {0.6, 1.1, 1.6};                      // how strongly a fund follows the market
  const double alone[] = {0.04, 0.06, 0.12};                  // its own yearly standard deviation

  double market = UxHwDoubleLogisticDist(0.05, 0.09);         // yearly return
  double gain = 0;
  for (int i = 0; i < 3; i++) {
    double own = UxHwDoubleGaussDist(0.01, alone[i]);
    gain += amount[i] * (beta[i] * market + own);
  }

  printf("gain after a year:      %lf\n", gain);
  printf("value at risk, 95 %%:    %lf\n", -UxHwDoubleQuantile(gain, 0.05));
  printf("P(loss):                %lf\n", 1 - UxHwDoubleProbabilityGT(gain, 0.0));
  return 0;
}
