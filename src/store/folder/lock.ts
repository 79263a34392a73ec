// Lock of a folder: one process at a time writes there. Each process creates its own lock file and then looks for
// others: a process that finds a live one steps back. A lock whose process is gone (killed, or the machine restarted)
// does not count. Processes of another machine or container cannot be checked, so every lock is also renewed every ten
// seconds. A process that was paused meanwhile may wake up behind a lock that has expired: who takes over such a folder
// gives it another journal. The file's name contains the holder: a name exists or not at all, even on a full disk.
import { createHash } from 'node:crypto';
import { open, readdir, readFile, readlink, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { HazeError } from '../../errors/haze-error.ts';
import { PRIVATE_FILE } from './private-files.ts';

const RENEWAL_MS = 10_000;
const EXPIRY_MS = 35_000;
/** Earlier versions wrote the holder into the file, a moment after creating it. */
const UNWRITTEN_MS = 1000;
const PREFIX = 'lock-';
const NAME_PATTERN = /^lock-(\d+)-(\d*)-([0-9a-f]{16})-[0-9a-f]{8}$/;

interface LockHolder {
  readonly pid: number;
  /** Start of the process, in ticks of the system; `''` where the system does not show it. */
  readonly processStart: string;
  /** The machine, its start and its container: process numbers are comparable only with the same text. */
  readonly host: string;
}

/** A held lock. */
export interface FolderLock {
  /** True when the lock of another machine or container had expired: its process may be paused only. */
  readonly isTakenOver: boolean;
  release(): Promise<void>;
}

async function maybeRead(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

async function readProcessStart(pid: number): Promise<string> {
  const text = await maybeRead(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may contain anything; the 22nd is the start.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

async function describeHost(): Promise<string> {
  const boot = (await maybeRead('/proc/sys/kernel/random/boot_id')).trim();
  const pids = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), boot, pids].join(' ');
}

function hashHost(host: string): string {
  return createHash('sha256').update(host).digest('hex').slice(0, 16);
}

async function describeSelf(): Promise<LockHolder> {
  const { pid } = process;
  return { pid, processStart: await readProcessStart(pid), host: hashHost(await describeHost()) };
}

function nameOf({ pid, processStart, host }: LockHolder): string {
  return `${PREFIX}${pid}-${processStart}-${host}-${crypto.randomUUID().slice(0, 8)}`;
}

async function maybeHolder(folder: string, name: string): Promise<LockHolder | undefined> {
  const named = NAME_PATTERN.exec(name);
  if (named) return { pid: Number(named[1]), processStart: named[2]!, host: named[3]! };
  try {
    const holder = JSON.parse(await readFile(join(folder, name), 'utf8')) as LockHolder;
    return { ...holder, host: hashHost(holder.host) };
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs, and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Holder of this lock now; undefined when its process is gone. */
async function findLiveHolder(
  folder: string,
  name: string,
  self: LockHolder,
): Promise<LockHolder | undefined> {
  const ageMs = await stat(join(folder, name)).then(
    (found) => Date.now() - found.mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  const holder = await maybeHolder(folder, name);
  if (!holder) {
    if (ageMs >= UNWRITTEN_MS) return undefined;
    await new Promise((resolve) => setTimeout(resolve, UNWRITTEN_MS - Math.max(ageMs, 0)));
    return findLiveHolder(folder, name, self);
  }
  if (holder.host !== self.host) return ageMs < EXPIRY_MS ? holder : undefined;
  if (!isRunning(holder.pid)) return undefined;
  const start = await readProcessStart(holder.pid);
  return start === holder.processStart ? holder : undefined;
}

/** A live lock in the folder besides this process's own; dead locks are removed. */
async function findOther(
  folder: string,
  own: string,
  self: LockHolder,
): Promise<{ readonly other?: LockHolder & { name: string }; readonly isTakenOver: boolean }> {
  let isTakenOver = false;
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX) || name === own) continue;
    const holder = await findLiveHolder(folder, name, self);
    if (holder) return { other: { ...holder, name }, isTakenOver };
    isTakenOver ||= (await maybeHolder(folder, name))?.host !== self.host;
    await rm(join(folder, name), { force: true });
  }
  return { isTakenOver };
}

/** Locks the folder for this process; `folder-locked` when another live process has it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const self = await describeSelf();
  const name = nameOf(self);
  const path = join(folder, name);
  await (await open(path, 'wx', PRIVATE_FILE)).close();
  const { other, isTakenOver } = await findOther(folder, name, self);
  if (other) {
    await rm(path, { force: true });
    throw new HazeError(
      'folder-locked',
      `The folder ${folder} is in use by another running process (number ${other.pid}). End that one, or name another folder. (If no such process has it, delete ${other.name} there.)`,
      { data: { folder, pid: other.pid } },
    );
  }
  const renewal = setInterval(() => {
    const now = new Date();
    // The next write notices a lock that cannot be renewed, and has the better error.
    utimes(path, now, now).catch(() => undefined);
  }, RENEWAL_MS);
  renewal.unref();
  return {
    isTakenOver,
    release: async () => {
      clearInterval(renewal);
      await rm(path, { force: true });
    },
  };
}
