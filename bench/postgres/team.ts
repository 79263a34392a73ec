// A team's service on a bad day: two servers and three workers on one PostgreSQL database, fifty users with equal
// numbers of small tasks, and one more user with hostile programs. Every two seconds a server or a worker is killed
// with SIGKILL, and the database restarts twice. No task may be lost or run twice, no user may wait much longer than
// another, and only killed processes may die. HAZE_BENCH_TASKS is the number of tasks (2 000 by default), and
// HAZE_BENCH_HOSTILE the number of hostile tasks (by default, a tenth of the tasks). HAZE_BENCH_KILL_SECONDS is the
// time between kills: on a busy machine, starting a process takes longer than two seconds. If there are few tasks,
// there are fewer users, with ten tasks each, because when two users take turns, the second always waits longer.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { type Measurement, measurement, median } from '../../scripts/measurement.ts';
import { maybeReadBlob } from '../../src/jobs/records/read-blob.ts';
import { type TaskBody, taskStreamKey, tasks } from '../../src/jobs/records/records.ts';
import { canStep, isTerminal } from '../../src/jobs/records/states.ts';
import { addUser } from '../../src/node/service/administration.ts';
import { createIdleServices } from '../../src/node/service/idle-services.ts';
import { withDatabase } from '../../src/node/state/database-state.ts';
import { allRecords } from '../../src/store/contract/all-records.ts';
import type { Store, StoredRecord } from '../../src/store/contract/store.ts';
import { HOSTILE_FAMILIES } from '../../test/hostile/programs.ts';
import { startPostgres } from '../../test/postgres/postgres-server.ts';
import { createRandom } from '../../test/store/seeded-random.ts';
import { startTeam, type Team } from './team-processes.ts';

const TASKS = Number(process.env.HAZE_BENCH_TASKS ?? 2000);
const HOSTILE = Number(process.env.HAZE_BENCH_HOSTILE ?? Math.round(TASKS / 10));
const USERS = Math.min(50, Math.ceil(TASKS / 10));
const KILL_MS = 1000 * Number(process.env.HAZE_BENCH_KILL_SECONDS ?? 2);
const RESTARTS = 2;
/** Allowance for startup in the time limit. */
const START_MS = 120_000;
/** Allowance for each task in the time limit. */
const TASK_MS = 2000;
const SEED = 20261123;

const GOOD = `#include <stdio.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  double x = UxHwDoubleGaussDist(1, 0.1);
  printf("task %s: %d\\n", argc > 1 ? argv[1] : "", x > 0);
  return 0;
}
`;
const outputOf = (name: string) => `task ${name}: 1\n`;
/** Families of hostile programs that terminate without being killed. */
const FAMILIES = HOSTILE_FAMILIES.filter(({ isEndless }) => !isEndless);

interface User {
  readonly id: string;
  readonly key: string;
  /** IDs of acknowledged tasks, with their first argument. */
  readonly sent: Map<string, string>;
}

async function buildOf(team: Team, user: User, Code: string): Promise<string> {
  const { BuildID } = await team.call(user.key, 'POST', '/sourcecode/builds', { Code, Language: 'C' });
  for (;;) {
    const { Status } = await team.call(user.key, 'GET', `/builds/${BuildID}`);
    if (Status === 'Completed') return BuildID;
    if (isTerminal(Status)) throw new Error(`a build is ${Status}: ${Code}`);
    await pause(500);
  }
}

async function send(
  team: Team,
  user: User,
  task: { build: string; name: string; more?: string },
): Promise<void> {
  const Arguments = `${task.name}${task.more ?? ''}`;
  const { TaskID } = await team.call(user.key, 'POST', `/builds/${task.build}/tasks`, { Arguments });
  user.sent.set(TaskID, task.name);
}

interface Builds {
  /** Builds for each user. */
  readonly good: readonly string[];
  readonly bad: readonly string[];
}

