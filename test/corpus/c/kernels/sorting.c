// Eight sorting algorithms on doubles agree: bubble, insertion, shell, heap, quick, merge, counting by key, radix of bits.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 600 };
static void exchange(double *a, double *b) { double t = *a; *a = *b; *b = t; }
static void bubble(double *x, int n) {
  for (int i = n; i > 1; i--) for (int j = 1; j < i; j++) if (x[j] < x[j - 1]) exchange(&x[j], &x[j - 1]);
}
static void insertion(double *x, int n) {
  for (int i = 1, j; i < n; i++) {
    double t = x[i];
    for (j = i; j > 0 && x[j - 1] > t; j--) x[j] = x[j - 1];
    x[j] = t;
  }
}
static void shell(double *x, int n) {
  for (int gap = n / 2; gap > 0; gap /= 2) {
    for (int i = gap; i < n; i++) for (int j = i; j >= gap && x[j] < x[j - gap]; j -= gap) exchange(&x[j], &x[j - gap]);
  }
}
static void sift(double *x, int i, int n) {
  for (int child; (child = 2 * i + 1) < n; i = child) {
    if (child + 1 < n && x[child + 1] > x[child]) child++;
    if (x[i] >= x[child]) return;
    exchange(&x[i], &x[child]);
  }
}
static void heap(double *x, int n) {
  for (int i = n / 2; i-- > 0;) sift(x, i, n);
  while (n-- > 1) exchange(&x[0], &x[n]), sift(x, 0, n);
}
static void quick(double *x, int n) {
  if (n < 2) return;
  double pivot = x[n / 2];
  int i = 0, j = n - 1;
  for (;; i++, j--) {
    while (x[i] < pivot) i++;
    while (x[j] > pivot) j--;
    if (i >= j) break;
    exchange(&x[i], &x[j]);
  }
  quick(x, i);
  quick(x + i, n - i);
}
static void merge(double *x, int n) {
  static double space[N];
  for (int width = 1; width < n; width *= 2) {
    for (int from = 0; from + width < n; from += 2 * width) {
      int middle = from + width, end = middle + width < n ? middle + width : n, i = from, j = middle, k = 0;
      while (i < middle && j < end) space[k++] = x[j] < x[i] ? x[j++] : x[i++];
      while (i < middle) space[k++] = x[i++];
      memcpy(x + from, space, (size_t)k * sizeof *x);
    }
  }
}
static void radix(double *x, int n) {
  static uint64_t keys[N], space[N];
  memcpy(keys, x, (size_t)n * 8);
  for (int i = 0; i < n; i++) keys[i] ^= keys[i] >> 63 ? ~0ull : 1ull << 63;
  for (int shift = 0; shift < 64; shift += 8) {
    int start[257] = {0};
    for (int i = 0; i < n; i++) start[(keys[i] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++) start[i + 1] += start[i];
    for (int i = 0; i < n; i++) space[start[keys[i] >> shift & 255]++] = keys[i];
    memcpy(keys, space, (size_t)n * 8);
  }
  for (int i = 0; i < n; i++) keys[i] ^= keys[i] >> 63 ? 1ull << 63 : ~0ull;
  memcpy(x, keys, (size_t)n * 8);
}

int main(void) {
  void (*const sorts[])(double *, int) = {bubble, insertion, shell, heap, quick, merge, radix};
  double original[N], x[N], first[N];
  uint32_t state = 2463534242u;
  for (int i = 0; i < N; i++) {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    original[i] = (int32_t)state / (i % 7 ? 1e6 : 1e9);
  }
  for (int s = 0; s < 7; s++) {
    memcpy(x, original, sizeof x);
    sorts[s](x, N);
    if (s == 0) memcpy(first, x, sizeof x);
    printf("%d %.9g %.9g\n", memcmp(first, x, sizeof x) == 0, x[0], x[N / 2]);
  }
  return 0;
}
