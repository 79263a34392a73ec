// Dispatch by dense and sparse switch, by computed goto, by table: a small stack machine that computes with doubles.
#include <math.h>
#include <stdio.h>

enum Op { PUSH, ADD, SUB, MUL, DIV, SQRT, DUP, SWAP, DROP, LESS, JUMP, BRANCH, STORE, LOAD, HALT };

static double run(const double *code, int *steps) {
  static const void *const labels[] = {&&push, &&add, &&sub, &&mul, &&div, &&root, &&dup, &&swap, &&drop, &&less,
                                       &&jump, &&branch, &&store, &&load, &&halt};
  double stack[32], memory[8] = {0}, *top = stack - 1, t;
  const double *pc = code;
#define NEXT ++*steps; goto *labels[(int)*pc++]
  NEXT;
push: *++top = *pc++; NEXT;
add: top--; *top += top[1]; NEXT;
sub: top--; *top -= top[1]; NEXT;
mul: top--; *top *= top[1]; NEXT;
div: top--; *top /= top[1]; NEXT;
root: *top = sqrt(*top); NEXT;
dup: top++; *top = top[-1]; NEXT;
swap: t = *top; *top = top[-1]; top[-1] = t; NEXT;
drop: top--; NEXT;
less: top--; *top = *top < top[1]; NEXT;
jump: pc = code + (int)*pc; NEXT;
branch: pc = *top-- != 0 ? code + (int)*pc : pc + 1; NEXT;
store: memory[(int)*pc++] = *top--; NEXT;
load: *++top = memory[(int)*pc++]; NEXT;
halt: return *top;
}

static int sparse(int x) {
  switch (x) {
    case -1000000: return 1;
    case 0: return 2;
    case 77: return 3;
    case 1 << 20: return 4;
    case 0x7FFFFFFF: return 5;
    default: return x < 0 ? -1 : 0;
  }
}

int main(void) {
  const double harmonic[] = {PUSH, 0, STORE, 0, PUSH, 1, STORE, 1, LOAD, 0, PUSH, 1, LOAD, 1, DIV, ADD, STORE, 0,
                             LOAD, 1, PUSH, 1, ADD, DUP, STORE, 1, PUSH, 1000, LESS, BRANCH, 8, LOAD, 0, HALT};
  int steps = 0;
  double result = run(harmonic, &steps);
  printf("%.12f %d\n", result, steps);
  const int keys[] = {-1000000, 0, 77, 1 << 20, 0x7FFFFFFF, 5, -5};
  for (int i = 0; i < 7; i++) printf("%d ", sparse(keys[i]));
  printf("\n");
  return 0;
}
