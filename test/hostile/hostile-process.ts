// The process of a task whose sandbox has been breached: an attacker's JavaScript runs in place of programs. Tests run
// this process instead of the usual task process. A task's first argument names the attack; other tasks run unchanged.
import '../../src/node/isolation/task-process.ts';
import { Buffer } from 'node:buffer';
import { readFileSync, writeFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createConnection } from 'node:net';
import process from 'node:process';
import { setTimeout } from 'node:timers';
import { Worker } from 'node:worker_threads';
import { encodeMessage, encodeOutput, FrameReader } from '../../src/node/isolation/frames.ts';

const STDOUT = 1;
const STDERR = 2;
const load = createRequire(import.meta.url);

function send(...pieces: readonly Uint8Array[]): void {
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      try {
        at += writeSync(STDOUT, piece, at);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      }
    }
  }
}

const say = (text: string) => send(encodeOutput('stdout', new TextEncoder().encode(`${text}\n`)));
const tell = (message: unknown) => send(...encodeMessage(message));

/** Attempts an action, and prints its result. */
function attempt(name: string, work: () => unknown): void {
  try {
    say(`${name}: done ${String(work()).slice(0, 40)}`);
  } catch (error) {
    say(`${name}: ${(error as NodeJS.ErrnoException).code ?? (error as Error).message}`);
  }
}

function endless(work: () => void): never {
  for (;;) work();
}

/** Header of a frame. */
function header(kind: number, length: number): Buffer {
  const bytes = Buffer.from([kind, 0, 0, 0, 0]);
  bytes.writeUInt32LE(length, 1);
  return bytes;
}

const END = {
  kind: 'end',
  end: { kind: 'exited', exitStatus: 0 },
  statistics: { executionTimeMs: 1, hookCalls: 1, records: 1 },
  files: new Map<string, Uint8Array>(),
  removedFiles: [],
};
const BLOCK = {
  kind: 'block',
  first: 0,
  count: 1,
  failed: [],
  calls: 1,
  longestMs: 1,
  isLast: true,
};
const NO_VALUES = {
  newPlaces: [],
  earlierPlaces: [],
  counts: new Int32Array(0),
  values: new Float64Array(0),
  runs: new Uint32Array(0),
  sequences: new Uint32Array(1),
  dropped: 0,
};

/** Data that a task leaves behind for later tasks in this process. */
let left = 'nothing';

/** The attacks, keyed by their names. An attack that returns continues as an ordinary task. */
const ATTACKS: Readonly<Record<string, (word: string) => void>> = {
  // Never kills all processes or a process group, because without isolation this would hit the test machine.
  'kill-server': (others) => {
    for (const pid of [process.ppid, ...others.split(',').filter(Boolean).map(Number)]) {
      // In a namespace, the server has no process ID: 0 would mean this process's own group.
      if (pid === 0 || pid === process.pid) continue;
      for (const signal of ['SIGUSR1', 'SIGKILL'])
        attempt(`${signal} ${pid}`, () => process.kill(pid, signal));
    }
  },
  inspect: (server) => {
    const { _debugProcess } = process as unknown as { _debugProcess(pid: number): void };
    for (const pid of [Number(server), process.pid]) attempt('debug', () => _debugProcess(pid));
    attempt('inspector', () => load('node:inspector').open(0));
  },
  flood: () => {
    const bytes = encodeOutput('stdout', new Uint8Array(1 << 20).fill(97));
    tell({ kind: 'started' });
    endless(() => send(bytes));
  },
  'flood-stderr': () => {
    const bytes = Buffer.alloc(1 << 16, 97);
    endless(() => {
      try {
        writeSync(STDERR, bytes);
      } catch {
        // The pipe is full, and the server continues to read.
      }
    });
  },
  announce: () => {
    send(header(0, 2 ** 32 - 1));
    endless(() => send(Buffer.alloc(1 << 20)));
  },
  garbage: () => endless(() => send(Buffer.from('\x07no frame at all'))),
  nothing: () => endless(() => send(header(1, 0))),
  parts: () => tell(Array.from({ length: 2 ** 21 }, () => 'x')),
  deep: () => {
    let value: unknown = 1;
    for (let depth = 0; depth < 500; depth += 1) value = [value];
    tell(value);
  },
  figures: () => {
    tell({ kind: 'started' });
    tell({ ...END, statistics: { executionTimeMs: 1, hookCalls: 1e308, records: 1 } });
  },
  time: () => {
    tell({ kind: 'started' });
    tell({ ...END, statistics: { executionTimeMs: 1e9, hookCalls: 1, records: 1 } });
  },
  status: () => tell({ ...END, end: { kind: 'exited', exitStatus: Number.NaN } }),
  shape: () => tell({ kind: 'end' }),
  unknown: () => tell({ kind: 'toString' }),
  twice: () => {
    tell({ kind: 'started' });
    tell({ kind: 'started' });
  },
  path: () => tell({ ...END, files: new Map([['../stolen', new Uint8Array(1)]]) }),
  remove: () => tell({ ...END, removedFiles: ['never given'] }),
  trace: () => tell({ ...END, trace: { laneCount: 1 } }),
  counts: () => {
    tell({ kind: 'ready' });
    const block = { ...NO_VALUES, counts: Int32Array.of(0, 2 ** 31 - 1) };
    process.nextTick(() => tell({ ...BLOCK, block }));
  },
  runs: () => {
    tell({ kind: 'ready' });
    process.nextTick(() => tell({ ...BLOCK, count: 2 ** 40, block: NO_VALUES }));
  },
  fork: () => {
    const { spawnSync } = load('node:child_process');
    attempt('spawn', () => spawnSync('/bin/true').error?.code ?? 'it ran');
    attempt('worker', () => new Worker('1', { eval: true }));
    attempt('binding', () =>
      (process as unknown as { binding(name: string): unknown }).binding('spawn_sync'),
    );
    attempt('code', () => new Function('return 1')());
  },
  files: () => {
    attempt('write', () => writeFileSync('/tmp/haze-hostile', 'x'));
    attempt('read', () => readFileSync('/etc/passwd', 'utf8'));
    attempt('own', () => readFileSync(process.argv[1]!, 'utf8'));
    createConnection(1, '127.0.0.1').on('error', () => undefined);
  },
  memory: () => {
    const kept: Uint8Array[] = [];
    endless(() => kept.push(new Uint8Array(1 << 24).fill(1)));
  },
  'speak-later': () => void setTimeout(() => tell(END)),
  /** Ends its task, and never reports that it can take another. */
  silent: () => {
    tell({ kind: 'started' });
    tell(END);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  },
  leave: (mark) => {
    say(`found ${left}`);
    left = mark;
  },
  spin: () => {
    tell({ kind: 'started' });
    endless(() => undefined);
  },
};

const reader = new FrameReader((frame) => {
  if (frame.kind !== 'message') return;
  const { arguments: words = [] } = frame.message as { readonly arguments?: readonly string[] };
  const [name = '', word = ''] = words;
  ATTACKS[name.replace(/^js:/, '')]?.(word);
});
process.stdin.prependListener('data', (piece: Buffer) => reader.push(piece));
