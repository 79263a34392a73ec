// Structs of every size passed and returned by value, nested, in arrays, through function pointers.
#include <stdio.h>

typedef struct { double x; } One;
typedef struct { float a, b; } Pair;
typedef struct { double x, y, z; } Vector;
typedef struct { char tag; Vector rows[3]; short end; } Matrix;

static One twice(One o) { o.x *= 2; return o; }
static Pair swap(Pair p) { return (Pair){p.b, p.a}; }
static Vector cross(Vector a, Vector b) {
  return (Vector){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static Matrix transpose(Matrix m) {
  Matrix t = m;
  t.rows[0] = (Vector){m.rows[0].x, m.rows[1].x, m.rows[2].x};
  t.rows[1] = (Vector){m.rows[0].y, m.rows[1].y, m.rows[2].y};
  t.rows[2] = (Vector){m.rows[0].z, m.rows[1].z, m.rows[2].z};
  t.tag++;
  return t;
}
static Vector apply(Vector (*f)(Vector, Vector), Vector a, Vector b) { return f(a, b); }

int main(void) {
  One o = twice(twice((One){1.25}));
  Pair p = swap((Pair){1.5f, -2.5f});
  Vector v = apply(cross, (Vector){1, 2, 3}, (Vector){.z = 4, .x = -1});
  Matrix m = {'a', {{1, 2, 3}, {4, 5, 6}, {7, 8, 10}}, -7};
  Matrix t = transpose(m), copies[2] = {t, m};
  printf("%g %g %g\n", o.x, p.a, p.b);
  printf("%g %g %g\n", v.x, v.y, v.z);
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < 3; i++) printf("%g %g %g ", copies[k].rows[i].x, copies[k].rows[i].y, copies[k].rows[i].z);
    printf("%c %d\n", copies[k].tag, copies[k].end);
  }
  printf("%zu %zu %zu %zu\n", sizeof(One), sizeof(Pair), sizeof(Vector), sizeof(Matrix));
  return 0;
}
