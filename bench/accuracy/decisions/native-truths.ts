// Writes native-truths.tsv: the mean and standard deviation of each program in this benchmark, using this machine's
// gcc, g++ and gfortran. Run it after changing a program: node dist/bench/accuracy/decisions/native-truths.js [DRAWS]

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../../../scripts/project-root.ts';
import { inFolder } from '../../harness.ts';
import { PROGRAMS } from './all-programs.ts';
import { type Program, sourceOf } from './programs.ts';

const FOLDER = join(findProjectRoot(), 'bench/accuracy/decisions');
const FILE = join(FOLDER, 'native-truths.tsv');
const DRAWS = Number(process.argv[2] ?? 10_000_000);
/** Programs whose draws are slow, and the fraction of the usual number of draws for each program. */
const SLOW: Readonly<Record<string, number>> = {
  'American put, 50 steps': 0.1,
  'barrier option, 250 steps': 0.3,
};
const COMPILERS = { C: ['gcc', 'c'], 'C++': ['g++', 'cpp'], Fortran: ['gfortran', 'f90'] } as const;

/** True values by program name. */
export function readNativeTruths(): Map<string, { readonly mean: number; readonly deviation: number }> {
  const rows = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    rows.map((row) => {
      const [name = '', , mean, deviation] = row.split('\t');
      return [name, { mean: Number(mean), deviation: Number(deviation) }];
    }),
  );
}

function measure(name: string, program: Program, folder: string): string {
  const native = join(FOLDER, 'native');
  const [compiler, suffix] = COMPILERS[program.language ?? 'C'];
  const [file, draws, binary] = [`one.${suffix}`, 'draws.o', 'program'];
  writeFileSync(join(folder, file), sourceOf(program, false));
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: folder, encoding: 'utf8' });
  run('gcc', '-O2', '-c', join(native, 'draws.c'), '-o', draws);
  const module = program.language === 'Fortran' ? [join(native, 'uxhw.f90')] : [];
  run(compiler, '-O2', '-w', '-I', native, ...module, file, draws, '-o', binary, '-lm');
  const count = DRAWS * (SLOW[name] ?? 1);
  return `${name}\t${count}\t${run(join(folder, binary), String(count)).trim()}`;
}

function writeTruths(): Promise<void> {
  return inFolder(async (folder) => {
    const rows = Object.entries(PROGRAMS).map(([name, program]) => measure(name, program, folder));
    writeFileSync(
      FILE,
      `# program, draws, mean, standard deviation, standard errors of both: written by native-truths.ts\n${rows.join('\n')}\n`,
    );
  });
}

if (process.argv[1] === import.meta.filename) await writeTruths();
