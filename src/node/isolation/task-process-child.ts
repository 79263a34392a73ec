// The server's side of a task process: its start, its frames and its exit. Between two tasks, the process may send a
// single word and nothing else.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../errors/message-of.ts';
import { distUrl } from '../dist-url.ts';
import { Breach } from './check-answers.ts';
import { type Frame, FrameReader } from './frames.ts';
import { EARLY, LONG_TASK, LONG_TASK_MS, type Niceness, setNiceness, USUAL } from './priorities.ts';
import { limitProcess, SPARE_PROCESSOR_SECONDS, type TaskLimits } from './task-limits.ts';
import type { Wall } from './walls.ts';

/** JavaScript heap size of a process. Programs, files and distributions are outside the heap. */
const HEAP_MB = 512;
const SEMI_SPACE_MB = 16;
/** Stack size for deep recursion in a program, as in a worker of this process. */
const STACK_KB = 64 * 1024;
const STACK_MARGIN_KB = 256;
const MOST_TOLD_BYTES = 4096;
const LONGEST_COMPLAINT = 500;
const KILLED_STATUS = 137;
/** Limit on the engine's own messages. */
const MOST_STDERR_BYTES = 2 ** 20;
/**
 * Total running time of a process's tasks after which the process is not reused, because its limit on CPU time covers
 * all of its tasks.
 */
const MOST_BUSY_MS = (1000 * SPARE_PROCESSOR_SECONDS) / 4;
/** Time within which a process must report that it can take another task; garbage collection takes far less. */
const REST_MS = 5000;
/** Bounds on the word that a process sends before each task. */
const IDLE_BOUNDS = { messageBytes: 64, messageValues: 4 };

/**
 * Settings that only the process itself can make, before it is isolated. If a larger stack is not allowed, Node's
 * usual stack size remains.
 */
const START = `ulimit -c 0
if ulimit -S -s ${STACK_KB + STACK_MARGIN_KB * 4} 2>/dev/null; then stack=--stack-size=${STACK_KB - STACK_MARGIN_KB}; else stack=; fi
`;

/** Cause of a process's death: its own exit, or a breach of the protocol. */
export interface Death {
  readonly reason: string;
  readonly isHeapFull: boolean;
  readonly breach?: Breach;
}

