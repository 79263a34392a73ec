// Sends hostile sources to a `haze serve` process, and reports the outcome of each source and the process's peak
// memory.
import { readFileSync, writeFileSync } from 'node:fs';
import type { HazeProcess } from '../jobs/haze-process.ts';
import type { HostileCompilation } from './compilations.ts';

/** Outcome of a build. */
export interface Ending {
  /** `Cancelled`: the build exceeded the test's timeout. */
  readonly status: string;
  readonly message: string;
  readonly log: string;
  /** The peak memory of the whole server during the build, or 0 if the system does not report it. */
  readonly peakBytes: number;
}

const LIMIT = /was stopped on|(memory|time) limit of/;
const LOOK_MS = 50;

/** A description of an unexpected outcome, or undefined if the outcome is expected. */
export function maybeComplaint({ ends, says }: HostileCompilation, ending: Ending): string | undefined {
  const { status, message, log } = ending;
  const isDone = status === 'Completed' || status === 'Stopped';
  if (ends === 'slow' || ends === 'any') return isDone || status === 'Cancelled' ? undefined : status;
  if (status !== 'Stopped') return `it is ${status}: ${message}`;
  if (ends === 'limit' && !LIMIT.test(message)) return `no limit is named: ${message}`;
  return says && !says.test(log) && !LIMIT.test(message) ? `its log says something else: ${log}` : undefined;
}

/** Builds a source, and cancels the build after the timeout. */
export async function tryCompilation(
  haze: HazeProcess,
  { language, code, configMk }: Pick<HostileCompilation, 'language' | 'code' | 'configMk'>,
  patienceMs: number,
): Promise<Ending> {
  forgetPeak(haze.pid);
  const body = { Language: language, Code: code, ...(configMk === undefined ? {} : { ConfigMk: configMk }) };
  const { BuildID } = await call(haze, 'POST', '/sourcecode/builds', body);
  const path = `/builds/${BuildID}`;
  const deadline = performance.now() + patienceMs;
  let isCancelled = false;
  for (;;) {
    const { Status, StatusTransitions } = await call(haze, 'GET', path);
    if (['Completed', 'Stopped', 'Cancelled'].includes(Status)) {
      const message = StatusTransitions.at(-1).Message;
      return { status: Status, message, log: await readLog(haze, path), peakBytes: readPeak(haze.pid) };
    }
    if (!isCancelled && performance.now() > deadline) {
      isCancelled = true;
      await call(haze, 'POST', `${path}/cancel`);
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}

async function readLog(haze: HazeProcess, path: string): Promise<string> {
  const { Build } = await call(haze, 'GET', `${path}/outputs`);
  return Build === undefined ? '' : (await fetch(new URL(Build, haze.base))).text();
}

// biome-ignore lint/suspicious/noExplicitAny: responses are read field by field, as clients do
async function call(haze: HazeProcess, method: string, path: string, body?: object): Promise<any> {
  const response = await fetch(haze.base + path, {
    method,
    headers: { Authorization: haze.key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

// Linux records a process's peak memory, and resets it when 5 is written there.
function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // Other systems do not record peak memory.
  }
}

function readPeak(pid: number): number {
  try {
    return 1024 * Number(/VmHWM:\s*(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}
