// One process at a time writes in a folder. Each puts a lock file of its own there and then looks for others: whoever
// finds a live one steps back. A lock whose process is gone (killed, or the machine restarted) counts for nothing.
// Processes of another machine or container cannot be asked, so every lock is also renewed every ten seconds.
import { readdir, readFile, readlink, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { HazeError } from '../errors/haze-error.ts';

const RENEWAL_MS = 10_000;
const EXPIRY_MS = 35_000;
const PREFIX = 'lock-';

interface LockHolder {
  readonly pid: number;
  /** When the process started, in ticks of the system; `''` where the system does not tell. */
  readonly processStart: string;
  /** The machine, its start and its container: where process numbers mean the same. */
  readonly host: string;
}

/** A held lock. */
export interface FolderLock {
  release(): Promise<void>;
}

async function maybeRead(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

async function readProcessStart(pid: number): Promise<string> {
  const text = await maybeRead(`/proc/${pid}/stat`);
  // The second field is the program's name in parentheses, which may hold anything; the 22nd is the start.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

async function describeHost(): Promise<string> {
  const boot = (await maybeRead('/proc/sys/kernel/random/boot_id')).trim();
  const pids = await readlink('/proc/self/ns/pid').catch(() => '');
  return [hostname(), boot, pids].join(' ');
}

async function describeSelf(): Promise<LockHolder> {
  const { pid } = process;
  return { pid, processStart: await readProcessStart(pid), host: await describeHost() };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs, and belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Who holds this lock now; undefined when its process is gone. */
async function findHolder(path: string, self: LockHolder): Promise<LockHolder | undefined> {
  const text = await maybeRead(path);
  const holder = parseHolder(text);
  if (!holder || holder.host !== self.host) {
    const modified = await stat(path).then(
      (found) => found.mtimeMs,
      () => 0,
    );
    const live = Date.now() - modified < EXPIRY_MS;
    return live ? (holder ?? { pid: 0, processStart: '', host: 'unknown' }) : undefined;
  }
  if (!isRunning(holder.pid)) return undefined;
  const start = await readProcessStart(holder.pid);
  return start === holder.processStart ? holder : undefined;
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return JSON.parse(text) as LockHolder;
  } catch {
    return undefined;
  }
}

/** A live lock in the folder besides one's own; dead ones are removed. */
async function findOther(
  folder: string,
  own: string,
  self: LockHolder,
): Promise<(LockHolder & { name: string }) | undefined> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(PREFIX) || name === own) continue;
    const holder = await findHolder(join(folder, name), self);
    if (holder) return { ...holder, name };
    await rm(join(folder, name), { force: true });
  }
  return undefined;
}

/** Takes the folder for this process; `folder-locked` when another live one has it. */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const self = await describeSelf();
  const name = `${PREFIX}${crypto.randomUUID()}`;
  const path = join(folder, name);
  await writeFile(path, JSON.stringify(self), { flag: 'wx' });
  const other = await findOther(folder, name, self);
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
    // A lock that cannot be renewed is noticed by the next write, which has the better error.
    utimes(path, now, now).catch(() => undefined);
  }, RENEWAL_MS);
  renewal.unref();
  return {
    release: async () => {
      clearInterval(renewal);
      await rm(path, { force: true });
    },
  };
}
