// What the operating system lets the process of a task have, beside the limits that the runtime keeps by itself: memory and
// processor time by its size, and from its first message on no file and no socket that is not open yet.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';

export interface TaskLimits {
  /** What the task may take beside what a process takes that does nothing. */
  readonly memoryBytes: number;
  readonly processorSeconds: number;
}

const KILOBYTE = 1024;
/** The first to go when the machine has no memory left. */
const FIRST_TO_GO = '1000';

/** Sets the limits of a process. Where the system has no such limits, those of the runtime hold alone. */
export async function limitProcess(
  pid: number,
  { memoryBytes, processorSeconds }: TaskLimits,
): Promise<void> {
  if (process.platform !== 'linux') return;
  const hasGone = () => undefined;
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const dataBytes = Number(/^VmData:\s*(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * KILOBYTE;
  const limits = [
    `--cpu=${processorSeconds}:${processorSeconds + 1}`,
    '--nofile=0:0',
    '--fsize=0:0',
    '--core=0:0',
    ...(Number.isFinite(dataBytes) ? [`--data=${dataBytes + memoryBytes}:${dataBytes + memoryBytes}`] : []),
  ];
  await Promise.all([
    writeFile(`/proc/${pid}/oom_score_adj`, FIRST_TO_GO).catch(hasGone),
    new Promise<void>((resolve) => {
      execFile('prlimit', ['--pid', String(pid), ...limits], () => resolve());
    }),
  ]);
}
