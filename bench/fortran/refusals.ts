// Counts the rejected programs among the invalid and among the valid Fortran programs in a folder. The folder is a test
// suite in the format of GCC's gfortran.dg; it is not part of the repository, and HAZE_FORTRAN_SUITE specifies its
// path. A program with `dg-error` in its comments counts as invalid; but if gfortran is installed, it has the final say
// on all programs.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { compileFortran } from '../../src/fortran/compile-fortran.ts';
import { decodeSource } from '../../src/fortran/source/source-text.ts';
import { readFortranFlags } from '../../src/toolchain/flags/fortran-flags.ts';

const FOLDER_VARIABLE = 'HAZE_FORTRAN_SUITE';
const FORTRAN = /\.(f|for|ftn|f77|f90|f95|f03|f08|f18|f23)$/i;
/** Skips code generation, which is not measured and sometimes takes minutes. */
const FRONT_END_ONLY = ['-fsyntax-only', '-J', tmpdir()];
/** Time limit for gfortran, because some programs in such suites need more memory or time than is available. */
const JUDGE_TIMEOUT_MS = 10_000;

interface Program {
  readonly path: string;
  readonly text: string;
  readonly flags: readonly string[];
}

/** Measures the fractions; reports a folder that is missing or contains no programs. */
export async function run(): Promise<Measurement[]> {
  const programs = readPrograms();
  if (!programs) return [];
  const count = { mustRefuse: 0, refused: 0, mustAccept: 0, accepted: 0 };
  for (const program of programs) {
    const isFaulty = program.text.includes('dg-error');
    const judged = maybeJudge(program);
    if (judged === 'unknown' || (judged !== undefined && judged === isFaulty)) continue;
    const isAccepted = accepts(program);
    if (isFaulty) {
      count.mustRefuse++;
      if (!isAccepted) count.refused++;
    } else {
      count.mustAccept++;
      if (isAccepted) count.accepted++;
    }
  }
  const share = (part: number, whole: number): number => (whole === 0 ? 0 : (100 * part) / whole);
  return [
    measurement('programs that must be rejected', count.mustRefuse, ''),
    measurement('… and are', share(count.refused, count.mustRefuse), '%', 90),
    measurement('programs that must be accepted', count.mustAccept, ''),
    measurement('… and are', share(count.accepted, count.mustAccept), '%'),
  ];
}

function readPrograms(): Program[] | undefined {
  const folder = process.env[FOLDER_VARIABLE];
  if (!folder) {
    console.log(
      `  ${FOLDER_VARIABLE} is not set: name a folder of test programs, such as gcc/testsuite/gfortran.dg.`,
    );
    return undefined;
  }
  const names = listFolder(folder).filter((name) => FORTRAN.test(name));
  if (names.length === 0) {
    console.log(`  ${FOLDER_VARIABLE}: there are no Fortran programs in ${folder}.`);
    return undefined;
  }
  return names.sort().map((name) => {
    const path = join(folder, name);
    const text = decodeSource(readFileSync(path));
    return { path, text, flags: flagsOf(text) };
  });
}

function listFolder(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}

// `{ dg-options "-std=f95" }`: the program's flags, except flags for dumps and other files.
function flagsOf(text: string): string[] {
  const written = [...text.matchAll(/dg-(?:additional-)?options\s+"([^"]*)"/g)].flatMap((m) =>
    m[1]!.split(/\s+/),
  );
  return written.filter((flag) => flag !== '' && !/^-(O|fdump|J|o|flto|g|-?save|fprofile)/.test(flag));
}

function accepts({ path, text, flags }: Program): boolean {
  const { options, problems, preprocess } = readFortranFlags(flags);
  if (problems.some(({ severity }) => severity === 'error')) return false;
  const preprocessed = preprocess || /\.F/.test(path);
  return compileFortran([{ path: basename(path), text, preprocessed }], options).ok;
}

// True if gfortran accepts a program, 'unknown' if gfortran needs another program's modules or more time; undefined
// if gfortran is not installed.
function maybeJudge({ path, flags }: Program): boolean | 'unknown' | undefined {
  const judged = spawnSync('gfortran', [...FRONT_END_ONLY, ...flags, path], {
    encoding: 'utf8',
    timeout: JUDGE_TIMEOUT_MS,
  });
  if (judged.error && 'code' in judged.error && judged.error.code === 'ENOENT') return undefined;
  if (judged.status === null || /Cannot open module file/.test(judged.stderr)) return 'unknown';
  return judged.status === 0;
}
