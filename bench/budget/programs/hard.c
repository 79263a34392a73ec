// Ten values of twenty inputs that interact strongly and non-smoothly: g-functions, waves, steps, products with factors
// of mean 0, quotients with divisors near 0, and wide lognormal factors.
#include <math.h>
#include <stdio.h>
#include <uxhw.h>

int main(void) {
  double u[20];
  for (int i = 0; i < 20; i++) u[i] = UxHwDoubleUniformDist(0, 1);
  double kinks = 1, narrow = 1, wide = 1, waves = 0, steps = 0, pairs = 0, triples = 0, diagonal = 0, largest = u[0], ratio = 0;
  for (int i = 0; i < 20; i++) {
    const double next = u[(i + 1) % 20], third = u[(i + 7) % 20];
    kinks *= (fabs(4 * u[i] - 2) + i) / (1 + i);
    narrow *= 0.8 + 0.4 * u[i];
    wide *= exp(0.4 * u[i]);
    waves += sin(6.28 * u[i]) + 7 * sin(6.28 * next) * sin(6.28 * next) + 0.1 * third * sin(6.28 * u[i]);
    steps += floor(u[i] + 0.05 * i) * (1 + next);
    pairs += (u[i] - 0.5) * (next - 0.5);
    triples += (u[i] - 0.5) * (next - 0.5) * (third - 0.5);
    diagonal += floor(u[i] + next);
    largest = fmax(largest, u[i] + 0.1 * next);
    ratio += (1 + u[i]) / (0.05 + next);
  }
  printf("kinks = %lf\nnarrow = %lf\nwide = %lf\nwaves = %lf\nsteps = %lf\n", kinks, narrow, wide, waves, steps);
  printf("pairs = %lf\ntriples = %lf\ndiagonal = %lf\nlargest = %lf\nratio = %lf\n", pairs, triples, diagonal, largest, ratio);
}
