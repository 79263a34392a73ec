// Loops whose fast version runs ahead of its checks. Programs print the same output as before rewriting, wherever a box
// appears: in the first, a middle or the last iteration, in call arguments, or in memory that the loop itself wrote.

import { beforeAll, expect, test } from 'vitest';
import wabt from 'wabt';
import { opcodeOf } from '../../src/rewrite/encoding/opcodes.ts';
import { decodeBody, InstructionList } from '../../src/rewrite/reading/instruction-list.ts';
import { readModule } from '../../src/rewrite/reading/module-reader.ts';
import { type RewriteOptions, rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { compileObject, linkObjects, runProgram } from './guest-toolchain.ts';
import { toyRuntimeText } from './random-module.ts';
import { COLLECTOR_FLAGS, TOY_COLLECTOR, TOY_HEADER, toyRuntimeSource } from './toy-runtime.ts';

/** Each kernel uses `x` (N numbers, possibly including a box), `y`, `n` (integers) and `f`, and returns a number. */
const KERNELS: Readonly<Record<string, string>> = {
  'a sum': 'double s = 0; for (int i = 0; i < N; i++) s += x[i]; return s;',
  'sums of two kinds': `double s = 0, t = 1; float u = 0;
    for (int i = 0; i < N; i++) { s += x[i] * f; t *= 1 + x[i] * 1e-3; u += (float)x[i]; } return s + t + u;`,
  'values of the two previous iterations': `double a = f, b = 1;
    for (int i = 0; i < N; i++) { double c = a * 0.5 + b * 0.25 + x[i]; a = b; b = c; } return a + b;`,
  'a relaxation': `double change = 0;
    for (int i = 1; i < N - 1; i++) { double v = 0.25 * (x[i - 1] + 2 * x[i] + x[i + 1]); change += fabs(v - x[i]); y[i] = v; }
    return change;`,
  'a row subtracted from another': 'for (int i = 0; i < N; i++) y[i] -= f * x[i]; return y[N / 2];',
  'a row subtracted from itself': 'for (int i = 1; i < N; i++) x[i] -= f * x[i - 1]; return x[N - 1];',
  'many addresses in one iteration': `double *p = x, *q = y;
    for (int i = 0; i + 3 < N; i += 3, p += 3, q += 3) {
      double d = p[0] - q[1], m = f / (d * d + 1);
      p[0] -= d * m; p[1] -= d * q[2] * m; p[2] -= m; q[0] += d * m; q[1] += d * p[2] * m; q[2] += m; }
    return d_sum(x) + d_sum(y);`,
  'addresses that may be equal': `double *p = x, *q = x + 1;
    for (int i = 0; i + 4 < N; i += 2, p += 2, q += 2) {
      double d = p[0] - q[0]; p[0] += d * f; q[0] -= d * f; p[1] += d; q[1] *= 0.5; }
    return d_sum(x);`,
  'a butterfly': `for (int i = 0; i < N / 2; i++) {
      double c = y[i], s = y[i + N / 2], r = x[i + N / 2] * c - x[i] * s, e = x[i + N / 2] * s + x[i] * c;
      x[i + N / 2] = x[i] - r; y[i + N / 2] = y[i] - e; x[i] += r; y[i] += e; }
    return d_sum(x) + d_sum(y);`,
  'counts beside numbers': `for (int i = 0; i < N; i++) { n[i & 7]++; y[i] = x[i] * f; n[8 + ((int)y[i] & 7)] += 2; y[i] += x[i]; }
    double s = 0; for (int i = 0; i < 16; i++) s = s * 3 + n[i]; return s + d_sum(y);`,
  'bytes beside numbers': `unsigned char *b = (unsigned char *)n;
    for (int i = 0; i < N; i++) { b[i & 31] += 7; y[i] = x[i] * f; b[i & 15] ^= 3; y[i] += x[i] * y[i]; }
    double s = 0; for (int i = 0; i < 32; i++) s = s * 3 + b[i]; return s + d_sum(y);`,
  'an exit in the middle': `int i = 0;
    for (;;) { y[i] = x[i] * f; if (i == N - 2) break; y[i + 1] = y[i] + x[i]; if (++i == N) break; }
    return i + d_sum(y);`,
  'a sign from its bits': `int k = 0;
    for (int i = 0; i < N; i++) { y[i] = (x[i] - 20) * f; unsigned long long b; memcpy(&b, &y[i], 8); k = k * 3 + (int)(b >> 63); y[i] += 1; }
    return k + d_sum(y);`,
  'selected values': `for (int i = 0; i < N; i++) { double v = x[i] * f; y[i] = i % 3 ? v + 1 : x[i]; y[i] *= 2; n[i & 3] += i; }
    return d_sum(y) + n[1];`,
  'single precision': `static float z[16];
    for (int i = 0; i < 16; i++) z[i] = (float)x[i]; for (int i = 1; i < 16; i++) { z[i] -= z[i - 1] * 0.5f; x[i] += z[i]; y[i] = x[i] * f; }
    return z[15] + d_sum(x) + d_sum(y);`,
  'infinities of both signs': `for (int i = 0; i < N; i++) { y[i] = (x[i] + f) / 0.0; x[i] = -x[i] / 0.0; } return d_sum(y) > 0 ? y[3] : x[3];`,
};

const N = 48;

function sourceOf(kernel: string): string {
  return `${TOY_HEADER}
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define N ${N}
static double x[N], y[N];
static int n[16];
static __attribute__((noinline)) double d_sum(const double *v) { double s = 0; for (int i = 0; i < N; i++) s += v[i]; return s; }
static __attribute__((noinline)) double kernel(double *x, double *y, int *n, double f) { ${kernel} }
int main(int argc, char **argv) {
  double unrelated = BOX(1), f = 0.375;
  for (int i = 0; i < N; i++) { x[i] = i * 0.75 + 1; y[i] = 2 - i * 0.5; }
  int place = atoi(argv[1]);
  if (place == 1) x[0] = BOX(x[0]);
  if (place == 2) x[N / 2] = BOX(x[N / 2]);
  if (place == 3) x[N - 1] = BOX(x[N - 1]);
  if (place == 4) for (int i = 3; i < N; i += 7) { x[i] = BOX(x[i]); y[i + 1] = BOX(y[i + 1]); }
  if (place == 5) f = BOX(f);
  unsigned before = __ux_hook_count();
  double result = kernel(x, y, n, f);
  unsigned hooks = __ux_hook_count() - before;
  for (int i = 0; i < N; i++) printf("%.17g %.17g\\n", PLAIN(x[i]), PLAIN(y[i]));
  for (int i = 0; i < 16; i++) printf("%d ", n[i]);
  printf("%.17g %.17g\\n", PLAIN(result), PLAIN(unrelated));
  return hooks > 200 ? 200 : (int)hooks;
}`;
}

/** The positions of boxes at the start of the loop, encoded in the program's argument. */
const PLACES = [
  'no box',
  'a box in the first iteration',
  'a box in the middle',
  'a box in the last iteration',
  'boxes here and there',
  "a box in the call's arguments",
] as const;
const IN_THE_MIDDLE = 2;

let runtime: Uint8Array;

beforeAll(async () => {
  const source = toyRuntimeSource(TOY_COLLECTOR);
  runtime = await compileObject('toy.c', source, ['-O2', '-fno-math-errno', '-DCOLLECT_ALWAYS=1']);
});

async function build(source: string, flags: string[]): Promise<Uint8Array> {
  const program = await compileObject('program.c', source, ['-O2', ...flags, '-Wno-everything']);
  return linkObjects({ 'program.o': program, 'toy.o': runtime }, COLLECTOR_FLAGS);
}

async function buildRewritten(source: string): Promise<Uint8Array> {
  const module = await build(source, ['-DBOXED']);
  return rewriteModule(module, { safepoints: true, exactCopies: true }).module;
}

test.each(Object.keys(KERNELS))('%s: results are the same wherever a box occurs', async (name) => {
  const source = sourceOf(KERNELS[name]!);
  const plain = await build(source, []);
  const rewritten = await buildRewritten(source);
  for (const [number, place] of PLACES.entries()) {
    const expected = await runProgram(plain, [`${number}`]);
    expect(expected.exitCode, place).toBe(0);
    const outcome = await runProgram(rewritten, [`${number}`]);
    expect(outcome.stdout, place).toBe(expected.stdout);
    // The exit status is the number of slow paths taken.
    if (number === 0 && !name.startsWith('infinities')) expect(outcome.exitCode, place).toBe(0);
    else if (number === IN_THE_MIDDLE) expect(outcome.exitCode, place).toBeGreaterThan(0);
  }
});

test('after an iteration with a box, the loop continues without slow paths', async () => {
  const rewritten = await buildRewritten(sourceOf(KERNELS['a row subtracted from another']!));
  expect((await runProgram(rewritten, [`${IN_THE_MIDDLE}`])).exitCode).toBeLessThan(10);
});

const F64_GE = opcodeOf('f64.ge');

/** The opcodes of the last function in a module in text form, after rewriting. */
async function lastFunction(text: string, options: RewriteOptions = {}): Promise<number[]> {
  const module = (await wabt())
    .parseWat('f.wat', text, { exceptions: true })
    .toBinary({ write_debug_names: true });
  const info = readModule(rewriteModule(module.buffer, options).module);
  const list = new InstructionList();
  const index = info.bodies.length - 1;
  decodeBody(info, info.functionImports.length + index, info.bodies[index]!, list);
  return [...list.opcodes.subarray(0, list.count)];
}

/** The number of NaN tests in a function. */
async function countTests(body: string): Promise<number> {
  const text = toyRuntimeText().replace(
    /\)\s*$/,
    `(func $f (param $p i32) (param $s f64) (local $v f64) ${body}))`,
  );
  return (await lastFunction(text)).filter((opcode) => opcode === F64_GE).length;
}

