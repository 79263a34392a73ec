// Durations of build steps, for `npm run bench package/build`: one line each in the file that HAZE_BUILD_STEPS names,
// and nothing without it.
import { appendFileSync } from 'node:fs';

/** A step of a build, or the whole of a process with its threads. */
export interface BuildStep {
  readonly name: string;
  /** By the clock. Steps may be beside each other. */
  readonly seconds: number;
  /** Seconds of processor time; only for a whole process. */
  readonly processorSeconds?: number;
}

const path = process.env.HAZE_BUILD_STEPS;

function note(step: BuildStep): void {
  if (path) appendFileSync(path, `${JSON.stringify(step)}\n`);
}

/** Does a step, and notes how long it took. */
export async function timeStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    note({ name, seconds: (performance.now() - startedMs) / 1000 });
  }
}

/** Notes what this process has taken, when it ends. */
export function timeProcess(name: string): void {
  process.once('exit', () => {
    const { user, system } = process.cpuUsage();
    note({ name, seconds: performance.now() / 1000, processorSeconds: (user + system) / 1e6 });
  });
}
