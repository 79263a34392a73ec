// Members of structs passed, returned, copied, nested and kept in arrays; bit-fields next to them.
#include <stdio.h>
#include <uxhw.h>

// Prints `ok` if `got` still has the distribution of `wanted`: it is not a plain number, and the first moments agree.
static void report(const char *what, double got, double wanted) {
  int kept = UxHwDoubleNthMoment(got, 2) > 0 && UxHwDoubleNthMoment(got, 1) == UxHwDoubleNthMoment(wanted, 1) &&
             UxHwDoubleNthMoment(got, 2) == UxHwDoubleNthMoment(wanted, 2);
  printf("%s %s\n", kept ? "ok" : "LOST", what);
}

typedef struct { double x, y; } Pair;
typedef struct { char tag; Pair pair; unsigned bits : 5; float single; Pair many[3]; } Whole;
static Pair exchange(Pair p) { return (Pair){p.y, p.x}; }
static Whole build(Pair p, float f) {
  Whole w = {.tag = 'w', .pair = p, .bits = 21, .single = f};
  for (int i = 0; i < 3; i++) w.many[i] = i ? exchange(w.many[i - 1]) : p;
  return w;
}
static Whole pass(Whole w) {
  w.tag++;
  return w;
}

int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.25), y = UxHwDoubleLogisticDist(0, 3);
  Pair p = exchange((Pair){x, y});
  report("returned", p.x, y);
  Whole w = pass(pass(build(p, 1.5f))), copies[4];
  report("nested", w.pair.y, x);
  report("in an array inside", w.many[1].x, x);
  for (int i = 0; i < 4; i++) copies[i] = i ? copies[i - 1] : w;
  report("assigned", copies[3].many[2].x, y);
  Whole *pointer = &copies[2];
  pointer->pair.x = pointer->many[1].x;
  report("through a pointer", copies[2].pair.x, x);
  printf("%s neighbours\n", copies[2].tag == 'y' && copies[2].bits == 21 && copies[2].single == 1.5f ? "ok" : "LOST");
  report("compound literal", ((Pair[]){{y, x}, {x, y}})[1].x, x);
  return 0;
}
