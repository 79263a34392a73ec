// A builder that works in a worker, which is kept warm from build to build. A build that is cancelled or takes too long
// ends with its worker; what else that was asked for goes to another. How a worker is made differs between pages and Node.
import { HazeError } from '../errors/haze-error.ts';
import type { BuildOutput } from '../program/built-program.ts';
import type { PlacedProgram, PlacesOf } from '../program/place-trace.ts';
import type { Trap } from '../program/trap-place.ts';
import type { BuildRequest } from '../toolchain/build-result.ts';
import type { CompileResult, CompileUnit } from '../toolchain/compiler.ts';
import type { ObjectCache } from '../toolchain/object-cache.ts';
import type { FileContent } from '../toolchain/source-files.ts';
import type { ForeignToolchain } from '../toolchain/toolchain-choice.ts';
import type { Builder, BuildOptions } from './builder.ts';
import { answerQuestion } from './byte-questions.ts';
import type { CompileAnswers, CompileMessage, CompileOrder, CompileRequest } from './compile-messages.ts';
import { maybeManyFiles, sliceFiles, untilNextTurn } from './file-slices.ts';
import type { CompileHelper } from './parallel-compiler.ts';

/** A worker that runs workers/compile-worker.ts, as pages and Node both can offer it. */
export interface CompileWorker {
  post(message: CompileOrder): void;
  onMessage(listener: (message: CompileMessage) => void): void;
  /** Called when the worker dies by itself, with what is known of the reason, and whether its heap was full. */
  onFailure(listener: (reason: string, isHeapFull?: boolean) => void): void;
  terminate(): void;
}

export interface LoadProgress {
  readonly doneBytes: number;
  readonly totalBytes: number;
}

export interface CompileClientOptions {
  readonly createWorker: () => CompileWorker;
  /** Told while the compiler is loaded. */
  readonly onLoading?: (progress: LoadProgress) => void;
}

/** A builder whose worker can be loaded ahead and let go. It can help another worker, too. */
export interface CompileClient extends Builder, CompileHelper {
  /** Starts the worker, which loads its script and nothing else. */
  start(): void;
  /** Loads the compiler. @throws HazeError `toolchain-load-failed`, `compiler-died` */
  warm(): Promise<void>;
  /** Fetches what building needs, so that it is there without a network. @throws HazeError of a download */
  download(): Promise<void>;
  /**
   * Builds with another compiler from now on; without one, with our own again.
   * @throws HazeError `not-isolated`, `toolchain-load-failed`; then our own builds
   */
  useToolchain(toolchain: ForeignToolchain | undefined): Promise<void>;
  /** The places of instructions of a program; of each the innermost of inlined calls first. */
  readonly placesOf: PlacesOf;
  /** Stops loading, if that is what the worker is doing. What waits for it is rejected with `download-cancelled`. */
  cancelLoading(): void;
  /** Ends the worker. What it was doing is rejected; later requests start another. */
  close(): void;
}

interface Pending {
  readonly request: CompileRequest;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
  readonly listener: Listener;
}

/** What is done while an answer is waited for. */
interface Listener {
  readonly onWorking?: () => void;
  readonly onProgress?: BuildOptions['onProgress'] | undefined;
}

type RequestWithoutId<Kind extends CompileRequest['kind']> = Omit<
  Extract<CompileRequest, { kind: Kind }>,
  'id'
>;

/** Building a program once more for the line of its trap is given up then. */
const PLACE_LIMIT_MS = 60_000;
const WORKER_ENDS: ReadonlySet<string> = new Set(['compiler-died', 'memory-limit']);
const NO_CACHE: ObjectCache = { get: async () => undefined, put: async () => undefined };

class WorkerBuilder implements CompileClient {
  readonly #options: CompileClientOptions;
  readonly #pending = new Map<number, Pending>();
  #worker: CompileWorker | undefined;
  #version: Promise<string> | undefined;
  #nextId = 1;
  #isLoading = false;
  /** Of the newest build: builds come one after another. */
  #cache: ObjectCache | undefined;
  #toolchain: ForeignToolchain | undefined;

  constructor(options: CompileClientOptions) {
    this.#options = options;
  }

