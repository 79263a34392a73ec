// A job that is in progress when the user leaves the page. The page stores the job's ID, so that after a reload it can
// continue the job or report that it was cancelled. The jobs themselves belong to the service.

import { maybeStorage, UNDER_WAY } from '../browser/tab-storage.ts';
import type { Program } from '../draft/program.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { IDLE, type RunState } from './run-state.ts';

/** Part of the page that is waiting for the job. */
export type LeftKind = 'run' | 'comparison' | 'cores';

export interface LeftRun {
  readonly kind: LeftKind;
  /** ID of the open program. */
  readonly program: string;
  readonly buildId: string;
  /** The task; undefined while the program is being built. */
  readonly taskId?: string;
  /** When the job started, in epoch milliseconds. */
  readonly startedAtMs: number;
}

/** The job that was stored last. A run calls `noteRun` with every chunk of output, and most calls change nothing. */
let notedJob = '';

/** Stores the current job, and removes it once it has finished. If storage is unavailable, a reload finds nothing. */
export function noteRun(kind: LeftKind, program: string, { phase, build, task, startedMs }: RunState): void {
  const job = phase === 'ended' || !build ? '' : `${build.BuildID} ${task?.TaskID ?? ''}`;
  if (job === notedJob) return;
  notedJob = job;
  const tab = maybeStorage(() => sessionStorage);
  if (!build || phase === 'ended') {
    tab?.removeItem(UNDER_WAY);
    return;
  }
  const left: LeftRun = {
    kind,
    program,
    buildId: build.BuildID,
    ...(task && { taskId: task.TaskID }),
    startedAtMs: Date.now() - performance.now() + startedMs,
  };
  try {
    tab?.setItem(UNDER_WAY, JSON.stringify(left));
  } catch {
    // Storage is full.
  }
}

/** State of a run that an earlier load of the page started. */
export function beginLeft({ taskId, startedAtMs }: LeftRun): RunState {
  const startedMs = performance.now() - (Date.now() - startedAtMs);
  return { ...IDLE, phase: taskId === undefined ? 'building' : 'running', startedMs };
}

/** The run's program; the open program may have changed in the meantime. A project's record contains no files. */
export async function readLeftProgram(
  client: ServiceClient,
  { buildId }: LeftRun,
  open: Program,
): Promise<Program> {
  const { CoreID, Application } = await client.readBuild(buildId);
  return { ...open, core: CoreID, source: Application.SourceCode?.Code ?? open.source };
}

const TOLD: Readonly<Record<LeftKind, string>> = {
  run: 'The page was reloaded while the program was running. The run continues.',
  comparison:
    'The comparison was cancelled because the page was reloaded. Run the program and compare again.',
  cores:
    'The page was reloaded before the program had run on all cores. The finished runs are in “Runs”; run the others again.',
};

/** Message about the job, shown after the reload. */
export function tellLeft({ kind }: LeftRun): string {
  return TOLD[kind];
}

/** Cancels a job that no page is waiting for. */
export async function cancelLeft(client: ServiceClient, { buildId, taskId }: LeftRun): Promise<void> {
  const cancelling = taskId === undefined ? client.cancelBuild(buildId) : client.cancelTask(taskId);
  // The job may have finished or disappeared.
  await cancelling.catch(() => undefined);
}

/** Reads and removes the stored job. */
export function takeLeftRun(): LeftRun | undefined {
  const tab = maybeStorage(() => sessionStorage);
  const noted = tab?.getItem(UNDER_WAY);
  tab?.removeItem(UNDER_WAY);
  return noted ? maybeLeftRun(noted) : undefined;
}

/** Parses a stored job; undefined if another version of the page stored it in a different format. */
function maybeLeftRun(text: string): LeftRun | undefined {
  try {
    const left = JSON.parse(text) as Partial<LeftRun>;
    const isKnown =
      (left.kind === 'run' || left.kind === 'comparison' || left.kind === 'cores') &&
      typeof left.program === 'string' &&
      typeof left.buildId === 'string' &&
      typeof left.startedAtMs === 'number';
    return isKnown ? (left as LeftRun) : undefined;
  } catch {
    return undefined;
  }
}
