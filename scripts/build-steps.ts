// Records the durations of build steps for `npm run bench package/build`: one line per step in the file that
// HAZE_BUILD_STEPS names, or nothing if the variable is unset.
import { appendFileSync } from 'node:fs';

/** Duration of a build step, or of a whole process with its threads. */
export interface BuildStep {
  readonly name: string;
  /** Elapsed time. Steps may overlap. */
  readonly seconds: number;
  /** CPU time in seconds, recorded only for a whole process. */
  readonly processorSeconds?: number;
}

const path = process.env.HAZE_BUILD_STEPS;

function note(step: BuildStep): void {
  if (path) appendFileSync(path, `${JSON.stringify(step)}\n`);
}

/** Runs a step and records its duration. */
export async function timeStep<T>(name: string, work: () => Promise<T>): Promise<T> {
  const startedMs = performance.now();
  try {
    return await work();
  } finally {
    note({ name, seconds: (performance.now() - startedMs) / 1000 });
  }
}

/** Records how long this process ran, when it exits. */
export function timeProcess(name: string): void {
  process.once('exit', () => {
    const { user, system } = process.cpuUsage();
    note({ name, seconds: performance.now() / 1000, processorSeconds: (user + system) / 1e6 });
  });
}
