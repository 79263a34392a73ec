// Job that is under way when the page is left. The page stores its ID, so that a reload can continue the job or report
// that it was cancelled. Jobs themselves live in the service.

import { maybeStorage, UNDER_WAY } from '../browser/tab-storage.ts';
import type { Program } from '../draft/program.ts';
import type { ServiceClient } from '../service/service-client.ts';
import { IDLE, type RunState } from './run-state.ts';

/** Part of the page that waits for the job. */
export type LeftKind = 'run' | 'comparison' | 'cores';

export interface LeftRun {
  readonly kind: LeftKind;
  /** ID of the open program. */
  readonly program: string;
  readonly buildId: string;
  /** Task; undefined during the build. */
  readonly taskId?: string;
  /** Time of day at the start, in milliseconds. */
  readonly startedAtMs: number;
}

/** Job that was stored last. A run calls `noteRun` with every piece of output, and most calls change nothing. */
let notedJob = '';

/** Stores the current job, and removes it after its end. Without storage a reload finds nothing. */
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
    // The storage is full.
  }
}

/** State of a run that an earlier load of the page began. */
export function beginLeft({ taskId, startedAtMs }: LeftRun): RunState {
  const startedMs = performance.now() - (Date.now() - startedAtMs);
  return { ...IDLE, phase: taskId === undefined ? 'building' : 'running', startedMs };
}

/** Program of the run; the open one may have changed since. The record of a project has no files. */
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

/** Message about the job after the reload. */
export function tellLeft({ kind }: LeftRun): string {
  return TOLD[kind];
}

/** Cancels a job that has lost its page. */
export async function cancelLeft(client: ServiceClient, { buildId, taskId }: LeftRun): Promise<void> {
  const cancelling = taskId === undefined ? client.cancelBuild(buildId) : client.cancelTask(taskId);
  // The job may have ended or gone.
  await cancelling.catch(() => undefined);
}

/** Reads the stored job, and removes it. */
export function takeLeftRun(): LeftRun | undefined {
  const tab = maybeStorage(() => sessionStorage);
  const noted = tab?.getItem(UNDER_WAY);
  tab?.removeItem(UNDER_WAY);
  return noted ? maybeLeftRun(noted) : undefined;
}

/** Parses a stored job; undefined when another version of the page stored it in another form. */
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
