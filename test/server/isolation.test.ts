// Tasks of `haze serve` in their own processes, on Linux, which reports a process's limits. Tests the limits, what
// happens to a task whose process is killed, the effect on other tasks, and what a killed server leaves behind.
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { COMMAND } from '../command.ts';
import { mountSmallDisk, whyNoSmallDisk } from '../store/small-disk.ts';
import { type Call, callOf, runProgramAt, untilEnded } from './client.ts';

const KEY = 'a-key-of-the-environment';
const ENDLESS =
  '#include <stdio.h>\nint main(void) { puts("begun"); fflush(stdout); for (volatile int i = 0;; i++); }\n';
const TIMEOUT_MS = scaleLimit(30_000);
const DISK_KILOBYTES = 4096;
/** Prints the number of lines that its argument specifies, or one line if there is no argument. */
const NOISY = `#include <stdio.h>
#include <stdlib.h>
int main(int count, char **words) {
  for (int i = 0, lines = count > 1 ? atoi(words[1]) : 1; i < lines; i++) printf("line %d\\n", i * 7919);
}
`;

function startServer(...more: string[]) {
  return startServerWith('--memory', ...more);
}

async function startServerWith(...words: string[]) {
  const child = spawn(process.execPath, [COMMAND, 'serve', '--port', '0', ...words], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...process.env, HAZE_KEY: KEY },
  });
  const ended = once(child, 'close');
  for await (const line of createInterface(child.stdout)) {
    if (line.startsWith('base address')) {
      return { child, ended, place: { base: line.split(/\s+/)[2]!, key: KEY } };
    }
  }
  throw new Error('the server ended');
}

/** The running descendants of this process: its child processes, and their children. */
async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  const children = text.split(' ').filter(Boolean).map(Number);
  return [...children, ...(await Promise.all(children.map(childrenOf))).flat()];
}

const limitsOf = (pid: number) => readFile(`/proc/${pid}/limits`, 'utf8').catch(() => '');

/** The process that is running a task, not the one that waits for the next task. */
async function busyChildOf(pid: number): Promise<number | undefined> {
  for (const child of await childrenOf(pid)) {
    if (/^Max open files +0 /m.test(await limitsOf(child))) return child;
  }
  return undefined;
}

async function startEndless(call: Call): Promise<string> {
  const build = (await call('POST', '/sourcecode/builds', { Language: 'C', Code: ENDLESS })).body.BuildID;
  await untilEnded(call, `/builds/${build}`);
  return (await call('POST', `/builds/${build}/tasks`, {})).body.TaskID as string;
}

const isRunning = async (call: Call, task: string) =>
  (await call('GET', `/tasks/${task}`)).body.Status === 'In Progress';

test.skipIf(process.platform !== 'linux')(
  'a task whose process is killed twice is Stopped with a reason, and other tasks and the server continue',
  async () => {
    const { child, ended, place } = await startServer();
    const call = callOf(place);
    const task = await startEndless(call);
    for (let kill = 0; kill < 2; kill += 1) {
      await expect.poll(() => busyChildOf(child.pid!), { timeout: TIMEOUT_MS }).toBeDefined();
      const busy = (await busyChildOf(child.pid!))!;
      const limits = await limitsOf(busy);
      expect(limits).toMatch(/^Max cpu time +130 /m);
      expect(limits).toMatch(/^Max file size +0 /m);
      expect(limits).not.toMatch(/^Max data size +unlimited/m);
      expect(await readFile(`/proc/${busy}/environ`, 'utf8')).not.toContain(KEY);
      await expect.poll(() => isRunning(call, task), { timeout: TIMEOUT_MS }).toBe(true);
      // The task's output is stored before its process dies.
      const hasPrinted = async () =>
        (await call('GET', `/tasks/${task}/outputs`)).body?.StdoutChunks?.length > 0;
      await expect.poll(hasPrinted, { timeout: TIMEOUT_MS }).toBe(true);
      process.kill(busy, 'SIGKILL');
      const steps = async () => (await call('GET', `/tasks/${task}`)).body.StatusTransitions;
      const wanted = kill === 0 ? 'Rescheduled' : 'Stopped';
      const hasStep = async () => (await steps()).some((step: { Status: string }) => step.Status === wanted);
      await expect.poll(hasStep, { timeout: TIMEOUT_MS }).toBe(true);
    }
    const { body } = await untilEnded(call, `/tasks/${task}`);
    expect(body.Status).toBe('Stopped');
    expect(body.StatusTransitions.at(-1).Message).toMatch(
      /^abandoned: the process .* died: it was killed.*, 2 times$/,
    );
    expect((await call('GET', `/tasks/${task}/output/Stdout`)).text).toBe('begun\n');
    expect((await call('GET', '/metrics')).text).toContain('haze_job_restarts_total{kind="task"} 1');
    expect((await runProgramAt(place)).stdout).toBe('built and run\n');
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
  },
);

