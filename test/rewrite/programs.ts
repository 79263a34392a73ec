// Small programs that move and compute numbers in many ways. BOX(x) marks inputs, PLAIN(x) marks what is printed.

export const PROGRAMS: Readonly<Record<string, string>> = {
  'arithmetic.c': `
#include <stdio.h>
#include <math.h>
double chain(double a, double b, double c) {
  double t = a * b, u = t + c, v = t - c;
  double w = u / v;
  t = w * t + sqrt(u);
  return t * v + w * (a - b) / (c + 0.5);
}
float chainf(float a, float b) { float t = a * b; float u = t - a; a = u * t; return a + t / b; }
int main(void) {
  for (int i = 1; i < 6; i++) {
    double x = BOX(i * 0.7), y = BOX(2.25 / i), z = BOX(0.1 * i * i);
    printf("%.17g %.9g\\n", PLAIN(chain(x, y, z)), (double)PLAINF(chainf(BOXF(i * 0.3f), BOXF(1.5f))));
    printf("%.17g %.17g %.17g\\n", PLAIN(fabs(-x)), PLAIN(-y + floor(z) * ceil(x)), PLAIN(trunc(x * y) + rint(z * 3)));
    printf("%.17g %.17g\\n", PLAIN(copysign(x, -1.0)), PLAIN(copysign(1.0, -x)));
    printf("%d %d %u %lld\\n", (int)(x * 10), (int)-y, (unsigned)(z * 3), (long long)(x * 1e10));
    printf("%d%d%d%d%d%d\\n", x < y, x > y, x <= y, x >= y, x == y, x != y);
    printf("%.9g\\n", PLAIN((double)(float)(x * y) * (float)z));
  }
  return 0;
}`,
  'control.c': `
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}
static double pick(int k, double a, double b) {
  switch (k) {
    case 0: return a + b;
    case 1: a = a * 2; /* fallthrough */
    case 2: return a - b;
    case 3: { double s = 0; for (int i = 0; i < 4; i++) { if (s > 5) break; s += a * i; } return s; }
    default: return a > b ? a : b;
  }
}
static double fib(int n, double a, double b) { return n == 0 ? a : fib(n - 1, b, a + b); }
typedef struct { double x, y; float z; } point;
static point move(point p, double d) { p.x += d; p.y -= d * p.x; p.z *= (float)d; return p; }
union bits { double d; unsigned long long u; };
int main(void) {
  double v[20];
  unsigned seed = 7;
  for (int i = 0; i < 20; i++) { seed = seed * 1103515245u + 12345u; v[i] = BOX((seed >> 8) * 1e-3); }
  qsort(v, 20, sizeof v[0], compare);
  double w[20];
  memcpy(w, v, sizeof v);
  memmove(w + 1, w, 10 * sizeof w[0]);
  for (int i = 0; i < 20; i++) printf("%.17g ", PLAIN(w[i] + v[i]));
  for (int k = 0; k < 6; k++) printf("%.17g\\n", PLAIN(pick(k, v[3], v[k])));
  printf("%.17g\\n", PLAIN(fib(30, v[0], v[1])));
  point p = {v[0], v[1], BOXF(1.5f)};
  for (int i = 0; i < 3; i++) p = move(p, v[2] * 1e-4);
  printf("%.17g %.17g %.9g\\n", PLAIN(p.x), PLAIN(p.y), (double)PLAINF(p.z));
  union bits b = {.d = v[5]}, c;
  c.u = b.u;
  printf("%.17g\\n", PLAIN(c.d + 1));
  double (*f)(int, double, double) = seed ? pick : fib;
  printf("%.17g\\n", PLAIN(f(1, v[2], v[4])));
  double s = 0, t = 1;
  for (int i = 0; i < 20; i++) {
    double old = s;
    s += v[i] * t;
    if (i % 3 == 0) continue;
    t = old > 1e6 ? t * 0.5 : t + s * 1e-9;
    if (t > 1e9) goto out;
  }
out:
  printf("%.17g %.17g\\n", PLAIN(s), PLAIN(t));
  int n = 0;
  for (double x = BOX(100); x > 1; x = x / 1.5 - 0.25) n++;
  printf("%d\\n", n);
  return 0;
}`,
  'containers.cc': `
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdio>
#include <functional>
#include <map>
#include <memory>
#include <numeric>
#include <vector>
struct shape { virtual double area() const = 0; virtual ~shape() = default; };
struct disc : shape { double r; disc(double r) : r(r) {} double area() const override { return 3.25 * r * r; } };
struct box : shape { double a, b; box(double a, double b) : a(a), b(b) {} double area() const override { return a * b; } };
int main() {
  std::vector<double> v;
  for (int i = 0; i < 50; i++) v.push_back(BOX(std::sin(i * 1.0) * 10));
  std::sort(v.begin(), v.end(), [](double a, double b) { return a > b; });
  std::printf("%.17g\\n", PLAIN(std::accumulate(v.begin(), v.end(), 0.0)));
  std::vector<std::unique_ptr<shape>> shapes;
  for (int i = 0; i < 6; i++) {
    if (i % 2) shapes.push_back(std::make_unique<disc>(v[i]));
    else shapes.push_back(std::make_unique<box>(v[i], v[i + 1]));
  }
  double total = 0;
  for (auto &s : shapes) total += s->area();
  std::printf("%.17g\\n", PLAIN(total));
  std::complex<double> z(v[0], v[1]), w(v[2], v[3]);
  auto q = z * w / (z + w);
  std::printf("%.17g %.17g\\n", PLAIN(q.real()), PLAIN(q.imag()));
  std::map<int, double> m;
  for (int i = 0; i < 20; i++) m[i % 7] += v[i];
  for (auto &[k, x] : m) std::printf("%d %.17g\\n", k, PLAIN(x));
  std::function<double(double)> f = [&](double x) { return x * total + v[7]; };
  std::printf("%.17g %.17g\\n", PLAIN(f(v[9])), PLAIN(std::max(v[3], v[4]) + std::min(v[5], v[6])));
  return 0;
}`,
};
