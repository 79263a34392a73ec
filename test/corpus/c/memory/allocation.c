// malloc, calloc, realloc, reallocarray, aligned_alloc, memcpy, memmove over overlaps, failure of absurd sizes.
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  double *row = NULL;
  size_t capacity = 0, count = 0;
  for (int i = 0; i < 5000; i++) {
    if (count == capacity) {
      capacity = capacity ? capacity * 3 / 2 + 1 : 4;
      row = reallocarray(row, capacity, sizeof *row);
    }
    row[count++] = i * 0.5;
  }
  double sum = 0;
  for (size_t i = 0; i < count; i++) sum += row[i];
  printf("%zu %.1f\n", count, sum);
  memmove(row + 3, row, 10 * sizeof *row);
  for (int i = 0; i < 14; i++) printf("%g ", row[i]);
  memmove(row, row + 5, 10 * sizeof *row);
  for (int i = 0; i < 14; i++) printf("%g ", row[i]);
  printf("\n");
  double *zeros = calloc(100, sizeof *zeros);
  for (int i = 0; i < 100; i++) sum += zeros[i];
  memcpy(zeros, row, 5 * sizeof *row);
  printf("%g %d\n", zeros[4] + sum, memcmp(zeros, row, 5 * sizeof *row));
  void *aligned = aligned_alloc(256, 1024);
  printf("%d %d\n", (int)((uintptr_t)aligned % 256), reallocarray(NULL, SIZE_MAX / 2, 8) == NULL);
  volatile size_t absurd = SIZE_MAX - 64;
  printf("%d %d\n", malloc(absurd) == NULL, calloc(absurd, 2) == NULL);
  char text[32] = "memory";
  memset(text + 6, '!', 5);
  printf("%s %s %d\n", text, (char *)memchr(text, 'o', 6), memcmp("abc", "abd", 3) < 0);
  char *mapped[64];
  for (int i = 0; i < 64; i++) memset(mapped[i] = malloc(1000u * (unsigned)(i + 1)), i, 1000);
  for (int i = 63; i >= 0; i -= 2) free(mapped[i]);
  int total = 0;
  for (int i = 0; i < 64; i += 2) total += mapped[i][999];
  printf("%d\n", total);
  for (int i = 0; i < 64; i += 2) free(mapped[i]);
  free(aligned);
  free(zeros);
  free(row);
  return 0;
}
