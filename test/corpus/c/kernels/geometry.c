// Convex hull, polygon area, point in polygon, closest pair, Bezier curves, rotations by quaternions, a tiny ray tracer.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { double x, y; } Point;
typedef struct { double w, x, y, z; } Quaternion;

static double turn(Point a, Point b, Point c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }
static int compare(const void *a, const void *b) {
  const Point *p = a, *q = b;
  return p->x != q->x ? (p->x > q->x) - (p->x < q->x) : (p->y > q->y) - (p->y < q->y);
}
static int hull(Point *points, int n, Point *out) {
  int k = 0;
  qsort(points, (size_t)n, sizeof *points, compare);
  for (int i = 0; i < n; out[k++] = points[i++]) while (k > 1 && turn(out[k - 2], out[k - 1], points[i]) <= 0) k--;
  int lower = k;
  for (int i = n - 2; i >= 0; out[k++] = points[i--]) while (k > lower && turn(out[k - 2], out[k - 1], points[i]) <= 0) k--;
  return k - 1;
}
static Quaternion multiply(Quaternion a, Quaternion b) {
  return (Quaternion){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
static double sphere(double dx, double dy, double dz, double cx, double cy, double cz, double r) {
  double b = dx * cx + dy * cy + dz * cz, d = b * b - (cx * cx + cy * cy + cz * cz) + r * r;
  return d < 0 ? INFINITY : b - sqrt(d);
}

int main(void) {
  Point points[100], out[202];
  for (int i = 0; i < 100; i++) points[i] = (Point){10 * cos(i * 2.399) * sqrt(i), 7 * sin(i * 2.399) * sqrt(i)};
  int n = hull(points, 100, out);
  double area = 0, length = 0, closest = INFINITY;
  for (int i = 0; i < n; i++) {
    Point a = out[i], b = out[(i + 1) % n];
    area += (a.x * b.y - b.x * a.y) / 2, length += hypot(b.x - a.x, b.y - a.y);
  }
  for (int i = 0; i < 100; i++) for (int j = 0; j < i; j++) closest = fmin(closest, hypot(points[i].x - points[j].x, points[i].y - points[j].y));
  printf("%d %.9f %.9f %.9f\n", n, area, length, closest);
  Point curve[4] = {{0, 0}, {1, 3}, {4, -2}, {5, 1}};
  for (double t = 0; t <= 1; t += 0.25) {
    Point c[4] = {curve[0], curve[1], curve[2], curve[3]};
    for (int k = 3; k > 0; k--) for (int i = 0; i < k; i++) c[i] = (Point){c[i].x + t * (c[i + 1].x - c[i].x), c[i].y + t * (c[i + 1].y - c[i].y)};
    printf("%.6f,%.6f ", c[0].x, c[0].y);
  }
  Quaternion turn_by = {cos(0.3), sin(0.3) / sqrt(3), sin(0.3) / sqrt(3), sin(0.3) / sqrt(3)}, back = {turn_by.w, -turn_by.x, -turn_by.y, -turn_by.z}, v = {0, 1, 2, 3};
  for (int i = 0; i < 50; i++) v = multiply(multiply(turn_by, v), back);
  printf("\n%.9f %.9f %.9f %.1e\n", v.x, v.y, v.z, fabs(v.w) < 1e-12 ? 0.0 : v.w);
  for (int row = 0; row < 12; row++) {
    for (int column = 0; column < 36; column++) {
      double dx = (column - 18) / 18.0, dy = (6 - row) / 8.0, dz = 1, norm = sqrt(dx * dx + dy * dy + dz * dz);
      double t = sphere(dx / norm, dy / norm, dz / norm, 0.3, 0.1, 3, 1.2), light = 0;
      if (isfinite(t)) light = fmax(0.05, ((t * dy / norm - 0.1) * 0.7 - (t * dx / norm - 0.3) * 0.4 - (t / norm - 3) * 0.6) / 1.2);
      putchar(" .:-=+*#%@"[(int)(light * 9.99)]);
    }
    putchar('\n');
  }
  return 0;
}
