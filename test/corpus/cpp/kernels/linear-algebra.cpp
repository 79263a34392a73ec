// LU with pivots, Cholesky, QR by Householder, Jacobi eigenvalues, conjugate gradients on small dense systems.
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

using Vector = std::vector<double>;
using Matrix = std::vector<Vector>;

static Matrix make(std::size_t n) {
  Matrix a(n, Vector(n));
  for (std::size_t i = 0; i < n; i++) {
    for (std::size_t j = 0; j < n; j++) {
      a[i][j] = 1.0 / static_cast<double>(i + j + 1) + (i == j ? 1.0 + static_cast<double>(i) : 0);
    }
  }
  return a;
}

static Vector solve(Matrix a, Vector b, double &determinant) {
  std::size_t n = b.size();
  determinant = 1;
  for (std::size_t k = 0; k < n; k++) {
    std::size_t p = k;
    for (std::size_t i = k + 1; i < n; i++) {
      if (std::fabs(a[i][k]) > std::fabs(a[p][k])) p = i;
    }
    if (p != k) std::swap(a[p], a[k]), std::swap(b[p], b[k]), determinant = -determinant;
    determinant *= a[k][k];
    for (std::size_t i = k + 1; i < n; i++) {
      double f = a[i][k] / a[k][k];
      for (std::size_t j = k; j < n; j++) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t j = i + 1; j < n; j++) b[i] -= a[i][j] * b[j];
    b[i] /= a[i][i];
  }
  return b;
}

static Vector conjugate_gradients(const Matrix &a, const Vector &b) {
  std::size_t n = b.size();
  Vector x(n), r = b, p = b, q(n);
  for (int step = 0; step < 25; step++) {
    double rr = 0, pq = 0, next = 0;
    for (std::size_t i = 0; i < n; i++) {
      q[i] = 0;
      for (std::size_t j = 0; j < n; j++) q[i] += a[i][j] * p[j];
      rr += r[i] * r[i];
      pq += p[i] * q[i];
    }
    if (rr < 1e-24) break;
    for (std::size_t i = 0; i < n; i++) x[i] += rr / pq * p[i], r[i] -= rr / pq * q[i], next += r[i] * r[i];
    for (std::size_t i = 0; i < n; i++) p[i] = r[i] + next / rr * p[i];
  }
  return x;
}

static double largest_eigenvalue(Matrix a) {
  std::size_t n = a.size();
  for (int sweep = 0; sweep < 12; sweep++) {
    for (std::size_t p = 0; p < n; p++) {
      for (std::size_t q = p + 1; q < n; q++) {
        if (a[p][q] == 0) continue;
        double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
        double t = (theta < 0 ? -1 : 1) / (std::fabs(theta) + std::sqrt(theta * theta + 1));
        double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (std::size_t k = 0; k < n; k++) {
          double u = a[k][p], v = a[k][q];
          a[k][p] = c * u - s * v, a[k][q] = s * u + c * v;
        }
        for (std::size_t k = 0; k < n; k++) {
          double u = a[p][k], v = a[q][k];
          a[p][k] = c * u - s * v, a[q][k] = s * u + c * v;
        }
      }
    }
  }
  double top = a[0][0];
  for (std::size_t i = 1; i < n; i++) top = std::fmax(top, a[i][i]);
  return top;
}

int main() {
  Matrix a = make(12);
  Vector b(12);
  for (std::size_t i = 0; i < 12; i++) b[i] = std::sin(static_cast<double>(i));
  double determinant;
  Vector x = solve(a, b, determinant), y = conjugate_gradients(a, b);
  double worst = 0;
  for (std::size_t i = 0; i < 12; i++) worst = std::fmax(worst, std::fabs(x[i] - y[i]));
  for (std::size_t i = 0; i < 12; i += 3) std::printf("%.12f %.12f\n", x[i], y[i]);
  std::printf("%.6e %d %.12f\n", determinant, worst < 1e-9, largest_eigenvalue(a));
  return 0;
}
