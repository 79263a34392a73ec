// `haze serve` as an operator sees it: health, metrics and JSON logs of a server that runs, drains and exits.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { COMMAND } from '../command.ts';
import { callOf, runProgramAt } from './client.ts';

const KEY = 'a-key-that-nobody-logs';

const codeThatPrints = (number: number) =>
  `#include <stdio.h>\nint main(void) { puts("${number}"); return 0; }\n`;

async function startServer(more: readonly string[]) {
  const words = ['serve', '--memory', '--port', '0', '--operations', '127.0.0.1:0', '--log-format', 'json'];
  const env = { ...process.env, HAZE_KEY: KEY };
  const child = spawn(process.execPath, [COMMAND, ...words, ...more], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => said.push(line));
  }
  const ended = once(child, 'close').then(([status]) => status as number | null);
  const addressIn = (word: string) => {
    const line = said.find((one) => one.includes(word));
    return /http:\/\/[\d.]+:\d+/.exec(line ?? '')?.[0];
  };
  await expect.poll(() => addressIn('operations at'), { timeout: scaleLimit(30_000) }).toBeDefined();
  return { child, said, ended, base: addressIn('serves at')!, operations: addressIn('operations at')! };
}

test('a server reports health and metrics, logs its requests and builds, and drains before it exits', async () => {
  const { child, said, ended, base, operations } = await startServer(['--drain', '600']);
  const call = callOf({ base, key: KEY });
  try {
    for (const place of [base, operations]) {
      expect(await (await fetch(`${place}/health/live`)).json()).toEqual({ status: 'live' });
      expect(await (await fetch(`${place}/health/ready`)).json()).toEqual({ status: 'ready' });
    }
    // The REST interface handles all requests at its address, except reads of these three paths.
    expect((await call('POST', '/health/ready', {})).body.code).toBe('unknown-path');
    expect((await call('GET', '/health')).body.services).toHaveLength(2);
    expect((await fetch(`${operations}/tasks`, { headers: { Authorization: KEY } })).status).toBe(404);

    const { build, task } = await runProgramAt({ base, key: KEY });
    await runProgramAt({ base, key: KEY });
    const named = await fetch(`${base}/tasks/${task}`, {
      headers: { Authorization: KEY, 'X-Request-Id': 'from-the-proxy-1' },
    });
    expect(named.status).toBe(200);

    expect((await call('GET', '/metrics', undefined, 'another')).status).toBe(401);
    expect((await call('GET', '/metrics')).text).toContain('haze_jobs{');
    const figures = await (await fetch(`${operations}/metrics`)).text();
    expect(figures).toContain('haze_builds_total{language="C",status="Completed",reused="false"} 1');
    expect(figures).toContain('haze_builds_total{language="C",status="Completed",reused="true"} 1');
    expect(figures).toContain('haze_job_running_seconds_count{kind="task",status="Completed"} 2');
    expect(figures).toContain('haze_job_waiting_seconds_count{kind="build"} 2');
    expect(figures).toContain('haze_jobs{kind="task",status="Accepted"} 0');
    expect(figures).toContain('haze_parts{status="Accepted"} 0');
    expect(figures).toContain('haze_request_seconds_count{method="POST",path="sourcecode",status="202"} 2');

    const lines = said.map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.find((line) => line.requestId === 'from-the-proxy-1')).toMatchObject({
      jobId: task,
      status: 200,
    });
    expect(lines.find((line) => line.jobId === build && line.msg === 'build Completed')).toMatchObject({
      language: 'C',
      isReused: false,
    });
    expect(said.join('\n')).not.toContain(KEY);
  } finally {
    child.kill('SIGTERM');
  }
  await expect.poll(async () => (await fetch(`${base}/health/ready`)).status).toBe(503);
  expect((await call('GET', '/tasks')).status).toBe(200);
  // A second signal cuts the wait short.
  child.kill('SIGTERM');
  expect(await ended).toBe(143);
});

test('a compiler that exceeds its memory limit is replaced after each build, and the old compiler exits', async () => {
  // Less memory than any compiler needs after a build.
  const { child, said, ended, base, operations } = await startServer(['--compiler-memory', '32']);
  const place = { base, key: KEY };
  const figure = async (name: string) => {
    const text = await (await fetch(`${operations}/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.slice(name.length) ?? 0,
    );
  };
  const countReplaced = () => figure('haze_compilers_replaced_total{reason="memory"}');
  const countThreads = () => readdirSync(`/proc/${child.pid}/task`).length;
  const threads: number[] = [];
  try {
    for (const number of [1, 2, 3, 4]) {
      const { stdout } = await runProgramAt(place, codeThatPrints(number));
      expect(stdout).toBe(`${number}\n`);
      await expect.poll(countReplaced, { timeout: scaleLimit(60_000) }).toBe(number);
      threads.push(countThreads());
    }
    // A leaked compiler would add one thread each time.
    await expect.poll(countThreads, { timeout: scaleLimit(30_000) }).toBeLessThanOrEqual(threads[0]!);
    const lines = said.map((line) => JSON.parse(line) as Record<string, number>);
    const replaced = lines.filter(({ msg }) => String(msg) === 'compiler replaced: memory');
    expect(replaced).toHaveLength(4);
    for (const { heldBytes, mostBytes } of replaced) {
      expect(mostBytes).toBe(32 * 2 ** 20);
      expect(heldBytes).toBeGreaterThan(mostBytes!);
      // The last figure comes from the fresh compiler.
      expect(await figure('haze_compiler_memory_bytes')).toBeLessThan(heldBytes!);
    }
  } finally {
    child.kill('SIGTERM');
  }
  expect(await ended).toBe(0);
});

test('after the server is stopped, a running task may finish within the grace period', async () => {
  const { child, said, ended, base } = await startServer(['--drain', '1', '--grace', '20']);
  const call = callOf({ base, key: KEY });
  const code =
    '#include <unistd.h>\n#include <stdio.h>\nint main(void) { sleep(3); puts("done"); return 0; }';
  const { build } = await runProgramAt({ base, key: KEY }, code);
  const task = (await call('POST', `/builds/${build}/tasks`, {})).body.TaskID as string;
  const states = () => said.filter((line) => line.includes(task));
  await expect.poll(() => states().some((line) => line.includes('task started'))).toBe(true);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect(states().some((line) => line.includes('task Completed'))).toBe(true);
});
