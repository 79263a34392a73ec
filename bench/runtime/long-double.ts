// Cost of 113-bit functions compared with double functions. For long double, the functions are measured through the
// service, with calls interleaved in one program. If gcc is installed, a native program measures libquadmath in the
// same way.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { createHaze } from '../../src/node/library.ts';
import { moduleOf } from '../harness.ts';

const ROUNDS = 3;
const CALLS = { plain: 20_000, wide: 2_000 };

/** Names from <math.h> and their calls, with arguments between 0.5 and 2.5. */
const EXPRESSIONS = {
  // The loop alone, with two additions; its time is subtracted.
  loop: 'x',
  product: 'x * y',
  quotient: 'y / x',
  sum: 'x + y',
  sqrt: 'F(sqrt)(x)',
  exp: 'F(exp)(x)',
  log: 'F(log)(x)',
  pow: 'F(pow)(x, y)',
  sin: 'F(sin)(x)',
  atan: 'F(atan)(x)',
  sinh: 'F(sinh)(x)',
  erf: 'F(erf)(x)',
  tgamma: 'F(tgamma)(x)',
  lgamma: 'F(lgamma)(x)',
} as const;
type Name = keyof typeof EXPRESSIONS;
const names = Object.keys(EXPRESSIONS) as Name[];
const LOOP = names.indexOf('loop');

/** Prints one row per round: ns per call of each function, first for double, then for the wide type. */
function source(wide: string, suffix: string, headers: string): string {
  const timed = (type: string, name: Name): string => {
    const calls = type === 'double' ? CALLS.plain : CALLS.wide;
    const body = EXPRESSIONS[name].replaceAll('F(', type === 'double' ? 'PLAIN(' : 'WIDE(');
    return `static double time_${type === 'double' ? 'plain' : 'wide'}_${name}(void) {
  clock_t start = clock();
  ${type} x = 0.5, y = 1.75, sum = 0;
  for (int i = 0; i < ${calls}; i++) {
    x += 2.0 / ${calls};
    sum += ${body};
  }
  kept += sum;
  return (double)(clock() - start) / CLOCKS_PER_SEC / ${calls} * 1e9;
}`;
  };
  const call = (type: string): string =>
    names.map((name) => `    printf("%.3f ", time_${type}_${name}());`).join('\n');
  return `#include <math.h>
#include <stdio.h>
#include <time.h>
${headers}
#define PLAIN(name) name
#define WIDE(name) name##${suffix}
static volatile double kept;
${names.map((name) => `${timed('double', name)}\n${timed(wide, name)}`).join('\n')}
int main(void) {
  for (int turn = 0; turn < 4; turn++) {
${call('plain')}
${call('wide')}
    puts("");
  }
}`;
}

/** Reads all rounds except the first, whose code is not optimised yet. */
function readTurns(text: string): number[][] {
  const rows = text.trim().split('\n').slice(1);
  const turns = rows.map((row) => row.trim().split(/\s+/).map(Number));
  if (turns.length === 0 || turns.some((row) => row.length !== 2 * names.length)) throw new Error(text);
  return turns;
}

/** Measures both; requires a built runtime library. */
export async function run(): Promise<Measurement[]> {
  const haze = createHaze();
  const built = await moduleOf(haze.build(source('long double', 'l', ''), { language: 'C' }));
  const here: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { stdout, stderr } = await haze.run(built, { core: 'C0-Bypass' });
    if (stderr !== '') throw new Error(stderr);
    here.push(...readTurns(stdout));
  }
  return [...describe('long double', here), ...describe('gcc, libquadmath', runNatively())];
}

function runNatively(): number[][] {
  const folder = mkdtempSync(join(tmpdir(), 'haze-quadmath-'));
  try {
    writeFileSync(join(folder, 'quad.c'), source('__float128', 'q', '#include <quadmath.h>'));
    execFileSync('gcc', ['-O2', 'quad.c', '-o', 'quad', '-lquadmath', '-lm'], { cwd: folder, stdio: 'pipe' });
    const turns: number[][] = [];
    for (let round = 0; round < ROUNDS; round++)
      turns.push(...readTurns(execFileSync(join(folder, 'quad'), { encoding: 'utf8' })));
    return turns;
  } catch {
    console.log('  gcc with libquadmath is not here: nothing to hold long double against.');
    return [];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function describe(type: string, turns: readonly number[][]): Measurement[] {
  if (turns.length === 0) return [];
  const middle = (first: number, i: number): number =>
    median(turns.map((row) => row[first + i]! - row[first + LOOP]!));
  return names.flatMap((name, i) =>
    i === LOOP
      ? []
      : [
          measurement(`${name}, ${type}`, middle(names.length, i), 'ns'),
          measurement(`${name}, double beside ${type}`, middle(0, i), 'ns'),
        ],
  );
}
