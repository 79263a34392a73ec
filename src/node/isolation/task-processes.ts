// Processes for tasks: one is kept ready, so that a small task does not wait for Node's start. A process has no environment, no
// rights but to read Haze's own program, and dies with the server that started it.

import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../../errors/message-of.ts';
import { distUrl } from '../dist-url.ts';
import type { LimitedWorker } from '../limited-worker.ts';
import { encodeMessage, FrameReader } from './frames.ts';
import { limitProcess, type TaskLimits } from './task-limits.ts';

/** What the JavaScript of a process may keep; programs, files and distributions lie outside of it. */
const HEAP_MB = 512;
const SEMI_SPACE_MB = 16;
/** Deep recursion of a program lies on this stack, as in a worker of this process. */
const STACK_KB = 64 * 1024;
const STACK_MARGIN_KB = 256;
const MOST_TOLD_BYTES = 4096;

/** Sets what a process can set for itself only, and becomes Node. Where there is no such stack, Node's usual one does. */
const START = `ulimit -c 0
if ulimit -S -s ${STACK_KB + STACK_MARGIN_KB * 4} 2>/dev/null; then stack=--stack-size=${STACK_KB - STACK_MARGIN_KB}; else stack=; fi
if command -v setpriv >/dev/null; then exec setpriv --pdeathsig KILL -- "$0" $stack "$@"; else exec "$0" $stack "$@"; fi`;

type Died = (reason: string, isHeapFull: boolean) => void;

/** A process that runs one task. */
class TaskProcess {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly ready: Promise<boolean>;
  #listen: (message: unknown) => void = () => undefined;
  #tellDeath: Died | undefined;
  #isEnded = false;
  #told = '';
  #broken: string | undefined;

  constructor() {
    this.#child = startProcess();
    let setReady: (isReady: boolean) => void = () => undefined;
    this.ready = new Promise((resolve) => {
      setReady = resolve;
    });
    const reader = new FrameReader((frame) => {
      if (frame.kind === 'output') return this.#listen(frame);
      if ((frame.message as { kind?: unknown } | undefined)?.kind === 'idle') return setReady(true);
      return this.#listen(frame.message);
    });
    this.#child.stdout.on('data', (piece: Buffer) => {
      if (this.#isEnded) return;
      try {
        reader.push(piece);
      } catch (error) {
        this.#broken = messageOf(error);
        this.#child.kill('SIGKILL');
      }
    });
    this.#child.stderr.on('data', (piece: Buffer) => {
      this.#told = (this.#told + piece.toString('utf8')).slice(-MOST_TOLD_BYTES);
    });
    this.#child.stdin.on('error', () => undefined);
    this.#child.on('error', (error) => {
      setReady(false);
      this.#die(error.message, false);
    });
    // Behind its last output.
    this.#child.on('close', (code, signal) => {
      setReady(false);
      this.#die(this.#broken ?? describeEnd(code, signal, this.#told), isHeapFull(this.#told));
    });
    this.#rest(true);
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** From now on there is somebody to whom it matters. */
  adopt(listen: (message: unknown) => void, died: Died): void {
    this.#listen = listen;
    this.#tellDeath = died;
    this.#rest(false);
  }

  send(bytes: Uint8Array): void {
    if (!this.#isEnded) this.#child.stdin.write(bytes);
  }

  kill(): void {
    this.#isEnded = true;
    this.#child.kill('SIGKILL');
  }

  #die(reason: string, heapFull: boolean): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#tellDeath?.(reason, heapFull);
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

function startProcess(): ChildProcessWithoutNullStreams {
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
  return spawn('/bin/sh', ['-c', START, process.execPath, ...words], { ...settings, env, cwd: '/' });
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
  if (signal === 'SIGKILL') return 'it was killed, probably as it took too much memory or processor time';
  if (signal !== null) return `it was ended by ${signal}`;
  return `it ended with status ${code}`;
}

export interface TaskProcesses {
  /** A process for one task, as a worker; it is told what it may take before it is told its task. */
  take<Sent, Received>(limits: TaskLimits): LimitedWorker<Sent, Received>;
  /** Ends those that wait for work. */
  close(): void;
}

/** Processes for tasks. The first one is started now. */
export function openTaskProcesses(): TaskProcesses {
  let spare: TaskProcess | undefined = new TaskProcess();
  let isClosed = false;
  return {
    take<Sent, Received>(limits: TaskLimits) {
      const taken = spare && !spare.isEnded ? spare : new TaskProcess();
      spare = isClosed ? undefined : new TaskProcess();
      return workerOf<Sent, Received>(taken, limits);
    },
    close() {
      isClosed = true;
      spare?.kill();
      spare = undefined;
    },
  };
}

function workerOf<Sent, Received>(taken: TaskProcess, limits: TaskLimits): LimitedWorker<Sent, Received> {
  const failures: Died[] = [];
  let listener: (message: Received) => void = () => undefined;
  taken.adopt(
    (message) => listener(message as Received),
    (reason, heapFull) => {
      for (const fail of failures) fail(reason, heapFull);
    },
  );
  const begun = taken.ready.then(async (isReady) => {
    if (isReady && taken.pid !== undefined) await limitProcess(taken.pid, limits);
  });
  return {
    post(message) {
      // Modules and shared memory stay here: the process has kernels of its own, and its output comes over a pipe.
      const {
        kernels: _,
        outputRing: __,
        ...rest
      } = message as Sent & { kernels?: unknown; outputRing?: unknown };
      void begun.then(() => taken.send(encodeMessage(rest)));
    },
    onMessage(take) {
      listener = take;
    },
    onFailure: (fail) => void failures.push(fail),
    terminate: () => taken.kill(),
  };
}