/** A process that runs one account's tasks. */
export class TaskProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #id: number | undefined;
  readonly #reader: FrameReader;
  #ready!: Promise<boolean>;
  #setReady: (isReady: boolean) => void = () => undefined;
  #phase: 'beginning' | 'idle' | 'busy' = 'beginning';
  #isLimited = false;
  #busyMs = 0;
  #sentMs = 0;
  #listen: (frame: Frame) => void = () => undefined;
  #tellDeath: ((death: Death) => void) | undefined;
  #isEnded = false;
  #death: Death | undefined;
  #told = '';
  #stderrBytes = 0;
  #niceness: Niceness = USUAL;
  #yielded: Promise<void> = Promise.resolve();

  constructor(wall: Wall) {
    this.#id = wall.nextId?.();
    this.#child = startProcess(wall, this.#id);
    this.#setNiceness(EARLY);
    this.#awaitWord();
    this.#reader = new FrameReader((frame) => {
      if (this.#phase === 'busy') return this.#listen(frame);
      const isWord =
        frame.kind === 'message' && (frame.message as { kind?: unknown } | undefined)?.kind === 'idle';
      if (this.#phase === 'idle' || !isWord) throw new Error('it sent an unexpected message before its task');
      this.#phase = 'idle';
      this.#setReady(true);
    }, IDLE_BOUNDS);
    this.#child.stdout.on('data', (piece: Buffer) => this.#hear(() => this.#reader.push(piece)));
    this.#child.stderr.on('data', (piece: Buffer) =>
      this.#hear(() => {
        this.#told = (this.#told + piece.toString('utf8')).slice(-MOST_TOLD_BYTES);
        this.#stderrBytes += piece.length;
        if (this.#stderrBytes > MOST_STDERR_BYTES) throw new Error('it sent an endless message');
      }),
    );
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => {
      this.#setReady(false);
      this.#die({ reason: error.message, isHeapFull: false });
    });
    // Called after the process's last output.
    this.#child.on('close', (code, signal) => {
      this.#setReady(false);
      this.#die({ reason: describeEnd(code, signal, this.#told), isHeapFull: isHeapFull(this.#told) });
    });
    this.#rest(true);
  }

  /** Resolves to true once the process is waiting for a task, or to false if it exited first. */
  get ready(): Promise<boolean> {
    return this.#ready;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** The first error that the process wrote to stderr. */
  get complaint(): string {
    // Finds the line with the message: Node also prints the source line, and the packed program is a single long line.
    const lines = this.#told
      .trim()
      .split('\n')
      .filter((line) => line.length <= LONGEST_COMPLAINT);
    return lines.find((line) => /error|failed|not found/i.test(line)) ?? lines.at(-1) ?? 'no message';
  }

  /** True if the server may kill the process: root in a container may lack this right over other users' processes. */
  get isOurs(): boolean {
    return this.#child.kill(0);
  }

  /** Assigns a task: from now on the process's frames and death are reported. */
  adopt(listen: (frame: Frame) => void, died: (death: Death) => void): void {
    this.#listen = listen;
    this.#tellDeath = died;
    this.#rest(false);
    this.#setNiceness(USUAL);
    if (this.#death) died(this.#death);
  }

  /** Sets the system limits, once. Returns the name of the missing program, if any. */
  async limit(limits: TaskLimits): Promise<string | undefined> {
    if (this.#isLimited) return undefined;
    this.#isLimited = true;
    return this.#child.pid === undefined ? undefined : limitProcess(this.#child.pid, limits, this.#id);
  }

  /** Sends a message's chunks, and sets the bounds on the replies to it. */
  send(pieces: readonly Uint8Array[], bounds = this.#reader.bounds): void {
    if (this.#isEnded) return;
    if (this.#phase !== 'busy') this.#sentMs = performance.now();
    this.#phase = 'busy';
    this.#reader.bounds = bounds;
    for (const piece of pieces) this.#child.stdin.write(piece);
  }

  /**
   * Finishes a process's task; the process may then wait for another task of the same account. If it has used so much
   * CPU time that the next task could reach its limit, kills the process and returns false.
   */
  release(): boolean {
    this.#busyMs += performance.now() - this.#sentMs;
    if (this.#isEnded || this.#busyMs > MOST_BUSY_MS) {
      this.kill();
      return false;
    }
    this.#phase = 'beginning';
    this.#reader.bounds = IDLE_BOUNDS;
    this.#listen = () => undefined;
    this.#tellDeath = undefined;
    this.#told = '';
    this.#awaitWord();
    const timer = setTimeout(() => this.kill(), REST_MS);
    timer.unref();
    void this.#ready.then(() => clearTimeout(timer));
    this.#rest(true);
    return true;
  }

  /** Yields the processors to other accounts' tasks, if its own task is long. */
  yieldToOthers(): void {
    const isLong = this.#phase === 'busy' && performance.now() - this.#sentMs > LONG_TASK_MS;
    if (isLong) this.#setNiceness(LONG_TASK);
  }

  kill(): void {
    this.#isEnded = true;
    this.#setReady(false);
    this.#child.kill('SIGKILL');
  }

  /** Kills a process that broke the protocol. */
  accuse(error: unknown): void {
    const breach = error instanceof Breach ? error : new Breach(messageOf(error));
    this.#die({ reason: breach.message, isHeapFull: false, breach });
    this.kill();
  }

  #setNiceness(niceness: Niceness): void {
    if (this.#niceness === niceness) return;
    this.#niceness = niceness;
    this.#yielded = this.#yielded.then(() => {
      const { pid, exitCode, signalCode } = this.#child;
      const isThere = pid !== undefined && exitCode === null && signalCode === null;
      return isThere ? setNiceness(pid, this.#niceness) : undefined;
    });
  }

  #awaitWord(): void {
    this.#ready = new Promise((resolve) => {
      this.#setReady = resolve;
    });
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
    this.#setReady(false);
    this.#tellDeath?.(death);
  }

  /** Lets the server exit while the process is waiting for a task. */
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

/**
 * A process's script, and the only files that it may read: those of the script itself. In a clone, the script consists
 * of many files.
 */
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
    '--expose-gc',
    `--max-old-space-size=${HEAP_MB}`,
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    path,
    kernels,
  ];
  const settings = { stdio: 'pipe', windowsHide: true } as const;
  if (process.platform === 'win32') return spawn(process.execPath, words, { ...settings, env: {} });
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin' };
  // A separate session, so that signals to the process group reach no other process.
  const place = { env, cwd: '/', detached: true, ...(id !== undefined && { uid: id, gid: id }) };
  const shell = ['-c', START + wall.script, process.execPath, ...words];
  return spawn('/bin/sh', shell, { ...settings, ...place });
}

/** Name of the option for permissions, which differs up to Node 23. */
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
    return `it needed more than the ${HEAP_MB} MB of memory allowed, not counting the memory of programs`;
  if (signal === 'SIGXCPU') return 'it used more CPU time than a task may use';
  // For a process in namespaces, unshare and bwrap report its death through a message or a separate status.
  const isKilled = signal === 'SIGKILL' || code === KILLED_STATUS || /^unshare: sigprocmask/m.test(told);
  if (isKilled) return 'it was killed, probably because it used too much memory or CPU time';
  if (signal !== null) return `it was terminated by ${signal}`;
  return `it exited with status ${code}`;
}
