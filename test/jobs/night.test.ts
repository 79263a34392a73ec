// A night's worth of use in a short time. Random programs allocate, write, print, recurse, loop, exit and crash on a
// server that is killed with SIGKILL at random moments and restarted. In the end, every job has finished once, in the
// expected state, the store is readable, and memory use is the same as before. HAZE_NIGHT_ROUNDS sets the length
// (default: 5 rounds, each with a kill; 200 rounds take about twenty minutes), and HAZE_NIGHT_SEED the seed. The test's
// name contains both.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';
import { createRandom } from '../store/seeded-random.ts';
import { type HazeProcess, startHaze } from './haze-process.ts';
import { DEFAULT_CORE_ID } from './sample-flows.ts';

const SEED = Number(process.env.HAZE_NIGHT_SEED ?? 20261122);
const ROUNDS = Number(process.env.HAZE_NIGHT_ROUNDS ?? 5);
const TASKS_A_ROUND = 10;
const REQUESTS_AT_KILL = 3;
const LAST_TASKS = Math.max(24, 5 * ROUNDS);
const MOST_GROWTH_BYTES = 100e6;
/** Far longer than any job takes, even on a slow machine. If a wait is longer, something hangs. */
const MOST_WAIT_MS = scaleLimit(240_000);

/**
 * The actions of a program, keyed by its first argument: the program's outcome, the message about the outcome, and the
 * output.
 */
const DEEDS = {
  allocate: { status: 'Completed', why: /./, says: (n: number) => `${n * 100_000}\n` },
  write: { status: 'Completed', why: /./, says: (n: number) => `${n * 10}\n` },
  print: { status: 'Completed', why: /./, says: (n: number) => 'line\n'.repeat(n * 100) },
  recurse: { status: 'Completed', why: /./, says: (n: number) => `${n * 1000}\n` },
  spread: { status: 'Completed', why: /./, says: () => '2.00\n' },
  exit: { status: 'Stopped', why: /status/, says: () => 'leaving\n' },
  abort: { status: 'Stopped', why: /aborted/, says: () => 'leaving\n' },
  overflow: { status: 'Stopped', why: /stack/, says: () => 'leaving\n' },
  exhaust: { status: 'Stopped', why: /core memory of .* exhausted/, says: () => 'leaving\n' },
  loop: { status: 'Cancelled', why: /cancelled/, says: () => 'looping\n' },
} as const;
type Deed = keyof typeof DEEDS;

const PROGRAM = `#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uxhw.h>
static int depth(int n) { volatile int here = n; return here == 0 ? 0 : 1 + depth(here - 1); }
static int for_ever(volatile int *n) { volatile char room[1000]; room[0] = (char)*n; return for_ever(n) + room[0]; }
int main(int argc, char **argv) {
  const char *deed = argv[1];
  int n = atoi(argv[2]);
  if (!strcmp(deed, "allocate")) {
    volatile char *block = malloc(n * 100000);
    long sum = 0;
    for (int i = 0; i < n * 100000; i++) block[i] = 1;
    for (int i = 0; i < n * 100000; i++) sum += block[i];
    printf("%ld\\n", sum);
  } else if (!strcmp(deed, "write")) {
    FILE *file = fopen("notes", "w");
    for (int i = 0; i < n; i++) fputs("123456789\\n", file);
    printf("%ld\\n", ftell(file));
    fclose(file);
  } else if (!strcmp(deed, "print")) {
    for (int i = 0; i < n * 100; i++) puts("line");
  } else if (!strcmp(deed, "recurse")) {
    printf("%d\\n", depth(n * 1000));
  } else if (!strcmp(deed, "spread")) {
    double x = UxHwDoubleUniformDist(1, 3), y = 0;
    for (int i = 0; i < n * 100; i++) y += x / (n * 100);
    printf("%P.2f\\n", UxHwDoubleNthMoment(y, 1));
  } else if (!strcmp(deed, "loop")) {
    puts("looping");
    for (volatile int go = 1; go;) { }
  } else {
    puts("leaving");
    fflush(stdout);
    if (!strcmp(deed, "exit")) return 1 + n % 100;
    if (!strcmp(deed, "abort")) abort();
    if (!strcmp(deed, "overflow")) return for_ever(&n);
    // Volatile, because the compiler would otherwise omit memory that is never read, and leave only an empty endless
    // loop.
    for (;;) ((volatile char *)malloc(1000000))[999999] = 1;
  }
  return 0;
}
`;