const NEXT = '(br_if 0 (local.tee $p (i32.sub (local.get $p) (i32.const 8))))';
const update = (offset: number, value: string): string =>
  `(f64.store offset=${offset} (local.get $p) (f64.sub (f64.load offset=${offset} (local.get $p)) ${value}))`;

test('values stored in one iteration share a check in the fast version, and have separate checks in the slow version', async () => {
  const stores = [8, 16, 24, 32].map((offset) => update(offset, '(local.get $s)'));
  expect(await countTests(`(loop ${stores.join('\n')} ${NEXT})`)).toBe(1 + 4);
});

test('values computed from checked numbers are not checked again', async () => {
  const value = '(local.set $v (f64.mul (f64.load (local.get $p)) (local.get $s)))';
  const stores = ['add', 'sub', 'mul'].map(
    (operation, i) =>
      `(f64.store offset=${8 * i} (local.get $p) (f64.${operation} (local.get $v) (local.get $s)))`,
  );
  const slow = 3;
  expect(await countTests(`(loop ${value} ${stores.join('\n')} ${NEXT})`)).toBeLessThanOrEqual(1 + slow);
});

test('a sum is checked after its loop', async () => {
  const fast = await countTests(
    `(loop (local.set $s (f64.add (local.get $s) (f64.load (local.get $p)))) ${NEXT})`,
  );
  expect(fast).toBe(1 + 1);
});

test('a loop without checks is emitted once, and a loop with checks gets a second copy', async () => {
  const runtime = toyRuntimeText().replace('(module', '(module (import "toy" "created" (func $created))');
  const countLoops = async (value: string): Promise<number> => {
    const store = '(f64.store (i32.const 0) (f64.mul (local.get $v) (local.get $v)))';
    const body = `(call $created) (loop (local.set $v ${value}) ${store} ${NEXT})`;
    const text = runtime.replace(/\)\s*$/, `(func $f (param $p i32) (local $v f64) ${body}))`);
    return (await lastFunction(text, { exactCopies: true })).filter((opcode) => opcode === opcodeOf('loop'))
      .length;
  };
  expect(await countLoops('(f64.convert_i32_s (local.get $p))')).toBe(1);
  expect(await countLoops('(f64.load (local.get $p))')).toBeGreaterThan(1);
});