  version(): Promise<string> {
    this.#version ??= this.#askTwice<'version'>({ kind: 'version' }).catch((error: unknown) => {
      this.#version = undefined;
      throw error;
    });
    return this.#version;
  }

  start(): void {
    this.#open();
  }

  async warm(): Promise<void> {
    await this.#ask<'warm'>({ kind: 'warm' });
  }

  async download(): Promise<void> {
    await this.#ask<'download'>({ kind: 'download' });
  }

  async useToolchain(toolchain: ForeignToolchain | undefined): Promise<void> {
    this.#version = undefined;
    this.#toolchain = undefined;
    try {
      await this.#ask<'toolchain'>({ kind: 'toolchain', toolchain });
      this.#toolchain = toolchain;
    } catch (error) {
      await this.#ask<'toolchain'>({ kind: 'toolchain', toolchain: undefined });
      throw error;
    }
  }

  cancelLoading(): void {
    if (this.#isLoading) this.#end(downloadCancelled());
  }

  async placeOf(trap: Trap, signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const id = this.#nextId;
    const onWorking = () => {
      const reason = timeLimitReached(PLACE_LIMIT_MS);
      timer = setTimeout(() => this.#endWith(id, reason), PLACE_LIMIT_MS);
    };
    const asked = this.#ask<'place'>({ kind: 'place', trap }, { onWorking }).finally(() =>
      clearTimeout(timer),
    );
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      // Its worker goes on: it is warm for the next build, and has a limit.
      leave = () => reject(signal.reason);
      signal.addEventListener('abort', leave);
    });
    try {
      return await Promise.race([asked, left]);
    } finally {
      signal.removeEventListener('abort', leave);
    }
  }

  placesOf(program: PlacedProgram, codeOffsets: readonly number[]) {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const id = this.#nextId;
    const onWorking = () => {
      timer = setTimeout(() => this.#endWith(id, timeLimitReached(PLACE_LIMIT_MS)), PLACE_LIMIT_MS);
    };
    return this.#ask<'places'>({ kind: 'places', program, codeOffsets }, { onWorking }).finally(() =>
      clearTimeout(timer),
    );
  }

  rewrite(module: Uint8Array): Promise<Uint8Array> {
    return this.#askTwice<'rewrite'>({ kind: 'rewrite', module });
  }

  async openFiles(files: CompileUnit['files']): Promise<void> {
    await this.#ask<'open-files'>({ kind: 'open-files', files });
  }

  compile(unit: Omit<CompileUnit, 'files'>): Promise<CompileResult> {
    return this.#ask<'compile'>({ kind: 'compile', unit });
  }

  async build(request: BuildRequest, options: BuildOptions): Promise<BuildOutput> {
    const { signal, timeLimitMs, account, cache, onProgress } = options;
    signal.throwIfAborted();
    this.#cache = cache;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const id = this.#nextId;
    const cancel = () => this.#endWith(id, signal.reason);
    signal.addEventListener('abort', cancel);
    const startTimer = () => {
      clearTimeout(timer);
      const reason = timeLimitReached(timeLimitMs);
      timer = setTimeout(() => this.#endWith(id, reason), timeLimitMs);
    };
    try {
      const isKept = cache !== undefined;
      return await this.#ask<'build'>(
        { kind: 'build', request, account, isKept },
        { onWorking: startTimer, onProgress },
      );
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', cancel);
    }
  }

  close(): void {
    this.#end(died('it was let go'));
  }

  // What the worker died of may have been the build before.
  #askTwice<Kind extends CompileRequest['kind']>(
    request: RequestWithoutId<Kind>,
  ): Promise<CompileAnswers[Kind]> {
    return this.#ask<Kind>(request).catch((error: unknown) => {
      if (error instanceof HazeError && WORKER_ENDS.has(error.code)) return this.#ask<Kind>(request);
      throw error;
    });
  }

  #ask<Kind extends CompileRequest['kind']>(
    request: RequestWithoutId<Kind>,
    listener: Listener = {},
  ): Promise<CompileAnswers[Kind]> {
    const id = this.#nextId++;
    const worker = this.#open();
    const message = { ...request, id } as unknown as CompileRequest;
    return new Promise((resolve, reject) => {
      const pending = { request: message, resolve: resolve as (value: never) => void, reject, listener };
      this.#pending.set(id, pending);
      this.#send(message, worker);
    });
  }

  #send(request: CompileRequest, worker: CompileWorker): void {
    const files = request.kind === 'build' ? maybeManyFiles(request.request.sources) : undefined;
    if (request.kind !== 'build' || !files) worker.post(request);
    else {
      this.#sendInParts(request, files, worker).catch((error) =>
        this.#pending.get(request.id)?.reject(error),
      );
    }
  }

  async #sendInParts(
    build: CompileRequest & { readonly kind: 'build' },
    sources: ReadonlyMap<string, FileContent>,
    worker: CompileWorker,
  ): Promise<void> {
    for (const files of sliceFiles(sources)) {
      // Another that has taken its place gets all of them.
      if (worker !== this.#worker) return;
      worker.post({ kind: 'part', id: build.id, files });
      await untilNextTurn();
    }
    const request = { ...build.request, sources: new Map() };
    if (worker === this.#worker) worker.post({ ...build, request, isInParts: true });
  }

  #open(): CompileWorker {
    if (this.#worker) return this.#worker;
    const worker = this.#options.createWorker();
    this.#worker = worker;
    // Whatever a worker says after another has taken its place is out of date.
    worker.onMessage((message) => {
      if (worker === this.#worker) this.#receive(message, worker);
    });
    worker.onFailure((reason, isHeapFull = false) => {
      if (worker !== this.#worker) return;
      this.#end(isHeapFull ? heapFull(reason) : died(reason));
    });
    // A worker that takes the place of another builds with the same compiler.
    const toolchain = this.#toolchain;
    if (toolchain) void this.#ask<'toolchain'>({ kind: 'toolchain', toolchain }).catch(() => undefined);
    return worker;
  }

  #receive(message: CompileMessage, worker: CompileWorker): void {
    if (message.kind === 'get' || message.kind === 'put') {
      void answerQuestion(message, this.#cache ?? NO_CACHE).then((reply) => worker.post(reply));
      return;
    }
    if (message.kind === 'loading') {
      const { doneBytes, totalBytes } = message;
      this.#isLoading = doneBytes < totalBytes;
      this.#options.onLoading?.({ doneBytes, totalBytes });
      return;
    }
    const pending = this.#pending.get(message.id);
    if (message.kind === 'working') pending?.listener.onWorking?.();
    else if (message.kind === 'progress') pending?.listener.onProgress?.(message);
    else {
      this.#pending.delete(message.id);
      // It does one thing after another.
      this.#isLoading = false;
      if (message.kind === 'answer') pending?.resolve(message.value as never);
      else pending?.reject(HazeError.fromJSON(message.error));
    }
  }

  /** Ends the worker, and rejects all that it was asked for. */
  #end(reason: HazeError): void {
    for (const { reject } of this.#takePending().values()) reject(reason);
  }

  /** Ends the worker for the sake of one request. All others are asked of the next worker. */
  #endWith(id: number, reason: unknown): void {
    const pending = this.#takePending();
    pending.get(id)?.reject(reason);
    pending.delete(id);
    for (const [otherId, other] of pending) {
      const worker = this.#open();
      this.#pending.set(otherId, other);
      this.#send(other.request, worker);
    }
  }

  #takePending(): Map<number, Pending> {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#isLoading = false;
    const pending = new Map(this.#pending);
    this.#pending.clear();
    return pending;
  }
}

function died(reason: string): HazeError {
  return new HazeError(
    'compiler-died',
    `The compiler's worker died (${reason}). Too little memory is the usual reason: close other pages, or build less at once.`,
  );
}

// Trying again would end the same way.
function heapFull(reason: string): HazeError {
  return new HazeError(
    'memory-limit',
    `memory limit of a build reached (${reason}). Make its largest source smaller, and fill large arrays when the program runs.`,
  );
}

function downloadCancelled(): HazeError {
  return new HazeError(
    'download-cancelled',
    'The download of the compiler was cancelled. What has arrived is kept: the next build goes on from there.',
  );
}

function timeLimitReached(timeLimitMs: number): HazeError {
  return new HazeError(
    'time-limit',
    `time limit of ${timeLimitMs / 1000} s for a build reached. Build less at once or with -O1, and look for templates, macros and constant expressions that take long.`,
  );
}

/** Makes a builder. Its worker starts with the first request, if not with `start`. */
export function createCompileClient(options: CompileClientOptions): CompileClient {
  return new WorkerBuilder(options);
}