test('--task-time limits the time of a task and ends its process', async () => {
  const { child, ended, place } = await startServer('--task-time', '1');
  const call = callOf(place);
  const { body } = await untilEnded(call, `/tasks/${await startEndless(call)}`);
  expect(body.Status).toBe('Stopped');
  expect(body.StatusTransitions.at(-1).Message).toMatch(/^time limit of 1 s reached/);
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});

test.skipIf(process.platform !== 'linux')('no task outlives a killed server', async () => {
  const { child, ended, place } = await startServer();
  const call = callOf(place);
  await startEndless(call);
  await expect.poll(() => busyChildOf(child.pid!), { timeout: TIMEOUT_MS }).toBeDefined();
  const children = await childrenOf(child.pid!);
  child.kill('SIGKILL');
  await ended;
  const isGone = async (pid: number) =>
    /^State:\s+Z|^$/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''));
  for (const pid of children) await expect.poll(() => isGone(pid), { timeout: TIMEOUT_MS }).toBe(true);
});

/** Prints all traces of an earlier run that it finds, and leaves as many traces of its own as possible. */
const LEAVING = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uxhw.h>
static int count;
int main(void) {
  const int size = 1 << 20;
  char *heap = malloc(size);
  int marks = 0;
  for (int i = 0; i < size; i++) marks += heap[i] == 'M';
  memset(heap, 'M', size);
  const char *file = access("left.txt", F_OK) == 0 ? "a file" : "no file";
  FILE *left = fopen("left.txt", "w");
  fputs("left", left);
  fclose(left);
  struct stat entry;
  stat("left.txt", &entry);
  const char *value = getenv("LEFT");
  setenv("LEFT", "1", 1);
  chdir("/");
  double x = UxHwDoubleGaussDist(1, 0.1);
  printf("%d %d %s %s %d %a %lf\\n", ++count, marks, file, value ? value : "unset", (int)entry.st_ino,
         UxHwDoubleSample(x), x * x);
  return 0;
}
`;

/** The priority of a process and, if the system divides CPU time among sessions, of its session. */
async function nicenessOf(pid: number): Promise<[own: number, session: number]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const own = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);
  const session = await readFile(`/proc/${pid}/autogroup`, 'utf8').catch(() => '');
  return [own, Number(/nice (-?\d+)/.exec(session)?.[1] ?? own)];
}

/** Processes that have run a task and wait for another. */
async function usedChildrenOf(pid: number): Promise<number[]> {
  const children = await childrenOf(pid);
  const used = await Promise.all(
    children.map(async (child) => /^Max open files +0 /m.test(await limitsOf(child))),
  );
  return children.filter((_, at) => used[at]);
}

test.skipIf(process.platform !== 'linux')(
  'an account’s tasks share one process without seeing each other’s data, and another account has another process',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'haze-accounts-'));
    const { child, ended, place } = await startServerWith('--data-dir', folder, '--jobs', '1');
    const words = ['admin', 'users', 'add', 'ann', '--data-dir', folder];
    const added = await promisify(execFile)(process.execPath, [COMMAND, ...words]);
    const runs = async (key: string, count: number) => {
      const call = callOf({ ...place, key });
      const wish = { Language: 'C', Code: LEAVING };
      const build = (await call('POST', '/sourcecode/builds', wish)).body.BuildID;
      await untilEnded(call, `/builds/${build}`);
      const texts: string[] = [];
      for (let at = 0; at < count; at += 1) {
        const task = (await call('POST', `/builds/${build}/tasks`, { Seed: 7 })).body.TaskID;
        expect((await untilEnded(call, `/tasks/${task}`)).body.Status).toBe('Completed');
        texts.push((await call('GET', `/tasks/${task}/output/Stdout`)).text);
      }
      return texts;
    };
    const [first, ...others] = await runs(KEY, 4);
    expect(first).toMatch(/^1 0 no file unset \d+ 0x/);
    expect(others).toEqual([first, first, first]);
    // A process that was killed may still be listed for a moment.
    const untilUsed = async (count: number) => {
      await expect.poll(() => usedChildrenOf(child.pid!), { timeout: TIMEOUT_MS }).toHaveLength(count);
      return usedChildrenOf(child.pid!);
    };
    const used = await untilUsed(1);
    const ann = /^usr_\S+\s+(\S+)$/m.exec(added.stdout)![1]!;
    expect(await runs(ann, 1)).toEqual([first]);
    const all = await untilUsed(2);
    expect(all).toContain(used[0]);
    const users = await Promise.all(all.map((pid) => readFile(`/proc/${pid}/status`, 'utf8')));
    const ids = users.map((text) => /^Uid:\s+(\d+)/m.exec(text)![1]);
    if (process.getuid?.() === 0) {
      expect(new Set(ids).size).toBe(2);
      // A long task yields the CPU to the other account's tasks, and a waiting process yields it to every task.
      const call = callOf(place);
      const long = await startEndless(call);
      await expect.poll(() => isRunning(call, long), { timeout: TIMEOUT_MS }).toBe(true);
      expect(await nicenessOf(used[0]!)).toEqual([0, 0]);
      const besideAnn = async () => {
        await runs(ann, 1);
        return nicenessOf(used[0]!);
      };
      await expect.poll(besideAnn, { timeout: TIMEOUT_MS }).toEqual([5, 5]);
      const early = (await childrenOf(child.pid!)).find((pid) => !all.includes(pid))!;
      expect(await nicenessOf(early)).toEqual([10, 10]);
      await call('POST', `/tasks/${long}/cancel`, {});
    }
    child.kill('SIGTERM');
    expect((await ended)[0]).toBe(0);
    await rm(folder, { recursive: true, force: true });
  },
);

const why = process.getuid?.() === 0 ? whyNoSmallDisk() : 'only root can mount a small disk';
if (why !== '') console.warn(`skipped: ${why}`);

test.skipIf(why !== '')(
  'a task without disk space for its output is Stopped with a reason, and the next task has space',
  async () => {
    const disk = mountSmallDisk(DISK_KILOBYTES);
    const { child, ended, place } = await startServerWith('--data-dir', `${disk.folder}/data`);
    try {
      const call = callOf(place);
      const { build } = await runProgramAt(place, NOISY);
      disk.fill();
      const task = (await call('POST', `/builds/${build}/tasks`, { Arguments: '1000000' })).body.TaskID;
      const { body } = await untilEnded(call, `/tasks/${task}`);
      expect(body.Status).toBe('Stopped');
      expect(body.StatusTransitions.at(-1).Message).toMatch(
        /^The storage is full, so none of this was stored\./,
      );
      await expect.poll(() => busyChildOf(child.pid!), { timeout: TIMEOUT_MS }).toBeUndefined();
      expect((await call('GET', '/health/ready')).status).toBe(200);
      disk.free();
      expect((await runProgramAt(place, NOISY)).stdout).toBe('line 0\n');
    } finally {
      child.kill('SIGTERM');
      expect((await ended)[0]).toBe(0);
      disk.remove();
    }
  },
);
