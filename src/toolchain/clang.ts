// The compiler and linker package behind a small synchronous interface: load once, then run tools on trees of files.
// Every run is a fresh instance of the tools, so that a crash leaves nothing behind. What to run is decided elsewhere.
import { HazeError } from '../errors/haze-error.ts';
import type { FileContent, FileTree } from './source-files.ts';

export interface LoadProgress {
  readonly totalBytes: number;
  readonly doneBytes: number;
}

export interface LoadClangOptions {
  /** Called as the tools are fetched; never when they are there already. */
  readonly onProgress?: (progress: LoadProgress) => void;
}

/** What one run of a tool left behind. */
export interface ToolRun {
  /** Exit status; 70 when the tool itself crashed. */
  readonly status: number;
  readonly stdout: Uint8Array;
  readonly stderr: string;
  /** All files after the run, those that went in among them; empty after a crash. */
  readonly files: FileTree;
  /** Why the tool crashed, as a sentence; undefined when it ended by itself. */
  readonly crash?: string;
}

/** The tools, loaded and warm. */
export interface Clang {
  /** Version of the package: part of the key of everything that is cached. */
  readonly version: string;
  /**
   * Runs a tool (`clang`, `clang++`, `wasm-ld`, `ar`, `nm`, …) to its end on a tree of files; the current folder is
   * the root. It never throws for what the tool says or does.
   */
  run(args: readonly string[], files: FileTree): ToolRun;
}

/** The package of tools. */
export type ToolsPackage = typeof import('@yowasp/clang') & { readonly version: string };

const CRASH_STATUS = 70;

/**
 * Fetches and compiles the tools (some 105 MB, about a second when they are at hand).
 * @throws HazeError `toolchain-load-failed`
 */
export async function loadClang(options: LoadClangOptions = {}): Promise<Clang> {
  return openClang((await import('@yowasp/clang')) as ToolsPackage, options);
}

/** Compiles the tools of the package. @throws HazeError `toolchain-load-failed` */
export async function openClang(tools: ToolsPackage, options: LoadClangOptions = {}): Promise<Clang> {
  const report = options.onProgress ?? (() => undefined);
  try {
    const fetchProgress = (event: { totalLength: number; doneLength: number }) =>
      report({ totalBytes: event.totalLength, doneBytes: event.doneLength });
    await tools.runLLVM(undefined, {}, { fetchProgress });
    return { version: tools.version, run: (args, files) => runTool(tools, args, files) };
  } catch (cause) {
    throw new HazeError(
      'toolchain-load-failed',
      `The compiler could not be loaded (${describeError(cause)}). Check that its files can be reached and that memory is free, then try again.`,
      { cause },
    );
  }
}

function runTool(tools: ToolsPackage, args: readonly string[], files: FileTree): ToolRun {
  const stdout = new ByteCollector();
  const stderr = new ByteCollector();
  const finish = (status: number, left: FileTree, crash?: string): ToolRun => ({
    status,
    stdout: stdout.takeBytes(),
    stderr: new TextDecoder().decode(stderr.takeBytes()),
    files: left,
    ...(crash === undefined ? {} : { crash }),
  });
  try {
    const left = tools.runLLVM([...args], files, {
      synchronously: true,
      decodeASCII: false,
      stdout: (bytes) => stdout.add(bytes),
      stderr: (bytes) => stderr.add(bytes),
    });
    return finish(0, left as FileTree);
  } catch (error) {
    if (isExit(error)) return finish(error.code, error.files);
    return finish(CRASH_STATUS, {}, describeCrash(error));
  }
}

function isExit(error: unknown): error is { code: number; files: FileTree } {
  return typeof error === 'object' && error !== null && 'files' in error && 'code' in error;
}

function describeCrash(error: unknown): string {
  const text = describeError(error);
  // The tools' own stack lies at the bottom of their memory, so that its overflow is an access out of bounds.
  if (/call stack|too much recursion|out of bounds/i.test(text)) {
    return 'it ran out of stack: something in the source is nested too deeply (brackets, operators, templates, macros)';
  }
  if (/memory/i.test(text)) return `it ran out of memory (${text})`;
  return `it stopped with "${text}"`;
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

// The package hands out views of the tool's memory, which the next call overwrites: each chunk is copied.
class ByteCollector {
  readonly #chunks: Uint8Array[] = [];

  add(bytes: Uint8Array | null): void {
    if (bytes !== null) this.#chunks.push(bytes.slice());
  }

  takeBytes(): Uint8Array {
    const bytes = new Uint8Array(this.#chunks.reduce((sum, chunk) => sum + chunk.length, 0));
    let at = 0;
    for (const chunk of this.#chunks) {
      bytes.set(chunk, at);
      at += chunk.length;
    }
    return bytes;
  }
}

/** The bytes of a file that a run left behind, by its path from the root; undefined when it is not there. */
export function maybeFileOf(run: ToolRun, path: string): Uint8Array | undefined {
  let entry: FileTree | FileContent | undefined = run.files;
  for (const part of path.split('/')) {
    if (entry === undefined || typeof entry === 'string' || entry instanceof Uint8Array) return undefined;
    entry = entry[part];
  }
  if (typeof entry === 'string') return new TextEncoder().encode(entry);
  return entry instanceof Uint8Array ? entry : undefined;
}
