// C++17 mathematical special functions that libc++ lacks (it does have hermite), with the names, arguments and signs in
// the standard ([sf.cmath]). They are compiled along with the program, so they process values with a distribution like
// the program's own formulas. Integrals of Bessel functions: DLMF 10.9 and 10.32, by the trapezoidal rule.
#ifndef HAZE_SPECIAL_FUNCTIONS_H
#define HAZE_SPECIAL_FUNCTIONS_H
#pragma GCC system_header

namespace haze_special {

inline constexpr double pi = 3.14159265358979323846;
// Number of steps for integrals over a half circle, and for integrals that decay like exp(−x cosh t).
enum { circle_steps = 192, fall_steps = 160 };

// Integral of f over [0, pi], using a substitution that flattens the ends of f (whether or not it is periodic).
template <class F>
double over_half_circle(F f) {
  double sum = 0;
  constexpr double limit = 3.7, step = 2 * limit / circle_steps;
  for (int i = 0; i <= circle_steps; i++) {
    double t = -limit + i * step, s = pi / 2 * __builtin_sinh(t), c = __builtin_cosh(s);
    double near = __builtin_exp(-s) / (2 * c);  // distance from pi, as a fraction of the range
    double weight = pi / 2 * __builtin_cosh(t) / (2 * c * c);
    if (weight > 1e-18) sum = sum + f(pi * (1 - near)) * (weight * pi);
  }
  return sum * step;
}

// Integral over [0, infinity) of an f that decays at least as fast as exp(−x sinh t), where x is at least `least`.
template <class F>
double over_fall(F f, double least) {
  double end = __builtin_asinh(750 / least), sum = 0, step = end / fall_steps;
  // Three-point Gauss-Legendre quadrature for each step.
  constexpr double place = 0.77459666924148337704;
  for (int i = 0; i < fall_steps; i++) {
    double middle = (i + 0.5) * step;
    sum = sum + (f(middle - place * step / 2) * 5 + f(middle) * 8 + f(middle + place * step / 2) * 5);
  }
  return sum * (step / 18);
}

inline bool is_whole(double x) { return x == __builtin_floor(x) && x < 1e6; }

// The power series of I or, if the sign is −1, of J.
inline double bessel_series(double order, double x, int sign) {
  double term = __builtin_pow(x / 2, order) / __builtin_tgamma(order + 1), sum = term, square = x * x / 4 * sign;
  for (int k = 1; k < 500; k++) {
    term = term * square / (k * (k + order));
    sum = sum + term;
    if (__builtin_fabs(__ux_particle_of(term)) < 1e-18 * __builtin_fabs(__ux_particle_of(sum))) break;
  }
  return sum;
}

inline double bessel_i(double order, double x) { return bessel_series(order, x, 1); }

inline double bessel_j(double order, double x) {
  if (is_whole(order)) return ::jn(static_cast<int>(order), x);
  if (x == 0) return order == 0 ? 1 : 0;
  double at = __ux_particle_of(x);
  if (at * at < 4 * (order + 1)) return bessel_series(order, x, -1);
  double wave = over_half_circle([&](double t) { return __builtin_cos(t * order - x * __builtin_sin(t)); });
  double fall = over_fall([&](double t) { return __builtin_exp(-(x * __builtin_sinh(t)) - order * t); }, x);
  return (wave - fall * __builtin_sin(order * pi)) / pi;
}

inline double bessel_y(double order, double x) {
  if (is_whole(order)) return ::yn(static_cast<int>(order), x);
  double wave = over_half_circle([&](double t) { return __builtin_sin(x * __builtin_sin(t) - t * order); });
  double cosine = __builtin_cos(order * pi);
  double fall = over_fall(
      [&](double t) {
        double down = x * __builtin_sinh(t);
        return __builtin_exp(order * t - down) + __builtin_exp(-(order * t) - down) * cosine;
      },
      x);
  return (wave - fall) / pi;
}

inline double bessel_k(double order, double x) {
  return over_fall([&](double t) { return __builtin_exp(-(x * __builtin_cosh(t))) * __builtin_cosh(order * t); }, x);
}

inline double legendre(unsigned n, double x) {
  double before = 1, now = x;
  if (n == 0) return 1;
  for (unsigned k = 1; k < n; k++) {
    double next = (x * now * (2 * k + 1) - before * k) / (k + 1);
    before = now;
    now = next;
  }
  return now;
}

inline double assoc_legendre(unsigned l, unsigned m, double x) {
  if (m > l) return 0;
  double now = 1, before = 0;
  for (unsigned k = 1; k <= m; k++) now *= 2 * k - 1;
  if (m > 0) now = now * __builtin_pow(1 - x * x, m / 2.0);
  for (unsigned k = m; k < l; k++) {
    double next = (x * now * (2 * k + 1) - before * (k + m)) / (k - m + 1);
    before = now;
    now = next;
  }
  return now;
}

inline double sph_legendre(unsigned l, unsigned m, double theta) {
  double scale = (2 * l + 1) / (4 * pi);
  for (unsigned k = l - m + 1; m <= l && k <= l + m; k++) scale /= k;
  return assoc_legendre(l, m, __builtin_cos(theta)) * (__builtin_sqrt(scale) * (m % 2 ? -1 : 1));
}

inline double assoc_laguerre(unsigned n, unsigned m, double x) {
  double before = 0, now = 1;
  for (unsigned k = 0; k < n; k++) {
    double next = (now * (2 * k + 1 + m - x) - before * (k + m)) / (k + 1);
    before = now;
    now = next;
  }
  return now;
}

inline double beta(double x, double y) {
  if (x + y < 150) return __builtin_tgamma(x) * __builtin_tgamma(y) / __builtin_tgamma(x + y);
  return __builtin_exp(__builtin_lgamma(x) + __builtin_lgamma(y) - __builtin_lgamma(x + y));
}

// Carlson's symmetric integrals (DLMF 19.36), in which each step divides the differences by four.
enum { carlson_turns = 14 };
inline double carlson_f(double x, double y, double z) {
  for (int i = 0; i < carlson_turns; i++) {
    double a = __builtin_sqrt(x), b = __builtin_sqrt(y), c = __builtin_sqrt(z), by = a * b + b * c + c * a;
    x = (x + by) / 4, y = (y + by) / 4, z = (z + by) / 4;
  }
  return 1 / __builtin_sqrt((x + y + z) / 3);
}
inline double carlson_c(double x, double y) { return carlson_f(x, y, y); }
inline double carlson_j(double x, double y, double z, double p) {
  double sum = 0, scale = 1;
  for (int i = 0; i < carlson_turns; i++) {
    double a = __builtin_sqrt(x), b = __builtin_sqrt(y), c = __builtin_sqrt(z), by = a * b + b * c + c * a;
    double alpha = p * (a + b + c) + a * b * c, beta = p * (p + by) * (p + by);
    sum = sum + carlson_c(alpha * alpha, beta) * (3 * scale);
    scale /= 4;
    x = (x + by) / 4, y = (y + by) / 4, z = (z + by) / 4, p = (p + by) / 4;
  }
  double mean = (x + y + z + p * 2) / 5;
  return sum + scale / (mean * __builtin_sqrt(mean));
}

inline double ellint_1(double k, double phi) {
  double turns = __builtin_round(__ux_particle_of(phi) / pi), rest = phi - turns * pi;
  double s = __builtin_sin(rest), c = __builtin_cos(rest);
  double part = s * carlson_f(c * c, 1 - k * k * s * s, 1);
  return turns == 0 ? part : part + carlson_f(0, 1 - k * k, 1) * (2 * turns);
}
inline double ellint_2(double k, double phi) {
  double turns = __builtin_round(__ux_particle_of(phi) / pi), rest = phi - turns * pi;
  double s = __builtin_sin(rest), c = __builtin_cos(rest), q = 1 - k * k * s * s;
  double part = s * carlson_f(c * c, q, 1) - k * k * s * s * s / 3 * carlson_j(c * c, q, 1, 1);
  if (turns == 0) return part;
  return part + (carlson_f(0, 1 - k * k, 1) - k * k / 3 * carlson_j(0, 1 - k * k, 1, 1)) * (2 * turns);
}
inline double ellint_3(double k, double n, double phi) {
  double turns = __builtin_round(__ux_particle_of(phi) / pi), rest = phi - turns * pi;
  double s = __builtin_sin(rest), c = __builtin_cos(rest), q = 1 - k * k * s * s;
  double part = s * carlson_f(c * c, q, 1) + n * s * s * s / 3 * carlson_j(c * c, q, 1, 1 - n * s * s);
  if (turns == 0) return part;
  return part + (carlson_f(0, 1 - k * k, 1) + n / 3 * carlson_j(0, 1 - k * k, 1, 1 - n)) * (2 * turns);
}

// Computes Ei from its series about zero, a continued fraction below −1, and its asymptotic series above 40 (DLMF 6.6,
// 6.9, 6.12).
inline double expint(double x) {
  double at = __ux_particle_of(x);
  if (at < -1) {
    double fraction = 0;
    for (int k = 120; k > 0; k--) fraction = (k * k) / (-x + 2 * k + 1 - fraction);
    return -(__builtin_exp(x) / (-x + 1 - fraction));
  }
  double term = 1, sum = 0;
  if (at > 40) {
    sum = 1;
    for (int k = 1; k < 40; k++) {
      term = term * k / x;
      sum = sum + term;
    }
    return __builtin_exp(x) / x * sum;
  }
  for (int k = 1; k < 160; k++) {
    term = term * x / k;
    sum = sum + term / k;
  }
  return __builtin_log(__builtin_fabs(x)) + sum + 0.57721566490153286061;
}

// Borwein's alternating sum or, below one half, the functional equation.
inline double riemann_zeta(double s) {
  if (__ux_particle_of(s) == 1) return __builtin_inf();
  if (__ux_particle_of(s) < 0.5)
    return __builtin_pow(2, s) * __builtin_pow(pi, s - 1) * __builtin_sin(s * (pi / 2)) * __builtin_tgamma(1 - s) * riemann_zeta(1 - s);
  constexpr int terms = 24;
  double weights[terms + 1], weight = 1, sum = 0;
  for (int k = 0; k <= terms; k++) {
    weights[k] = (k ? weights[k - 1] : 0) + weight;
    weight = weight * 4 * (terms + k) * (terms - k) / ((2.0 * k + 1) * (2 * k + 2));
  }
  for (int k = 0; k < terms; k++)
    sum = sum + __builtin_pow(k + 1, -s) * ((k % 2 ? -1 : 1) * (1 - weights[k] / weights[terms]));
  return sum / (1 - __builtin_pow(2, 1 - s));
}

inline double sph_bessel(unsigned n, double x) {
  if (x == 0) return n == 0;
  return __builtin_sqrt(pi / 2 / x) * bessel_j(n + 0.5, x);
}
inline double sph_neumann(unsigned n, double x) { return __builtin_sqrt(pi / 2 / x) * bessel_y(n + 0.5, x); }

}  // namespace haze_special

