// Servers and workers that share a data folder and are killed and paused at random, while clients keep sending tasks.
// In the end, each task must have finished once, through allowed transitions, with its complete output and without
// duplicates.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { taskStreamKey, tasks } from '../../src/jobs/records/records.ts';
import { canStep, isTerminal, UNFINISHED_STATUSES } from '../../src/jobs/records/states.ts';
import { distUrl } from '../../src/node/dist-url.ts';
import { allRecords } from '../../src/store/contract/all-records.ts';
import type { Store } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';
import { examineFolder } from '../../src/store/folder/repair.ts';
import { callOf, untilEnded } from '../server/client.ts';
import { createRandom } from '../store/seeded-random.ts';
import { type HazeProcess, startHaze } from './haze-process.ts';

const PROGRAM = fileURLToPath(distUrl('src/packed/haze.js'));
const LEASE = ['--lease', '2'];
const SERVERS = 3;
const WORKERS = 4;
/** Clients wait while there are more unfinished jobs than this. */
const MOST_UNFINISHED = 20;
/**
 * The length of a pause. It is longer than the lease, so others take over the jobs, and the paused process writes
 * nothing more to them.
 */
const PAUSED_MS = 3500;
const LONGEST_REST_MS = 1500;
/** Prints, works for a moment, and prints again: a kill in between must not duplicate the first line. */
const CODE = `#include <stdio.h>
int main(int argc, char **argv) {
  volatile double x = 0;
  printf("begin %s\\n", argv[1]);
  fflush(stdout);
  for (int i = 0; i < 50000000; i++) x += i;
  printf("end %s\\n", argv[1]);
  return 0;
}`;

export interface KilledTeamReport {
  readonly kills: number;
  readonly pauses: number;
  readonly tasks: number;
  readonly rescheduled: number;
  /** Tasks that were stopped after their process was killed twice. */
  readonly setAside: number;
  /** Messages about tasks with a wrong outcome, and about damage to the folder. */
  readonly failures: readonly string[];
}

const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

/** A member of the team; `start` creates its successor. */
interface Member {
  readonly pid: number;
  readonly base?: string;
  kill(signal: NodeJS.Signals): void;
  readonly ended: Promise<unknown>;
}

async function startWorker(folder: string): Promise<Member> {
  const words = [PROGRAM, 'work', '--data-dir', folder, ...LEASE];
  const child: ChildProcess = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  await once(child.stdout!, 'data');
  return { pid: child.pid!, kill: (signal) => void child.kill(signal), ended };
}

async function startServer(folder: string): Promise<Member & { readonly haze: HazeProcess }> {
  const haze = await startHaze(folder, ['--jobs', '1', ...LEASE]);
  const ended = new Promise((resolve) => {
    const watch = setInterval(() => {
      try {
        process.kill(haze.pid, 0);
      } catch {
        clearInterval(watch);
        resolve(undefined);
      }
    }, 20);
  });
  const kill = (signal: NodeJS.Signals) => {
    try {
      process.kill(haze.pid, signal);
    } catch {
      // The process has already exited.
    }
  };
  return { pid: haze.pid, base: haze.base, kill, ended, haze };
}

class Team {
  readonly #folder: string;
  readonly #members: (Member | undefined)[];
  readonly #starting = new Set<Promise<void>>();
  readonly failures: string[] = [];
  #isOver = false;

