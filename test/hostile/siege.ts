// Concurrent hostile and honest tasks on a service. For a real `haze serve`, the test monitors the process's memory,
// and kills the process if it exceeds the machine's limit, as the machine would.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { distUrl } from '../../src/node/dist-url.ts';
import { type HazeProcess, startHaze } from '../jobs/haze-process.ts';
import { type Call, callOf, type Place, untilEnded } from '../server/client.ts';
import { createRandom } from '../store/seeded-random.ts';
import { HONEST, HOSTILE_FAMILIES, HOSTILE_SCRIPTS, type HostileFamily } from './programs.ts';

export interface Attack {
  readonly seed: number;
  readonly hostileCount: number;
  readonly honestCount: number;
  /** True if an attacker controls the task processes; hostile JavaScript is then sent as well. */
  readonly hasJavaScript?: boolean;
}

export interface SiegeOptions extends Attack {
  /** A command whose tasks may run an attacker's JavaScript; see hostile-build.ts. */
  readonly program?: string;
  readonly dataFolder: string;
  readonly memoryMegabytes: number;
  /** True to time the other account first, while the same number of honest tasks is running. */
  readonly hasCrowd?: boolean;
}

export interface AttackReport {
  /** Tasks with an unexpected outcome, one line each. */
  readonly failures: readonly string[];
  readonly seconds: number;
  /** The number of tasks in each final state. */
  readonly ends: Readonly<Record<string, number>>;
}

export interface SiegeReport extends AttackReport {
  readonly peakMegabytes: number;
  readonly neighbour: NeighbourWaits;
}

/**
 * Another account's tasks, one after another: first without other tasks, then alongside honest tasks, then alongside
 * the attack.
 */
export interface NeighbourWaits {
  readonly quiet: Waits;
  readonly crowd: Waits | undefined;
  readonly besieged: Waits;
}

/** Milliseconds from the request to each task's completion. */
export interface Waits {
  readonly tasksMs: readonly number[];
  /** The fraction of the machine's CPU time, from 0 to 1, that other processes used in the meantime. */
  readonly othersShare: number;
}

interface SentTask {
  readonly id: string;
  readonly n: number;
  /** Undefined for an honest task. */
  readonly family: HostileFamily | undefined;
}

interface TaskView {
  readonly Status: string;
  readonly ExitCode?: number;
  readonly StatusTransitions: readonly { readonly Status: string; readonly Message: string }[];
}

const CORES = ['C0-XS', 'C0-S+', 'C0-XS+'];
const LOOK_MS = 100;
const ENDED = ['Completed', 'Stopped', 'Cancelled'];

/** Sends all tasks to the servers of one service in random order, and waits for them to finish. */
export async function attack(servers: readonly Place[], wish: Attack): Promise<AttackReport> {
  const startedMs = performance.now();
  const siege = new Siege(servers, createRandom(wish.seed));
  const failures = await siege.run(wish);
  return { failures, seconds: (performance.now() - startedMs) / 1000, ends: siege.ends };
}

/** Attacks a server that has this memory limit, while another account also has tasks. */
export async function besiege(options: SiegeOptions): Promise<SiegeReport> {
  const key = await addNeighbour(options);
  const haze = await startHaze(
    options.dataFolder,
    ['--memory-limit', String(options.memoryMegabytes)],
    NODE_LIMITS,
    options.program,
  );
  const watch = watchMemory(haze, options.memoryMegabytes);
  try {
    const hasJavaScript = options.program !== undefined;
    const neighbour = await Neighbour.settle({ ...haze, key });
    const quiet = await neighbour.live(haze.pid, (count) => count >= QUIET_TASKS);
    const beside = async (wish: Attack) => {
      let isOver = false;
      const attacked = attack([haze], wish).finally(() => {
        isOver = true;
      });
      const [report, waits] = await Promise.all([attacked, neighbour.live(haze.pid, () => isOver)]);
      return { report, waits };
    };
    const { seed, hostileCount, honestCount } = options;
    const honest = { seed, hostileCount: 0, honestCount: hostileCount + honestCount };
    const crowd = options.hasCrowd ? await beside(honest) : undefined;
    const { report, waits } = await beside({ ...options, hasJavaScript });
    return {
      ...report,
      failures: [...(crowd?.report.failures ?? []), ...report.failures, ...neighbour.failures],
      peakMegabytes: watch.peakMegabytes(),
      neighbour: { quiet, crowd: crowd?.waits, besieged: waits },
    };
  } catch (error) {
    const fate = watch.wasKilled() ? `took ${watch.peakMegabytes()} MB and was killed` : 'does not answer';
    throw new Error(`the server ${fate}; its log ends\n${haze.log.slice(-5).join('\n')}`, { cause: error });
  } finally {
    watch.end();
    await haze.end('SIGKILL');
  }
}

const QUIET_TASKS = 15;

