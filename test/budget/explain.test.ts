// Runs `haze explain` and the library's `explain` as a user would, on programs in three languages.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Budget, BudgetValue } from '../../src/budget/explain-trace.ts';
import { explain } from '../../src/program/explain-run.ts';
import type { RunOptions } from '../../src/program/run-options.ts';
import { COMMAND } from '../command.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';

const folder = mkdtempSync(join(tmpdir(), 'haze-explain-'));
const library = createKeptHaze();

function haze(words: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

function write(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return name;
}

async function explainSource(name: string, text: string, options: RunOptions = {}): Promise<Budget> {
  const sources = { [name]: text };
  const built = await library.build(sources, { debug: true });
  if (!built.ok) throw new Error(built.log);
  const result = await library.run(built.module, { core: 'C0-Joint', trace: true, ...options });
  return explain(result, { sources });
}

/** A value's sources as "name file:line #occurrence". */
function placesOf({ contributions }: BudgetValue): string[] {
  return contributions
    .map(
      ({ source }) => `${source.name} ${source.file}:${source.line}:${source.column} #${source.occurrence}`,
    )
    .sort();
}

const POWER = `#include <stdio.h>
#include <uxhw.h>

static double measured(double value, double uncertainty) {
  return UxHwDoubleGaussDist(value, uncertainty);
}

int main(void) {
  double voltage = measured(5, 0.06);
  const double resistance = measured(
      10, 0.2), drift = 1 + UxHwDoubleUniformDist(-0.01, 0.01);
  double noise[3];
  for (int i = 0; i < 3; i++) noise[i] = UxHwDoubleGaussDist(0, 0.001);
  double power = voltage * voltage / resistance;
  printf("power = %.4lf, ", power * drift);
  printf("resistance: %lf\\n", resistance);
  printf("noisy %lf\\n", voltage + noise[0] + noise[1] + noise[2]);
  return 3;
}
`;

describe('haze explain', () => {
  const source = write('power.c', POWER);

  test('a table names the sources with their locations, and the program’s exit status is passed on', () => {
    const { status, stdout, stderr } = haze(['explain', source]);
    expect(stderr).toBe('');
    expect(status).toBe(3);
    const rows = stdout.split('\n');
    expect(rows[0]).toMatch(/^power: 2\.50\d* ± 0\.0\d+ \(95 %: 2\.\d+ to 2\.\d+\), power\.c:15$/);
    expect(rows[1]).toMatch(
      /^ {2}source +place +distribution +estimate +u\(x\) +sensitivity +u\(y\) +first-order +total$/,
    );
    expect(rows.slice(2, 5).map((row) => row.trim().split(/ {2,}/).slice(0, 3))).toEqual([
      ['voltage', 'power.c:9', 'gauss(5, 0.06)'],
      ['resistance', 'power.c:10', 'gauss(10, 0.2)'],
      ['drift', 'power.c:11', 'uniform(-0.01, 0.01)'],
    ]);
    // The rows of the sources are followed by the sum of their first-order shares, and by the interactions.
    const [sum, interactions] = rows.slice(5, 7).map((row) => row.trim().split(/ {2,}/));
    expect(sum).toEqual(['sum', expect.stringMatching(/^(99\.\d|100\.0) %$/)]);
    expect(interactions).toEqual(['interactions', expect.stringMatching(/^0\.\d %$/)]);
    expect(stdout).toMatch(/noise\[i\] #3 +power\.c:13/);
    expect(stdout).toMatch(/correlation .*\n {2}\(1\) power +1\.000 +−0\.\d{3} +0\.\d{3}\n/);
  });

  test('--json has the documented shape, and its shares add up', () => {
    const { stdout } = haze(['explain', source, '--json', '--seed', '7']);
    const { values, correlation } = JSON.parse(stdout) as Budget;
    expect(values.map(({ label, line }) => [label, line])).toEqual([
      ['power', 1],
      ['resistance', 1],
      ['noisy', 2],
    ]);
    const [power] = values as [BudgetValue];
    expect(Object.keys(power)).toEqual(
      expect.arrayContaining(['label', 'line', 'mean', 'standardDeviation', 'contributions']),
    );
    for (const contribution of power.contributions) {
      expect(Object.keys(contribution)).toEqual(
        expect.arrayContaining(['source', 'first', 'firstInterval', 'total', 'totalInterval', 'sensitivity']),
      );
      expect(Object.keys(contribution.source)).toEqual(
        expect.arrayContaining(['name', 'file', 'line', 'column', 'occurrence']),
      );
      expect(contribution.firstInterval[0]).toBeLessThanOrEqual(contribution.first);
      expect(contribution.firstInterval[1]).toBeGreaterThanOrEqual(contribution.first);
    }
    expect(placesOf(power)).toEqual([
      'drift power.c:11:29 #1',
      'resistance power.c:10:29 #1',
      'voltage power.c:9:20 #1',
    ]);
    const sum = power.contributions.reduce(
      (total, { first }) => total + first,
      power.interactions + power.unexplained,
    );
    expect(sum).toBeCloseTo(1, 6);
    // P = U²/R: c(U) = 2·U/R = 1, c(R) = −U²/R² = −0.25 to first order, u(P)² = 0.06² + 0.05² + (2.5·0.01/√3)².
    const sensitivities = power.contributions.map(({ sensitivity }) => sensitivity!);
    expect(sensitivities[0]).toBeCloseTo(1, 2);
    expect(sensitivities[1]).toBeCloseTo(-0.25, 2);
    expect(power.standardDeviation).toBeCloseTo(Math.sqrt(0.06 ** 2 + 0.05 ** 2 + 0.025 ** 2 / 3), 3);
    expect(correlation.linear).toHaveLength(3);
    expect(correlation.rank[0]![1]).toBeLessThan(-0.5);
  });

  test('--csv, --markdown and --latex each print the budget in that format', () => {
    const csv = haze(['explain', source, '--csv']).stdout.split('\r\n');
    expect(csv).toHaveLength(3 + 1 + 4 + 1 + 1);
    expect(csv[1]).toMatch(/^power,1,2\.50\d+,0\.0\d+,voltage,power\.c:9,1,"gauss\(5, 0\.06\)",5,/);
    const markdown = haze(['explain', source, '--markdown']).stdout;
    expect(markdown).toContain('| voltage | power.c:9 | gauss(5, 0.06) |');
    expect(markdown).toMatch(
      /\n\| sum (?:\| {2}){6}\| 100\.0 % \| {2}\|\n\| interactions (?:\| {2}){6}\| 0\.\d % \|/,
    );
    // The budget for the resistance has a single source, and therefore no row for the sum.
    expect(markdown.match(/\| sum \|/g)).toHaveLength(2);
    const latex = haze(['explain', source, '--latex']).stdout;
    expect(latex).toMatch(/ {2}voltage & 5\.000 & 0\.0600 & gauss\(5, 0\.06\) & .* \\% \\\\\n/);
    expect(latex.match(/\\begin\{tabular\}/g)).toHaveLength(3);
  });

  test('invalid requests are rejected with a reason', () => {
    const plain = write('plain.c', '#include <stdio.h>\nint main(void) { printf("%f\\n", 2.5); }\n');
    const cases: [string[], RegExp][] = [
      [['explain', plain], /printed no value with a distribution.*UxHwDoubleGaussDist\(5, 0\.02\).*ux_gauss/],
      [['explain', plain, '--core', 'C0-Reference', '--runs', '50'], /printed no value with a distribution/],
      [['explain', source, '--core', 'C0-S'], /C0-S does not track which inputs.*C0-Joint.*C0-Reference/],
      [['explain', source, '--json', '--csv'], /--json and --csv print the same report in different formats/],
      [['explain', source, '--lanes', '1000'], /LaneCount .* power of two/],
      [['explain', source, '--jason'], /Did you mean --json\?/],
    ];
    for (const [words, sentence] of cases) {
      const { status, stdout, stderr } = haze(words);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(sentence);
    }
  });
});

test('a traced run prints the same bytes as an untraced run', async () => {
  const text = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  printf("%lf\\n", x);
  for (int i = 0; i < 40; i++) {
    double z = UxHwDoubleGaussDist(0, 1);
    printf("%lf ", z);
    x += 0.1 * x * z;
  }
  printf("%lf\\n", x);
}`;
  const built = await library.build({ 'walk.c': text }, { debug: true });
  if (!built.ok) throw new Error(built.log);
  for (const core of ['C0-S+', 'C0-Joint']) {
    // A traced run keeps its number of lanes, so the plain run must not request more lanes.
    const plain = await library.run(built.module, { core, accuracy: 1 });
    const traced = await library.run(built.module, { core, trace: true });
    expect(traced.stdout).toBe(plain.stdout);
    expect(plain.trace).toBeUndefined();
    const { values } = explain(traced, { sources: { 'walk.c': text } });
    const last = values.at(-1)!;
    expect(last.contributions).toHaveLength(41);
    expect(last.contributions.map(({ source }) => source.occurrence).filter((n) => n > 1)).toHaveLength(39);
  }
});

test('a budget on a Reference core covers both branches of an if, uncertain parameters, and sources that some runs skip', async () => {
  const { values } = await explainSource(
    'branches.c',
    `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleUniformDist(0, 1), y = 0;
  if (x > 0.5) {
    double rare = UxHwDoubleUniformDist(0, 1);
    y = rare;
  }
  printf("y = %lf, ", y);
  double scale = UxHwDoubleUniformDist(1, 3);
  double noise = UxHwDoubleGaussDist(0, scale);
  printf("noise = %lf\\n", noise);
}
`,
    { core: 'C0-Reference', runs: 4000 },
  );
  expect(values.map(({ label }) => label)).toEqual(['y', 'noise']);
  const shareOf = (value: number, wanted: string) =>
    values[value]!.contributions.find(({ source }) => source.name === wanted)!;
  // y = [x > ½]·z: E[y] = ¼, V = ½·⅓ − 1/16 = 5/48; V(E[y|x]) = 1/16, V(E[y|z]) = ¼·1/12 = 1/48.
  expect(shareOf(0, 'x').first).toBeCloseTo(3 / 5, 1);
  expect(shareOf(0, 'x').total).toBeCloseTo(4 / 5, 1);
  expect(shareOf(0, 'rare').first).toBeCloseTo(1 / 5, 1);
  expect(shareOf(0, 'rare').total).toBeCloseTo(2 / 5, 1);
  expect(shareOf(0, 'rare')).toMatchObject({ estimate: 0.5, source: { file: 'branches.c', line: 6 } });
  // noise = s·z: V = E[s²] = 13/3, V(E[noise|z]) = E[s]² = 4, and the remaining 1/3 belongs to both.
  expect(shareOf(1, 'noise').first).toBeCloseTo(12 / 13, 1);
  expect(shareOf(1, 'scale').first).toBeCloseTo(0, 2);
  expect(shareOf(1, 'scale').total).toBeCloseTo(1 / 13, 1);
  expect(shareOf(1, 'noise').source.distribution).toBe('gauss with uncertain parameters');
  // A draw that is made after a value was printed cannot be one of its sources.
  expect(values[0]!.contributions).toHaveLength(2);
});

test('sources in C++ programs are found in members and constructors, and in Ux text from an argument and a file', async () => {
  const text = `#include <fstream>
#include <iostream>
#include <string>
#include <uxhw.h>
struct Beam { double length; double load{UxHwDoubleUniformDist(1, 3)}; };
int main(int argc, char **argv) {
  Beam beam;
  beam.length = UxHwDoubleGaussDist(2, 0.01);
  double width = std::stod(argv[1]);
  double height;
  std::ifstream("sizes.csv") >> height;
  std::cout << "moment " << beam.length * beam.load * width * height << '\\n';
}`;
  const given = await library.build(
    {
      'g.c':
        '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%lf", UxHwDoubleGaussDist(4, 1)); }',
    },
    {},
  );
  if (!given.ok) throw new Error(given.log);
  const ux = (await library.run(given.module, { core: 'C0-XS' })).stdout;
  const { values } = await explainSource('beam.cpp', text, {
    arguments: [ux],
    files: { 'sizes.csv': `${ux}\n` },
  });
  const bySource = new Map(values[0]!.contributions.map(({ source }) => [source.name, source]));
  expect([...bySource.keys()].sort()).toEqual(
    ['beam.length', 'load', 'sizes.csv, line 1, field 1', 'width'].sort(),
  );
  expect(bySource.get('beam.length')).toMatchObject({ file: 'beam.cpp', line: 8 });
  expect(bySource.get('width')).toMatchObject({ file: 'beam.cpp', line: 9, input: { argument: 1 } });
  expect(bySource.get('sizes.csv, line 1, field 1')).toMatchObject({
    line: 11,
    input: { file: 'sizes.csv', line: 1, field: 1 },
  });
});

test('sources in Fortran programs are found in variables, elements, functions that return a new source, and loops', async () => {
  const text = `module inputs
  use uxhw
  implicit none
contains
  function measured(value, uncertainty) result(reading)
    real(8), intent(in) :: value, uncertainty
    real(8) :: reading
    reading = ux_gauss(value, uncertainty)
  end function
end module
program bridge
  use inputs
  implicit none
  real(8) :: span, loads(3), factor
  integer :: i
  span = measured(20d0, 0.1d0)
  factor = ux_uniform(0.9d0, 1.1d0)
  do i = 1, 3
    loads(i) = ux_gauss(5d0, 0.2d0)   ! kN
  end do
  write (*, '(a, f12.4)') 'moment: ', factor * span * sum(loads)
end program
`;
  const { values } = await explainSource('bridge.f90', text);
  expect(placesOf(values[0]!)).toEqual([
    'factor bridge.f90:17:12 #1',
    'loads(i) bridge.f90:19:16 #1',
    'loads(i) bridge.f90:19:16 #2',
    'loads(i) bridge.f90:19:16 #3',
    'span bridge.f90:16:10 #1',
  ]);
  expect(values[0]!.printedAt).toMatchObject({ file: 'bridge.f90', line: 21 });
});

test('mixtures, copies, limits, samples and joint samples also count as sources', async () => {
  const text = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double a = UxHwDoubleGaussDist(0, 1), b = UxHwDoubleGaussDist(10, 1);
  double either = UxHwDoubleMixture(a, b, 0.5);
  double copy = UxHwDoubleGetIndependentCopy(a);
  double cut = UxHwDoubleLimitDistributionSupport(b, 9, 100);
  double list[4] = {1, 2, 3, 6};
  double dice = UxHwDoubleDistFromSamples(list, 4);
  double rows[4][2] = {{0, 0}, {1, 10}, {2, 20}, {3, 30}}, pair[2];
  UxHwDoubleDistFromMultidimensionalSamples(pair, rows, 4, 2);
  printf("either %lf\\ncopy %lf\\ncut %lf\\ndice %lf\\npair %lf\\n", either, 2 * a + copy, cut, dice, pair[0] + pair[1]);
}`;
  const { values } = await explainSource('kinds.c', text);
  const rows = values.map(({ contributions }) =>
    contributions
      .filter(({ total }) => total > 0.01)
      .map(({ source, first }) => [source.name, Number(first.toFixed(2))]),
  );
  expect(rows).toEqual([
    // The choice accounts for 25/26 of the variance, which is 5² + 1.
    [['either', 0.96], expect.anything(), expect.anything()],
    [
      ['a', 0.8],
      ['copy', 0.2],
    ],
    [expect.anything(), ['cut', expect.anything()]],
    [['dice', 1]],
    [[expect.stringContaining('UxHwDoubleDistFromMultidimensionalSamples'), 1]],
  ]);
});