  constructor(folder: string, first: Member) {
    this.#folder = folder;
    this.#members = [first, ...Array.from({ length: SERVERS + WORKERS - 1 }, () => undefined)];
    for (let at = 1; at < this.#members.length; at += 1) this.#start(at);
    this.#watch(0, first);
  }

  #start(at: number): void {
    const starting = (at < SERVERS ? startServer(this.#folder) : startWorker(this.#folder))
      .then((member) => {
        this.#members[at] = member;
        this.#watch(at, member);
      })
      .catch((error: Error) => {
        this.failures.push(`a process did not start: ${error.message}`);
      })
      .finally(() => this.#starting.delete(starting));
    this.#starting.add(starting);
  }

  #watch(at: number, member: Member): void {
    void member.ended.then(() => {
      this.#members[at] = undefined;
      if (!this.#isOver) this.#start(at);
    });
  }

  /** Picks one of the running members. */
  pick(random: () => number): Member | undefined {
    const running = this.#members.filter((member) => member !== undefined);
    return running[Math.floor(random() * running.length)];
  }

  /** URL of any server. */
  base(random: () => number): string | undefined {
    const bases = this.#members.flatMap((member) => member?.base ?? []);
    return bases[Math.floor(random() * bases.length)];
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#starting);
    const members = this.#members.filter((member) => member !== undefined);
    for (const member of members) member.kill('SIGTERM');
    await Promise.all(members.map(({ ended }) => ended));
  }
}

/** Sends tasks to any server until the time has elapsed, and returns the acknowledged IDs. */
async function sendTasks(
  team: Team,
  { key, build, random, untilMs }: { key: string; build: string; random: () => number; untilMs: number },
): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let number = 0; Date.now() < untilMs; ) {
    const base = team.base(random);
    try {
      if (base === undefined) throw new Error('no server runs');
      const call = callOf({ base, key });
      const query = `status=${UNFINISHED_STATUSES.join(',')}&noexpand=true&limit=100`;
      const waiting = await call('GET', `/tasks?${query}`);
      if (waiting.body?.Count < MOST_UNFINISHED) {
        number += 1;
        const sent = await call('POST', `/builds/${build}/tasks`, { Arguments: `${number}` });
        if (sent.status === 202) acknowledged.push(sent.body.TaskID);
      } else await pause(100);
    } catch {
      // The server was killed, or no server is running, so the task may or may not be stored.
      await pause(50);
    }
  }
  return acknowledged;
}

async function textOf(store: Store, key: string): Promise<string> {
  let text = '';
  for await (const chunk of (await store.readBlob(key)) ?? []) {
    const plain = new Blob([chunk as BlobPart]).stream().pipeThrough(new DecompressionStream('gzip'));
    text += await new Response(plain).text();
  }
  return text;
}

async function checkTasks(folder: string, acknowledged: readonly string[]) {
  const store = await openFolderStore(folder);
  const failures: string[] = [];
  const seen = new Set<string>();
  let [rescheduled, setAside] = [0, 0];
  for await (const { id, status, body } of allRecords(store, tasks, {})) {
    seen.add(id);
    const steps = body.StatusTransitions.map(({ Status }) => Status);
    rescheduled += steps.filter((step) => step === 'Rescheduled').length;
    const isAllowed = steps.every((step, at) => at === 0 || canStep('task', steps[at - 1]!, step));
    const ends = steps.filter((step) => isTerminal(step)).length;
    const expected = `begin ${body.Arguments}\nend ${body.Arguments}\n`;
    const isSetAside = status === 'Stopped' && /abandoned/.test(body.StatusTransitions.at(-1)!.Message);
    if (isSetAside) setAside += 1;
    const isWhole = isSetAside || (await textOf(store, taskStreamKey(id, 'Stdout'))) === expected;
    if (!isAllowed || ends !== 1 || !isWhole || (status !== 'Completed' && !isSetAside)) {
      const last = body.StatusTransitions.at(-1)!.Message;
      failures.push(`${id}: ${steps.join(' → ')} (${last})${isWhole ? '' : '; its output is another'}`);
    }
  }
  for (const id of acknowledged) if (!seen.has(id)) failures.push(`${id} was acknowledged, and is not there`);
  await store.close();
  const { faults, damagedBlobs } = await examineFolder(folder, false);
  return { tasks: seen.size, rescheduled, setAside, failures: [...failures, ...faults, ...damagedBlobs] };
}

/** Kills and pauses members of a team for the given number of seconds, and checks every task at the end. */
export async function killTeam(
  folder: string,
  { seconds, seed }: { readonly seconds: number; readonly seed: number },
): Promise<KilledTeamReport> {
  const random = createRandom(seed);
  const first = await startServer(folder);
  const { key } = first.haze;
  const call = callOf(first.haze);
  const build = (await call('POST', '/sourcecode/builds', { Language: 'C', Code: CODE })).body.BuildID;
  await untilEnded(call, `/builds/${build}`);
  const team = new Team(folder, first);
  const untilMs = Date.now() + 1000 * seconds;
  const sending = [1, 2].map(() => sendTasks(team, { key, build, random, untilMs }));
  let [kills, pauses] = [0, 0];
  while (Date.now() < untilMs) {
    await pause(random() * LONGEST_REST_MS);
    const member = team.pick(random);
    if (random() < 0.8) {
      member?.kill('SIGKILL');
      kills += 1;
    } else {
      member?.kill('SIGSTOP');
      pauses += 1;
      setTimeout(() => member?.kill('SIGCONT'), PAUSED_MS);
    }
  }
  const acknowledged = (await Promise.all(sending)).flat();
  await pause(PAUSED_MS);
  // The members that are still running finish the remaining jobs.
  for (;;) {
    const base = team.base(random);
    const query = `status=${UNFINISHED_STATUSES.join(',')}&limit=1`;
    const left = base && (await callOf({ base, key })('GET', `/tasks?${query}`).catch(() => undefined));
    if (left && left.body?.Count === 0) break;
    await pause(200);
  }
  await team.end();
  const found = await checkTasks(join(folder, 'store'), acknowledged);
  return { ...found, kills, pauses, failures: [...team.failures, ...found.failures] };
}
