// A program that runs many times in one instance. Before each run, memory and system are restored to their initial
// state. The owner binds the core and determines the values in a run. A run blocks its thread, so this code runs in a
// worker.

import type { CoreImports } from '../../runtime/core/core-imports.ts';
import { keepFileChanges, openFileRoom } from '../../runtime/core/core-room.ts';
import { checkArguments } from '../../runtime/preparing/check-arguments.ts';
import { checkContract } from '../../runtime/preparing/check-contract.ts';
import { admitProgram } from '../../runtime/preparing/instantiate-program.ts';
import { createProgramMemory } from '../../runtime/preparing/memory-limits.ts';
import { endByItself, explainEnd, maybeHeapEnd, outputEnd } from '../../runtime/running/abnormal-ends.ts';
import type { ProgramStart } from '../../runtime/running/run-messages.ts';
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import { createTrap } from '../../runtime/running/uncatchable.ts';
import { type InputSource, inputFromBytes, type StreamKinds } from '../../runtime/wasi/streams.ts';
import { createWasiImports } from '../../runtime/wasi/wasi-host.ts';
import {
  type FileMap,
  openWorkingDirectory,
  type WorkingDirectory,
} from '../../runtime/wasi/working-directory.ts';
import type { Random } from '../../uncertainty/core/random.ts';
import { MemorySnapshot } from './memory-snapshot.ts';

/** A program whose module marks its paths. */
export interface MachineProgram
  extends Pick<ProgramStart, 'module' | 'core' | 'arguments' | 'outputLimitBytes'> {
  /** The same module in compiled form, if available. */
  readonly compiled?: WebAssembly.Module | undefined;
  readonly files: FileMap;
  /** Initial value of the clocks in every run. If undefined, the machine's clocks are used. */
  readonly clockMs?: number | undefined;
  readonly streamKinds?: StreamKinds | undefined;
}

export interface MachineOptions extends MachineProgram {
  /** Opens the system's stream of random numbers for a run. */
  readonly openRandom: () => Random;
  /** Binds the core once the memory exists but before the program is instantiated. */
  readonly bind: (machine: ProgramMachine) => CoreImports;
  /** True if later runs may have a different core from the first. */
  readonly hasCores?: boolean;
}

/** Settings that may differ between runs. */
export interface MachineRun {
  readonly streams: RunStreams;
  /** True to open the system again even if the last run did not use it. */
  readonly isFirst?: boolean;
  /** The run's core. If undefined, the core that was bound first is used. */
  readonly bound?: CoreImports;
  /** Called before the program reads from a file after it has written to one. */
  readonly onRead?: () => void;
}

/** The streams of a run. */
export interface RunStreams {
  readonly stdin: InputSource;
  readonly writeStdout: (bytes: Uint8Array) => void;
  readonly writeStderr: (bytes: Uint8Array) => void;
}

/** System calls that have no effect on later runs. */
const HARMLESS =
  /^(args_|environ_|clock_|random_get|sched_|poll_|proc_exit|fd_prestat_|fd_fdstat_get|fd_filestat_get)/;
/**
 * Calls that are harmless unless runs have their own clocks. These calls advance such clocks, which restart with every
 * run.
 */
const MOVES_CLOCK = /^(clock_time_get|poll_oneoff)$/;
/** Calls that read from files, and calls that write to them. */
const READS = /^fd_p?read$/;
const WRITES = /^fd_p?write$/;
const DESCRIPTOR_OF_FILES = 3;

type SystemCall = (...args: number[]) => number;

export class ProgramMachine {
  readonly memory: WebAssembly.Memory;
  readonly instance: WebAssembly.Instance;
  readonly #options: MachineOptions;
  readonly #trap = createTrap();
  readonly #stackPointer: WebAssembly.Global;
  readonly #stackTop: number;
  readonly #heapEndAt: number;
  readonly #snapshot: MemorySnapshot;
  #system: Record<string, SystemCall>;
  #isSystemUsed = false;
  #hasWritten = false;
  #directory!: WorkingDirectory;
  #streams: RunStreams = SILENT;
  #onRead: (() => void) | undefined;
  readonly #first: CoreImports;
  #bound: CoreImports;
  #random: Random | undefined;
  #end: RunEnd | undefined;
  #written = { stdout: 0, stderr: 0 };

  /** @throws HazeError `other-contract`, `malformed-ux`, `core-memory-exhausted`, `invalid-core` */
  constructor(options: MachineOptions) {
    checkArguments(options.arguments);
    checkContract(options.module);
    const instantiateWith = admitProgram(options.module, options.compiled);
    this.#options = options;
    this.memory = createProgramMemory(options.module, options.core.MemorySize);
    this.#system = this.#openSystem();
    this.#first = options.bind(this);
    this.#bound = this.#first;
    this.instance = instantiateWith({
      memory: this.memory,
      core: options.hasCores ? this.#coreImports() : this.#first.imports,
      system: this.#systemImports(),
    });
    const exports = this.instance.exports as Record<string, WebAssembly.Global>;
    this.#stackPointer = exports.__stack_pointer!;
    this.#stackTop = this.#stackPointer.value as number;
    this.#heapEndAt = exports.__ux_heap_end!.value as number;
    this.#snapshot = new MemorySnapshot(this.memory, this.#stackTop);
  }

