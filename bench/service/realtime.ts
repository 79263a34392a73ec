// Measures realtime events from a real `haze serve`: the delay until a client is notified that a build or a task has
// finished, with one socket and with 200 open sockets. A task's program prints the time at which it exits. Between this
// time and the event, the worker exits, the task's output is stored and its record is committed. A build reuses the
// module of an identical build; its delay is measured from the response to the POST.

import WebSocket from 'ws';
import { measurement, median, quantile } from '../../scripts/measurement.ts';
import { type Message, RealtimeClient } from '../../test/service/realtime-client.ts';
import { onServer } from './on-server.ts';

const ROUNDS = 20;
const SOCKETS = 200;
const RUN_MS = 50;
const CODE = `#include <stdio.h>
#include <time.h>
static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  return time.tv_sec * 1e3 + time.tv_nsec / 1e6;
}
int main(void) {
  double start = now();
  while (now() - start < ${RUN_MS}) {}
  printf("%.3f", now());
  return 0;
}
`;

export function run() {
  const clients: RealtimeClient[] = [];
  return onServer((server) =>
    measure(server, clients).finally(() => {
      for (const client of clients) client.close();
    }),
  );
}

async function measure(
  { address, realtime, key }: { address: string; realtime: string; key: string },
  clients: RealtimeClient[],
) {
  const call = async (path: string, body?: object) => {
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
    return (await fetch(address + path, { headers, ...init })).json() as Promise<Message>;
  };
  const read = async (path: string) =>
    (await fetch(address + path, { headers: { Authorization: key } })).text();
  const { UserID } = await call('/users/me');
  /** Times at which each socket was notified that a job had finished, by job ID. */
  const ends = new Map<string, number[]>();
  const waiting = new Set<() => void>();
  const listen = async () => {
    const client = new RealtimeClient({ address: realtime, key, WebSocket });
    clients.push(client);
    await client.connect();
    const note = ({ taskId, status }: Message) => {
      if (status !== 'Completed') return;
      ends.set(taskId, [...(ends.get(taskId) ?? []), Date.now()]);
      for (const wake of waiting) wake();
    };
    await client.subscribe(`task-status/${UserID}`, note);
    await client.subscribe(`build-status/${UserID}`, note);
  };
  const untilHeard = async (id: string): Promise<number[]> => {
    while ((ends.get(id)?.length ?? 0) < clients.length) {
      await new Promise<void>((resolve) => waiting.add(resolve));
    }
    waiting.clear();
    return ends.get(id)!;
  };
  /**
   * Builds and runs. Returns the delay until the first socket was notified, and the time between the first and the
   * last socket.
   */
  const runRound = async () => {
    const build = await call('/sourcecode/builds', { Code: CODE, Language: 'C' });
    const sentMs = Date.now();
    const [builtMs] = await untilHeard(build.BuildID);
    const task = await call(`/builds/${build.BuildID}/tasks`, {});
    const heard = await untilHeard(task.TaskID);
    const first = heard[0]!;
    const endedMs = Number.parseFloat(await read(`/tasks/${task.TaskID}/output/Stdout`));
    return {
      buildMs: builtMs! - sentMs,
      taskMs: first - endedMs,
      spreadMs: heard.at(-1)! - first,
    };
  };
  await listen();
  await runRound();
  const alone = [];
  for (let round = 0; round < ROUNDS; round += 1) alone.push(await runRound());
  await Promise.all(Array.from({ length: SOCKETS - 1 }, listen));
  const crowded = [];
  for (let round = 0; round < ROUNDS; round += 1) crowded.push(await runRound());
  const together = crowded.map(({ taskMs, spreadMs }) => taskMs + spreadMs);
  return [
    measurement(
      'task, from its program’s end to the event, median',
      median(alone.map(({ taskMs }) => taskMs)),
      'ms',
      150,
    ),
    measurement(
      'build of a known module, from its answered POST to the event, median',
      median(alone.map(({ buildMs }) => buildMs)),
      'ms',
      150,
    ),
    measurement(
      'the same for the task, 95 %',
      quantile(
        alone.map(({ taskMs }) => taskMs),
        0.95,
      ),
      'ms',
    ),
    measurement(
      `the same for the task with ${SOCKETS} sockets, until the last, median`,
      median(together),
      'ms',
      150,
    ),
    measurement(
      `from the first of ${SOCKETS} sockets to the last, median`,
      median(crowded.map(({ spreadMs }) => spreadMs)),
      'ms',
    ),
  ];
}
