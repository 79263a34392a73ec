// Replaces sources with other distributions for a single run, through the library, in three languages and on every kind
// of core.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Budget } from '../../src/budget/explain-trace.ts';
import type { ProgramSession } from '../../src/program/program-session.ts';
import type { RunOptions, RunResult } from '../../src/program/run-options.ts';
import { findUx } from '../../src/uncertainty/core/ux-text.ts';
import type { SourceOverrides } from '../../src/uncertainty/sources/source-value.ts';
import { COMMAND } from '../command.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';

const library = createKeptHaze();

const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>

static double measured(double value, double uncertainty) {
  return UxHwDoubleGaussDist(value, uncertainty);
}

int main(int argc, char **argv) {
  double voltage = measured(5, 0.06);
  double resistance = measured(10, 0.2);
  double part[3], sum = 0;
  for (int i = 0; i < 3; i++) {
    part[i] = UxHwDoubleUniformDist(0, i + 1);
    sum += part[i];
  }
  double given = argc > 1 ? atof(argv[1]) : 1;
  double samples[3] = {1, 2, 3};
  double sampled = UxHwDoubleDistFromSamples(samples, 3);
  printf("%lf\\n%lf\\n%lf\\n%lf\\n", voltage * resistance, sum, given, sampled);
}
`;

async function build(source: string | Record<string, string>, debug = true): Promise<Uint8Array> {
  const built = await library.build(source, { debug });
  if (!built.ok) throw new Error(built.log);
  return built.module;
}

interface Printed {
  readonly mean: number;
  readonly deviation: number;
}

function printed({ stdout }: RunResult): Printed[] {
  return stdout
    .trim()
    .split('\n')
    .map((line) => {
      const [found] = findUx(line);
      if (!found) return { mean: Number(line), deviation: 0 };
      const { positions, masses, mean } = found.value;
      const variance = positions.reduce((sum, x, i) => sum + masses[i]! * (x - mean) ** 2, 0);
      return { mean, deviation: Math.sqrt(variance) };
    });
}

describe('sources in a C program', () => {
  let session: ProgramSession;
  let module: Uint8Array;

  beforeAll(async () => {
    module = await build(PROGRAM);
    session = await library.open(module, { core: 'C0-Joint' });
  });

  afterAll(() => session.close());

  test('sources are listed with their names, locations and parameters', () => {
    expect(
      session.sources.map(({ key, line, distribution, mean, isSettable }) => ({
        key,
        line,
        distribution,
        mean,
        isSettable,
      })),
    ).toEqual([
      { key: 'voltage', line: 10, distribution: 'gauss(5, 0.06)', mean: 5, isSettable: true },
      { key: 'resistance', line: 11, distribution: 'gauss(10, 0.2)', mean: 10, isSettable: true },
      { key: 'part[i]#1', line: 14, distribution: 'uniform(0, 1)', mean: 0.5, isSettable: true },
      { key: 'part[i]#2', line: 14, distribution: 'uniform(0, 2)', mean: 1, isSettable: true },
      { key: 'part[i]#3', line: 14, distribution: 'uniform(0, 3)', mean: 1.5, isSettable: true },
      { key: 'sampled', line: 19, distribution: '3 samples', mean: undefined, isSettable: false },
    ]);
    expect(session.sources[0]).toMatchObject({ family: 'gauss', parameters: [5, 0.06], kind: 'parametric' });
  });

  test('sources can be replaced by another family, a number or their mean', async () => {
    const run = async (sources: SourceOverrides) => printed(await session.run({ sources }));
    const [product, sum] = await run({ voltage: 'uniform(1, 3)', resistance: 2, 'part[i]#3': 'fixed' });
    expect(product!.mean).toBeCloseTo(4, 6);
    expect(product!.deviation).toBeCloseTo(2 * Math.sqrt(4 / 12), 2);
    expect(sum!.mean).toBeCloseTo(3, 6);
    expect(sum!.deviation).toBeCloseTo(Math.sqrt(1 / 12 + 4 / 12), 2);
    const [byPlace] = await run({ 'main.c:10': '7', 'main.c:11': 'fixed' });
    expect(byPlace).toEqual({ mean: 70, deviation: 0 });
  });

  test('replacing sources leaves all other sources unchanged, to the last digit', async () => {
    const lines = async (sources: SourceOverrides) => (await session.run({ sources })).stdout.split('\n');
    const before = await lines({});
    const after = await lines({ voltage: 'fixed', resistance: 'uniform(1, 2)' });
    expect(before.join('\n')).toBe(session.first.stdout);
    expect(after[0]).not.toBe(before[0]);
    expect(after.slice(1)).toEqual(before.slice(1));
  });

  test.each([
    ['voltag', 'fixed', 'unknown-source', /Did you mean "voltage"\?/],
    ['zzzzzz', 'fixed', 'unknown-source', /Its sources are "voltage", "resistance"/],
    ['part[i]', '1', 'ambiguous-source', /3 sources: "part\[i\]#1" \(main\.c:14\)/],
    ['sampled', '1', 'fixed-source', /was created from samples/],
    ['voltage', 'gaus(1, 2)', 'invalid-source-value', /Did you mean gauss\?/],
    ['voltage', 'gauss(1, -2)', 'invalid-source-value', /standard deviation must not be negative/],
    ['voltage', 'gauss(1)', 'invalid-source-value', /write gauss\(mean, standard deviation\)/],
    ['voltage', 'gauss(1, x)', 'invalid-source-value', /"x" in gauss\(1, x\) is not a number/],
    ['voltage', 'beta', 'invalid-source-value', /Write beta\(alpha, beta\)/],
    ['voltage', 'studentst(1)', 'invalid-source-value', /greater than 1/],
  ])('%s: %s is rejected with a reason', async (name, value, code, message) => {
    await expect(session.run({ sources: { [name]: value } })).rejects.toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test('a source with two names is rejected', async () => {
    const both = session.run({ sources: { voltage: 1, 'main.c:10': 2 } });
    await expect(both).rejects.toThrow('"voltage" and "main.c:10" are the same source');
  });

  test.each(['C0-S', 'C0-S+', 'C0-Bypass', 'C0-Reference'])('sources are replaced on %s', async (core) => {
    const sources = { voltage: 'uniform(1, 3)', resistance: '2', 'part[i]#1': 'fixed' };
    const result = await library.run(module, { core, runs: 4000, sources });
    if (!result.reference) {
      expect(printed(result)[0]!.mean).toBeCloseTo(4, 2);
      return;
    }
    const [product, sum] = result.reference.values.map((value) => value.samples());
    const mean = product!.reduce((total, x) => total + x, 0) / product!.length;
    expect(mean).toBeCloseTo(4, 1);
    expect(Math.min(...product!)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...product!)).toBeLessThanOrEqual(6);
    expect(Math.min(...sum!)).toBeGreaterThanOrEqual(0.5);
  });

  test('sources have the same names if the module lacks debug information, because the program is rebuilt with it', async () => {
    const plain = await build(PROGRAM, false);
    const { sources } = await library.run(plain, { core: 'C0-S', sources: { voltage: 4 } });
    expect(sources!.map(({ key }) => key)).toEqual(session.sources.map(({ key }) => key));
  });

  test('Ux text in an argument is a source', async () => {
    const ux = /Ux[0-9A-F]+/.exec((await library.run(module, { core: 'C0-S' })).stdout)![0];
    const options: RunOptions = { core: 'C0-Joint', arguments: [`50${ux}`] };
    const read = await library.run(module, { ...options, sources: { 'argument 1': 'gauss(8, 1)' } });
    expect(read.sources!.find(({ kind }) => kind === 'text')).toMatchObject({ input: { argument: 1 } });
    expect(printed(read)[2]!.mean).toBeCloseTo(8, 6);
    const fixed = printed(await library.run(module, { ...options, sources: { 'argument 1': 'fixed' } }))[2]!;
    expect(fixed.deviation).toBe(0);
    expect(fixed.mean).toBeCloseTo(50, 1);
  });
});

test('the error for a program without sources shows how to create one', async () => {
  const module = await build('#include <stdio.h>\nint main(void) { printf("%lf\\n", 2.5); }');
  await expect(library.run(module, { sources: { x: 1 } })).rejects.toMatchObject({
    code: 'no-sources',
    message: expect.stringContaining('UxHwDoubleGaussDist(5, 0.02)'),
  });
});

test('a source that a run does not create is reported on stderr', async () => {
  const module = await build(`#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  if (x > 0) {
    double y = UxHwDoubleGaussDist(2, 0.1);
    printf("%lf\\n", x + y);
  }
}`);
  const { stderr } = await library.run(module, { core: 'C0-S', sources: { x: -1, y: 3 } });
  expect(stderr).toContain('did not create the source y');
});

test('sources in Fortran and C++ programs can be changed by variable name', async () => {
  const fortran = await build({
    'power.f90': `program power
  use uxhw
  implicit none
  double precision :: voltage
  voltage = ux_gauss(5d0, 0.02d0)
  print *, voltage * 2
