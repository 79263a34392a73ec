// Runs a program once on its core, and finds the locations of its traps and decisions. The library, the command, pages,
// documents and tasks all run programs through this function. They differ only in their tools, which provide workers
// and limits.
import type { ReferenceOutcome, ReferenceRunRequest } from '../reference/crew/run-reference.ts';
import type { RunRequest } from '../runtime/running/run-program.ts';
import type { SourceFiles } from '../toolchain/sources/source-files.ts';
import type { PlacedProgram } from './places/find-places.ts';
import {
  type DecisionMode,
  defaultMode,
  type FollowedRun,
  type FollowingTools,
  runAndFollow,
} from './run-and-follow.ts';

/** A linked program, and its sources for rebuilding it. */
export interface CoreProgram extends PlacedProgram {
  /** The program's source files, if known, from which the names of sources of uncertainty are read. */
  readonly sources?: SourceFiles | undefined;
}

/** Tools that a run needs. */
export interface CoreTools extends FollowingTools {
  /** Rewrites a linked module for cores that need hooks. */
  readonly rewrite: (linked: Uint8Array) => Promise<Uint8Array>;
}

export interface CoreRun {
  /** `isPlain` runs the module without hooks. */
  readonly program: CoreProgram;
  readonly request: Omit<RunRequest, 'module' | 'compiled'>;
  /** Decision mode; default: the core's mode. */
  readonly mode?: DecisionMode;
  /** On Reference cores: number of runs, their limits, and helpers. */
  readonly many?: Pick<ReferenceRunRequest, 'runs' | 'runTimeLimitMs' | 'watched' | 'sharing' | 'onProgress'>;
  /** A module that has already been prepared. */
  readonly runnable?: Pick<RunRequest, 'module' | 'compiled'> | undefined;
}

export interface CoreOutcome extends FollowedRun {
  /** Results of the runs on a Reference core. */
  readonly reference?: Omit<ReferenceOutcome, 'trace' | 'sources'>;
}

/** Runs a program; on a Reference core, runs it many times. Never throws because of an error in the program. */
export async function runOnCore(
  { program, request, mode = defaultMode(request.core), many, runnable }: CoreRun,
  tools: CoreTools,
): Promise<CoreOutcome> {
  const { linked, isPlain = false } = program;
  if (request.core.Microarchitecture !== 'Reference') {
    const ready = runnable ?? { module: isPlain ? linked : await tools.rewrite(linked) };
    return runAndFollow({ ...request, ...ready }, program, mode, tools);
  }
  const outcome = await tools.runReference({ ...request, ...many, module: linked });
  const { sources, trace, ...reference } = outcome;
  const { end, files, removedFiles, missedFiles = [], statistics } = reference;
  return {
    end,
    files,
    removedFiles,
    missedFiles,
    reference,
    statistics: { ...statistics, records: 0 },
    ...(sources && { sources }),
    ...(trace && { trace }),
  };
}
