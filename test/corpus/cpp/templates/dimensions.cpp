// Units checked by the compiler, fixed-size matrices, recursive variadic structures, policies, tag dispatch, all in templates.
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <type_traits>

template <int Metre, int Second, int Kilogram>
struct Quantity {
  double value;
  constexpr explicit Quantity(double v) : value(v) {}
  constexpr Quantity operator+(Quantity o) const { return Quantity(value + o.value); }
};
template <int A, int B, int C, int D, int E, int F>
constexpr auto operator*(Quantity<A, B, C> a, Quantity<D, E, F> b) { return Quantity<A + D, B + E, C + F>(a.value * b.value); }
template <int A, int B, int C, int D, int E, int F>
constexpr auto operator/(Quantity<A, B, C> a, Quantity<D, E, F> b) { return Quantity<A - D, B - E, C - F>(a.value / b.value); }
using Length = Quantity<1, 0, 0>;
using Time = Quantity<0, 1, 0>;
using Mass = Quantity<0, 0, 1>;
using Energy = Quantity<2, -2, 1>;

template <std::size_t N, std::size_t M, class T = double>
struct Matrix {
  T cell[N][M] = {};
  template <std::size_t K>
  Matrix<N, K, T> operator*(const Matrix<M, K, T> &o) const {
    Matrix<N, K, T> out;
    for (std::size_t i = 0; i < N; i++)
      for (std::size_t j = 0; j < K; j++)
        for (std::size_t k = 0; k < M; k++) out.cell[i][j] += cell[i][k] * o.cell[k][j];
    return out;
  }
};
template <std::size_t N, class T>
T determinant(const Matrix<N, N, T> &m) {
  if constexpr (N == 1) {
    return m.cell[0][0];
  } else {
    T sum = 0;
    for (std::size_t c = 0; c < N; c++) {
      Matrix<N - 1, N - 1, T> minor;
      for (std::size_t i = 1; i < N; i++)
        for (std::size_t j = 0, k = 0; j < N; j++)
          if (j != c) minor.cell[i - 1][k++] = m.cell[i][j];
      sum += (c % 2 ? -1 : 1) * m.cell[0][c] * determinant(minor);
    }
    return sum;
  }
}
template <class... T>
struct Tuple;
template <>
struct Tuple<> { double sum() const { return 0; } };
template <class H, class... T>
struct Tuple<H, T...> : Tuple<T...> {
  H head;
  explicit Tuple(H h, T... t) : Tuple<T...>(t...), head(h) {}
  double sum() const { return static_cast<double>(head) + 2 * Tuple<T...>::sum(); }
};
struct Midpoint { static double rule(double (*f)(double), double a, double h) { return h * f(a + h / 2); } };
struct Simpson { static double rule(double (*f)(double), double a, double h) { return h / 6 * (f(a) + 4 * f(a + h / 2) + f(a + h)); } };
template <class Rule, int Steps>
static double integrate(double (*f)(double), double a, double b) {
  double sum = 0;
  for (int i = 0; i < Steps; i++) sum += Rule::rule(f, a + i * (b - a) / Steps, (b - a) / Steps);
  return sum;
}

int main() {
  constexpr Energy energy = Mass(2) * (Length(3) / Time(1.5)) * (Length(3) / Time(1.5)) + Energy(0.5);
  static_assert(std::is_same_v<decltype(Length(1) / Length(2)), Quantity<0, 0, 0>>);
  std::printf("%g\n", energy.value);
  Matrix<2, 3> a;
  Matrix<3, 2> b;
  for (std::size_t i = 0; i < 2; i++) for (std::size_t j = 0; j < 3; j++) a.cell[i][j] = static_cast<double>(i + j) / 2, b.cell[j][i] = static_cast<double>(i * j) + 0.5;
  std::printf("%g %g\n", (a * b).cell[1][0], determinant(a * b));
  Matrix<4, 4> big;
  for (std::size_t i = 0; i < 4; i++) for (std::size_t j = 0; j < 4; j++) big.cell[i][j] = 1.0 / static_cast<double>(i + j + 1) + (i == j);
  std::printf("%.12f\n", determinant(big));
  std::printf("%g\n", Tuple<int, double, float, char>(1, 2.5, 0.25f, 'A').sum());
  std::printf("%.9f %.9f\n", integrate<Midpoint, 50>(std::sin, 0, 2), integrate<Simpson, 10>(std::sin, 0, 2));
}