async function buildAll(team: Team, users: readonly User[], hostile: User): Promise<Builds> {
  const good = Promise.all(users.map((user) => buildOf(team, user, GOOD)));
  const bad = Promise.all(FAMILIES.slice(0, HOSTILE).map(({ code }) => buildOf(team, hostile, code)));
  // Both run concurrently, so that a failure of either stops the benchmark and all its processes.
  const [ofUsers, ofHostile] = await Promise.all([good, bad]);
  return { good: ofUsers, bad: ofHostile };
}

/** Sends the tasks of all users concurrently; each user sends one task after another. */
async function sendAll(
  team: Team,
  users: readonly User[],
  hostile: User,
  { good, bad }: Builds,
): Promise<void> {
  const sendGood = async (user: User, at: number) => {
    for (let n = at; n < TASKS; n += USERS) await send(team, user, { build: good[at]!, name: String(n) });
  };
  const sendBad = async () => {
    for (let n = 0; n < HOSTILE; n += 1) {
      const at = n % bad.length;
      const { moreArguments: more = '' } = FAMILIES[at]!;
      await send(team, hostile, { build: bad[at]!, name: String(1 + n), more });
    }
  };
  await Promise.all([...users.map(sendGood), sendBad()]);
}

/** Kills a process every two seconds and restarts the database after a fraction of the tasks, until `isOver`. */
async function disturb(
  team: Team,
  postgres: Awaited<ReturnType<typeof startPostgres>>,
  isOver: () => boolean,
): Promise<{ readonly kills: number; readonly restarts: number }> {
  const random = createRandom(SEED);
  let restarts = 0;
  let kills = 0;
  while (!isOver()) {
    await pause(KILL_MS);
    if (isOver()) break;
    await team.kill(Math.floor(random() * team.size));
    kills += 1;
    const ended = await countEnded(postgres).catch(() => 0);
    if (restarts === RESTARTS || ended < ((restarts + 1) * TASKS) / (RESTARTS + 1)) continue;
    restarts += 1;
    await postgres.stop('immediate');
    await pause(500);
    await postgres.start();
  }
  return { kills, restarts };
}

type Postgres = Awaited<ReturnType<typeof startPostgres>>;

const countTasks = (postgres: Postgres, states: string) =>
  postgres
    .query(`SELECT count(*)::integer AS n FROM haze.records WHERE kind = 'task' AND status ${states}`)
    .then(({ rows }) => rows[0].n as number);
const ENDED = `IN ('Completed', 'Stopped', 'Cancelled')`;
const countEnded = (postgres: Postgres) => countTasks(postgres, ENDED);

async function untilAllEnded(postgres: Postgres, deadlineMs: number): Promise<void> {
  for (;;) {
    const left = await countTasks(postgres, `NOT ${ENDED}`).catch(() => 1);
    if (left === 0) return;
    if (performance.now() > deadlineMs) throw new Error(`${left} tasks have not ended in time`);
    await pause(250);
  }
}

interface Findings {
  lost: number;
  /** Number of tasks stopped because their workers died repeatedly, including tasks whose workers this test killed. */
  givenUp: number;
  twice: number;
  restarted: number;
  readonly strange: string[];
  /** Seconds from a task's acceptance to its completion, by user. */
  readonly waits: Map<string, number[]>;
}

async function readOutput(store: Store, id: string): Promise<string> {
  const bytes = await maybeReadBlob(store, taskStreamKey(id, 'Stdout'));
  return bytes ? gunzipSync(bytes).toString() : '';
}

