// Every function in the header links, in both precisions and under its older names, and every family prints the mean
// specified in its row. The programs are generated from the tables, so new rows are tested automatically.
import { expect, test } from 'vitest';
import { contractOf } from '../../src/runtime/preparing/check-contract.ts';
import { CONTRACT_VERSION } from '../../src/uxhw/contract.ts';
import { type DistributionFamily, FAMILIES } from '../../src/uxhw/families.ts';
import { nameIn, UXHW_FUNCTIONS } from '../../src/uxhw/functions.ts';
import { openHaze, stripUx } from './build-and-run.ts';

const haze = openHaze();
const ROWS: readonly DistributionFamily[] = FAMILIES;

/** Numbers in the notation that C and Fortran share for doubles. */
function listArguments(example: readonly number[], suffix: string): string {
  return example.map((x) => `${Number.isInteger(x) ? `${x}.0` : x}${suffix}`).join(', ');
}

test('every function in the header can be linked, even under its older name', async () => {
  const functions = UXHW_FUNCTIONS.flat().flatMap((one) =>
    (['double', 'float'] as const).flatMap((precision) => {
      const name = nameIn(precision, one);
      return one.isNew ? [name] : [name, `libUncertain${name.slice('UxHw'.length)}`];
    }),
  );
  const source = `#include <stdio.h>
#include <uncertain.h>
#define LISTED ${functions.length}
void *volatile listed[LISTED] = {${functions.map((name) => `(void *)(${name})`).join(', ')}};
int main(void) {
  int there = 0;
  for (int i = 0; i < LISTED; i++) there += listed[i] != NULL;
  printf("%d\\n", there);
}`;
  const module = await haze.buildSource(source);
  expect((await haze.run(module)).stdout).toBe(`${functions.length}\n`);
  expect(contractOf(module)).toBe(CONTRACT_VERSION);
});

test('every family has the same mean in C and Fortran, in both precisions', async () => {
  const calls = ROWS.flatMap((row) => row.examples.map((example) => ({ row, example })));
  const inC = calls.map(({ row: { name }, example }) => {
    const given = listArguments(example, '');
    return `printf("%.12g %.6g\\n", UxHwDouble${name}(${given}), UxHwFloat${name}(${given}));`;
  });
  const inFortran = calls.map(
    ({ row: { fortran }, example }) =>
      `print '(g0.12, 1x, g0.6)', ${fortran}(${listArguments(example, 'd0')}), ${fortran}(${listArguments(example, '')})`,
  );
  const read = (stdout: string) =>
    stripUx(stdout)
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/\s+/).map(Number));
  const c = await haze.runSource(
    `#include <stdio.h>\n#include <uxhw.h>\nint main(void) {\n${inC.join('\n')}\n}`,
    {
      core: 'C0-S',
    },
  );
  const fortran = await haze.runSource(`program p\nuse uxhw\n${inFortran.join('\n')}\nend program\n`, {
    language: 'Fortran',
    core: 'C0-S',
  });
  expect(read(c.stdout)).toHaveLength(calls.length);
  for (const [i, [double = 0, float = 0]] of read(c.stdout).entries()) {
    const { kind } = calls[i]!.row;
    expect(Math.abs(double - float), kind).toBeLessThan(1e-5 * Math.max(1, Math.abs(double)));
    const [ofDouble = Number.NaN, ofFloat = Number.NaN] = read(fortran.stdout)[i]!;
    expect(Math.abs(double - ofDouble), kind).toBeLessThan(1e-10 * Math.max(1, Math.abs(double)));
    expect(Math.abs(double - ofFloat), kind).toBeLessThan(1e-5 * Math.max(1, Math.abs(double)));
  }
});
