// What is done with a job once it is taken: a part of its own, as a page needs none of it before its first job.
export { runBuildJob } from './build-job.ts';
export { runTaskJob } from './task-job.ts';
export { endWithoutRoom, writeEnds } from './unwritten-ends.ts';
