// A small synchronous interface to the compiler and linker package: load it once, then run tools on file trees. Every
// run uses a fresh instance of the tools, so a crash does not affect later runs. Callers decide which tools to run.

import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import type { FileContent, FileTree } from '../sources/source-files.ts';
import { withHeldResponses } from './held-response.ts';
import { type CompileTools, TOOL_MEMORY_BYTES, withLimitedMemory } from './memory-limit.ts';

/** Progress of the compiler's download. */
export interface LoadProgress {
  /** Total size of the download. */
  readonly totalBytes: number;
  /** Loaded bytes. */
  readonly doneBytes: number;
}

export interface LoadClangOptions {
  /** Called while the tools are downloaded; never called if they are already stored. */
  readonly onProgress?: (progress: LoadProgress) => void;
  /** Limits for each run; default: those for a shared machine. */
  readonly limits?: ToolLimits;
  /**
   * Compiles a module of this size with suitable engine settings. The first load of the tools in a thread determines
   * these settings.
   */
  readonly compile?: CompileTools;
  /**
   * Gets the part that a run reported in a `MissingPart`, so that the run can be repeated. Without `mayDownload`, gets
   * it only from this machine.
   */
  readonly obtain?: (missing: MissingPart, mayDownload: boolean) => Promise<void>;
}

/** Thrown by the provider of a tool's files, through the tool's run, if a part is not loaded yet. */
export class MissingPart extends Error {
  /** Name of the missing part; once the part has arrived, it is not requested again. */
  readonly part: string;

  constructor(part: string) {
    super(`the compiler part "${part}" has not arrived yet`);
    this.part = part;
  }
}

/** Output of a tool's run. */
export interface ToolRun {
  /** Exit status; 70 if the tool itself crashed. */
  readonly status: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
  /** All files after the run, inputs included; empty after a crash. */
  readonly files: FileTree;
  /** Reason why the tool crashed, as a sentence; undefined after a normal exit. */
  readonly crash?: string;
  /** Limit that the tool reached, as a sentence with advice; undefined if it reached no limit. */
  readonly limit?: string;
}

export interface RunOptions {
  /** Called when the tool reads the clock. */
  readonly onClock?: () => void;
  /**
   * Called when the tool restarts because a part was missing: facts observed during the first attempt do not count.
   */
  readonly onRestart?: () => void;
  /**
   * True (the default) if the run waits for missing parts. Otherwise the run rejects without downloading anything.
   */
  readonly waits?: boolean;
}

/** The tools, loaded and ready to run. */
export interface Clang {
  /** Version of the package, part of every cache key. */
  readonly version: string;
  /**
   * Runs a tool (`clang`, `clang++`, `wasm-ld`, `ar`, `nm`, …) to completion on a file tree; the current folder is the
   * root. The tool's messages and exit status, whatever they are, are returned as a result.
   * @throws HazeError if a part of the tools is missing and cannot be obtained; MissingPart for a run that does not
   * wait
   */
  run(args: readonly string[], files: FileTree, options?: RunOptions): Promise<ToolRun>;
}

/** The tools package. */
export type ToolsPackage = typeof import('@yowasp/clang') & { readonly version: string };

const CRASH_STATUS = 70;
const MIB = 2 ** 20;
/** Limits on a tool's run. */
export interface ToolLimits {
  /** Maximum size of WebAssembly memory, determined by the first load of the tools in a thread. */
  readonly memoryBytes: number;
  /** Maximum size of standard output: an object or a module. */
  readonly outputBytes: number;
}

/** Limits for builds that share a machine with others, and for pages. */
const SHARED_LIMITS: ToolLimits = { memoryBytes: TOOL_MEMORY_BYTES, outputBytes: 64 * MIB };
/**
 * Limits for users who build their own programs: an object contains every zero of a large static array, and memory
 * holds two copies of the object.
 */
export const OWN_LIMITS: ToolLimits = { memoryBytes: 2048 * MIB, outputBytes: 512 * MIB };
/** Messages are truncated at this size. */
const MOST_MESSAGE_BYTES = 2 * MIB;

/**
 * Fetches and compiles the tools (about 105 MB, which takes about a second if they are available locally).
 * @throws HazeError `toolchain-load-failed`
 */
export async function loadClang(options: LoadClangOptions = {}): Promise<Clang> {
  const tools = (await import('@yowasp/clang')) as ToolsPackage;
  return withLimitedMemory(() => withHeldResponses(() => openClang(tools, options)), {
    maxBytes: options.limits?.memoryBytes,
    compile: options.compile,
  });
}

/** Compiles the tools from the package. @throws HazeError `toolchain-load-failed` */
export async function openClang(tools: ToolsPackage, options: LoadClangOptions = {}): Promise<Clang> {
  const report = options.onProgress ?? (() => undefined);
  try {
    let [totalBytes, doneBytes] = [0, 0];
    const fetchProgress = (event: { totalLength: number; doneLength: number }) => {
      [totalBytes, doneBytes] = [event.totalLength, event.doneLength];
      report({ totalBytes, doneBytes });
    };
    await tools.runLLVM(undefined, {}, { fetchProgress });
    // Local files arrive at once, without progress reports.
    if (doneBytes < totalBytes) report({ totalBytes, doneBytes: totalBytes });
    const { limits = SHARED_LIMITS, obtain } = options;
    return { version: tools.version, run: (...run) => runWhole({ tools, limits, obtain }, ...run) };
  } catch (cause) {
    throw new HazeError(
      'toolchain-load-failed',
      `The compiler could not be loaded (${messageOf(cause)}). Check that its files can be reached and that memory is available, then try again.`,
      { cause },
    );
  }
}