test('a value whose variance overflows has sensitivities', async () => {
  const text = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double x = UxHwDoubleGaussDist(1, 0.1), y = UxHwDoubleUniformDist(0, 1);
  printf("%g\\n", x * 1e200 + y * 2e199);
}
`;
  const { values } = await explainSource('huge.c', text);
  const sensitivities = values[0]!.contributions.map(({ sensitivity }) => sensitivity! / 1e200);
  expect(sensitivities).toEqual([expect.closeTo(1, 2), expect.closeTo(0.2, 2)]);
});

test('the sources of a long loop share a row, and without debug information a row shows the distribution', async () => {
  const text = `#include <stdio.h>
#include <uxhw.h>
int main(void) {
  double start = UxHwDoubleGaussDist(0, 10), sum = start;
  for (int i = 0; i < 300; i++) sum += UxHwDoubleGaussDist(0, 1);
  printf("sum %lf\\n", sum);
}`;
  const { values } = await explainSource('loop.c', text);
  const rows = values[0]!.contributions;
  expect(rows.map(({ sources }) => sources)).toEqual([300, 1]);
  expect(rows[0]!.first).toBeCloseTo(0.75, 2);
  expect(rows[1]!.first).toBeCloseTo(0.25, 2);
  const built = await library.build(text);
  if (!built.ok) throw new Error(built.log);
  const bare = explain(await library.run(built.module, { core: 'C0-Joint', trace: true }));
  expect(bare.values[0]!.contributions.map(({ source }) => [source.name, source.file])).toEqual([
    ['gauss(0, 1) (300)', ''],
    ['gauss(0, 10)', ''],
  ]);
});
