// Records of the REST interface, with the fields that this page uses.
import type { Build, Task } from '../../client/index.ts';

export type * from '../../client/index.ts';

export type {
  Bucket,
  Build,
  BuildDiagnostics,
  BuildOutputs,
  Core,
  CoreList,
  DataSource,
  Diagnostic,
  FileItem,
  FileList,
  FixIt,
  NewBuild,
  NewCore,
  NewRepository,
  NewRepositoryBuild,
  NewTask,
  Repository,
  Samples,
  Task,
  TaskOutputs,
} from '../../client/index.ts';

type Job = Pick<Build | Task, 'Status' | 'StatusTransitions'>;

const ENDED = ['Completed', 'Cancelled', 'Stopped'];

/** Tests whether the status is final. */
export function hasEnded({ Status }: Job): boolean {
  return ENDED.includes(Status);
}

/** Reason for the job's state, in one line. */
export function lastMessage({ StatusTransitions }: Job): string {
  return StatusTransitions.at(-1)?.Message ?? '';
}
