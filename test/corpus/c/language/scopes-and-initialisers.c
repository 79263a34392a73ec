// Scopes that hide names, storage classes, compound literals, designated initialisers of nested arrays, tentative definitions,
// volatile and const, function-local types, evaluation once.
#include <stdio.h>

double hidden = 1;
int tentative;
int tentative;
static const double grid[3][4] = {[1] = {[2] = 5, 6}, [0][1] = 7, [2] = {1}};
typedef struct { struct { double x, y; } from, to; const char *tag; double weights[3]; } Edge;

static double length(const Edge *e) { return e->to.x - e->from.x + e->to.y - e->from.y; }

int main(void) {
  printf("%g ", hidden);
  double hidden = 2;
  {
    extern double hidden;
    printf("%g ", hidden);
  }
  {
    int hidden = 3;
    for (int hidden = 9; hidden < 10; hidden++) printf("%d ", hidden);
    printf("%d ", hidden);
  }
  printf("%g %d\n", hidden, tentative);
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 4; j++) sum += grid[i][j] * (i + 1) * (j + 1);
  }
  printf("%g\n", sum);
  Edge edges[] = {{.to = {3, 4}, .tag = "first"}, {.from.x = -1, .weights = {[1] = 0.5}, .to.y = 2}, {{1, 2}, {3, 4}, "third", {1, 2}}};
  for (int i = 0; i < 3; i++) printf("%g %s %g\n", length(&edges[i]), edges[i].tag ? edges[i].tag : "-", edges[i].weights[1]);
  printf("%g\n", length(&(Edge){.from = {1, 1}, .to = {.y = 5}}));
  int i = 0;
  int values[4] = {0};
  values[i++] += 5;
  values[i++] -= 2;
  printf("%d %d %d %zu\n", i, values[0], values[1], sizeof values);
  printf("%d\n", i);
  const volatile double fixed = 0.1;
  register float quick = (float)fixed;
  printf("%d %g\n", (double)quick == fixed, fixed * 3);
  enum Local { A = 5, B, C = A * B };
  struct Pair { enum Local a; double b; } pair = {C, B};
  printf("%d %g\n", pair.a, pair.b);
  return 0;
}
