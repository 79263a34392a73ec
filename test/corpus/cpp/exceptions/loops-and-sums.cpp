// Numerical loops that continue after exceptions: sums in registers and memory across handlers, retries, partial results, deep frames.
#include <cmath>
#include <cstdio>
#include <initializer_list>

struct NoConvergence { double last; int steps; };
struct OutOfDomain { double at; };

static double root(double x, int limit) {
  if (x < 0) throw OutOfDomain{x};
  double guess = x > 1 ? x : 1;
  for (int i = 0; i < limit; i++) {
    double next = (guess + x / guess) / 2;
    if (std::fabs(next - guess) < 1e-14 * guess) return next;
    guess = next;
  }
  throw NoConvergence{guess, limit};
}
static double descend(double x, int depth) {
  double before = x * 1.5;
  double below = depth == 0 ? root(x, 8) : descend(x * 0.9, depth - 1);
  return below + before * 1e-3;
}

int main() {
  double sum = 0, partial = 0;
  float single = 0;
  int failures = 0, domain = 0;
  for (int i = -20; i < 60; i++) {
    double x = i * i * i * 0.75;
    try {
      partial = x;
      sum += root(x, 12);
      single += static_cast<float>(x);
      partial = sum;
    } catch (const NoConvergence &e) {
      failures++;
      sum += e.last / e.steps;
      partial += e.steps;
    } catch (const OutOfDomain &e) {
      domain++;
      single -= static_cast<float>(e.at);
    }
  }
  std::printf("%.12f %.12f %g %d %d\n", sum, partial, static_cast<double>(single), failures, domain);
  for (int limit = 4;; limit *= 2) {
    try {
      std::printf("%.12f after %d\n", root(1e6, limit), limit);
      break;
    } catch (const NoConvergence &e) {
      std::printf("%.6f not after %d\n", e.last, e.steps);
    }
  }
  for (double x : {50.0, 1e-9, -4.0}) {
    try {
      std::printf("%.12f\n", descend(x, 20));
    } catch (const NoConvergence &e) {
      std::printf("no convergence %.9f\n", e.last);
    } catch (const OutOfDomain &e) {
      std::printf("domain %.9f\n", e.at);
    }
  }
}