interface OpenTools {
  readonly tools: ToolsPackage;
  readonly limits: ToolLimits;
  readonly obtain: LoadClangOptions['obtain'];
}

// Every run starts with a fresh instance, so it can be restarted once the missing part is loaded.
async function runWhole(
  open: OpenTools,
  args: readonly string[],
  files: FileTree,
  options: RunOptions = {},
): Promise<ToolRun> {
  const obtained = new Set<string>();
  for (;;) {
    try {
      return runTool(open, args, files, options);
    } catch (error) {
      if (!(error instanceof MissingPart) || !open.obtain || obtained.has(error.part)) throw error;
      obtained.add(error.part);
      const { waits = true } = options;
      const obtaining = open.obtain(error, waits);
      if (!waits) {
        obtaining.catch(() => undefined);
        throw error;
      }
      await obtaining;
      options.onRestart?.();
    }
  }
}

function runTool(
  { tools, limits }: OpenTools,
  args: readonly string[],
  files: FileTree,
  { onClock }: RunOptions,
): ToolRun {
  const stdout = new ByteCollector(limits.outputBytes);
  const stderr = new ByteCollector(MOST_MESSAGE_BYTES);
  const stopWatching = watchClock(onClock);
  const finish = (
    status: number,
    left: FileTree,
    reason: Pick<ToolRun, 'crash' | 'limit'> = {},
  ): ToolRun => ({
    status,
    stdout: stdout.joinBytes(),
    stderr: readMessages(stderr),
    files: left,
    ...reason,
  });
  try {
    const left = tools.runLLVM([...args], files, {
      synchronously: true,
      decodeASCII: false,
      stdout: (bytes) => {
        if (!stdout.add(bytes)) throw new OutputLimit();
      },
      stderr: (bytes) => stderr.add(bytes),
    });
    return finish(0, left as FileTree);
  } catch (error) {
    if (isExit(error)) return finish(error.code, error.files);
    if (error instanceof MissingPart) throw error;
    return finish(CRASH_STATUS, {}, describeCrash(error, readMessages(stderr), limits));
  } finally {
    stopWatching();
  }
}

// The package reads the time for its tools from Date.now, and the run is synchronous, so no other code reads the
// clock meanwhile.
function watchClock(onClock: (() => void) | undefined): () => void {
  const { now } = Date;
  Date.now = () => {
    onClock?.();
    return now();
  };
  return () => {
    Date.now = now;
  };
}

function isExit(error: unknown): error is { code: number; files: FileTree } {
  return typeof error === 'object' && error !== null && 'files' in error && 'code' in error;
}

/** Thrown through a tool that writes too much output. */
class OutputLimit extends Error {}

function readMessages(stderr: ByteCollector): string {
  const text = new TextDecoder().decode(stderr.joinBytes());
  return stderr.isFull
    ? `${text}\nhaze: there are more messages; those after ${MOST_MESSAGE_BYTES / MIB} MiB are omitted\n`
    : text;
}

const OUT_OF_MEMORY = /^LLVM ERROR: out of memory$|bad_alloc/im;
function describeOutput({ outputBytes }: ToolLimits): string {
  return (
    `its output is larger than ${outputBytes / MIB} MiB, the maximum for an object or a program. ` +
    'The usual cause is large static arrays: allocate them when the program runs'
  );
}

function describeMemory({ memoryBytes }: ToolLimits): string {
  return (
    `it needs more than ${memoryBytes / MIB} MiB of memory, the maximum for one run of the compiler. Something in the source is too large ` +
    '(a static array, a file that is included, templates or macros that expand to too much code): make it smaller, or allocate it when the ' +
    'program runs'
  );
}

function describeCrash(error: unknown, said: string, limits: ToolLimits): Pick<ToolRun, 'crash' | 'limit'> {
  if (error instanceof OutputLimit) return { limit: describeOutput(limits) };
  const text = messageOf(error);
  // If memory runs out, either LLVM reports it and traps, or our side of the run throws.
  if (
    OUT_OF_MEMORY.test(said) ||
    /memory allocation|array buffer allocation|invalid (typed )?array/i.test(text)
  ) {
    return { limit: describeMemory(limits) };
  }
  // The tools' own stack is at the bottom of their memory, so a stack overflow is an out-of-bounds access.
  if (/call stack|too much recursion|out of bounds/i.test(text)) {
    return {
      crash:
        'it ran out of stack: something in the source is nested too deeply (brackets, operators, templates, macros)',
    };
  }
  return { crash: `it stopped with "${text}"` };
}

// The package returns views of the tool's memory, which the next call overwrites, so each chunk is copied.
class ByteCollector {
  readonly #chunks: Uint8Array[] = [];
  readonly #maxBytes: number;
  #sizeBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** True if output was dropped for lack of space. */
  get isFull(): boolean {
    return this.#sizeBytes > this.#maxBytes;
  }

  /** Adds a chunk while there is space; returns whether there was space. */
  add(bytes: Uint8Array | null): boolean {
    this.#sizeBytes += bytes?.length ?? 0;
    if (bytes !== null && !this.isFull) this.#chunks.push(bytes.slice());
    return !this.isFull;
  }

  joinBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

/** Contents of a file after a run, by its path from the root; undefined if the file does not exist. */
export function maybeFileOf(run: ToolRun, path: string): Uint8Array | undefined {
  let entry: FileTree | FileContent | undefined = run.files;
  for (const part of path.split('/')) {
    if (entry === undefined || typeof entry === 'string' || entry instanceof Uint8Array) return undefined;
    entry = entry[part];
  }
  if (typeof entry === 'string') return new TextEncoder().encode(entry);
  return entry instanceof Uint8Array ? entry : undefined;
}
