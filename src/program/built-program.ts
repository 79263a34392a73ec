// A build result in the form that jobs and pages use: linked, and ready to run. It is plain data, so a worker can
// post it.
import { HazeError } from '../errors/haze-error.ts';
import { rewriteProgram } from '../runtime/preparing/rewrite-program.ts';
import type { BuildResult } from '../toolchain/building/build-result.ts';
import type { ProgramVariable } from '../toolchain/dwarf/program-variable.ts';
import { listProgramVariables } from '../toolchain/dwarf/program-variables.ts';
import type { Diagnostic } from '../toolchain/sources/diagnostic.ts';

/** Facts about a build, successful or not. */
interface Report {
  readonly log: string;
  readonly buildTimeMs: number;
  /** Compiler and linker messages as data; the log contains the same messages as text. */
  readonly diagnostics?: readonly Diagnostic[];
  /** The commands as a user would type them. */
  readonly commands?: readonly string[];
  /** True if the same build would later produce a different module, because its sources read the time. */
  readonly readClock?: boolean;
}

export type BuildOutput =
  | (Report & {
      readonly ok: true;
      /** The module from the linker. */
      readonly module: Uint8Array;
      /** The rewritten module, ready to run. */
      readonly rewritten: Uint8Array;
      /** Floating-point variables, for a build with watched variables. */
      readonly variables?: readonly ProgramVariable[];
    })
  | (Report & {
      readonly ok: false;
      /** The first error, on one line. */
      readonly problem: string;
    });

/** Converts a build result to the form that jobs store. A program that cannot be rewritten counts as failed. */
export function makeRunnable(result: BuildResult, forWatching: boolean): BuildOutput {
  const { log, buildTimeMs, diagnostics, commands, readClock } = result;
  const report = { buildTimeMs, diagnostics, commands, readClock };
  if (!result.ok) return { ...report, ok: false, log, problem: describeProblem(diagnostics, log) };
  try {
    const { module } = result;
    const built = { ...report, ok: true, log, module } as const;
    // This module runs only on Reference cores, which need no rewriting.
    if (forWatching) return { ...built, rewritten: module, variables: listProgramVariables(module) };
    return { ...built, rewritten: rewriteProgram(module).module };
  } catch (error) {
    if (!(error instanceof HazeError)) throw error;
    const { message } = error;
    return { ...report, ok: false, log: `${log}haze: error: ${message}\n`, problem: message };
  }
}

/** The first error of a failed build, on one line. */
export function describeProblem(diagnostics: readonly Diagnostic[], log: string): string {
  const first = diagnostics.find(({ severity }) => severity === 'error' || severity === 'fatal');
  // Haze's own messages appear only in the log.
  if (!first) return /^haze: error: (.+)$/m.exec(log)?.[1] ?? 'the program does not build; see its log';
  const { file, line, column, message } = first;
  const place = file === undefined ? '' : [file, line, column].filter((part) => part !== undefined).join(':');
  return place === '' ? message : `${place}: ${message}`;
}
