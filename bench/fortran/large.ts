// Measures a build of 25 000 lines by a service that has just started, with empty caches: the CPU time of the front
// end, clang and the linker in this process and its threads, which other load on the machine does not affect.

import { type Measurement, measurement } from '../../scripts/measurement.ts';
import { loadGuestRuntime } from '../../src/node/engine/assets.ts';
import { buildProgram } from '../../src/toolchain/building/build-program.ts';
import { loadClang } from '../../src/toolchain/clang/clang.ts';
import { createFortranCompiler } from '../../src/toolchain/fortran/fortran-compiler.ts';
import { memoryCache, timed } from './phases.ts';
import { PROGRAM_KINDS, type ProgramKind } from './programs.ts';

const LINES = 25_000;
/** FORTRAN 77 in LAPACK's style comes first, because only the first build is cold. */
const ORDER = ['FORTRAN 77', 'arrays', 'input and output', 'derived types'];

/** Measures each kind of program in turn; the first starts with empty caches and no compiled code. */
export async function run(): Promise<Measurement[]> {
  const measurements: Measurement[] = [];
  for (const name of ORDER) {
    const kind = PROGRAM_KINDS.find((k) => k.name === name)!;
    const cold = measurements.length === 0 ? ', cold' : '';
    const spent = await build(kind);
    const row = (what: string, ms: number): Measurement =>
      measurement(`25 000 lines, ${name}${cold}: ${what}`, ms / 1000, 's');
    measurements.push(
      { ...row('whole build', spent.whole), goal: 12 },
      row('front end', spent.whole - spent.compiler - spent.linker),
      row('clang', spent.compiler),
      row('linker', spent.linker),
    );
  }
  return measurements;
}

async function build(kind: ProgramKind): Promise<{ whole: number; compiler: number; linker: number }> {
  const spent = { compiler: 0, linker: 0 };
  const sources = { [kind.file]: kind.text(LINES) };
  const started = processorMs();
  const clang = timed(await loadClang(), spent, processorMs);
  const guest = await loadGuestRuntime();
  const compilers = [createFortranCompiler(clang, guest, { cache: memoryCache() })];
  const built = await buildProgram({ sources }, { clang, guest, compilers });
  if (!built.ok) throw new Error(built.log);
  return { whole: processorMs() - started, ...spent };
}

function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
