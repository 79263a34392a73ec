// Sums and products of n independent terms.
#include <stdio.h>
#include <uxhw.h>

static void print_sum(const char *name, int n, double (*draw)(void)) {
  double sum = draw();
  for (int i = 1; i < n; i++) sum += draw();
  printf("sum-%s-%d %lf\n", name, n, sum);
}

static void print_product(const char *name, int n, double (*draw)(void)) {
  double product = 1 + 0.01 * draw();
  for (int i = 1; i < n; i++) product *= 1 + 0.01 * draw();
  printf("product-%s-%d %lf\n", name, n, product);
}

static double draw_gauss(void) { return UxHwDoubleGaussDist(0, 1); }
static double draw_uniform(void) { return UxHwDoubleUniformDist(-1, 1); }
static double draw_exponential(void) { return UxHwDoubleExponentialDist(1) - 1; }

int main(void) {
  static const int counts[] = {16, 256, 4096};
  for (int i = 0; i < 3; i++) {
    print_sum("gauss", counts[i], draw_gauss);
    print_sum("uniform", counts[i], draw_uniform);
    print_sum("exponential", counts[i], draw_exponential);
    print_product("gauss", counts[i], draw_gauss);
    print_product("uniform", counts[i], draw_uniform);
    print_product("exponential", counts[i], draw_exponential);
  }
}