/** Adds an account, and returns its key. */
async function addNeighbour({ dataFolder, program }: SiegeOptions): Promise<string> {
  await (await startHaze(dataFolder, [], [], program)).end('SIGTERM');
  const haze = program ?? fileURLToPath(distUrl('src/packed/haze.js'));
  const words = [haze, 'admin', 'users', 'add', 'neighbour', '--data-dir', dataFolder];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return /^usr_\S+\s+(\S+)$/m.exec(stdout)![1]!;
}

/** Another account, with honest tasks. */
class Neighbour {
  readonly failures: string[] = [];
  readonly #call: Call;
  readonly #build: string;
  #n = 0;

  private constructor(call: Call, build: string) {
    this.#call = call;
    this.#build = build;
  }

  static async settle(place: Place): Promise<Neighbour> {
    const call = callOf(place);
    const { body } = await call('POST', '/sourcecode/builds', { Code: HONEST.code, Language: 'C' });
    await untilEnded(call, `/builds/${body.BuildID}`);
    return new Neighbour(call, body.BuildID);
  }

  /** Sends tasks until the condition is met. @param pid process ID of the server */
  async live(pid: number, isOver: (count: number) => boolean): Promise<Waits> {
    const tasksMs: number[] = [];
    const before = await readTicks(pid);
    while (!isOver(tasksMs.length)) tasksMs.push(await this.timeTask());
    const after = await readTicks(pid);
    const all = after.all - before.all;
    const others = after.busy - before.busy - (after.own - before.own);
    return { tasksMs, othersShare: all > 0 ? Math.min(1, Math.max(0, others / all)) : 0 };
  }

  /** Milliseconds from the request until a task has finished. */
  async timeTask(): Promise<number> {
    const n = ++this.#n;
    const startedMs = performance.now();
    const sent = await this.#call('POST', `/builds/${this.#build}/tasks`, { Arguments: `${n}` });
    const { body: task } = await untilEnded(this.#call, `/tasks/${sent.body.TaskID}`);
    const tookMs = performance.now() - startedMs;
    if (task.Status !== 'Completed') this.failures.push(`a task of the neighbour (${n}): ${describe(task)}`);
    return tookMs;
  }
}

/** The server's own JavaScript; programs and compilers have separate limits. */
const NODE_LIMITS = ['--max-old-space-size=256'];

class Siege {
  readonly ends: Record<string, number> = {};
  readonly #servers: readonly Place[];
  readonly #random: () => number;
  readonly #failures: string[] = [];

  constructor(servers: readonly Place[], random: () => number) {
    this.#servers = servers;
    this.#random = random;
  }

  async run({ hostileCount, honestCount, hasJavaScript }: Attack): Promise<readonly string[]> {
    const coreIds = await this.#findCores();
    const families = this.#shuffle([...HOSTILE_FAMILIES, ...(hasJavaScript ? HOSTILE_SCRIPTS : [])]);
    const orders = [
      ...Array.from({ length: hostileCount }, (_, i) => families[i % families.length]),
      ...Array.from({ length: honestCount }, () => undefined),
    ];
    const builds = new Map<string, Promise<string>>();
    const buildOnce = (code: string, coreId: string) => {
      const known = builds.get(coreId + code);
      const build = known ?? this.#build(code, coreId);
      builds.set(coreId + code, build);
      return build;
    };
    const sent = this.#shuffle(orders).map(async (family) => {
      const n = 1 + Math.floor(this.#random() * 1000);
      const buildId = await buildOnce(family?.code ?? HONEST.code, this.#pick(coreIds));
      await this.#follow(await this.#send(family, n, buildId));
    });
    await Promise.all(sent);
    return this.#failures;
  }

