// Overloaded operators of every kind: arithmetic, comparison, subscripts, calls, conversions, increments, new, literals,
// placement in containers; a rational number and dual numbers that differentiate.
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <new>
#include <numeric>

class Rational {
 public:
  constexpr Rational(long long n = 0, long long d = 1) : n_(n / std::gcd(n, d)), d_(d / std::gcd(n, d)) {}
  friend Rational operator+(Rational a, Rational b) { return {a.n_ * b.d_ + b.n_ * a.d_, a.d_ * b.d_}; }
  friend Rational operator*(Rational a, Rational b) { return {a.n_ * b.n_, a.d_ * b.d_}; }
  Rational operator-() const { return {-n_, d_}; }
  Rational &operator+=(Rational o) { return *this = *this + o; }
  Rational &operator++() { return *this += 1; }
  Rational operator++(int) { Rational old = *this; ++*this; return old; }
  friend bool operator<(Rational a, Rational b) { return a.n_ * b.d_ < b.n_ * a.d_; }
  friend bool operator==(Rational a, Rational b) { return a.n_ == b.n_ && a.d_ == b.d_; }
  explicit operator double() const { return static_cast<double>(n_) / static_cast<double>(d_); }
  explicit operator bool() const { return n_ != 0; }

 private:
  long long n_, d_;
};

struct Dual {
  double value, slope;
  Dual(double v, double s = 0) : value(v), slope(s) {}
};
static Dual operator+(Dual a, Dual b) { return {a.value + b.value, a.slope + b.slope}; }
static Dual operator*(Dual a, Dual b) { return {a.value * b.value, a.value * b.slope + a.slope * b.value}; }
static Dual operator/(Dual a, Dual b) { return {a.value / b.value, (a.slope * b.value - a.value * b.slope) / (b.value * b.value)}; }
static Dual sin(Dual a) { return {std::sin(a.value), std::cos(a.value) * a.slope}; }

struct Polynomial {
  double c[4];
  double operator()(double x) const { return ((c[3] * x + c[2]) * x + c[1]) * x + c[0]; }
  double &operator[](int i) { return c[i]; }
  double operator->*(double h) const { return ((*this)(h) - (*this)(-h)) / (2 * h); }
};
static constexpr double operator""_deg(long double d) { return static_cast<double>(d) * 3.14159265358979323846 / 180; }
struct Tracked {
  static int count;
  static void *operator new(std::size_t n) { count++; return std::malloc(n); }
  static void operator delete(void *p) { count--; std::free(p); }
  double x = 1;
};
int Tracked::count = 0;

int main() {
  Rational sum;
  for (int i = 1; i <= 12; i++) sum += Rational(1, i);
  Rational before = sum++;
  std::printf("%.15g %.15g %d %d %d\n", double(sum), double(before), before < sum, Rational(2, 4) == Rational(1, 2), bool(-Rational()));
  Dual x(0.75, 1), y = sin(x * x) / (x + Dual(2)) + x * x * Dual(3);
  std::printf("%.12f %.12f\n", y.value, y.slope);
  Polynomial p{{1, -2, 0, 3}};
  p[2] = 0.5;
  std::printf("%g %.9f\n", p(1.5), p->*1e-3);
  std::printf("%.12f\n", std::cos(60.0_deg));
  auto *tracked = new Tracked;
  int during = Tracked::count;
  delete tracked;
  std::printf("%d %d\n", during, Tracked::count);
  alignas(double) unsigned char place[sizeof(double)];
  auto *d = new (place) double(2.5);
  std::printf("%g\n", *d * 2);
}
