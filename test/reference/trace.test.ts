// Recorded assignments to a traced variable: through references, by the library, in recursion and in templates.
// Assignments by other functions whose frames occupy the same memory are not recorded.
import { beforeAll, expect, test } from 'vitest';
import { loadGuestRuntime, loadKernels } from '../../src/node/engine/assets.ts';
import { createNodeReferenceWorker } from '../../src/node/engine/node-run-worker.ts';
import { runReference } from '../../src/reference/crew/run-reference.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { findWatched } from '../../src/toolchain/dwarf/find-watched.ts';
import type { ProgramVariable } from '../../src/toolchain/dwarf/program-variable.ts';
import { listProgramVariables } from '../../src/toolchain/dwarf/program-variables.ts';
import { findDefaultCore } from '../../src/uncertainty/core/core-spec.ts';
import { keptClang } from '../kept/kept-clang.ts';

const SOURCE = `#include <cstdio>
#include <cstring>
#include <stdexcept>
template <class T> T twice(T v) {
  T doubled = v + v;
  return doubled;
}
static void fill(double &out, double v) { out = v; }
static double sum(int n, double x) {
  double partial = n;
  if (n > 0) partial += sum(n - 1, x);
  return partial;
}
static double thrower(double x) {
  double doomed = x;
  if (x > 0) throw std::runtime_error("no");
  return doomed;
}
static double other(double x) { double a = x + 100; double b = a + 100; return b; }
int main() {
  double filled;
  fill(filled, 3);
  double read;
  std::sscanf("2.5", "%lf", &read);
  double copied[2], source[2] = {7, 8};
  std::memcpy(copied, source, sizeof copied);
  double total = twice(4.0) + twice(1.0f) + sum(2, 1);
  for (int i = 0; i < 2; i++) {
    try { thrower(5 + i); } catch (const std::exception &) {}
    total += other(i);
  }
  std::printf("%f\\n", total + filled + read + copied[1]);
}
`;

let module: Uint8Array;
let variables: readonly ProgramVariable[];

beforeAll(async () => {
  const tools = { clang: keptClang, guest: await loadGuestRuntime() };
  const built = await buildProgram(
    { sources: { 'main.cpp': SOURCE }, language: 'C++', forWatching: true },
    tools,
  );
  if (!built.ok) throw new Error(built.log);
  module = built.module;
  variables = listProgramVariables(module);
});

/** The values of one run, ordered by element and then by assignment. */
async function trace(Expression: string): Promise<string[]> {
  const name = /^\w+/.exec(Expression)![0];
  const LineNumber = variables.find((variable) => variable.name === name)!.line;
  const watched = findWatched(variables, [{ File: 'main.cpp', LineNumber, Expression }]);
  const { values } = await runReference(
    { module, core: findDefaultCore('C0-Reference'), runs: 3, watched },
    { kernels: await loadKernels(), createWorker: createNodeReferenceWorker, parallelism: 1 },
  );
  const traced = values.filter(({ kind }) => kind === 'Traced');
  expect(traced.every((value) => value.runs === 3)).toBe(true);
  // Array elements may be assigned in any order.
  traced.sort((a, b) => a.first - b.first || a.second - b.second);
  return traced.map((value) => `${watched[value.first]!.elements[value.second]!.path}=${value.samples()[0]}`);
}

test.each([
  ['through a reference', 'filled', ['=3']],
  ['by the library', 'read', ['=2.5']],
  ['by memcpy', 'copied', ['[0]=7', '[1]=8']],
  ['in a template, for both types', 'doubled', ['=8', '=2']],
  [
    'in a recursion, whose innermost call begins last and ends first',
    'partial',
    ['=2', '=1', '=0', '=1', '=3'],
  ],
  ['in a function that an exception leaves, without later contents of its memory', 'doomed', ['=5', '=6']],
])('an assignment %s', async (_, expression, expected) => {
  expect(await trace(expression)).toEqual(expected);
});
