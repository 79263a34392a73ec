// Options of `haze run` and `haze compare` that depend on personal preference or on the machine, and may therefore be
// set in the environment and haze.config.json. Options of a single program (files, arguments) can be set only on the
// command line.
import { SEED_PATTERN } from '../../jobs/tasks/task-seed.ts';
import { MAX_RUNS } from '../../reference/crew/run-count.ts';
import { DEFAULT_CORE } from '../../uncertainty/core/default-core.ts';
import { badValue, parseText, textOption, wholeNumber } from './option.ts';

/** A seed, in the form that requests use. @throws HazeError `bad-value` */
export function parseSeedOption(given: string): bigint {
  if (SEED_PATTERN.test(given)) return BigInt(given);
  throw badValue('takes an integer from 0 to 2⁶⁴ − 1, decimal or hexadecimal with 0x');
}

/** A number greater than zero. @throws HazeError `bad-value` */
export function parsePositive(given: string): number {
  const value = Number(given);
  if (given.trim() !== '' && Number.isFinite(value) && value > 0) return value;
  throw badValue('takes a number above zero');
}

export const DEFAULT_SEED = 1n;

/** Options of every command that runs programs. */
export const onceOptions = {
  core: textOption('NAME', parseText, { help: 'the core to run on; see haze cores', fallback: DEFAULT_CORE }),
  timeLimit: textOption('SECONDS', parsePositive, {
    help: 'stop the program after this time',
    fallback: '60; on C0-Reference, 60 per 100000 runs',
  }),
  seed: textOption('N', parseSeedOption, {
    help: 'seed for all random numbers',
    fallback: `${DEFAULT_SEED}`,
  }),
} as const;

/** Additional options of commands that can run a program many times. */
export const programOptions = {
  ...onceOptions,
  runs: textOption('N', wholeNumber(1, MAX_RUNS), {
    help: 'number of runs on a Reference core',
    fallback: '10000',
  }),
} as const;

/** Additional options of `haze run` and `haze explain`. */
export const laneOptions = {
  lanes: textOption('N', wholeNumber(1), {
    help: 'aligned samples of each value, a power of two from 256 to 65536, on cores that track correlation',
    fallback: '1024; 4096 on C0-Joint',
  }),
} as const;
