// Cost of a build, with the steps in the same order as in a page: loading the tools, a small C program, and a C++
// program with streams.

import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import type { BuildContext, BuildRequest } from '../../src/toolchain/building/build-result.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';

const ROUNDS = 5;

const C_PROGRAM = (round: number) =>
  `#include <math.h>\n#include <stdio.h>\n#include <uxhw.h>\n` +
  `int main(void) {\n  double a = UxHwDoubleGaussDist(${round}, 1.0);\n  printf("%f\\n", sin(a) * a);\n  return 0;\n}\n`;

const CXX_PROGRAM = (round: number) =>
  `#include <iostream>\n#include <string>\n#include <vector>\n#include <uxhw.h>\n` +
  `int main() {\n  std::vector<double> v(3, UxHwDoubleUniformDist(0, ${round + 1}));\n` +
  `  std::string s = "sum ";\n  std::cout << s << v[0] + v[1] << std::endl;\n}\n`;

/** Measures builds; requires a built runtime library. */
export async function run(): Promise<Measurement[]> {
  const guest = await loadGuestRuntime();
  const started = performance.now();
  const clang = await loadClang();
  const load = performance.now() - started;
  const kept = new Map<string, Uint8Array>();
  const objects = {
    get: async (key: string) => kept.get(key),
    put: async (key: string, bytes: Uint8Array) => void kept.set(key, bytes),
  };
  const cache = { objects, account: 'bench' };
  const c = await measure({ clang, guest }, 'main.c', C_PROGRAM);
  const cxx = await measure({ clang, guest }, 'main.cpp', CXX_PROGRAM);
  const edited = await measure({ clang, guest, cache }, 'main.cpp', CXX_PROGRAM);
  return [
    measurement('load the compiler', load, 'ms'),
    measurement('first build of a small C program', c.firstMs, 'ms'),
    measurement('warm build of a small C program', c.bestMs, 'ms'),
    measurement('warm build of a C++ program with <iostream>', cxx.bestMs, 'ms', 1500),
    measurement('the same after an edit, headers precompiled', edited.bestMs, 'ms', 450),
  ];
}

// Every round builds different source text, so no object comes from a cache.
async function measure(
  context: BuildContext,
  path: string,
  textOf: (round: number) => string,
): Promise<{ firstMs: number; bestMs: number }> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const request: BuildRequest = { sources: { [path]: textOf(round) } };
    const result = await buildProgram(request, context);
    if (!result.ok) throw new Error(result.log);
    times.push(result.buildTimeMs);
  }
  return { firstMs: times[0]!, bestMs: Math.min(...times.slice(1)) };
}
