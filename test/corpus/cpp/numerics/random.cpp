// Engines of <random> with fixed seeds, and moments of the distributions drawn from them.
#include <cmath>
#include <cstdio>
#include <random>

template <class Distribution>
static void show(const char *name, Distribution distribution) {
  std::mt19937_64 engine(2024);
  double sum = 0, squares = 0;
  for (int i = 0; i < 2000; i++) {
    double x = static_cast<double>(distribution(engine));
    sum += x;
    squares += x * x;
  }
  std::printf("%s %.9f %.9f\n", name, sum / 2000, squares / 2000 - sum * sum / 4e6);
}

int main() {
  std::minstd_rand simple(1);
  std::mt19937 twister;
  std::ranlux24 luxury(5);
  std::seed_seq seeds{1, 2, 3};
  std::mt19937_64 seeded(seeds);
  twister.discard(9999);
  std::printf("%u %u %u %llu\n", static_cast<unsigned>(simple()), static_cast<unsigned>(twister()),
              static_cast<unsigned>(luxury()), static_cast<unsigned long long>(seeded()));
  show("uniform", std::uniform_real_distribution<double>(-1, 3));
  show("integers", std::uniform_int_distribution<int>(1, 6));
  show("normal", std::normal_distribution<double>(10, 2));
  show("float", std::normal_distribution<float>(0, 1));
  show("exponential", std::exponential_distribution<double>(0.5));
  show("gamma", std::gamma_distribution<double>(2.5, 1.5));
  show("poisson", std::poisson_distribution<int>(4.5));
  show("binomial", std::binomial_distribution<int>(20, 0.3));
  show("weibull", std::weibull_distribution<double>(2, 3));
  show("lognormal", std::lognormal_distribution<double>(0, 0.5));
  show("discrete", std::discrete_distribution<int>{1, 2, 3, 4});
  show("student", std::student_t_distribution<double>(8));
  std::printf("%.17g\n", std::generate_canonical<double, 53>(twister));
  return 0;
}
