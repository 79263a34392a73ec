// Small programs that move numbers and compute with them in many ways. BOX(x) marks inputs, and PLAIN(x) marks outputs.

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
  'bits.c': `
#include <stdio.h>
#include <stdint.h>
#include <string.h>
typedef union { double d; uint64_t u; int32_t w[2]; } bits;
typedef union { float f; int32_t i; uint32_t u; } bitsf;
static uint64_t get(double x) { uint64_t u; memcpy(&u, &x, 8); return u; }
static double put(uint64_t u) { double x; memcpy(&x, &u, 8); return x; }
static float inverse_root(float x) {
  bitsf b = {x};
  b.i = 0x5f3759df - (b.i >> 1);
  return b.f * (1.5f - 0.5f * x * b.f * b.f);
}
static int exponent(double x) { return (int)(get(x) >> 52 & 0x7ff) - 1023; }
static int exponentf(float x) { bitsf b = {x}; return (int)(b.u >> 23) - 127; }
static double fraction(double x) { return put((get(x) & ~(0x7ffull << 52)) | 1022ull << 52); }
static double logarithm(double x) { bits b = {x}; return (b.u - 4606921278410026770.0) * 1.539095918623324e-16; }
static double power(double a, double b) {
  bits p = {a};
  p.w[1] = (int)(b * (p.w[1] - 1072632447) + 1072632447);
  p.w[0] = 0;
  return p.d;
}
static double next(double x) { return put(get(x) + 1); }
// The method of Sun's freely distributable library (fdlibm).
static double whole(double x) {
  bits b = {x};
  int32_t high = b.w[1], exponent = ((high >> 20) & 0x7ff) - 0x3ff;
  uint32_t low = b.w[0];
  if (exponent < 0) return 0;
  if (exponent < 20) { high &= ~(0xfffff >> exponent); low = 0; }
  else if (exponent < 52) low &= ~(0xffffffffu >> (exponent - 20));
  b.w[1] = high;
  b.w[0] = low;
  return b.d;
}
static int is_small(double x) { bits b = {x}; return (b.w[1] & 0x7fffffff) < 0x3ff00000; }
static int is_finite(double x) { return (get(x) & 0x7ff0000000000000ull) != 0x7ff0000000000000ull; }
static uint32_t hash(double x) { uint64_t h = get(x) * 0x9e3779b97f4a7c15ull; return (uint32_t)(h >> 40); }
// The next functions only move a number's bits.
static double through_bytes(double x) {
  unsigned char bytes[8];
  uint64_t u = get(x), v = 0;
  for (int i = 0; i < 8; i++) bytes[i] = (unsigned char)(u >> (8 * i));
  for (int i = 7; i >= 0; i--) v = v << 8 | bytes[i];
  return put(v);
}
static double through_words(double x) {
  bits b = {x}, c;
  c.w[0] = b.w[0];
  c.w[1] = b.w[1];
  return c.d;
}
static double swapped(double x) { return put(__builtin_bswap64(__builtin_bswap64(get(x)))); }
static uint64_t boxed_words[4];
// A number among tagged words, as interpreters store it.
static double tagged(int k) { return (boxed_words[k] & 0x7ffc000000000000ull) == 0x7ffc000000000000ull ? -1 : put(boxed_words[k]); }
int main(void) {
  for (int i = 1; i < 8; i++) {
    double x = BOX(i * 1.7), y = BOX(i * 2.5e-3);
    float f = BOXF(i * 0.75f);
    printf("%.9g %d %d\\n", (double)PLAINF(inverse_root(f)), exponent(x), exponentf(f));
    printf("%.17g %.17g %.17g %.17g\\n", PLAIN(fraction(y)), PLAIN(logarithm(x)), PLAIN(power(x, 0.5)), PLAIN(next(x)));
    printf("%.17g %.17g %d %d %d %u\\n", PLAIN(whole(x)), PLAIN(whole(x * 1e7)), is_small(x), is_small(y), is_finite(x), hash(x));
    printf("%.17g %.17g %.17g\\n", PLAIN(through_bytes(x)), PLAIN(through_words(y)), PLAIN(swapped(x)));
    boxed_words[i & 3] = get(x);
    printf("%.17g %d %d\\n", PLAIN(tagged(i & 3)), get(x) >> 63 != 0, get(-x) >> 63 != 0);
    // Integers that do not come from the bits of a number.
    uint64_t random = (uint64_t)i * 0x7ffc48b5d1c3a917ull;
    printf("%d %llx\\n", (int)(random >> 52), (unsigned long long)(random & 0x000fffffffffffffull));
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

/**
 * The optimisation levels for a program. C++ is slow to compile, so it has only one level. So does bits.c: without
 * optimisation, its bits pass through calls and halves in memory, where the rewriter does not follow them.
 */
export function levelsOf(name: string): readonly string[] {
  return name.endsWith('.c') && name !== 'bits.c' ? ['-O0', '-O2'] : ['-O2'];
}