interface Job {
  readonly Status: string;
  readonly StatusTransitions: readonly { readonly Status: string; readonly Message: string }[];
}
interface TaskRecord extends Job {
  readonly TaskID: string;
  /** The action and its size. */
  readonly Arguments: string;
}
interface Task {
  readonly id: string;
  readonly deed: Deed;
}

const ENDS = ['Completed', 'Cancelled', 'Stopped'];
const isEnded = ({ Status }: Job) => ENDS.includes(Status);
const random = createRandom(SEED);
const below = (limit: number) => Math.floor(random() * limit);

let folder = '';
let haze: HazeProcess;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'haze-night-'));
});

afterAll(async () => {
  await haze?.end('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function ask(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(haze.base + path, {
    method,
    headers: { Authorization: haze.key, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

async function call(method: string, path: string, body?: unknown) {
  const response = await ask(method, path, body);
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

const describeSteps = ({ StatusTransitions }: Job) =>
  StatusTransitions.map(({ Status, Message }) => `${Status} (${Message})`).join(' → ');

async function untilEnded(path: string): Promise<Job> {
  const startMs = Date.now();
  for (;;) {
    const job = (await call('GET', path)) as Job;
    if (isEnded(job)) return job;
    if (Date.now() - startMs > MOST_WAIT_MS) throw new Error(`${path} does not end: ${describeSteps(job)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function build(Code: string): Promise<string> {
  return (await call('POST', '/sourcecode/builds', { Code, Language: 'C', CoreID: DEFAULT_CORE_ID })).BuildID;
}

async function startTask(buildId: string, deed: Deed): Promise<Task> {
  const Arguments = `${deed} ${1 + below(30)}`;
  const { TaskID } = await call('POST', `/builds/${buildId}/tasks`, { Arguments });
  return { id: TaskID, deed };
}

const drawDeed = () => Object.keys(DEEDS)[below(Object.keys(DEEDS).length)] as Deed;

/** Cancels endless tasks; a task that has started continues until it is cancelled. */
async function cancelLoops(tasks: readonly Task[]): Promise<void> {
  for (const { id, deed } of tasks) {
    if (deed !== 'loop') continue;
    const response = await ask('POST', `/tasks/${id}/cancel`);
    // Cancelling a finished task fails.
    if (!response.ok) expect(await call('GET', `/tasks/${id}`), await response.text()).toSatisfy(isEnded);
  }
}

async function untilAllEnded(tasks: readonly Task[]): Promise<void> {
  for (const { id } of tasks) await untilEnded(`/tasks/${id}`);
}

async function listTasks(): Promise<TaskRecord[]> {
  const listed: TaskRecord[] = [];
  let more = '';
  do {
    const page = await call('GET', `/tasks${more}`);
    listed.push(...page.Tasks);
    more = page.ContinuationKey ? `?startKey=${encodeURIComponent(page.ContinuationKey)}` : '';
  } while (more);
  return listed;
}

function expectOneEnd(job: Job): void {
  const ends = job.StatusTransitions.filter(({ Status }) => ENDS.includes(Status)).length;
  expect({ ends, last: job.StatusTransitions.at(-1)?.Status }, describeSteps(job)).toEqual({
    ends: 1,
    last: job.Status,
  });
}

/**
 * True if a task's outcome may differ from that of its program, either because it was killed while running alone, or
 * because the machine is slow.
 */
function isExcused(deed: Deed, { Status, StatusTransitions }: Job): boolean {
  const { Message = '' } = StatusTransitions.at(-1) ?? {};
  const losses = StatusTransitions.filter((step) => step.Status === 'Rescheduled').length;
  if (Status !== 'Stopped') return false;
  return (
    (Message.startsWith('abandoned: ') && losses >= 2) || (deed === 'loop' && /time limit/.test(Message))
  );
}

async function expectAsItShould(job: TaskRecord): Promise<void> {
  expectOneEnd(job);
  const [deed, size] = job.Arguments.split(' ') as [Deed, string];
  if (isExcused(deed, job)) return;
  const { status, why, says } = DEEDS[deed];
  const told = `${job.Arguments}: ${describeSteps(job)}`;
  expect(job.Status, told).toBe(status);
  expect(job.StatusTransitions.at(-1)?.Message, told).toMatch(why);
  // A cancelled task may not have begun.
  if (deed === 'loop') return;
  const stdout = await (await ask('GET', `/tasks/${job.TaskID}/output/Stdout`)).text();
  expect(stdout, told).toBe(says(Number(size)));
}

async function readMemoryBytes(): Promise<number> {
  const status = await readFile(`/proc/${haze.pid}/status`, 'utf8');
  return 1024 * Number(/VmRSS:\s+(\d+)/.exec(status)![1]);
}

/** Starts tasks, kills the server during tasks and requests, and restarts it. */
async function playRound(program: string): Promise<Task[]> {
  const here: Task[] = [];
  for (let i = 0; i < TASKS_A_ROUND; i += 1) here.push(await startTask(program, drawDeed()));
  const [, ...otherLoops] = here.filter(({ deed }) => deed === 'loop');
  // A single loop may continue through the kill; more loops would occupy all slots.
  await cancelLoops(otherLoops);
  await untilAllEnded(here.filter(({ deed }) => deed !== 'loop').slice(0, below(4)));
  const asked = Array.from({ length: REQUESTS_AT_KILL }, () => startTask(program, 'print'));
  const answers = Promise.allSettled(asked);
  if (below(2) === 0) await Promise.any(asked);
  await haze.end('SIGKILL');
  for (const answer of await answers) if (answer.status === 'fulfilled') here.push(answer.value);
  haze = await startHaze(folder);
  await cancelLoops(here);
  return here;
}

/** Runs the same number of tasks again in a single process, whose memory must not grow. */
async function playLastRound(program: string): Promise<Task[]> {
  // This includes a crash: finding its line loads the compiler, which then stays loaded.
  const first = [await startTask(program, 'spread'), await startTask(program, 'abort')];
  await untilAllEnded(first);
  const isMeasured = existsSync(`/proc/${haze.pid}/status`);
  const before = isMeasured ? await readMemoryBytes() : 0;
  const last: Task[] = [];
  for (let i = 0; i < LAST_TASKS; i += 1) last.push(await startTask(program, drawDeed()));
  await cancelLoops(last);
  await untilAllEnded(last);
  const most = before + MOST_GROWTH_BYTES;
  if (isMeasured) await expect.poll(readMemoryBytes, { timeout: MOST_WAIT_MS }).toBeLessThan(most);
  return [...first, ...last];
}

test(`${ROUNDS} rounds of random programs and kills, seed ${SEED}`, {
  timeout: scaleLimit(300_000) + 60_000 * ROUNDS,
}, async () => {
  haze = await startHaze(folder);
  const program = await build(PROGRAM);
  expect((await untilEnded(`/builds/${program}`)).Status).toBe('Completed');
  const builds: string[] = [];
  const tasks: Task[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    if (below(2) === 0)
      builds.push(await build(`int main(void) { return ${below(2) === 0 ? round : 'nothing'}; }\n`));
    tasks.push(...(await playRound(program)));
  }
  for (const id of builds) expectOneEnd(await untilEnded(`/builds/${id}`));
  await untilAllEnded(tasks);
  tasks.push(...(await playLastRound(program)));

  // Another process can read the whole store.
  expect(await haze.end('SIGTERM')).toBe(0);
  haze = await startHaze(folder);
  const listed = await listTasks();
  const ids = listed.map(({ TaskID }) => TaskID);
  expect(ids).toEqual(expect.arrayContaining(tasks.map(({ id }) => id)));
  expect(new Set(ids).size).toBe(ids.length);
  // A request interrupted by a kill may have left its task behind.
  expect(ids.length - tasks.length).toBeLessThanOrEqual(REQUESTS_AT_KILL * ROUNDS);
  for (const { TaskID } of listed) {
    await expectAsItShould((await untilEnded(`/tasks/${TaskID}`)) as TaskRecord);
  }
});
