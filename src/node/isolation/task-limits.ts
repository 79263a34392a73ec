// Operating system limits for a task's process, in addition to the limits that the runtime enforces: memory and CPU
// time according to the task's size, and, from the first message on, no new files, sockets, processes or threads.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';

export interface TaskLimits {
  /** Limits for the task, in addition to what an idle process uses. */
  readonly memoryBytes: number;
  readonly processorSeconds: number;
}

/** CPU time beyond the task's own, for startup and for earlier tasks. */
export const SPARE_PROCESSOR_SECONDS = 10;

const KILOBYTE = 1024;
/** Makes the kernel kill this process first if memory is exhausted. */
const FIRST_TO_GO = '1000';

/**
 * Sets the limits of a process. On systems without such limits, only the runtime's limits apply. Returns the name of
 * the missing program, if any. @param id user and group of the process, if not the server's own: only that user may
 * set its limits without further privileges
 */
export async function limitProcess(
  started: number,
  { memoryBytes, processorSeconds }: TaskLimits,
  id?: number,
): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const hasGone = () => undefined;
  const pid = await findInnermost(started);
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const dataBytes = Number(/^VmData:\s*(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) * KILOBYTE;
  const limits = [
    `--cpu=${processorSeconds}:${processorSeconds + 1}`,
    '--nofile=0:0',
    '--fsize=0:0',
    '--core=0:0',
    '--nproc=0:0',
    ...(Number.isFinite(dataBytes) ? [`--data=${dataBytes + memoryBytes}:${dataBytes + memoryBytes}`] : []),
  ];
  const [, missing] = await Promise.all([
    writeFile(`/proc/${pid}/oom_score_adj`, FIRST_TO_GO).catch(hasGone),
    new Promise<string | undefined>((resolve) => {
      const user = id === undefined ? {} : { uid: id, gid: id };
      execFile('prlimit', ['--pid', String(pid), ...limits], { ...user, cwd: '/' }, (error) =>
        resolve(error?.code === 'ENOENT' ? 'prlimit (util-linux)' : undefined),
      );
    }),
  ]);
  return missing;
}

/** The Node process itself, below the processes that hold its namespaces. */
export async function findInnermost(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const child = Number.parseInt(children, 10);
  return Number.isNaN(child) ? pid : findInnermost(child);
}
