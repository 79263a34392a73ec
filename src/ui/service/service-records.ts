// The records of the REST interface, and what this page reads in them.
import type { Build, Task } from '../../client/index.ts';

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

/** Tests if the status is final. */
export function hasEnded({ Status }: Job): boolean {
  return ENDED.includes(Status);
}

/** Why the job is in the state it is in, in one line. */
export function lastMessage({ StatusTransitions }: Job): string {
  return StatusTransitions.at(-1)?.Message ?? '';
}
