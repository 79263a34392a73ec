// Writes native-truths.tsv: the mean, standard deviation and quantiles of each program without a closed form, using
// this machine's gcc. Run it after changing a program: node dist/bench/accuracy/figures/native-truths.js [DRAWS]

import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findProjectRoot } from '../../../scripts/project-root.ts';
import { inFolder } from '../../harness.ts';
import { PROGRAMS } from './programs.ts';

const FOLDER = join(findProjectRoot(), 'bench/accuracy/figures');
const NATIVE = join(FOLDER, '../decisions/native');
const CASES = join(FOLDER, 'cases');
const FILE = join(FOLDER, 'native-truths.tsv');
const DRAWS = Number(process.argv[2] ?? 10_000_000);
/** Probabilities of exceeding the limits of a value. */
export const SHARES = [0.1, 0.02, 0.004, 1e-4];

/** A figure from draws, with its standard error. */
export interface TrueFigure {
  readonly value: number;
  readonly error: number;
}

/** Figures from draws. */
export interface NativeTruth {
  readonly draws: number;
  readonly mean: TrueFigure;
  readonly deviation: TrueFigure;
  readonly quantiles: readonly [TrueFigure, TrueFigure];
  /** Numbers that the value exceeds with probabilities close to SHARES. */
  readonly limits: readonly number[];
  /** Probabilities of exceeding these limits. */
  readonly above: readonly number[];
}

/** Source code of each program's function `one`. */
export function listFunctions(): Record<string, string> {
  const bodies = Object.entries(PROGRAMS).map(([name, body]) => [
    name,
    `double one(void) {\n${body}\nreturn v;\n}\n`,
  ]);
  const files = readdirSync(CASES).map((file) => [
    file.replace('.c', ''),
    readFileSync(join(CASES, file), 'utf8'),
  ]);
  return Object.fromEntries([...bodies, ...files]);
}

/** True values by program name. */
export function readNativeTruths(): Map<string, NativeTruth> {
  const rows = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    rows.map((row) => {
      const [name = '', ...cells] = row.split('\t');
      const [draws = 0, mean = 0, deviation = 0, deviationError = 0, ...quantiles] = cells.map(Number);
      const column = (at: number) => quantiles.filter((_, i) => i % 3 === at);
      const ends = column(1).map((error, i) => ({ value: column(0)[i]!, error }));
      const truth: NativeTruth = {
        draws,
        mean: { value: mean, error: deviation / Math.sqrt(draws) },
        deviation: { value: deviation, error: deviationError },
        quantiles: [ends[0]!, ends[1]!],
        limits: column(0).slice(2),
        above: column(2).slice(2),
      };
      return [name, truth];
    }),
  );
}

function measure(name: string, text: string, folder: string): string {
  const [file, draws, binary] = ['one.c', 'draws.o', 'program'];
  writeFileSync(join(folder, file), `#include <math.h>\n#include <uxhw.h>\n${text}`);
  const run = (command: string, ...words: string[]) =>
    execFileSync(command, words, { cwd: folder, encoding: 'utf8' });
  run('gcc', '-O2', '-c', join(NATIVE, 'draws.c'), '-o', draws);
  run('gcc', '-O2', '-w', '-I', NATIVE, file, draws, '-o', binary, '-lm');
  const shares = [0.025, 0.975, ...SHARES.map((share) => 1 - share)].map(String);
  return `${name}\t${DRAWS}\t${run(join(folder, binary), String(DRAWS), ...shares).trim()}`;
}

function writeTruths(): Promise<void> {
  return inFolder(async (folder) => {
    const rows = Object.entries(listFunctions()).map(([name, text]) => measure(name, text, folder));
    const heading =
      '# program, draws, mean, standard deviation and its error, quantiles at 2.5 % and 97.5 % and limits of SHARES, each with its error and the share above';
    writeFileSync(FILE, `${heading}: written by native-truths.ts\n${rows.join('\n')}\n`);
  });
}

if (process.argv[1] === import.meta.filename) await writeTruths();