async function judgeGood(
  found: Findings,
  store: Store,
  { id, owner, status, createdAt, body }: StoredRecord<TaskBody>,
): Promise<void> {
  const steps = body.StatusTransitions;
  const statuses = steps.map(({ Status }) => Status);
  found.restarted += statuses.filter((name) => name === 'Rescheduled').length;
  const isAllowed = statuses.slice(1).every((next, at) => canStep('task', statuses[at]!, next));
  const output = await readOutput(store, id);
  const expected = outputOf(body.Arguments);
  const last = steps.at(-1)?.Message ?? '';
  if (status === 'Stopped' && last.startsWith('abandoned')) found.givenUp += 1;
  else if (status !== 'Completed') {
    found.lost += 1;
    found.strange.push(`${id}: ${steps.map(({ Status, Message }) => `${Status} (${Message})`).join(', ')}`);
  } else if (!isAllowed || output !== expected || body.Streams?.Stdout.SizeInBytes !== expected.length) {
    found.twice += 1;
    found.strange.push(`${id}: ${statuses.join(', ')}; ${JSON.stringify(output)}`);
  }
  const waits = found.waits.get(owner) ?? [];
  waits.push(((steps.at(-1)?.Timestamp ?? 0) - createdAt) / 1000);
  found.waits.set(owner, waits);
}

/** Compares the stored data with the acknowledged data. */
async function judge(store: Store, users: readonly User[], hostile: User): Promise<Findings> {
  const found: Findings = { lost: 0, givenUp: 0, twice: 0, restarted: 0, strange: [], waits: new Map() };
  const acknowledged = new Set(users.flatMap(({ sent }) => [...sent.keys()]));
  const bad = new Set(hostile.sent.keys());
  for await (const task of allRecords(store, tasks, {})) {
    bad.delete(task.id);
    acknowledged.delete(task.id);
    // A task whose response was lost also counts.
    if (task.owner !== hostile.id) await judgeGood(found, store, task);
  }
  found.lost += acknowledged.size + bad.size;
  return found;
}

export async function run(): Promise<Measurement[]> {
  const postgres = await startPostgres(['fsync = on']);
  const home = await mkdtemp(join(tmpdir(), 'haze-bench-'));
  const sealKeyFile = join(home, 'seal-key');
  const team = await startTeam({ database: postgres.url(), home }, sealKeyFile);
  try {
    const database = { url: postgres.url(), sealKeyFile };
    const added = await withDatabase(database, async (store) => {
      const services = createIdleServices(store);
      const all: User[] = [];
      for (let n = 0; n <= USERS; n += 1) {
        const [, [id, key] = []] = await addUser(services, `user ${n}`);
        all.push({ id: id!, key: key!, sent: new Map() });
      }
      return all;
    });
    const [hostile, ...users] = added as [User, ...User[]];
    // Builds are made before the kills: the service gives up on a compiler that is killed repeatedly, which is
    // correct.
    const programs = await buildAll(team, users, hostile);
    let isOver = false;
    const startedMs = performance.now();
    const disturbing = disturb(team, postgres, () => isOver);
    disturbing.catch(() => undefined);
    await sendAll(team, users, hostile, programs);
    await untilAllEnded(postgres, startedMs + START_MS + TASK_MS * (TASKS + HOSTILE));
    const seconds = (performance.now() - startedMs) / 1000;
    isOver = true;
    const { kills, restarts } = await disturbing;
    const found = await withDatabase(database, (store) => judge(store, users, hostile));
    for (const line of found.strange) console.error(line);
    const means = [...found.waits.values()].map((waits) => waits.reduce((a, b) => a + b, 0) / waits.length);
    return [
      measurement(`small tasks of ${USERS} users, and ${HOSTILE} hostile ones`, TASKS, ''),
      measurement('tasks per second, with these failures', (TASKS + HOSTILE) / seconds, '1/s'),
      measurement('kills of servers and workers', kills, ''),
      measurement('restarts of the database', restarts, ''),
      measurement('tasks that were restarted', found.restarted, ''),
      measurement('tasks abandoned after kills', found.givenUp, ''),
      measurement('tasks lost', found.lost, '', 0),
      measurement('tasks done twice', found.twice, '', 0),
      measurement('processes that died without being killed', team.deaths.length, '', 0),
      measurement('waiting time of a user, median', median(means), 's'),
      measurement(
        'longest waiting time divided by the shortest',
        Math.max(...means) / Math.min(...means),
        '',
        2,
      ),
    ];
  } finally {
    for (const line of team.deaths) console.error(line);
    await team.end();
    await postgres.remove();
    await rm(home, { recursive: true, force: true });
  }
}
