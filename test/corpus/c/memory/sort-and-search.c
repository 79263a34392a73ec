// qsort of doubles, structs and pointers; bsearch; a merge sort demonstrates stability.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { double key; int order; } Item;

static int by_double(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}
static int by_key(const void *a, const void *b) {
  const Item *x = a, *y = b;
  return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : x->order - y->order;
}
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void merge_sort(Item *items, Item *space, int n) {
  if (n < 2) return;
  int half = n / 2;
  merge_sort(items, space, half);
  merge_sort(items + half, space, n - half);
  memcpy(space, items, (size_t)n * sizeof *items);
  for (int i = 0, j = half, k = 0; k < n; k++) {
    items[k] = j >= n || (i < half && space[i].key <= space[j].key) ? space[i++] : space[j++];
  }
}

int main(void) {
  enum { COUNT = 2000 };
  static double numbers[COUNT];
  static Item items[COUNT], sorted[COUNT], space[COUNT];
  unsigned state = 12345;
  for (int i = 0; i < COUNT; i++) {
    state = state * 1664525u + 1013904223u;
    numbers[i] = (double)state / 4294967296.0 - 0.5;
    items[i] = sorted[i] = (Item){(double)(state >> 24) / 8, i};
  }
  qsort(numbers, COUNT, sizeof *numbers, by_double);
  double weighted = 0;
  for (int i = 0; i < COUNT; i++) weighted += i * numbers[i];
  printf("%.12f %.12f %.12f\n", numbers[0], numbers[COUNT - 1], weighted);
  double wanted = numbers[777];
  double *found = bsearch(&wanted, numbers, COUNT, sizeof *numbers, by_double);
  wanted = 7;
  printf("%td %d\n", found - numbers, bsearch(&wanted, numbers, COUNT, sizeof *numbers, by_double) == NULL);
  qsort(items, COUNT, sizeof *items, by_key);
  merge_sort(sorted, space, COUNT);
  int same = 1;
  for (int i = 0; i < COUNT; i++) same &= items[i].key == sorted[i].key && items[i].order == sorted[i].order;
  printf("%d %g %d\n", same, items[1000].key, items[1000].order);
  const char *words[] = {"pear", "apple", "fig", "Banana", "kiwi", "apple pie", ""};
  qsort(words, 7, sizeof *words, by_text);
  for (int i = 0; i < 7; i++) printf("[%s]", words[i]);
  printf("\n");
  return 0;
}
