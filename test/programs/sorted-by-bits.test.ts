// Programs that sort floats and doubles by their bits: comparators, vectors of keys, radix sorts, pairs, heaps, trees.
// The order is that of the particles, and each value keeps its distribution.
import { expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const HEAD = `#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
#define N 12
static int isExact;
static double numbers[N] = {31, 2.5, 700, 0.125, 12, 1e-3, 5e4, 90, 3.75, 0.5, 260, 1.0625};
static float single(int i, float sign) { float x = sign * (float)numbers[i]; return isExact ? x : UxHwFloatGaussDist(x, 1e-3f * (float)numbers[i]); }
static double value(int i, double sign) { double x = sign * numbers[i]; return isExact ? x : UxHwDoubleGaussDist(x, 1e-3 * numbers[i]); }
static float mixed(int i) { return i % 3 ? single(i, 1) : (float)numbers[i]; }
static void fill(float *v) { for (int i = 0; i < N; i++) v[i] = single(i, 1); }
static void fillMixed(float *v) { for (int i = 0; i < N; i++) v[i] = mixed(i); }
static void fillSigned(float *v) { for (int i = 0; i < N; i++) v[i] = single(i, i % 2 ? -1 : 1); }
static void filld(double *v, int isSigned) { for (int i = 0; i < N; i++) v[i] = value(i, isSigned && i % 2 ? -1 : 1); }
static void show(const float *v) { int n = 0; for (int i = 0; i < N; i++) { printf("%g ", v[i]); n += UxHwFloatNthMoment(v[i], 2) > 0; } puts(""); fprintf(stderr, "%d ", n); }
static void showd(const double *v) { int n = 0; for (int i = 0; i < N; i++) { printf("%g ", v[i]); n += UxHwDoubleNthMoment(v[i], 2) > 0; } puts(""); fprintf(stderr, "%d ", n); }
`;

const COMPARATORS = `${HEAD}
static int up(const void *a, const void *b) { uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b; return (x > y) - (x < y); }
static int byMemcpy(const void *a, const void *b) { int32_t x, y; memcpy(&x, a, 4); memcpy(&y, b, 4); return x < y ? -1 : x > y; }
static int difference(const void *a, const void *b) { return *(const int32_t *)a - *(const int32_t *)b; }
static int flip(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  x ^= -(x >> 31) | 0x80000000u; y ^= -(y >> 31) | 0x80000000u; return x < y ? -1 : x > y;
}
static int upd(const void *a, const void *b) { uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b; return (x > y) - (x < y); }
static int flipd(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  x ^= -(x >> 63) | 1ull << 63; y ^= -(y >> 63) | 1ull << 63; return x < y ? -1 : x > y;
}
int main(int argc, char **argv) {
  isExact = argc > 1;
  float v[N]; double d[N];
  fill(v); qsort(v, N, 4, up); show(v);
  fill(v); qsort(v, N, 4, byMemcpy); show(v);
  fill(v); qsort(v, N, 4, difference); show(v);
  fillMixed(v); qsort(v, N, 4, up); show(v);
  fillSigned(v); qsort(v, N, 4, flip); show(v);
  filld(d, 0); qsort(d, N, 8, upd); showd(d);
  filld(d, 1); qsort(d, N, 8, flipd); showd(d);
}
`;

const LOOPS = `${HEAD}
struct pair { uint32_t key, index; };
union both { float f; uint32_t u; };
APART static void insertion(uint32_t *a, int n) { for (int i = 1; i < n; i++) { uint32_t k = a[i]; int j = i; for (; j > 0 && a[j - 1] > k; j--) a[j] = a[j - 1]; a[j] = k; } }
APART static void selection(int32_t *a, int n) { for (int i = 0; i < n; i++) { int m = i; for (int j = i + 1; j < n; j++) if (a[j] < a[m]) m = j; int32_t t = a[i]; a[i] = a[m]; a[m] = t; } }
APART static void bubble(union both *a, int n) { for (int i = 0; i < n; i++) for (int j = 1; j < n; j++) if (a[j - 1].u > a[j].u) { union both t = a[j]; a[j] = a[j - 1]; a[j - 1] = t; } }
APART static void quick(uint32_t *a, int low, int high) {
  if (low >= high) return;
  uint32_t pivot = a[(low + high) / 2]; int i = low, j = high;
  while (i <= j) { while (a[i] < pivot) i++; while (a[j] > pivot) j--; if (i <= j) { uint32_t t = a[i]; a[i++] = a[j]; a[j--] = t; } }
  quick(a, low, j); quick(a, i, high);
}
APART static void down(uint32_t *a, int i, int n) { uint32_t k = a[i]; for (int c; (c = 2 * i + 1) < n; i = c) { if (c + 1 < n && a[c + 1] > a[c]) c++; if (a[c] <= k) break; a[i] = a[c]; } a[i] = k; }
APART static void heap(uint32_t *a, int n) { for (int i = n / 2; i-- > 0;) down(a, i, n); for (int i = n - 1; i > 0; i--) { uint32_t t = a[0]; a[0] = a[i]; a[i] = t; down(a, 0, i); } }
APART static void merge(uint32_t *a, uint32_t *b, int n) {
  if (n < 2) return;
  int m = n / 2; merge(a, b, m); merge(a + m, b, n - m);
  int i = 0, j = m, k = 0; while (i < m && j < n) b[k++] = a[j] < a[i] ? a[j++] : a[i++];
  while (i < m) b[k++] = a[i++];
  while (j < n) b[k++] = a[j++];
  memcpy(a, b, 4 * n);
}
APART static void pairs(struct pair *p, int n) { for (int i = 1; i < n; i++) { struct pair k = p[i]; int j = i; for (; j > 0 && p[j - 1].key > k.key; j--) p[j] = p[j - 1]; p[j] = k; } }
APART static int find(const uint32_t *a, int n, uint32_t key) { int low = 0; while (n > 0) { int h = n / 2; if (a[low + h] < key) { low += h + 1; n -= h + 1; } else n = h; } return low; }
APART static uint32_t least(const uint32_t *a, int n) { uint32_t m = 0xffffffff; for (int i = 0; i < n; i++) if (a[i] < m) m = a[i]; return m; }
struct node { uint32_t key; struct node *left, *right; };
APART static struct node *insert(struct node *t, uint32_t key) {
  if (!t) { t = calloc(1, sizeof *t); t->key = key; return t; }
  if (key < t->key) t->left = insert(t->left, key); else t->right = insert(t->right, key);
  return t;
}
static void walk(const struct node *t) { if (!t) return; walk(t->left); float f; memcpy(&f, &t->key, 4); printf("%g ", f); walk(t->right); }
int main(int argc, char **argv) {
  isExact = argc > 1;
  float v[N], w[N]; uint32_t u[N], b[N]; struct pair p[N]; struct node *t = NULL;
  fill(v); insertion((uint32_t *)v, N); show(v);
  fill(v); selection((int32_t *)v, N); show(v);
  fill(v); bubble((union both *)v, N); show(v);
  fill(v); memcpy(u, v, sizeof v); quick(u, 0, N - 1); memcpy(v, u, sizeof v); show(v);
  fill(v); heap((uint32_t *)v, N); show(v);
  fill(v); merge((uint32_t *)v, b, N); show(v);
  fillMixed(v); insertion((uint32_t *)v, N); show(v);
  fillMixed(v); heap((uint32_t *)v, N); show(v);
  fill(v); for (int i = 0; i < N; i++) { memcpy(&p[i].key, v + i, 4); p[i].index = i; }
  pairs(p, N); for (int i = 0; i < N; i++) w[i] = v[p[i].index]; show(w);
  insertion((uint32_t *)v, N); memcpy(u, v, sizeof v); printf("%d %d\\n", find(u, N, u[5]), find(u, N, u[11]));
  fill(v); memcpy(u, v, sizeof v); b[0] = least(u, N); memcpy(w, b, 4); printf("%g\\n", w[0]);
  for (int i = 0; i < N; i++) t = insert(t, u[i]);
  walk(t); puts("");
}
`;

const RADIX = `${HEAD}
APART static void radix(uint32_t *a, uint32_t *b, int n) {
  for (int shift = 0; shift < 32; shift += 8) {
    unsigned count[257] = {0};
    for (int i = 0; i < n; i++) count[(a[i] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++) count[i + 1] += count[i];
    for (int i = 0; i < n; i++) b[count[a[i] >> shift & 255]++] = a[i];
    uint32_t *t = a; a = b; b = t;
  }
}
APART static void radix11(uint32_t *a, uint32_t *b, int n) {
  static unsigned h[3][2048]; memset(h, 0, sizeof h);
  for (int i = 0; i < n; i++) { uint32_t k = a[i]; h[0][k & 2047]++; h[1][k >> 11 & 2047]++; h[2][k >> 22]++; }
  for (int p = 0; p < 3; p++) { unsigned sum = 0; for (int i = 0; i < 2048; i++) { unsigned c = h[p][i]; h[p][i] = sum; sum += c; } }
  for (int i = 0; i < n; i++) b[h[0][a[i] & 2047]++] = a[i];
  for (int i = 0; i < n; i++) a[h[1][b[i] >> 11 & 2047]++] = b[i];
  for (int i = 0; i < n; i++) b[h[2][a[i] >> 22]++] = a[i];
  memcpy(a, b, 4 * n);
}
APART static void radixd(uint64_t *a, uint64_t *b, int n) {
  for (int shift = 0; shift < 64; shift += 8) {
    unsigned count[257] = {0};
    for (int i = 0; i < n; i++) count[(a[i] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++) count[i + 1] += count[i];
    for (int i = 0; i < n; i++) b[count[a[i] >> shift & 255]++] = a[i];
    uint64_t *t = a; a = b; b = t;
  }
}
int main(int argc, char **argv) {
  isExact = argc > 1;
  float v[N], w[N]; double d[N], e[N];
  fill(v); radix((uint32_t *)v, (uint32_t *)w, N); show(v);
  fillMixed(v); radix((uint32_t *)v, (uint32_t *)w, N); show(v);
  fill(v); radix11((uint32_t *)v, (uint32_t *)w, N); show(v);
  filld(d, 0); radixd((uint64_t *)d, (uint64_t *)e, N); showd(d);
}
`;

const VECTORS = `#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <queue>
#include <set>
#include <vector>
${HEAD}
template <class T> static std::vector<T> bits(const float *v) { std::vector<T> k(N); std::memcpy(k.data(), v, 4 * N); return k; }
template <class T> static void print(const T &keys) { float f[N]; int i = 0; for (auto k : keys) std::memcpy(f + i++, &k, 4); show(f); }
int main(int argc, char **argv) {
  isExact = argc > 1;
  float v[N]; double d[N];
  fill(v); auto u = bits<uint32_t>(v); std::sort(u.begin(), u.end()); print(u);
  auto s = bits<int32_t>(v); std::stable_sort(s.begin(), s.end()); print(s);
  auto g = bits<uint32_t>(v); std::sort(g.begin(), g.end(), std::greater<>()); print(g);
  auto h = bits<uint32_t>(v); std::make_heap(h.begin(), h.end()); std::sort_heap(h.begin(), h.end()); print(h);
  auto m = bits<uint32_t>(v); printf("%d\\n", (int)(std::min_element(m.begin(), m.end()) - m.begin()));
  std::set<uint32_t> set(m.begin(), m.end()); print(set);
  std::map<uint32_t, int> map; for (int i = 0; i < N; i++) map[m[i]] = i;
  for (auto &[k, i] : map) printf("%d ", i);
  std::priority_queue<uint32_t> q(m.begin(), m.end()); puts("");
  for (; !q.empty(); q.pop()) { uint32_t k = q.top(); float f; std::memcpy(&f, &k, 4); printf("%g ", f); }
  puts("");
  std::vector<std::pair<uint32_t, int>> p; for (int i = 0; i < N; i++) p.push_back({m[i], i});
  std::sort(p.begin(), p.end()); for (auto &[k, i] : p) printf("%d ", i);
  puts("");
  std::vector<uint64_t> joined; for (int i = 0; i < N; i++) joined.push_back((uint64_t)m[i] << 32 | i);
  std::sort(joined.begin(), joined.end()); for (auto k : joined) printf("%d ", (int)(k & 255));
  puts("");
  filld(d, 0); std::vector<uint64_t> w(N); std::memcpy(w.data(), d, sizeof d); std::sort(w.begin(), w.end());
  std::memcpy(d, w.data(), sizeof d); showd(d);
  filld(d, 0); std::vector<int64_t> x(N); std::memcpy(x.data(), d, sizeof d); std::stable_sort(x.begin(), x.end());
  std::memcpy(d, x.data(), sizeof d); showd(d);
  int index[N]; for (int i = 0; i < N; i++) index[i] = i;
  std::sort(index, index + N, [&](int a, int b) { return m[a] < m[b]; });
  for (int i : index) printf("%d ", i);
  puts("");
}
`;

// Each row is followed on stderr by the number of its values that have a distribution.
test.each([
  ['comparators', 'C', COMPARATORS, '12 12 12 8 12 12 12'],
  ['loops and trees', 'C', LOOPS, '12 12 12 12 12 12 8 8 12'],
  ['radix sorts', 'C', RADIX, '12 8 12 12'],
  ['vectors and containers', 'C++', VECTORS, '12 12 12 12 12 12 12'],
])('%s put numbers in order by their bits', async (_, language, source, counts) => {
  for (const flags of [[], ['-O1'], ['-Os']]) {
    const module = await haze.buildSource(source, { language, flags });
    const exact = await haze.run(module, { arguments: ['exact'] });
    const uncertain = await haze.run(module, { decisions: 'quiet' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
    expect(uncertain.stderr).toBe(`${counts} `);
  }
});
