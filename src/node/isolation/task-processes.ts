// Processes for tasks: one is kept ready, so that a small task does not wait for Node's start. A process has no
// environment, no rights but to read Haze's own program, stands behind a wall, and dies with the server that started
// it. Nothing that it says is believed: check-answers.ts looks at each frame.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../errors/message-of.ts';
import type { ReferenceRequest } from '../../reference/program/reference-messages.ts';
import type { StartMessage } from '../../runtime/running/run-messages.ts';
import { distUrl } from '../dist-url.ts';
import type { LimitedWorker } from '../engine/limited-worker.ts';
import { AnswerCheck, Breach } from './check-answers.ts';
import { encodeMessage, type Frame, FrameReader } from './frames.ts';
import { limitProcess, type TaskLimits } from './task-limits.ts';
import { listWalls, NO_WALL, type Wall } from './walls.ts';

/** JavaScript heap of a process; programs, files and distributions lie outside of it. */
const HEAP_MB = 512;
const SEMI_SPACE_MB = 16;
/** Deep recursion of a program lies on this stack, as in a worker of this process. */
const STACK_KB = 64 * 1024;
const STACK_MARGIN_KB = 256;
const MOST_TOLD_BYTES = 4096;
const KILLED_STATUS = 137;
/** Messages of the engine itself, which are few. */
const MOST_STDERR_BYTES = 2 ** 20;
/** Longest wait until a process begins its program: compiling a large one takes seconds. */
const BEGIN_MS = 120_000;
/** Before its task a process says one word. */
const IDLE_BOUNDS = { messageBytes: 64, messageValues: 4 };

/**
 * Sets what a process can set for itself only, before the wall. Where there is no such stack, Node's usual one does.
 */
const START = `ulimit -c 0
if ulimit -S -s ${STACK_KB + STACK_MARGIN_KB * 4} 2>/dev/null; then stack=--stack-size=${STACK_KB - STACK_MARGIN_KB}; else stack=; fi
`;

/** End of a process: by itself, or for something that it did. */
export interface Death {
  readonly reason: string;
  readonly isHeapFull: boolean;
  readonly breach?: Breach;
}

/** A process that runs one task. */
class TaskProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #id: number | undefined;
  readonly #reader: FrameReader;
  readonly ready: Promise<boolean>;
  #listen: (frame: Frame) => void = () => undefined;
  #tellDeath: ((death: Death) => void) | undefined;
  #isEnded = false;
  #death: Death | undefined;
  #told = '';
  #stderrBytes = 0;

  constructor(wall: Wall) {
    this.#id = wall.nextId?.();
    this.#child = startProcess(wall, this.#id);
    let setReady: (isReady: boolean) => void = () => undefined;
    this.ready = new Promise((resolve) => {
      setReady = resolve;
    });
    let isIdle = false;
    this.#reader = new FrameReader((frame) => {
      if (isIdle) return this.#listen(frame);
      isIdle = frame.kind === 'message' && (frame.message as { kind?: unknown } | undefined)?.kind === 'idle';
      if (!isIdle) throw new Error('it spoke before its task');
      setReady(true);
    }, IDLE_BOUNDS);
    this.#child.stdout.on('data', (piece: Buffer) => this.#hear(() => this.#reader.push(piece)));
    this.#child.stderr.on('data', (piece: Buffer) =>
      this.#hear(() => {
        this.#told = (this.#told + piece.toString('utf8')).slice(-MOST_TOLD_BYTES);
        this.#stderrBytes += piece.length;
        if (this.#stderrBytes > MOST_STDERR_BYTES)
          throw new Error('it wrote messages of its own without end');
      }),
    );
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => {
      setReady(false);
      this.#die({ reason: error.message, isHeapFull: false });
    });
    // Behind its last output.
    this.#child.on('close', (code, signal) => {
      setReady(false);
      this.#die({ reason: describeEnd(code, signal, this.#told), isHeapFull: isHeapFull(this.#told) });
    });
    this.#rest(true);
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Its first error on stderr. */
  get complaint(): string {
    const lines = this.#told.trim().split('\n');
    return lines.find((line) => /error|failed|not found/i.test(line)) ?? lines.at(-1)!;
  }

  /** True when the server may end the process: root in a container may lack that right over other users. */
  get isOurs(): boolean {
    return this.#child.kill(0);
  }

  /** Sends a task: from now on frames and death of the process matter. */
  adopt(listen: (frame: Frame) => void, died: (death: Death) => void): void {
    this.#listen = listen;
    this.#tellDeath = died;
    this.#rest(false);
    if (this.#death) died(this.#death);
  }

  /** Sets the limits of the system; answers the program that is missing for it. */
  async limit(limits: TaskLimits): Promise<string | undefined> {
    return this.#child.pid === undefined ? undefined : limitProcess(this.#child.pid, limits, this.#id);
  }

  /** Sends pieces of a message, whose answers are bounded. */
  send(pieces: readonly Uint8Array[], bounds = this.#reader.bounds): void {
    if (this.#isEnded) return;
    this.#reader.bounds = bounds;
    for (const piece of pieces) this.#child.stdin.write(piece);
  }

  kill(): void {
    this.#isEnded = true;
    this.#child.kill('SIGKILL');
  }

  /** Ends a process for what it did. */
  accuse(error: unknown): void {
    const breach = error instanceof Breach ? error : new Breach(messageOf(error));
    this.#die({ reason: breach.message, isHeapFull: false, breach });
    this.kill();
  }

  #hear(work: () => void): void {
    if (this.#isEnded) return;
    try {
      work();
    } catch (error) {
      this.accuse(error);
    }
  }

  #die(death: Death): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#death = death;
    this.#tellDeath?.(death);
  }

  /** A process that waits for work keeps nobody from ending. */
  #rest(isResting: boolean): void {
    const { stdin, stdout, stderr } = this.#child as unknown as Record<
      string,
      { ref(): void; unref(): void }
    >;
    for (const part of [this.#child, stdin, stdout, stderr]) {
      if (isResting) part?.unref();
      else part?.ref();
    }
  }
}

