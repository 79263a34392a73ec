// Watches the files that a program is built from and reads. The system reports an event in a folder; comparing contents
// shows whether a file changed, because editors may write a file in several steps, touch it, or replace it.

import { type FSWatcher, watch } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { HazeError, usageError } from '../../../errors/haze-error.ts';
import { readSources } from './build-files.ts';
import type { RunWords } from './prepare-run.ts';
import { readFolder, readInput } from './source-tree.ts';

/** Bytes by absolute path. */
type Contents = ReadonlyMap<string, Uint8Array>;

/** Debounce time: all steps of a single save happen within it. */
const STEPS_MS = 20;
const MOST_FOLDERS = 1000;

export interface WatchedInputs {
  /**
   * Reads the current state of all files, with which `nextChange` compares later states. @throws HazeError for missing
   * files
   */
  read(): Promise<void>;
  /** The path of a changed file; undefined if the signal fires first. */
  nextChange(signal: AbortSignal): Promise<string | undefined>;
  close(): void;
}

async function readContents({ positionals, own }: RunWords): Promise<Contents> {
  const { root, files } = await readSources(positionals);
  const contents = new Map([...files].map(([path, bytes]) => [resolve(root, path), bytes]));
  const configMk = own.configMk;
  if (configMk !== undefined) contents.set(resolve(configMk), await readInput(configMk));
  if (own.inputs === undefined) return contents;
  for (const [path, bytes] of Object.entries(await readFolder(own.inputs))) {
    contents.set(resolve(own.inputs, path), bytes);
  }
  return contents;
}

function maybeDifference(before: Contents, now: Contents): string | undefined {
  for (const [path, bytes] of now) {
    const known = before.get(path);
    if (known === undefined || Buffer.compare(known, bytes) !== 0) return path;
  }
  return [...before.keys()].find((path) => !now.has(path));
}

function watchFolder(folder: string, onEvent: () => void): FSWatcher {
  try {
    // A removed folder needs no special handling, because reading its files detects the removal.
    return watch(folder, onEvent).on('error', onEvent);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new HazeError(
      'folder-unusable',
      `The folder "${folder}" cannot be watched (${code}). Watch fewer folders, raise the system limit (fs.inotify.max_user_watches), or run without --watch.`,
      { data: { folder }, cause },
    );
  }
}

/** Watches the files on a command line. Nothing is read or watched before `read` is called. */
export function watchInputs(words: RunWords): WatchedInputs {
  let contents: Contents = new Map();
  let watchers: readonly FSWatcher[] = [];
  let wake: () => void = () => undefined;
  let hasEvent = false;
  const onEvent = () => {
    hasEvent = true;
    wake();
  };
  const watchAll = () => {
    const named = words.positionals.map((path) => dirname(resolve(path)));
    const folders = new Set([...named, ...[...contents.keys()].map((path) => dirname(path))]);
    if (folders.size > MOST_FOLDERS) {
      throw usageError(
        `--watch can watch at most ${MOST_FOLDERS} folders, but the program has ${folders.size}. Specify a folder inside.`,
      );
    }
    const before = watchers;
    watchers = [...folders].map((folder) => watchFolder(folder, onEvent));
    for (const watcher of before) watcher.close();
  };
  const untilEvent = (signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      wake = () => {
        signal.removeEventListener('abort', wake);
        resolve();
      };
      signal.addEventListener('abort', wake);
      if (hasEvent || signal.aborted) wake();
    });
  return {
    async read() {
      contents = await readContents(words);
      watchAll();
    },
    async nextChange(signal) {
      for (;;) {
        await untilEvent(signal);
        if (signal.aborted) return undefined;
        await pause(STEPS_MS);
        hasEvent = false;
        // Ignores a missing file for now, because an editor is probably about to replace it.
        const now = await readContents(words).catch(() => undefined);
        const changed = now && maybeDifference(contents, now);
        if (changed !== undefined) return relative(process.cwd(), changed);
      }
    },
    close() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
