// Measures requests to a real `haze serve`: response times without other requests, and times until queued tasks finish.

import { measurement, quantile } from '../../scripts/measurement.ts';
import { onServer } from './on-server.ts';

const STATUS_REQUESTS = 400;
const BUILDS = 60;
const TASKS = 200;
const PROGRAM = { Code: '#include <stdio.h>\nint main(void) { puts("x"); }\n', Language: 'C' };

export function run() {
  return onServer(({ address, key }) => measure(address, key));
}

async function measure(address: string, key: string) {
  const call = async (method: string, path: string, body?: object) => {
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const startedMs = performance.now();
    const response = await fetch(address + path, {
      method,
      headers,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const answer = (await response.json()) as Record<string, string>;
    return { answer, tookMs: performance.now() - startedMs };
  };
  const ended = async (path: string) => {
    for (;;) {
      const { Status = '' } = (await call('GET', path)).answer;
      if (['Completed', 'Stopped', 'Cancelled'].includes(Status)) return Status;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  };
  const { BuildID } = (await call('POST', '/sourcecode/builds', PROGRAM)).answer;
  await ended(`/builds/${BuildID}`);
  const statusMs = await repeat(STATUS_REQUESTS, () => call('GET', `/builds/${BuildID}`));
  const buildMs = await repeat(BUILDS, () => call('POST', '/sourcecode/builds', PROGRAM));
  const startedMs = performance.now();
  const tasks = await Promise.all(
    Array.from({ length: TASKS }, () => call('POST', `/builds/${BuildID}/tasks`)),
  );
  for (const { answer } of tasks) await ended(`/tasks/${answer.TaskID}`);
  const tasksMs = performance.now() - startedMs;
  return [
    measurement('GET of a status, median', quantile(statusMs, 0.5), 'ms', 2),
    measurement('GET of a status, 99 %', quantile(statusMs, 0.99), 'ms'),
    measurement('POST of a build, median', quantile(buildMs, 0.5), 'ms', 20),
    measurement('POST of a build, 95 %', quantile(buildMs, 0.95), 'ms'),
    measurement(`${TASKS} tasks at once, from the first POST to the last end, each`, tasksMs / TASKS, 'ms'),
  ];
}

async function repeat(count: number, action: () => Promise<{ tookMs: number }>): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) times.push((await action()).tookMs);
  return times;
}
