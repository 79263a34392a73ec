// Calls from older versions of the uncertainty header, and slightly misspelt names.
import { expect, test } from 'vitest';
import { openHaze } from './build-and-run.ts';

const haze = openHaze();

test('UxHwDoublePrint and its variants print the same output as printf("%lf")', async () => {
  const { stdout } = await haze.runSource(
    `#include <stdio.h>
#include <uncertain.h>
int main(void) {
  double x = UxHwDoubleGaussDist(2, 0.5);
  float y = UxHwFloatUniformDist(1, 2);
  UxHwDoublePrint(x); puts("");
  libUncertainDoublePrint(x); puts("");
  printf("%lf\\n", x);
  UxHwFloatPrint(y); puts("");
  libUncertainFloatPrint(y); puts("");
  printf("%lf\\n", y);
  UxHwDoublePrint(0.25);
}`,
    { core: 'C0-S+' },
  );
  const lines = stdout.split('\n');
  expect(lines[0]).toMatch(/^2\.000000Ux04/);
  expect(lines[1]).toBe(lines[0]);
  expect(lines[2]).toBe(lines[0]);
  expect(lines[3]).toMatch(/^1\.500000Ux04/);
  expect(lines[4]).toBe(lines[3]);
  expect(lines[5]).toBe(lines[3]);
  expect(lines[6]).toMatch(/^0\.250000Ux04/);
});
