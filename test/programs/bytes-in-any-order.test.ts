// Values whose bytes are stored in a different order in memory. The collector finds them in the byte orders of files
// and networks. Other bits become the particle, and a line on stderr reports this; a program's own NaN is never
// mistaken for a value.
import { expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const HEAD = `#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>
#define APART __attribute__((noinline))
static volatile double sink;
// Creates many temporary values, so that handles and names are reused.
APART static void work(void) { double s = 0, a = UxHwDoubleGaussDist(5, 1); for (int i = 0; i < 4000; i++) s = s * 0.5 + a; sink = s; }
`;

const ORDERS = `${HEAD}
enum { N = 5 };
static unsigned char room[N * 8 + 1];
static const unsigned char orders[][8] = {{7,6,5,4,3,2,1,0}, {6,7,4,5,2,3,0,1}, {1,0,3,2,5,4,7,6}, {4,5,6,7,0,1,2,3}, {3,2,1,0,7,6,5,4}};
static const unsigned char orders4[][4] = {{3,2,1,0}, {2,3,0,1}, {1,0,3,2}};
APART static void put(const unsigned char *o, int size, int at, const void *v) { for (int k = 0; k < size; k++) room[at * size + k + (at & 1)] = ((const unsigned char *)v)[o[k]]; }
APART static void get(const unsigned char *o, int size, int at, void *v) { for (int k = 0; k < size; k++) ((unsigned char *)v)[o[k]] = room[at * size + k + (at & 1)]; }
int main(void) {
  for (int o = 0; o < 5; o++) {
    for (int i = 0; i < N; i += 2) { double v = UxHwDoubleGaussDist(i + 1, 0.1); put(orders[o], 8, i, &v); }
    work();
    for (int i = 0; i < N; i += 2) { double v; get(orders[o], 8, i, &v); printf("%.2f %.2f ", UxHwDoubleNthMoment(v, 1), UxHwDoubleNthMoment(v, 2)); }
  }
  for (int o = 0; o < 3; o++) {
    for (int i = 0; i < N; i += 2) { float v = UxHwFloatGaussDist(i + 1, 0.1f); put(orders4[o], 4, i, &v); }
    work();
    for (int i = 0; i < N; i += 2) { float v; get(orders4[o], 4, i, &v); printf("%.2f %.2f ", UxHwFloatNthMoment(v, 1), UxHwFloatNthMoment(v, 2)); }
  }
}
`;

test.each(['-O0', '-O2'])('bytes in file and network order keep the distribution, at %s', async (flag) => {
  const { stdout, stderr } = await haze.runSource(ORDERS, {
    core: 'C0-XS',
    flags: [flag],
    decisions: 'quiet',
  });
  const values = ['1.00', '0.01', '3.00', '0.01', '5.00', '0.01'];
  expect(stripUx(stdout).trim().split(' ')).toEqual(Array.from({ length: 8 }, () => values).flat());
  expect(stderr).toBe('');
});

const PLANES = `${HEAD}
enum { N = 40 };
static unsigned char planes[8][N], planes4[4][N];
static char halves[2][N];
static uint32_t low[N], high[N];
APART static void split(int i, double v, float f) {
  unsigned char b[8];
  memcpy(b, &v, 8);
  for (int k = 0; k < 8; k++) planes[k][i] = b[k];
  memcpy(b, &f, 4);
  for (int k = 0; k < 4; k++) planes4[k][i] = b[k];
  uint64_t u;
  v += 100;
  memcpy(&u, &v, 8);
  low[i] = (uint32_t)u;
  high[i] = (uint32_t)(u >> 32);
}
APART static double whole(int i) { unsigned char b[8]; double v; for (int k = 0; k < 8; k++) b[k] = planes[k][i]; memcpy(&v, b, 8); return v; }
APART static float single(int i) { unsigned char b[4]; float v; for (int k = 0; k < 4; k++) b[k] = planes4[k][i]; memcpy(&v, b, 4); return v; }
APART static double joined(int i) { uint64_t u = (uint64_t)high[i] << 32 | low[i]; double v; memcpy(&v, &u, 8); return v; }
APART static long double wide(int i) { return whole(i); }
int main(void) {
  for (int i = 0; i < N; i++) split(i, UxHwDoubleGaussDist(i + 1, 0.1), UxHwFloatGaussDist(-i - 1, 0.1f));
  work();
  int wrong = 0;
  for (int i = 0; i < N; i++) {
    wrong += !(fabs(whole(i) - (i + 1)) < 0.5) + !(fabsf(single(i) + i + 1) < 0.5f) + !(fabs(joined(i) - (i + 101)) < 0.5);
    wrong += !(fabs(sqrt(whole(i)) - sqrt(i + 1)) < 0.5) + !((int)(whole(i) + 0.5) == i + 1) + !(wide(i) > i + 0.5L);
  }
  printf("%d wrong, %.1f %.1Lf %.1f\\n", wrong, whole(4), wide(4), single(4));
}
`;

test.each(['C0-XS', 'C0-S+'])(
  'bytes stored separately give the distribution or the number, and one line reports this, on %s',
  async (core) => {
    const { stdout, stderr } = await haze.runSource(PLANES, { core, decisions: 'quiet' });
    expect(stripUx(stdout)).toBe('0 wrong, 5.0 5.0 -5.0\n');
    expect(
      stderr.match(
        /the bits of a value were changed or used in a computation, or were used after its distribution had been discarded/g,
      ),
    ).toHaveLength(1);
  },
);

const OWN_NAN = `${HEAD}
static float of(uint32_t u) { float f; memcpy(&f, &u, 4); return f; }
int main(int argc, char **argv) {
  float values[20];
  for (int i = 0; i < 20; i++) values[i] = UxHwFloatGaussDist(3, 0.3f);
  work();
  const uint32_t own[] = {0x7fe00000u + argc, 0x7fe00014u, 0x7fe0ffffu, 0x7fffffffu, 0xffffffffu, 0xffffff00u, 0x7fe00000u};
  for (int i = 0; i < 7; i++) printf("%s ", of(own[i]) + 1 == of(own[i]) + 1 ? "value" : "nan");
  printf("%f %f %f\\n", nanf("0x200001") + 1, (float)nan("0x4000020000000") + 1, nan("0x4000000000001") + values[0] * 0);
}
`;

test("a program's own NaN is not mistaken for a value", async () => {
  const { stdout } = await haze.runSource(OWN_NAN, { core: 'C0-XS', flags: ['-O0'], decisions: 'quiet' });
  expect(stripUx(stdout).trim()).toBe(`${'nan '.repeat(7)}nan nan nan`);
});