/** The program of a process, and what it may read: itself. Unpacked, as in a clone, it is many files. */
function describeProgram(): { readonly path: string; readonly readable: readonly string[] } {
  if (import.meta.url.includes('/packed/')) {
    const path = fileURLToPath(distUrl('src/packed/task-process.js'));
    return { path, readable: [path] };
  }
  const path = fileURLToPath(distUrl('src/node/isolation/task-process.js'));
  return { path, readable: [distUrl('*'), distUrl('../node_modules/*')].map((url) => fileURLToPath(url)) };
}

function startProcess(wall: Wall, id: number | undefined): ChildProcessWithoutNullStreams {
  const { path, readable } = describeProgram();
  const kernels = fileURLToPath(distUrl('wasm/kernels.wasm'));
  const words = [
    permissionFlag(),
    ...[...readable, kernels].map((one) => `--allow-fs-read=${one}`),
    '--no-warnings',
    '--disallow-code-generation-from-strings',
    `--max-old-space-size=${HEAP_MB}`,
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    path,
    kernels,
  ];
  const settings = { stdio: 'pipe', windowsHide: true } as const;
  if (process.platform === 'win32') return spawn(process.execPath, words, { ...settings, env: {} });
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  // A session of its own: signals to the group of a process reach nobody else.
  const place = { env, cwd: '/', detached: true, ...(id !== undefined && { uid: id, gid: id }) };
  const shell = ['-c', START + wall.script, process.execPath, ...words];
  return spawn('/bin/sh', shell, { ...settings, ...place });
}

/** Its name until Node 23. */
function permissionFlag(): string {
  return process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
}

function isHeapFull(told: string): boolean {
  return /heap out of memory|Zone Allocation failed|out of memory/i.test(told);
}

function describeEnd(code: number | null, signal: NodeJS.Signals | null, told: string): string {
  if (isHeapFull(told))
    return `it needed more than the ${HEAP_MB} MB of memory that it has beside that of programs`;
  if (signal === 'SIGXCPU') return 'it took more processor time than a task may';
  // unshare and bwrap report the end of a process in namespaces, with a message or a status of their own.
  const isKilled = signal === 'SIGKILL' || code === KILLED_STATUS || /^unshare: sigprocmask/m.test(told);
  if (isKilled) return 'it was killed, probably as it took too much memory or processor time';
  if (signal !== null) return `it was ended by ${signal}`;
  return `it ended with status ${code}`;
}

export interface TaskProcesses {
  /** A process for one task, as a worker; it is limited before it gets its task. */
  take<Sent extends StartMessage | ReferenceRequest, Received>(
    limits: TaskLimits,
    died: (death: Death) => void,
  ): LimitedWorker<Sent, Received>;
  /** Ends the processes that wait for work. */
  close(): void;
}

