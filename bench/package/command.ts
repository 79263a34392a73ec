// Waiting times at the command line: `haze run` in a new process, with an unchanged, an edited and a new program. Also
// measures `haze run --watch`, from an edit to the program's output.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Measurement, median } from '../../scripts/measurement.ts';
import { findProjectRoot } from '../../scripts/project-root.ts';
import { inFolder } from '../harness.ts';

/** A program that prints a number. */
interface Program {
  readonly language: string;
  readonly file: string;
  readonly print: (value: number) => string;
  /** Target times in milliseconds. */
  readonly goals: { readonly unchanged: number; readonly edited: number; readonly watched?: number };
}

const PROGRAMS: readonly Program[] = [
  {
    language: 'C',
    file: 'value.c',
    print: (value) =>
      `#include <stdio.h>\n#include <uxhw.h>\nint main(void) { double x = UxHwDoubleGaussDist(5, 0.1); printf("%d %lf\\n", ${value}, x * x); }\n`,
    goals: { unchanged: 350, edited: 1000, watched: 250 },
  },
  {
    language: 'Fortran',
    file: 'value.f90',
    print: (value) =>
      `program value\n  use uxhw\n  real(8) :: x\n  x = ux_gauss(5.0d0, 0.1d0)\n  print *, ${value}, x * x\nend program\n`,
    goals: { unchanged: 350, edited: 1200 },
  },
  {
    language: 'C++',
    file: 'value.cpp',
    print: (value) =>
      `#include <cmath>\n#include <iostream>\n#include <string>\n#include <vector>\n#include <uxhw.h>\nint main() { std::vector<double> x{UxHwDoubleGaussDist(5, 0.1)}; std::cout << ${value} << ' ' << std::sqrt(x[0]) << std::endl; }\n`,
    goals: { unchanged: 350, edited: 2000 },
  },
];
const NEW_TIMES = 3;
const EDITED_TIMES = 5;
const UNCHANGED_TIMES = 15;
const WATCHED_TIMES = 15;

export async function run(): Promise<Measurement[]> {
  return inFolder(async (folder) => {
    const measurements: Measurement[] = [];
    for (const program of PROGRAMS) {
      measurements.push(...timeRuns(program, folder));
      if (program.goals.watched !== undefined) measurements.push(await timeWatch(program, folder));
    }
    return measurements;
  });
}

const command = () => join(findProjectRoot(), 'dist/src/packed/haze.js');

function cacheIn(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, HAZE_CACHE_DIR: join(folder, 'cache') };
}

function timeRuns({ language, file, print, goals }: Program, folder: string): Measurement[] {
  const env = cacheIn(folder);
  const path = join(folder, file);
  const time = (...more: string[]) => {
    const startedMs = performance.now();
    execFileSync(process.execPath, [command(), 'run', path, ...more], { env, stdio: 'pipe' });
    return performance.now() - startedMs;
  };
  const times = (count: number, work: (round: number) => number) =>
    median(Array.from({ length: count }, (_, i) => work(i)));
  writeFileSync(path, print(0));
  const fresh = times(NEW_TIMES, () => time('--no-cache'));
  time();
  // The first edit creates files that later edits reuse: precompiled C++ headers.
  const edited = times(EDITED_TIMES, (round) => {
    writeFileSync(path, print(1 + round));
    return time();
  });
  const unchanged = times(UNCHANGED_TIMES, () => time());
  const unit = 'ms';
  return [
    { name: `${language}, --no-cache`, value: fresh, unit, noise: fresh / 4 },
    { name: `${language}, edited`, value: edited, unit, goal: goals.edited, noise: edited / 4 },
    { name: `${language}, unchanged`, value: unchanged, unit, goal: goals.unchanged, noise: unchanged / 4 },
  ];
}

async function timeWatch({ language, file, print, goals }: Program, folder: string): Promise<Measurement> {
  const path = join(folder, file);
  writeFileSync(path, print(1000));
  const child = spawn(process.execPath, [command(), 'run', '--watch', path], { env: cacheIn(folder) });
  const told = { out: '', err: '' };
  let wake: () => void = () => undefined;
  for (const name of ['out', 'err'] as const) {
    child[`std${name}`].on('data', (text) => {
      told[name] += text;
      wake();
    });
  }
  child.on('exit', () => wake());
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (child.exitCode !== null) throw new Error(`haze run --watch ended with status ${child.exitCode}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  try {
    const times: number[] = [];
    for (let round = 0; round <= WATCHED_TIMES; round += 1) {
      await until(() => told.err.includes('waiting for a change'));
      // Makes the next edit only after the output from the previous edit.
      await pause(100);
      told.err = '';
      told.out = '';
      const startedMs = performance.now();
      writeFileSync(path, print(2000 + round));
      await until(() => told.out.includes(`${2000 + round} `));
      times.push(performance.now() - startedMs);
    }
    // The first edit includes loading the compiler.
    const value = median(times.slice(1));
    return { name: `${language}, --watch`, value, unit: 'ms', goal: goals.watched!, noise: value / 4 };
  } finally {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
