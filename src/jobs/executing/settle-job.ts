// Settles failed jobs: puts a job back if the cause was external, and otherwise stops it and records the reason.
import { HazeError } from '../../errors/haze-error.ts';
import { isStorageFull, isStoragePassing } from '../../store/contract/store-errors.ts';
import { stopBuild } from '../building/build-report.ts';
import { type Claim, EXECUTOR_STOPPING, isJobLost, type JobBody, SHUT_DOWN } from '../records/held-job.ts';
import type { BuildBody } from '../records/records.ts';
import type { RoomForJobs } from './room-for-jobs.ts';

export interface SettlingOptions {
  /** Checks for free space, if jobs wait for space. */
  readonly room: RoomForJobs | undefined;
  /** Number of times that the storage may fill up, with free space in between, before a job is stopped. */
  readonly maxFullStorages: number;
  /** Reports an internal error. */
  readonly reportError: (error: unknown) => void;
}

/** Stores the reason for a job's failure. */
export async function settleJob<Body extends JobBody>(
  kind: 'build' | 'task',
  claim: Claim<Body>,
  error: unknown,
  options: SettlingOptions,
): Promise<void> {
  const { job, body } = claim;
  if (isJobLost(error)) return;
  if (error === EXECUTOR_STOPPING) {
    await job.step('Rescheduled', SHUT_DOWN);
    return;
  }
  if (isStoragePassing(error)) {
    await job.step('Rescheduled', 'the database became unavailable while it ran; it will be run again');
    return;
  }
  let message =
    error instanceof HazeError
      ? error.message
      : `an error in Haze itself, please report it: ${String(error)}`;
  if (isStorageFull(error) && options.room) {
    options.room.meetFull(error);
    const FullStorages = (body.FullStorages ?? 0) + 1;
    if (FullStorages < options.maxFullStorages) {
      const waits = 'the storage is full, even without its caches; it will be run again when there is space';
      await job.step('Rescheduled', waits, async (_tx, after) => ({ ...after, FullStorages }));
      return;
    }
    message = `abandoned: the storage was full ${FullStorages} times while its result was being stored, so the result probably needs more space than is available`;
  }
  if (!(error instanceof HazeError)) options.reportError(error);
  const stop = () => job.step('Stopped', message);
  if (kind === 'task') return stop();
  const report = { log: `haze: error: ${message}\n` };
  await stopBuild(claim as unknown as Claim<BuildBody>, message, report).catch((failure: unknown) => {
    if (!isStorageFull(failure)) throw failure;
    // Records only the reason: there may be space for it even if there is none for the log.
    return stop();
  });
}
