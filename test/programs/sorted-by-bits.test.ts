// Programs that sort floats and doubles by their bits: comparators, vectors of keys, radix sorts, pairs, heaps and
// trees. The order is that of the particles, and each value keeps its distribution.
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

const OTHERS = `${HEAD}
static inline uint32_t flip(uint32_t u) { return u ^ (-(int32_t)(u >> 31) | 0x80000000u); }
static inline uint32_t unflip(uint32_t u) { return u ^ (((u >> 31) - 1) | 0x80000000u); }
// keys flipped into another array, with indices
APART static void sortKeys(const float *v, int *index, int n) {
  uint32_t *k = malloc(4 * n);
  for (int i = 0; i < n; i++) { uint32_t u; memcpy(&u, v + i, 4); k[i] = flip(u); index[i] = i; }
  for (int i = 1; i < n; i++) { int t = index[i], j = i; for (; j > 0 && k[index[j - 1]] > k[t]; j--) index[j] = index[j - 1]; index[j] = t; }
  free(k);
}
// flip in place, sort, flip back
APART static void sortFlipped(float *v, int n) {
  uint32_t *k = (uint32_t *)v;
  for (int i = 0; i < n; i++) k[i] = flip(k[i]);
  for (int i = 1; i < n; i++) { uint32_t t = k[i]; int j = i; for (; j > 0 && k[j - 1] > t; j--) k[j] = k[j - 1]; k[j] = t; }
  for (int i = 0; i < n; i++) k[i] = unflip(k[i]);
}
// byte histogram through a byte pointer
APART static void radixBytes(uint32_t *a, uint32_t *b, int n) {
  for (int p = 0; p < 4; p++) {
    unsigned count[257] = {0};
    const uint8_t *c = (const uint8_t *)a + p;
    for (int i = 0; i < n; i++) count[c[4 * i] + 1]++;
    for (int i = 0; i < 256; i++) count[i + 1] += count[i];
    for (int i = 0; i < n; i++) b[count[c[4 * i]]++] = a[i];
    uint32_t *t = a; a = b; b = t;
  }
}
APART static void radixBytesd(uint64_t *a, uint64_t *b, int n) {
  for (int p = 0; p < 8; p++) {
    unsigned count[257] = {0};
    const uint8_t *c = (const uint8_t *)a + p;
    for (int i = 0; i < n; i++) count[c[8 * i] + 1]++;
    for (int i = 0; i < 256; i++) count[i + 1] += count[i];
    for (int i = 0; i < n; i++) b[count[c[8 * i]]++] = a[i];
    uint64_t *t = a; a = b; b = t;
  }
}
// radix with flip in the digit
APART static void radixFlip(uint32_t *a, uint32_t *b, int n) {
  for (int s = 0; s < 32; s += 8) {
    unsigned count[257] = {0};
    for (int i = 0; i < n; i++) count[(flip(a[i]) >> s & 255) + 1]++;
    for (int i = 0; i < 256; i++) count[i + 1] += count[i];
    for (int i = 0; i < n; i++) b[count[flip(a[i]) >> s & 255]++] = a[i];
    uint32_t *t = a; a = b; b = t;
  }
}
APART static void radixFlipd(uint64_t *a, uint64_t *b, int n) {
  for (int s = 0; s < 64; s += 16) {
    unsigned *count = calloc(65537, 4);
    for (int i = 0; i < n; i++) { uint64_t u = a[i]; u ^= -(u >> 63) | 1ull << 63; count[(u >> s & 65535) + 1]++; }
    for (int i = 0; i < 65536; i++) count[i + 1] += count[i];
    for (int i = 0; i < n; i++) { uint64_t u = a[i]; u ^= -(u >> 63) | 1ull << 63; b[count[u >> s & 65535]++] = a[i]; }
    free(count);
    uint64_t *t = a; a = b; b = t;
  }
}
// binary (MSD) radix exchange
APART static void exchange(uint32_t *a, int l, int r, int bit) {
  if (l >= r || bit < 0) return;
  int i = l, j = r;
  while (i <= j) { while (i <= j && !(a[i] >> bit & 1)) i++; while (i <= j && (a[j] >> bit & 1)) j--; if (i < j) { uint32_t t = a[i]; a[i++] = a[j]; a[j--] = t; } }
  exchange(a, l, j, bit - 1); exchange(a, i, r, bit - 1);
}
// signed compare with trick: x ^ (x >> 31 & 0x7fffffff)
APART static int less(int32_t a, int32_t b) { a ^= (a >> 31) & 0x7fffffff; b ^= (b >> 31) & 0x7fffffff; return a < b; }
APART static void sortLess(int32_t *a, int n) { for (int i = 1; i < n; i++) { int32_t t = a[i]; int j = i; for (; j > 0 && less(t, a[j - 1]); j--) a[j] = a[j - 1]; a[j] = t; } }
APART static int before(uint32_t a, uint32_t b) { return a < b; }
APART static void sortBefore(uint32_t *a, int n) { for (int i = 1; i < n; i++) { uint32_t t = a[i]; int j = i; for (; j > 0 && before(t, a[j - 1]); j--) a[j] = a[j - 1]; a[j] = t; } }
APART static uint32_t key(const float *v, int i) { uint32_t u; memcpy(&u, v + i, 4); return u; }
APART static void sortKey(float *v, int n) { for (int i = 1; i < n; i++) { float t = v[i]; int j = i; for (; j > 0 && key(v, j - 1) > key(&t, 0); j--) v[j] = v[j - 1]; v[j] = t; } }
static int greater(const void *a, const void *b) { return before(*(uint32_t *)b, *(uint32_t *)a) - before(*(uint32_t *)a, *(uint32_t *)b); }
int main(int argc, char **argv) {
  isExact = argc > 1;
  float v[N], w[N]; double d[N], e[N]; int index[N];
#define PLUS() fill(v)
#define SIGNED() fillSigned(v)
  SIGNED(); sortKeys(v, index, N); for (int i = 0; i < N; i++) w[i] = v[index[i]]; show(w);
  SIGNED(); sortFlipped(v, N); show(v);
  PLUS(); radixBytes((uint32_t *)v, (uint32_t *)w, N); show(v);
  filld(d, 0); radixBytesd((uint64_t *)d, (uint64_t *)e, N); showd(d);
  SIGNED(); radixFlip((uint32_t *)v, (uint32_t *)w, N); show(v);
  filld(d, 1);
  radixFlipd((uint64_t *)d, (uint64_t *)e, N); showd(d);
  PLUS(); exchange((uint32_t *)v, 0, N - 1, 31); show(v);
  SIGNED(); sortLess((int32_t *)v, N); show(v);
  PLUS(); sortBefore((uint32_t *)v, N); show(v);
  PLUS(); sortKey(v, N); show(v);
  PLUS(); qsort(v, N, 4, greater); show(v);
}
`;

