// Cost and benefit of the engine's optimising tier for the compiler itself: measures builds in new processes, with the
// tools compiled either like any other module or by src/node/engine/compile-tools.ts.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { compileTools } from '../../src/node/engine/compile-tools.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';

const ROUNDS = 5;
const BUILDS = 5;
const PROGRAMS: Readonly<Record<string, (build: number) => string>> = {
  'main.c': (build) =>
    `#include <math.h>\n#include <stdio.h>\nint main(void) { printf("%f\\n", sin(${build}.0)); }\n`,
  'main.cpp': (build) =>
    `#include <iostream>\n#include <string>\n#include <vector>\nint main() { std::cout << std::vector<double>(3, ${build})[0] << "\\n"; }\n`,
};

interface Times {
  readonly firstMs: number;
  readonly firstCpuMs: number;
  readonly laterMs: number;
}

/** Builds in this child process, and prints the times. */
async function buildHere(path: string, isOneTier: boolean): Promise<void> {
  const started = performance.now();
  const clang = await loadClang(isOneTier ? { compile: compileTools } : {});
  const guest = await loadGuestRuntime();
  const times: number[] = [];
  let firstMs = 0;
  let firstCpuMs = 0;
  for (let build = 0; build < BUILDS; build++) {
    const result = await buildProgram({ sources: { [path]: PROGRAMS[path]!(build) } }, { clang, guest });
    if (!result.ok) throw new Error(result.log);
    times.push(result.buildTimeMs);
    if (build > 0) continue;
    firstMs = performance.now() - started;
    const { user, system } = process.cpuUsage();
    firstCpuMs = (user + system) / 1000;
  }
  const told: Times = { firstMs, firstCpuMs, laterMs: Math.min(...times.slice(1)) };
  console.log(JSON.stringify(told));
}

function buildInChild(path: string, isOneTier: boolean): Times {
  const file = fileURLToPath(import.meta.url);
  return JSON.parse(
    execFileSync(process.execPath, [file, path, isOneTier ? 'one' : 'two'], { encoding: 'utf8' }),
  );
}

/** Measures builds; requires a built runtime library. */
export async function run(): Promise<Measurement[]> {
  return Object.keys(PROGRAMS).flatMap((path) => {
    const rounds = Array.from({ length: ROUNDS }, () => [
      buildInChild(path, false),
      buildInChild(path, true),
    ]);
    const of = (variant: number, key: keyof Times) => median(rounds.map((round) => round[variant]![key]));
    return ['as any module', 'as the compiler is'].flatMap((label, variant) => [
      measurement(`${path}, tools ${label}: load and first build`, of(variant, 'firstMs'), 'ms'),
      measurement(`${path}, tools ${label}: processor time of it`, of(variant, 'firstCpuMs'), 'ms'),
      measurement(`${path}, tools ${label}: later build`, of(variant, 'laterMs'), 'ms'),
    ]);
  });
}

const [, script, path, tiers] = process.argv;
if (script === fileURLToPath(import.meta.url) && path) await buildHere(path, tiers === 'one');
