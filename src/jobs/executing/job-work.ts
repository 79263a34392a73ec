// The code that works on claimed jobs, in a separate module because no page needs it before its first job.
export { runBuildJob } from '../building/build-job.ts';
export { endWithoutRoom, writeEnds } from '../records/unwritten-ends.ts';
export { runTaskJob } from '../tasks/task-job.ts';