const INTEGERS = `${HEAD}
static float live[1000];
APART static void shell(int32_t *a, int n) { for (int g = n / 2; g > 0; g /= 2) for (int i = g; i < n; i++) { int32_t k = a[i]; int j = i; for (; j >= g && a[j - g] > k; j -= g) a[j] = a[j - g]; a[j] = k; } }
APART static void shellu(uint32_t *a, int n) { for (int g = n / 2; g > 0; g /= 2) for (int i = g; i < n; i++) { uint32_t k = a[i]; int j = i; for (; j >= g && a[j - g] > k; j -= g) a[j] = a[j - g]; a[j] = k; } }
static int cmp(const void *a, const void *b) { uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b; return (x > y) - (x < y); }
static int cmpi(const void *a, const void *b) { int32_t x = *(const int32_t *)a, y = *(const int32_t *)b; return (x > y) - (x < y); }
APART static void radix(uint32_t *a, uint32_t *b, int n) {
  for (int shift = 0; shift < 32; shift += 8) {
    unsigned count[257] = {0};
    for (int i = 0; i < n; i++) count[(a[i] >> shift & 255) + 1]++;
    for (int i = 0; i < 256; i++) count[i + 1] += count[i];
    for (int i = 0; i < n; i++) b[count[a[i] >> shift & 255]++] = a[i];
    uint32_t *t = a; a = b; b = t;
  }
}
static uint32_t seed = 1;
static uint32_t rnd(void) { seed ^= seed << 13; seed ^= seed >> 17; seed ^= seed << 5; return seed; }
#define M 20000
static uint32_t u[M], w[M];
static int badu(const uint32_t *a) { int n = 0; for (int i = 1; i < M; i++) n += (a[i - 1] >> 1) * 2.0 + (a[i - 1] & 1) > (a[i] >> 1) * 2.0 + (a[i] & 1); return n; }
static int badi(const int32_t *a) { int n = 0; for (int i = 1; i < M; i++) n += (double)a[i - 1] > (double)a[i]; return n; }
int main(int argc, char **argv) {
  isExact = argc > 1;
  for (int i = 0; i < 1000; i++) live[i] = isExact ? i : UxHwFloatGaussDist(i % 5 ? i + 1 : -i - 1, 0.01f);
  for (int r = 0; r < 3; r++) {
    for (int i = 0; i < M; i++) u[i] = rnd();
    shellu(u, M); printf("%d ", badu(u));
    for (int i = 0; i < M; i++) u[i] = rnd();
    qsort(u, M, 4, cmp); printf("%d ", badu(u));
    for (int i = 0; i < M; i++) u[i] = rnd();
    radix(u, w, M); printf("%d ", badu(u));
    for (int i = 0; i < M; i++) u[i] = -(int)(rnd() % 2200000);
    shell((int32_t *)u, M); printf("%d ", badi((int32_t *)u));
    for (int i = 0; i < M; i++) u[i] = 0xffe00000u + rnd() % 0x200000;
    qsort(u, M, 4, cmpi); printf("%d ", badi((int32_t *)u));
    for (int i = 0; i < M; i++) u[i] = 0x7fe00000u + rnd() % 0x200000;
    radix(u, w, M); printf("%d ", badu(u));
  }
  puts("");
  float s = 0; for (int i = 0; i < 1000; i++) s += live[i]; printf("%.0f\\n", s * 0);
}
`;