  /**
   * Restores the memory to its state before the program's first run. The owner may set words in the memory before it
   * calls `run`.
   */
  restore({ streams, isFirst = false, bound = this.#first, onRead }: MachineRun): void {
    this.#snapshot.restore(new DataView(this.memory.buffer).getUint32(this.#heapEndAt, true));
    this.#stackPointer.value = this.#stackTop;
    this.#random = undefined;
    this.#end = undefined;
    this.#streams = streams;
    this.#bound = bound;
    this.#onRead = onRead;
    this.#written = { stdout: 0, stderr: 0 };
    if (this.#isSystemUsed || isFirst) this.#system = this.#openSystem();
    this.#isSystemUsed = false;
    this.#hasWritten = false;
  }

  /**
   * Runs the restored program until it stops, for any reason.
   * @param maybeEnd explains a trap if the owner knows its cause
   */
  run(maybeEnd: () => RunEnd | undefined = () => undefined): RunEnd {
    try {
      (this.instance.exports._start as () => void)();
      this.#end ??= { kind: 'exited', exitStatus: 0 };
    } catch (error) {
      this.#end ??= maybeEnd() ?? explainEnd(error, this.instance);
      if (this.#end.kind === 'stopped') this.#flush();
    }
    return this.#end;
  }

  // Records only the first reason, so that the program cannot change it while stopping.
  stop(end: RunEnd): never {
    this.#end ??= end;
    return this.#trap();
  }

  /** Stops the program after a core fault. */
  fail(error: unknown): never {
    return this.stop(explainEnd(error, undefined));
  }

  /** Called if the heap could not grow. Stops the program, unless no machine could satisfy the request. */
  exhaustHeap(incrementBytes: number): void {
    const end = maybeHeapEnd(this.#options.core, incrementBytes);
    if (end) this.stop(end);
  }

  /** Number that identifies the chain of active calls; 0 if the program prints no numbers. */
  readPath(): number {
    return this.maybeReadWord('__ux_path') ?? 0;
  }

  /** A 32-bit word whose address the program exports; undefined if there is no such export. */
  maybeReadWord(name: string): number | undefined {
    const address = this.instance.exports[name];
    if (!(address instanceof WebAssembly.Global)) return undefined;
    return new DataView(this.memory.buffer).getUint32(address.value as number, true);
  }

  /** The last run's changes to its files, or the reason why they were discarded. */
  fileChanges() {
    return keepFileChanges(this.#options.core, this.#directory, this.#options.files);
  }

  // Imports are fixed at instantiation, so they delegate to the core and system of the current run.
  #coreImports(): WebAssembly.ModuleImports {
    type Import = (...args: number[]) => number;
    const call =
      (name: string): Import =>
      (...args) =>
        (this.#bound.imports[name] as Import)(...args);
    return Object.fromEntries(Object.keys(this.#first.imports).map((name) => [name, call(name)]));
  }

  #systemImports(): Record<string, SystemCall> {
    const { clockMs } = this.#options;
    const imports = Object.keys(this.#system).map((name): [string, SystemCall] => {
      const isHarmless = HARMLESS.test(name) && !(clockMs !== undefined && MOVES_CLOCK.test(name));
      const [reads, writes] = [READS.test(name), WRITES.test(name)];
      return [
        name,
        (...args) => {
          const isFile = args[0]! >= DESCRIPTOR_OF_FILES;
          if (!isHarmless && (!writes || isFile)) this.#isSystemUsed = true;
          if (writes && isFile) this.#hasWritten = true;
          if (reads && isFile && this.#hasWritten) this.#onRead?.();
          return this.#system[name]!(...args);
        },
      ];
    });
    return Object.fromEntries(imports);
  }

  #openSystem(): Record<string, SystemCall> {
    const { arguments: words, core, files, clockMs, streamKinds } = this.#options;
    const tell = (text: string) => this.#streams.writeStderr(new TextEncoder().encode(`haze: ${text}\n`));
    const room = openFileRoom(core, () => this.memory.buffer.byteLength, tell);
    this.#directory = openWorkingDirectory(files, room);
    return createWasiImports(
      {
        arguments: ['program', ...words],
        stdin: this.#input(),
        streamKinds,
        writeStdout: (bytes) => this.#print('stdout', bytes, this.#streams.writeStdout),
        writeStderr: (bytes) => this.#print('stderr', bytes, this.#streams.writeStderr),
        directory: this.#directory,
        fillRandom: (target) => {
          this.#random ??= this.#options.openRandom();
          this.#random.fill(target);
        },
        clockMs,
        exit: (exitStatus) => this.stop(endByItself(exitStatus)),
      },
      this.memory,
    ) as unknown as Record<string, SystemCall>;
  }

  /** The current run's input. */
  #input(): InputSource {
    const seek = (offset: number, whence: number) => this.#streams.stdin.seek?.(offset, whence);
    const { sizeBytes = 0 } = this.#streams.stdin;
    return Object.assign((size: number) => this.#streams.stdin(size), { seek, sizeBytes });
  }

  #print(stream: 'stdout' | 'stderr', bytes: Uint8Array, write: (bytes: Uint8Array) => void): void {
    const limit = this.#options.outputLimitBytes;
    const room = limit - this.#written[stream];
    if (room > 0) write(bytes.length > room ? bytes.subarray(0, room) : bytes);
    this.#written[stream] += bytes.length;
    if (this.#written[stream] > limit && !this.#end) this.stop(outputEnd(stream, limit));
  }

  #flush(): void {
    try {
      (this.instance.exports.__ux_flush as (() => void) | undefined)?.();
    } catch {
      // The library was interrupted, so its buffered data is lost, as on any system.
    }
  }
}

const SILENT: RunStreams = {
  stdin: inputFromBytes(new Uint8Array()),
  writeStdout: () => {},
  writeStderr: () => {},
};