  async #findCores(): Promise<string[]> {
    const { Cores } = await this.#call<{ Cores: { CoreID: string; Name: string }[] }>(
      'GET',
      '/cores?default=true',
    );
    return CORES.map((name) => Cores.find(({ Name }) => Name === name)!.CoreID);
  }

  async #build(Code: string, CoreID: string): Promise<string> {
    const { BuildID } = await this.#call<{ BuildID: string }>('POST', '/sourcecode/builds', {
      Code,
      CoreID,
      Language: 'C',
    });
    const build = await this.#untilEnded(`/builds/${BuildID}`);
    if (build.Status !== 'Completed') throw new Error(`a build is ${describe(build)}: ${Code}`);
    return BuildID;
  }

  async #send(family: HostileFamily | undefined, n: number, buildId: string): Promise<SentTask> {
    const body = { Arguments: family?.script ?? `${n}${family?.moreArguments ?? ''}` };
    const { TaskID } = await this.#call<{ TaskID: string }>('POST', `/builds/${buildId}/tasks`, body);
    return { id: TaskID, n, family };
  }

  async #follow({ id, n, family }: SentTask): Promise<void> {
    const path = `/tasks/${id}`;
    if (family?.isEndless) {
      const { Status } = await this.#until(path, (view) => view.Status === 'In Progress' || isEnded(view));
      if (Status === 'In Progress') await this.#call('POST', `${path}/cancel`, {});
    }
    const task = await this.#untilEnded(path);
    this.ends[task.Status] = (this.ends[task.Status] ?? 0) + 1;
    if (family) {
      const message = task.StatusTransitions.at(-1)?.Message ?? '';
      if (!family.ends.test(message)) this.#failures.push(`${family.name} (${n}): ${describe(task)}`);
      return;
    }
    const stdout = await this.#read(`${path}/output/Stdout`);
    const wasStartedAgain = task.StatusTransitions.some(({ Status }) => Status === 'Rescheduled');
    if (task.Status !== 'Completed' || wasStartedAgain || stdout !== HONEST.output(n)) {
      this.#failures.push(`an honest task (${n}): ${describe(task)}, "${stdout}"`);
    }
  }

  #untilEnded(path: string): Promise<TaskView> {
    return this.#until(path, isEnded);
  }

  async #until(path: string, isThere: (view: TaskView) => boolean): Promise<TaskView> {
    for (;;) {
      const view = await this.#call<TaskView>('GET', path);
      if (isThere(view)) return view;
      // Polls as a client would. Hundreds of simultaneous polls would wait for each other.
      await setTimeout(500 + 1500 * Math.random());
    }
  }

  async #call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    return JSON.parse(await this.#read(path, { method, ...(body ? { body: JSON.stringify(body) } : {}) }));
  }

  async #read(path: string, request: RequestInit = {}): Promise<string> {
    const { base, key } = this.#servers[Math.floor(Math.random() * this.#servers.length)]!;
    const headers = { Authorization: key, 'Content-Type': 'application/json' };
    const response = await fetch(base + path, { ...request, headers });
    const text = await response.text();
    if (!response.ok) throw new Error(`${request.method ?? 'GET'} ${path}: ${response.status} ${text}`);
    return text;
  }

  #pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.#random() * list.length)]!;
  }

  #shuffle<T>(list: readonly T[]): T[] {
    const keyed = list.map((item) => ({ item, key: this.#random() }));
    return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
  }
}

function isEnded({ Status }: TaskView): boolean {
  return ENDED.includes(Status);
}

function describe({ Status, StatusTransitions }: TaskView): string {
  return `${Status}, ${StatusTransitions.map(({ Message }) => Message).join(' → ')}`;
}

const read = (path: string) => readFile(path, 'utf8').catch(() => '');

/** The processes of a server: the server itself, and its task processes. */
async function processesOf(pid: number | string): Promise<string[]> {
  const children = (await read(`/proc/${pid}/task/${pid}/children`)).split(' ').filter(Boolean);
  return [String(pid), ...(await Promise.all(children.map(processesOf))).flat()];
}

/** CPU ticks since the machine started: all ticks, busy ticks, and the ticks of a server with its tasks. */
async function readTicks(pid: number): Promise<{ all: number; busy: number; own: number }> {
  const ticks =
    /^cpu +(.*)$/m
      .exec(await read('/proc/stat'))?.[1]
      ?.split(' ')
      .slice(0, 8)
      .map(Number) ?? [];
  const all = ticks.reduce((sum, count) => sum + count, 0);
  const texts = await Promise.all(
    [...(await processesOf(pid)), 'self'].map((id) => read(`/proc/${id}/stat`)),
  );
  const own = texts.reduce((sum, text) => {
    // User and system time of the process and of its children that have exited.
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15);
    return fields.length < 4 ? sum : sum + fields.reduce((part, field) => part + Number(field), 0);
  }, 0);
  return { all, busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0), own };
}

/** The memory of a server and its task processes. Node's executable, which they share, counts once. */
async function sumMegabytes(pid: number): Promise<number> {
  const [, ...children] = await processesOf(pid);
  const own = /^VmRSS:\s*(\d+) kB/m.exec(await read(`/proc/${pid}/status`));
  const theirs = await Promise.all(
    children.map(async (child) => /^RssAnon:\s*(\d+) kB/m.exec(await read(`/proc/${child}/status`))),
  );
  return [own, ...theirs].reduce((sum, found) => sum + Number(found?.[1] ?? 0), 0) / 1024;
}

/** Watches the server's memory, and kills the server if it exceeds the limit. */
function watchMemory(haze: HazeProcess, mostMegabytes: number) {
  let [peak, wasKilled] = [0, false];
  const look = async () => {
    const megabytes = await sumMegabytes(haze.pid);
    peak = Math.max(peak, Math.round(megabytes));
    if (megabytes <= mostMegabytes || wasKilled) return;
    wasKilled = true;
    await haze.end('SIGKILL');
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    peakMegabytes: () => peak,
    wasKilled: () => wasKilled,
    end: () => clearInterval(timer),
  };
}