namespace std {
// Defines each function for double, float and integers, as well as with the suffixes f and l.
#define HAZE_SPECIAL(name, parameters, singles, longs, arguments, of)                    \
  inline double name parameters { return haze_special::of arguments; }                   \
  inline float name##f singles { return static_cast<float>(haze_special::of arguments); } \
  inline long double name##l longs { return haze_special::of arguments; }
#define HAZE_SPECIAL_1(name, of) HAZE_SPECIAL(name, (double x), (float x), (long double x), (x), of)
#define HAZE_SPECIAL_2(name, of) HAZE_SPECIAL(name, (double a, double x), (float a, float x), (long double a, long double x), (a, x), of)
#define HAZE_SPECIAL_N(name, of) HAZE_SPECIAL(name, (unsigned n, double x), (unsigned n, float x), (unsigned n, long double x), (n, x), of)
#define HAZE_SPECIAL_NM(name, of) \
  HAZE_SPECIAL(name, (unsigned n, unsigned m, double x), (unsigned n, unsigned m, float x), (unsigned n, unsigned m, long double x), (n, m, x), of)
HAZE_SPECIAL_NM(assoc_laguerre, assoc_laguerre)
HAZE_SPECIAL_NM(assoc_legendre, assoc_legendre)
HAZE_SPECIAL_NM(sph_legendre, sph_legendre)
HAZE_SPECIAL_N(legendre, legendre)
HAZE_SPECIAL(laguerre, (unsigned n, double x), (unsigned n, float x), (unsigned n, long double x), (n, 0, x), assoc_laguerre)
HAZE_SPECIAL_N(sph_bessel, sph_bessel)
HAZE_SPECIAL_N(sph_neumann, sph_neumann)
HAZE_SPECIAL_1(expint, expint)
HAZE_SPECIAL_1(riemann_zeta, riemann_zeta)
HAZE_SPECIAL_2(beta, beta)
HAZE_SPECIAL_2(cyl_bessel_i, bessel_i)
HAZE_SPECIAL_2(cyl_bessel_j, bessel_j)
HAZE_SPECIAL_2(cyl_bessel_k, bessel_k)
HAZE_SPECIAL_2(cyl_neumann, bessel_y)
HAZE_SPECIAL_2(ellint_1, ellint_1)
HAZE_SPECIAL_2(ellint_2, ellint_2)
HAZE_SPECIAL(ellint_3, (double k, double n, double p), (float k, float n, float p), (long double k, long double n, long double p), (k, n, p), ellint_3)
HAZE_SPECIAL(comp_ellint_1, (double k), (float k), (long double k), (k, haze_special::pi / 2), ellint_1)
HAZE_SPECIAL(comp_ellint_2, (double k), (float k), (long double k), (k, haze_special::pi / 2), ellint_2)
HAZE_SPECIAL(comp_ellint_3, (double k, double n), (float k, float n), (long double k, long double n), (k, n, haze_special::pi / 2), ellint_3)
#undef HAZE_SPECIAL_NM
#undef HAZE_SPECIAL_N
#undef HAZE_SPECIAL_2
#undef HAZE_SPECIAL_1
#undef HAZE_SPECIAL
}  // namespace std

#endif  // HAZE_SPECIAL_FUNCTIONS_H
