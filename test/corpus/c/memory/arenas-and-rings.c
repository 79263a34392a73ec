// An arena allocator, a ring buffer of doubles, a gap buffer of text, alloca.
#include <alloca.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static _Alignas(16) unsigned char arena[1 << 16];
static size_t used;
static void *take(size_t size) {
  void *p = arena + used;
  used += (size + 15) & ~(size_t)15;
  return used <= sizeof arena ? p : NULL;
}

typedef struct { double items[8]; unsigned head, tail; } Ring;
static int push(Ring *r, double x) {
  if (r->head - r->tail == 8) return 0;
  r->items[r->head++ % 8] = x;
  return 1;
}
static int pop(Ring *r, double *x) {
  if (r->head == r->tail) return 0;
  *x = r->items[r->tail++ % 8];
  return 1;
}

static double local_sum(int n) {
  double *cells = alloca((size_t)n * sizeof *cells), sum = 0;
  for (int i = 0; i < n; i++) cells[i] = 1.0 / (i + 1);
  for (int i = n - 1; i >= 0; i--) sum += cells[i];
  return sum;
}

int main(void) {
  double *previous = NULL, sum = 0;
  int blocks = 0;
  for (double *p; (p = take(40)) != NULL; previous = p) {
    for (int i = 0; i < 5; i++) p[i] = previous ? previous[i] + i * 0.25 : 1;
    blocks++;
  }
  for (int i = 0; i < 5; i++) sum += previous[i];
  printf("%d %.2f %d\n", blocks, sum, (int)((uintptr_t)previous % 16));
  Ring ring = {.head = UINT32_MAX - 2, .tail = UINT32_MAX - 2};
  double x = 0, total = 0;
  for (int i = 0; i < 100; i++) {
    int pushed = push(&ring, i * 0.5);
    if (i % 3 == 2 || !pushed) total += pop(&ring, &x) ? x : 1000;
  }
  while (pop(&ring, &x)) total += x * 2;
  printf("%.2f\n", total);
  char gap[32] = "insert here", *at = gap + 7;
  memmove(at + 5, at, strlen(at) + 1);
  memcpy(at, "text ", 5);
  printf("%s\n", gap);
  for (int n = 10; n < 100000; n *= 10) printf("%.12f\n", local_sum(n));
  return 0;
}