interface Start {
  readonly wall: Wall;
  readonly first: TaskProcess;
}

/** Starts a process behind each wall to find one that works; reports the wall, and the faults of the others. */
async function raiseWall(say: (message: string) => void): Promise<Start> {
  // Two ranges of IDs may fail for one reason.
  const missing = new Set<string>();
  const told = () => [...missing].map((one) => `; not ${one}`).join('');
  for (const wall of listWalls()) {
    const first = startBehind(wall);
    if (typeof first === 'string') {
      missing.add(`${wall.name} (${first})`);
      continue;
    }
    const isReady = await first.ready;
    if (isReady && first.isOurs) {
      say(`tasks run ${wall.name}${told()}`);
      return { wall, first };
    }
    missing.add(`${wall.name} (${isReady ? 'no right to end them' : first.complaint})`);
    first.kill();
  }
  say(`tasks run ${NO_WALL.name}${told()}`);
  return { wall: NO_WALL, first: new TaskProcess(NO_WALL) };
}

/** A process behind a wall, or the reason why the system starts none: in a container IDs may be missing. */
function startBehind(wall: Wall): TaskProcess | string {
  try {
    return new TaskProcess(wall);
  } catch (error) {
    return messageOf(error);
  }
}

/** Processes for tasks. The first one starts now. @param say takes a line about their walls */
export function openTaskProcesses(say: (message: string) => void): TaskProcesses {
  let isClosed = false;
  let isSaid = false;
  const sayMissing = (program: string) => {
    if (!isSaid) say(`tasks have no limits of the system: ${program} is missing`);
    isSaid = true;
  };
  let spare: TaskProcess | undefined;
  const started = raiseWall(say).then(({ wall, first }) => {
    spare = first;
    if (isClosed) first.kill();
    return wall;
  });
  return {
    take<Sent extends StartMessage | ReferenceRequest, Received>(
      limits: TaskLimits,
      died: (death: Death) => void,
    ) {
      const taken = started.then((wall) => {
        const one = spare && !spare.isEnded ? spare : new TaskProcess(wall);
        spare = isClosed ? undefined : new TaskProcess(wall);
        return one;
      });
      return workerOf<Sent, Received>(taken, { limits, died, sayMissing });
    },
    close() {
      isClosed = true;
      spare?.kill();
      spare = undefined;
    },
  };
}

interface WorkerOptions {
  readonly limits: TaskLimits;
  readonly died: (death: Death) => void;
  readonly sayMissing: (program: string) => void;
}

function workerOf<Sent extends StartMessage | ReferenceRequest, Received>(
  taken: Promise<TaskProcess>,
  { limits, died, sayMissing }: WorkerOptions,
): LimitedWorker<Sent, Received> {
  const failures: ((reason: string, isHeapFull: boolean) => void)[] = [];
  let listener: (message: Received) => void = () => undefined;
  const check = new AnswerCheck();
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const fail = (death: Death) => {
    clearTimeout(timer);
    if (isOver) return;
    died(death);
    for (const tell of failures) tell(death.reason, death.isHeapFull);
  };
  const begun = taken.then(async (one) => {
    if (isOver) return one.kill();
    one.adopt((frame) => {
      const message = check.take(frame);
      if (!check.isSilent) clearTimeout(timer);
      listener(message as Received);
    }, fail);
    timer = setTimeout(() => {
      fail({ reason: `it did not begin within ${BEGIN_MS / 1000} s`, isHeapFull: false });
      one.kill();
    }, BEGIN_MS);
    const missing = (await one.ready) ? await one.limit(limits) : undefined;
    if (missing !== undefined) sayMissing(missing);
  });
  return {
    post(message) {
      // Modules and shared memory stay here: the process has kernels of its own, and its output comes over a pipe.
      const {
        kernels: _,
        outputRing: __,
        ...rest
      } = message as Sent & { kernels?: unknown; outputRing?: unknown };
      void Promise.all([taken, begun]).then(([one]) => {
        if (!isOver) one.send(encodeMessage(rest), check.send(message));
      });
    },
    onMessage(take) {
      listener = take;
    },
    onFailure: (tell) => void failures.push(tell),
    terminate() {
      isOver = true;
      clearTimeout(timer);
      void taken.then((one) => one.kill());
    },
  };
}
