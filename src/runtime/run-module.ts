// Runs a rewritten program to its end in the current thread: memory, system, core and hooks put together. The thread
// is busy until the program ends, so hosts call it in a worker; see run-program.ts for limits of time.
import type { Core } from '../uncertainty/core.ts';
import type { CoreSpec } from '../uncertainty/core-spec.ts';
import { createCore } from '../uncertainty/create-core.ts';
import { createRandom } from '../uncertainty/random.ts';
import { callLikelihood, explainEnd, maybeHeapEnd, outputEnd } from './abnormal-ends.ts';
import { checkArguments } from './check-arguments.ts';
import { recordsUntilCollection } from './collection-schedule.ts';
import { bindCore, type CoreImports } from './core-imports.ts';
import { createProgramMemory } from './memory-limits.ts';
import type { RunEnd, RunOutcome } from './run-outcome.ts';
import { createTrap } from './uncatchable.ts';
import {
  collectFileChanges,
  type FileChanges,
  type FileMap,
  openWorkingDirectory,
} from './wasi/memory-files.ts';
import type { InputSource } from './wasi/streams.ts';
import { createWasiImports } from './wasi/wasi-host.ts';

/** Output of a stream beyond this ends the task, unless an option says otherwise. */
export const DEFAULT_OUTPUT_LIMIT_BYTES = 64 * 1024 * 1024;

export interface RunModuleRequest {
  readonly module: Uint8Array;
  readonly core: CoreSpec;
  /** Arguments of the program, without its name. */
  readonly arguments: readonly string[];
  readonly files: FileMap;
  readonly seed: bigint;
  readonly outputLimitBytes: number;
  /** Looks for unused records at every safepoint: slow, and output must be the same. For tests. */
  readonly collectAlways?: boolean;
}

export interface RunModuleHost {
  readonly kernels: WebAssembly.Module;
  readonly stdin: InputSource;
  /** Called when all is ready and the program begins: the time of a task counts from here. */
  readonly onStart?: () => void;
  readonly writeStdout: (bytes: Uint8Array) => void;
  readonly writeStderr: (bytes: Uint8Array) => void;
}

/** Runs a program. What goes wrong in it is in the outcome; the reason is also the last line of its stderr. */
export function runModule(request: RunModuleRequest, host: RunModuleHost): RunOutcome {
  const run = new Run(request, host);
  const end = run.execute();
  if (end.kind === 'stopped') host.writeStderr(new TextEncoder().encode(`haze: ${end.message}\n`));
  return { end, statistics: run.statistics(), ...run.fileChanges() };
}

class Run {
  readonly #request: RunModuleRequest;
  readonly #host: RunModuleHost;
  readonly #directory;
  readonly #trap = createTrap();
  #core: Core | undefined;
  #coreImports: CoreImports | undefined;
  #end: RunEnd | undefined;
  #startMs = 0;
  #endMs = 0;

  constructor(request: RunModuleRequest, host: RunModuleHost) {
    this.#request = request;
    this.#host = host;
    this.#directory = openWorkingDirectory(request.files);
  }

  execute(): RunEnd {
    let instance: WebAssembly.Instance | undefined;
    try {
      checkArguments(this.#request.arguments);
      instance = this.#instantiate();
      this.#startMs = performance.now();
      this.#host.onStart?.();
      (instance.exports._start as () => void)();
      this.#end ??= { kind: 'exited', exitStatus: 0 };
    } catch (error) {
      this.#end ??= explainEnd(error, instance);
      if (this.#end.kind === 'stopped') this.#flush(instance);
    }
    this.#endMs = performance.now();
    return this.#end;
  }

  statistics() {
    return {
      executionTimeMs: this.#endMs - this.#startMs,
      hookCalls: this.#coreImports?.countCalls() ?? 0,
      records: this.#core?.recordsCreated ?? 0,
    };
  }

  fileChanges(): FileChanges {
    return collectFileChanges(this.#directory, this.#request.files);
  }

  #instantiate(): WebAssembly.Instance {
    const { module, core: spec, seed } = this.#request;
    const memory = createProgramMemory(module, spec.MemorySize);
    // Asked at every operation: the length of a buffer costs less than the buffer of a memory, and is 0 once it has grown.
    let { buffer } = memory;
    const guestMemoryBytes = () => {
      if (buffer.byteLength === 0) buffer = memory.buffer;
      return buffer.byteLength;
    };
    const onNotice = (text: string) => this.#host.writeStderr(new TextEncoder().encode(`haze: ${text}\n`));
    const core = createCore(spec, { kernels: this.#host.kernels, seed, guestMemoryBytes, onNotice });
    this.#core = core;
    const random = createRandom(seed ^ 0x5a17n);
    let instance: WebAssembly.Instance | undefined;
    this.#coreImports = bindCore({
      core,
      memory,
      salt: random.nextUint32(),
      stop: (error) => this.#stop(explainEnd(error, undefined)),
      heapExhausted: (increment) => this.#refuseHeap(increment),
      recordsUntilCollection: (searchedBytes) =>
        this.#request.collectAlways
          ? 0
          : recordsUntilCollection(spec, {
              recordsAlive: core.recordsAlive,
              guestMemoryBytes: guestMemoryBytes(),
              searchedBytes,
            }),
      callLikelihood: (likelihood, hypothesis) => callLikelihood(instance!, likelihood, hypothesis),
    });
    const system = createWasiImports(
      {
        arguments: ['program', ...this.#request.arguments],
        stdin: this.#host.stdin,
        writeStdout: this.#limit('stdout', this.#host.writeStdout),
        writeStderr: this.#limit('stderr', this.#host.writeStderr),
        directory: this.#directory,
        fillRandom: (target) => random.fill(target),
        exit: (exitStatus) => this.#stop({ kind: 'exited', exitStatus }),
      },
      memory,
    );
    instance = new WebAssembly.Instance(new WebAssembly.Module(module as BufferSource), {
      env: { memory },
      ux: this.#coreImports.imports,
      wasi_snapshot_preview1: system as WebAssembly.ModuleImports,
    });
    return instance;
  }

  // The first reason counts: what the program does while it is being stopped does not change it.
  #stop(end: RunEnd): never {
    this.#end ??= end;
    return this.#trap();
  }

  #refuseHeap(incrementBytes: number): void {
    const end = maybeHeapEnd(this.#request.core, incrementBytes);
    if (end) this.#stop(end);
  }

  #limit(stream: 'stdout' | 'stderr', write: (bytes: Uint8Array) => void): (bytes: Uint8Array) => void {
    const limit = this.#request.outputLimitBytes;
    let written = 0;
    return (bytes) => {
      const room = limit - written;
      if (room > 0) write(bytes.length > room ? bytes.subarray(0, room) : bytes);
      written += bytes.length;
      if (written <= limit || this.#end) return;
      this.#stop(outputEnd(stream, limit));
    };
  }

  #flush(instance: WebAssembly.Instance | undefined): void {
    try {
      (instance?.exports.__ux_flush as (() => void) | undefined)?.();
    } catch {
      // The library was in the middle of something: what it still held is lost, as on any system.
    }
  }
}
