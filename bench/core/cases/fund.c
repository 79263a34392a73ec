// A fund after 252 independent returns, options on it, and its value at risk.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double fund = 1, strike = 1.05;
  for (int day = 0; day < 252; day++) fund *= 1 + UxHwDoubleGaussDist(0.0003, 0.01);
  double put = fmax(strike - fund, 0), call = fmax(fund - strike, 0);
  printf("%lf %lf %lf\n", put, call, UxHwDoubleQuantile(fund, 0.01));
}