// On stderr, each row is followed by the number of its values that have a distribution.
test.each([
  ['comparators', 'C', COMPARATORS, '12 12 12 8 12 12 12'],
  ['loops and trees', 'C', LOOPS, '12 12 12 12 12 12 8 8 12'],
  ['radix sorts', 'C', RADIX, '12 8 12 12'],
  // The second row consists of keys stored with flipped bits, which come from the particles.
  ['flipped keys, bytes and functions', 'C', OTHERS, '12 0 12 12 12 12 12 12 12 12 12'],
  ['vectors and containers', 'C++', VECTORS, '12 12 12 12 12 12 12'],
])('%s put numbers in order by their bits', async (_, language, source, counts) => {
  for (const flags of language === 'C' ? [[], ['-O1'], ['-Os']] : [[]]) {
    const module = await haze.buildSource(source, { language, flags });
    const exact = await haze.run(module, { arguments: ['exact'] });
    const uncertain = await haze.run(module, { decisions: 'quiet' });
    expect(stripUx(uncertain.stdout)).toBe(stripUx(exact.stdout));
    expect(uncertain.stderr).toBe(`${counts} `);
  }
});

test('integers that look like boxes of floats are sorted as integers', async () => {
  const module = await haze.buildSource(INTEGERS);
  const { stdout, stderr } = await haze.run(module, { decisions: 'quiet' });
  expect(stripUx(stdout)).toBe(`${'0 '.repeat(18)}\n0\n`);
  expect(stderr).toBe('');
});
