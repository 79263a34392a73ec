// A build's result as jobs and pages take it: linked, and ready to run. Plain data, so that it can cross from a worker.
import { HazeError } from '../errors/haze-error.ts';
import { rewriteProgram } from '../runtime/preparing/rewrite-program.ts';
import type { BuildResult } from '../toolchain/building/build-result.ts';
import type { ProgramVariable } from '../toolchain/dwarf/program-variable.ts';
import { listProgramVariables } from '../toolchain/dwarf/program-variables.ts';
import type { Diagnostic } from '../toolchain/sources/diagnostic.ts';

export type BuildOutput =
  | {
      readonly ok: true;
      readonly log: string;
      /** The module as linked. */
      readonly module: Uint8Array;
      /** Ready to run. */
      readonly rewritten: Uint8Array;
      /** Floating-point variables, for a build for watching. */
      readonly variables?: readonly ProgramVariable[];
      readonly buildTimeMs: number;
      /** Messages of compiler and linker as data; the log has the same in words. */
      readonly diagnostics?: readonly Diagnostic[];
      /** The commands as a person would type them. */
      readonly commands?: readonly string[];
      /** True when the same build gives another module later, because its sources read the time. */
      readonly readClock?: boolean;
    }
  | {
      readonly ok: false;
      readonly log: string;
      /** The first error, in one line. */
      readonly problem: string;
      readonly buildTimeMs: number;
      readonly diagnostics?: readonly Diagnostic[];
      readonly commands?: readonly string[];
      readonly readClock?: boolean;
    };

/** Makes the result of a build that jobs keep. A program that cannot be rewritten counts as not built. */
export function makeRunnable(result: BuildResult, forWatching: boolean): BuildOutput {
  const { log, buildTimeMs, diagnostics, commands, readClock } = result;
  const report = { buildTimeMs, diagnostics, commands, readClock };
  if (!result.ok) return { ...report, ok: false, log, problem: describeProblem(diagnostics, log) };
  try {
    const { module } = result;
    const built = { ...report, ok: true, log, module } as const;
    // Only Reference cores run this module, in its present form.
    if (forWatching) return { ...built, rewritten: module, variables: listProgramVariables(module) };
    return { ...built, rewritten: rewriteProgram(module).module };
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
    const { message } = error;
    return { ...report, ok: false, log: `${log}haze: error: ${message}\n`, problem: message };
  }
}

/** The first error of a build that failed, in one line. */
export function describeProblem(diagnostics: readonly Diagnostic[], log: string): string {
  const first = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  // Messages of Haze itself are in the log alone.
  if (!first) return /^haze: error: (.+)$/m.exec(log)?.[1] ?? 'the program does not build; its log says why';
  const { file, line, column, message } = first;
  const place = file === undefined ? '' : [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}
