// Computations with the bits of floats and doubles in memory: masks, shifts, sums, differences, equality and printing
// use the particles' bits at every optimisation level, and the numbers in memory keep their distributions.
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
typedef uint32_t word;
static int isExact;
static float base[N] = {3, -5, 0.7f, 1.1f, 1e10f, -2.5e-3f, 3, 2, 7, -0.3f, 12, 1};
static double value(int i) { double x = base[i]; return isExact ? x : UxHwDoubleGaussDist(x, 0.1 * x * (x < 0 ? -1 : 1)); }
`;
const FILL = `
  isExact = argc > 1;
  double d[N], c[N]; float f[N], g[N];
  for (int i = 0; i < N; i++) { f[i] = (float)(d[i] = value(i)); g[i] = (float)(c[i] = value(i)); }
`;
const KEPT = `
  int kept = 0; for (int i = 0; i < N; i++) kept += UxHwFloatNthMoment(f[i], 2) > 0 && UxHwDoubleNthMoment(d[i], 2) > 0;
  fprintf(stderr, "%d", kept);
`;

const EQUALITY = `${HEAD}
APART int same(const float *a, const float *b) { return *(const word *)a == *(const word *)b; }
APART int count(const float *a, const float *b, int n) { int c = 0; for (int i = 0; i < n; i++) c += ((const word *)a)[i] == ((const word *)b)[i]; return c; }
APART int halves(const double *a, const double *b) { const word *p = (const word *)a, *q = (const word *)b; return p[0] == q[0] && p[1] == q[1]; }
APART int bytes(const float *a, const float *b) { return memcmp(a, b, 4) == 0; }
APART int find(const float *v, int n, float x) { word k; memcpy(&k, &x, 4); for (int i = 0; i < n; i++) if (((const word *)v)[i] == k) return i; return -1; }
APART int distinct(const float *v, int n) { int c = 0; for (int i = 0; i < n; i++) { int seen = 0; for (int j = 0; j < i; j++) if (!memcmp(v + i, v + j, 4)) seen = 1; c += !seen; } return c; }
APART int exponents(const float *a, const float *b) { return (*(const word *)a >> 23) == (*(const word *)b >> 23); }
APART int exchange(word *p, word old, word new) { if (*p != old) return 0; *p = new; return 1; }
APART int ordered(const word *a, const word *b, int mode) { if (!mode) { word x = *a, y = *b; return (x > y) - (x < y); } return mode * *b; }
int main(int argc, char **argv) {${FILL}
  printf("%d %d %d\\n", same(f, g), same(f, g + 1), count(f, g, N));
  printf("%d %d %d %d\\n", halves(d, c), halves(d, c + 1), bytes(f + 1, g + 1), bytes(f, g + 1));
  printf("%d %d %d\\n", find(f, N, g[3]), find(f, N, 1000), distinct(f, N));
  printf("%d %d\\n", exponents(f, f + 7), exponents(f, f + 8));
  word old, new; memcpy(&old, g, 4); memcpy(&new, g + 8, 4);
  printf("%d %d", exchange((word *)g, old, new), exchange((word *)g, old, new)); printf(" %g\\n", g[0]);
  for (int i = 0; i < N; i++) printf("%d ", ordered((word *)f, (word *)f + i, argc > 5));
  ${KEPT}
}
`;

const PARTS = `${HEAD}
APART int above(const float *p) { return (*(const word *)p & 0x7fffffff) > 0x40000000; }
APART int larger(const float *a, const float *b) { return (*(const word *)a & 0x7fffffff) > (*(const word *)b & 0x7fffffff); }
APART word top(const float *v, int n) { word m = 0; for (int i = 0; i < n; i++) { word u; memcpy(&u, v + i, 4); u &= 0x7fffffff; m = u > m ? u : m; } return m >> 23; }
APART void fractions(const float *p, float *q, int n) { for (int i = 0; i < n; i++) { word u; memcpy(&u, p + i, 4); u = (u & 0x7fffff) | 0x3f800000; memcpy(q + i, &u, 4); } }
APART void rounded(const float *p, uint16_t *q, int n) { for (int i = 0; i < n; i++) { word u; memcpy(&u, p + i, 4); u += 0x7fff + (u >> 16 & 1); q[i] = u >> 16; } }
APART uint16_t bfloat(const float *p) { return *(const word *)p >> 16; }
APART uint16_t half(const float *p) { word x; memcpy(&x, p, 4); word s = x >> 16 & 0x8000; int e = (int)(x >> 23 & 0xff) - 112; word m = x & 0x7fffff; return e <= 0 ? s : s | e << 10 | m >> 13; }
APART float truncated(const float *p) { word u = *(const word *)p; int e = (int)(u >> 23 & 0xff) - 127; if (e < 23) u &= e < 0 ? 0x80000000 : 0xffffffffu << (23 - e); float r; memcpy(&r, &u, 4); return r; }
APART double truncatedd(const double *p) { uint64_t u = *(const uint64_t *)p; int e = (int)(u >> 52 & 0x7ff) - 1023; if (e < 52) u &= e < 0 ? 1ull << 63 : ~0ull << (52 - e); double r; memcpy(&r, &u, 8); return r; }
APART float scaled(const float *p, int n) { word u = *(const word *)p; u += (word)n << 23; float r; memcpy(&r, &u, 4); return r; }
APART float logarithm(const float *p) { word i; memcpy(&i, p, 4); return (float)i * (1.0f / (1 << 23)) - 127.0f; }
APART float upper(const float *p) { return (float)(*(const word *)p >> 8); }
int main(int argc, char **argv) {${FILL}
  printf("%d %d %d %d %u\\n", above(f), above(f + 2), larger(f + 1, f), larger(f + 2, f), top(f, N));
  float q[N]; fractions(f, q, N); for (int i = 0; i < N; i++) printf("%g ", q[i]); puts("");
  uint16_t b[N]; rounded(f, b, N); for (int i = 0; i < N; i++) printf("%04x ", b[i]); puts("");
  printf("%04x %04x %04x\\n", bfloat(f), half(f), half(f + 1));
  printf("%g %g %g %g\\n", truncated(f + 3), truncated(f + 10), truncatedd(d + 3), truncatedd(d + 1));
  printf("%g %.6g %.9g\\n", scaled(f, 3), logarithm(f), upper(f));
  ${KEPT}
}
`;

const WHOLES = `${HEAD}
APART word sum(const float *p, int n) { word s = 0; for (int i = 0; i < n; i++) s += ((const word *)p)[i]; return s; }
APART uint64_t sumd(const double *p, int n) { uint64_t s = 0; for (int i = 0; i < n; i++) s += ((const uint64_t *)p)[i]; return s; }
APART word mixed(const float *p, int n) { word s = 0; for (int i = 0; i < n; i++) s ^= ((const word *)p)[i]; return s; }
APART word hash(const float *p) { word h = *(const word *)p; h ^= h >> 16; h *= 0x85ebca6b; h ^= h >> 13; return h; }
APART int between(const float *a, const float *b) { int32_t x, y; memcpy(&x, a, 4); memcpy(&y, b, 4); return abs(x - y); }
APART int near(const float *a, const float *b, int most) { int x = *(const int *)a, y = *(const int *)b; if (x < 0) x = 0x80000000 - x; if (y < 0) y = 0x80000000 - y; int s = x - y; return (s < 0 ? -s : s) <= most; }
APART void show(const void *p) { printf("%08x\\n", *(const word *)p); }
int main(int argc, char **argv) {${FILL}
  printf("%08x %016llx %08x %08x\\n", sum(f, N), (unsigned long long)sumd(d, N), mixed(f, N), hash(f));
  printf("%d %d %d %d\\n", between(f, f + 3), between(f, g), near(f, f + 6, 4), near(f, f + 7, 4));
  show(f); show(f + 1); show(f + 3);
  ${KEPT}
}
`;

test.each(['', '-O0', '-O3', '-Os'])(
  'computations with words use the particles’ bits with %s',
  async (flags) => {
    for (const [source, start] of [
      [EQUALITY, /^1 0 12\n1 0 1 0\n3 -1 11\n1 0\n1 0 7\n0 -1 1 1 -1 -1 0 1 -1 -1 -1 1 $/],
      [PARTS, /^1 0 1 0 160\n1\.5 1\.25 /],
      [WHOLES, /\n11744051 0 1 0\n40400000\nc0a00000\n3f8ccccd\n$/],
    ] as const) {
      const module = await haze.buildSource(source, {
        flags: ['-fno-strict-aliasing', ...flags.split(' ').filter(Boolean)],
      });
      const exact = await haze.run(module, { arguments: ['exact'] });
      const text = stripUx(exact.stdout);
      expect(text).toMatch(start);
      const uncertain = await haze.run(module, { decisions: 'quiet' });
      expect(stripUx(uncertain.stdout)).toBe(text);
      expect(uncertain.stderr).toMatch(/12$/);
    }
  },
);

test('integers that look like floats stay integers', async () => {
  const source = `${HEAD}
APART int equal(const int *a, const int *b, int n) { int c = 0; for (int i = 0; i < n; i++) c += a[i] == b[i]; return c; }
APART word parts(const int *a, int n) { word s = 0; for (int i = 0; i < n; i++) { word u = a[i]; s += (u & 0x7ffff) + (u >> 5); } return s; }
int main(int argc, char **argv) {${FILL}
  static int a[100000], b[100000];
  for (int i = 0; i < 100000; i++) a[i] = 0x7fe10000 + 19 * i, b[i] = a[i] ^ (i % 3 == 0);
  printf("%d %08x\\n", equal(a, b, 100000), parts(a, 100000));
  printf("%d %d\\n", -1400000, a[7]);
  ${KEPT}
}`;
  const module = await haze.buildSource(source);
  const exact = await haze.run(module, { arguments: ['exact'] });
  const uncertain = await haze.run(module);
  expect(uncertain.stdout).toBe(exact.stdout);
  expect(uncertain.stderr).toMatch(/^12$/);
});
