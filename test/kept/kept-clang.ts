// The compiler and the linker for tests. Each run is cached by content, and the key covers everything that a run can
// see: the version of the tools, all arguments, and all files. So an edit to our own sources repeats only the runs
// whose input it changes.
import { createHash } from 'node:crypto';
import { deserialize, serialize } from 'node:v8';
import { runInThread } from '../../scripts/run-tool.ts';
import { compileTools } from '../../src/node/engine/compile-tools.ts';
import { readClangVersion } from '../../src/node/engine/tool-version.ts';
import type { ContentCache } from '../../src/node/files/content-cache.ts';
import {
  type Clang,
  loadClang,
  OWN_LIMITS,
  type RunOptions,
  type ToolRun,
} from '../../src/toolchain/clang/clang.ts';
import { WatchedFiles } from '../../src/toolchain/clang/watched-files.ts';
import { buildFileTree, type FileContent, type FileTree } from '../../src/toolchain/sources/source-files.ts';
import { openKept } from './kept-folder.ts';

/** A cached run: the files that it created, not including unchanged ones, and the paths of the files that it read. */
interface KeptRun extends Pick<ToolRun, 'status' | 'stdout' | 'stderr'> {
  readonly made: readonly (readonly [path: string, content: FileContent])[];
  readonly read: readonly string[];
}

/** The folder with our headers and libraries, which never depend on the clock and have no watcher. */
const OURS = 'haze/';

type Files = ReadonlyMap<string, FileContent>;

const lengthOf = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), 'length')!.get!;

/** Creates tools whose runs are cached. `load` is called on the first run that is not in the cache. */
export function keepRuns(
  load: () => Promise<Clang>,
  version: string,
  cache: Pick<ContentCache, 'get' | 'put'>,
): Clang {
  let loading: Promise<Clang> | undefined;
  return {
    version,
    async run(args, files, options = {}) {
      const given = new Map(listContents(files));
      const key = `run-${keyOf(version, args, given)}`;
      const known = await cache.get(key);
      if (known) return replay(deserialize(known) as KeptRun, given);
      loading ??= load();
      const { run, keptRun } = await record(await loading, args, given, options);
      if (keptRun) await cache.put(key, serialize(keptRun));
      return run;
    },
  };
}

/** The tools of this process. */
export const keptClang = keepRuns(
  () => loadClang({ limits: OWN_LIMITS, compile: compileTools }),
  await readClangVersion(),
  openKept(),
);

/**
 * Runs a tool on files in its current folder, and returns a file that the tool created, or its standard output.
 * @throws Error with the tool's messages
 */
export const runKeptTool = runInThread(keptClang);

/** Returns a cached run's results, and reads the files that the run read, so that watchers notice the same reads. */
function replay({ made, read, stdout, ...run }: KeptRun, given: Files): ToolRun {
  touch(given, read);
  return { ...run, stdout: stdout.slice(), files: buildFileTree([...given, ...made]) };
}

/** Runs a tool. Runs that crashed, reached a limit or read the clock after reading a file are not cached. */
async function record(clang: Clang, args: readonly string[], given: Files, options: RunOptions) {
  const plain = [...given].map(([path, content]) => [path, unwatched(content)] as const);
  const isOurs = ([path]: readonly [string, FileContent]) => path.startsWith(OURS);
  const watched = new WatchedFiles(new Map(plain.filter((file) => !isOurs(file))));
  let readClock = false;
  const run = await clang.run(args, buildFileTree([...plain.filter(isOurs), ...watched.entries('')]), {
    ...options,
    onClock: () => {
      readClock ||= watched.isOpened;
      // Reading a file's length does not count as opening the file.
      if (watched.isOpened) touch(given, watched.read);
      options.onClock?.();
    },
  });
  touch(given, watched.read);
  const { status, stdout, stderr, files, crash, limit } = run;
  if (crash !== undefined || limit !== undefined || readClock) return { run };
  const made = listContents(files).filter(([path]) => !given.has(path));
  return { run, keptRun: { status, stdout, stderr, made, read: watched.read } satisfies KeptRun };
}

/** Reads files so that a caller who watches them is notified. */
function touch(files: Files, paths: readonly string[]): void {
  for (const path of paths) {
    const content = files.get(path);
    if (content instanceof Uint8Array) content.subarray();
  }
}

/** The same bytes, but without a watcher. */
function unwatched(content: FileContent): FileContent {
  if (typeof content === 'string') return content;
  return new Uint8Array(content.buffer, content.byteOffset, lengthOf.call(content) as number);
}

function listContents(tree: FileTree, folder = ''): [string, FileContent][] {
  return Object.entries(tree).flatMap(([name, entry]): [string, FileContent][] =>
    typeof entry === 'string' || entry instanceof Uint8Array
      ? [[folder + name, entry]]
      : listContents(entry, `${folder}${name}/`),
  );
}

function keyOf(version: string, args: readonly string[], files: Files): string {
  const hash = createHash('sha256').update(JSON.stringify([version, args]));
  for (const [path, content] of [...files].sort(([one], [other]) => (one < other ? -1 : 1))) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : unwatched(content);
    hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  }
  return hash.digest('hex');
}
