// Values as bytes in memory and files: packed structures, records in a binary file. The collector finds values there,
// and a box whose record was freed is not mistaken for a later one.
import { describe, expect, test } from 'vitest';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();

const PROGRAM = `#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <uxhw.h>

static void show(const char *name, double x) {
  printf("%s %.4lf %.4lf\\n", name, x, UxHwDoubleNthMoment(x, 1));
}

// Creates many temporary values, so that handles are reused.
__attribute__((noinline)) static double work(double a) {
  double sum = 0;
  for (int i = 0; i < 4000; i++) sum = sum * 0.5 + a;
  return sum;
}

typedef struct __attribute__((packed)) { float at[3]; uint16_t kind; } facet;
typedef struct __attribute__((packed)) { char kind; float weight; double level; long double total; } entry;
static facet facets[9];
static entry entries[300];

__attribute__((noinline)) static void fill(double a) {
  for (int i = 0; i < 9; i++) {
    for (int k = 0; k < 3; k++) facets[i].at[k] = (float)(a * i) + k;
    facets[i].kind = i;
  }
  for (int i = 0; i < 300; i++) entries[i] = (entry){'e', (float)a + i, a * i, (long double)a + 2 * i};
}

__attribute__((noinline)) static void store(const char *path) {
  FILE *f = fopen(path, "wb");
  fwrite(entries, sizeof *entries, 300, f);
  for (int i = 0; i < 300; i++) fwrite(&entries[i].level, 1, 7, f), fwrite((char *)&entries[i].level + 7, 1, 1, f);
  fclose(f);
  memset(entries, 0, sizeof entries);
}

static volatile uint64_t hidden;
__attribute__((noinline)) static void hide(double a) {
  double x = a * 7;
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  hidden = bits * 3;
}

int main(void) {
  double a = UxHwDoubleUniformDist(1, 2);
  fill(a);
  show("work", work(a));
  float sum = 0;
  for (int i = 0; i < 9; i++) sum += facets[i].at[1];
  show("packed", sum);
  double weights = 0, levels = 0, totals = 0;
  for (int i = 0; i < 300; i++) weights += entries[i].weight, levels += entries[i].level, totals += (double)entries[i].total;
  show("weights", weights);
  show("levels", levels);
  show("totals", totals);
  store("entries.bin");
  work(a);
  FILE *f = fopen("entries.bin", "rb");
  fread(entries, sizeof *entries, 300, f);
  double read = 0, again = 0, x;
  for (int i = 0; i < 300; i++) read += entries[i].weight + entries[i].level + (double)entries[i].total;
  show("read", read);
  for (int i = 0; i < 300; i++) fread(&x, sizeof x, 1, f), again += x;
  show("again", again);
  fclose(f);
  hide(a);
  work(a);
  uint64_t bits = hidden * 0xAAAAAAAAAAAAAAABu;  // the inverse of 3
  memcpy(&x, &bits, sizeof x);
  printf("hidden %d\\n", x != x || x == 10.5);
  return 0;
}`;

const EXPECTED = [
  'work 3.0000 3.0000',
  'packed 63.0000 63.0000',
  'weights 45300.0000 45300.0000',
  'levels 67275.0000 67275.0000',
  'totals 90150.0000 90150.0000',
  'read 202725.0000 202725.0000',
  'again 67275.0000 67275.0000',
  'hidden 1',
];

describe('values survive as bytes in memory and files', () => {
  test.each(['-O0', '-O2', '-O3 -msimd128'])('with %s', async (flags) => {
    const module = await haze.buildSource(PROGRAM, { flags: flags.split(' ') });
    const runs = [
      ...['C0-S', 'C0-S+', 'C0-Joint'].map((core) => ({ core })),
      { core: 'C0-S', collectAlways: true },
    ];
    for (const options of runs) {
      const { stdout, exitStatus } = await haze.run(module, options);
      expect(stripUx(stdout).trimEnd().split('\n'), options.core).toEqual(EXPECTED);
      expect(exitStatus).toBe(0);
    }
  });
});