end program
`,
  });
  const told = await library.run(fortran, { core: 'C0-S', sources: { voltage: 'gauss(7, 0.1)' } });
  expect(findUx(told.stdout)[0]!.value.mean).toBeCloseTo(14, 3);
  const cpp = await build({
    'power.cpp': `#include <iostream>
#include <uxhw.h>
int main() {
  double voltage{UxHwDoubleGaussDist(5, 0.02)};
  std::cout << voltage * 2 << '\\n';
}
`,
  });
  const said = await library.run(cpp, { core: 'C0-S', sources: { voltage: 'gauss(7, 0.1)' } });
  expect(findUx(said.stdout)[0]!.value.mean).toBeCloseTo(14, 3);
});

describe('haze --set', () => {
  const folder = mkdtempSync(join(tmpdir(), 'haze-set-'));
  writeFileSync(join(folder, 'product.c'), PROGRAM);
  const haze = (...words: string[]) =>
    spawnSync(process.execPath, [COMMAND, ...words], { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });

  test('haze run', () => {
    const { stdout, stderr, status } = haze(
      'run',
      'product.c',
      '--set',
      'voltage: fixed',
      '--set=main.c:11=2',
    );
    expect({ status, stderr }).toEqual({
      status: 2,
      stderr: expect.stringContaining('no source "main.c:11"'),
    });
    const told = haze('run', 'product.c', '--set', 'voltage: fixed', '--set=product.c:11=2');
    expect(told.stderr).toBe('');
    expect(findUx(told.stdout)[0]!.value).toMatchObject({ count: 0, particle: 10 });
    expect(stdout).toBe('');
  });

  test('haze explain omits fixed sources', () => {
    const { stdout, stderr } = haze('explain', 'product.c', '--json', '--set', 'voltage: fixed');
    expect(stderr).toBe('');
    const { values } = JSON.parse(stdout) as Budget;
    expect(values[0]!.contributions.map(({ source }) => source.name)).toEqual(['resistance']);
  });

  test('haze compare changes both sides', () => {
    const { stdout } = haze('compare', 'product.c', '--runs', '200', '--set', 'voltage: 3');
    expect(stdout).toMatch(/#1 +30 +30\.0\d+ ± /);
  });

  test('an invalid setting is rejected before a build', () => {
    expect(haze('run', 'none.c', '--set', 'voltage').stderr).toContain("--set 'voltage: gauss(5, 0.02)'");
    expect(haze('run', 'none.c', '--set', 'x: 1', '--set', 'x: 2').stderr).toContain('"x" is set twice');
    expect(haze('run', 'none.c', '--set', 'x: gauss(1, -1)').stderr).toContain('must not be negative');
  });
});

test('every draw follows its own branch when sources are replaced', async () => {
  const module = await build(`#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(0, 1), z = UxHwDoubleUniformDist(0, 1), y = 3 + z;
  if (x > 0.5) {
    printf("high\\n");
    y = z;
  }
  printf("%lf\\n", y);
}
`);
  // P(x > 0.5) = 0.30854.
  for (const [z, mean] of [
    ['uniform(4, 6)', 5 + 3 * 0.69146],
    [2, 2 + 3 * 0.69146],
  ] as const) {
    const { stdout, stderr } = await library.run(module, { core: 'C0-Joint', sources: { z } });
    expect(stderr).not.toContain('had no effect');
    const [found] = findUx(stdout.split('\n').find((line) => line.includes('Ux'))!);
    expect(found!.value.mean).toBeCloseTo(mean, 1);
  }
});
