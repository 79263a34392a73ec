// One instance of a program that is run many times. Before each run, memory, system and random numbers are restored to
// their first state, except for the seed. The thread is busy during a run, so this lives in a worker; see
// serve-reference.ts.

import { bindCore } from '../../runtime/core/core-imports.ts';
import { keepFileChanges, openFileRoom } from '../../runtime/core/core-room.ts';
import { openMakers, SourceGate, type SourceMakers } from '../../runtime/core/source-gate.ts';
import { checkArguments } from '../../runtime/preparing/check-arguments.ts';
import { checkContract } from '../../runtime/preparing/check-contract.ts';
import { admitProgram } from '../../runtime/preparing/instantiate-program.ts';
import { createProgramMemory } from '../../runtime/preparing/memory-limits.ts';
import {
  callLikelihood,
  endByItself,
  explainEnd,
  maybeHeapEnd,
  outputEnd,
} from '../../runtime/running/abnormal-ends.ts';
import { type RunEnd, STOP_STATUS } from '../../runtime/running/run-outcome.ts';
import { readFrames } from '../../runtime/running/run-tracing.ts';
import { createTrap } from '../../runtime/running/uncatchable.ts';
import { type InputSource, inputFromBytes, type StreamKinds } from '../../runtime/wasi/streams.ts';
import { createWasiImports } from '../../runtime/wasi/wasi-host.ts';
import {
  type FileMap,
  openWorkingDirectory,
  type WorkingDirectory,
} from '../../runtime/wasi/working-directory.ts';
import type { Handle } from '../../uncertainty/core/core.ts';
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import { createRandom, type Random } from '../../uncertainty/core/random.ts';
import { PlainCore } from '../../uncertainty/cores/plain-core.ts';
import type { SourceReport, SourceWish } from '../../uncertainty/sources/source-settings.ts';
import { type DrawBlock, DrawRecorder } from '../values/draw-recorder.ts';
import { JoinedQueries } from '../values/joined-queries.ts';
import { type LaneRuns, laneOfRun } from '../values/lane-runs.ts';
import type { ValueRecorder } from '../values/value-recorder.ts';
import { PASSES_LEFT } from './count-loops.ts';
import { MemorySnapshot } from './memory-snapshot.ts';
import { seedOfRun } from './seeds.ts';
import { spanOf, type WatchedValue } from './watch-stores.ts';
import { WatchedMemory } from './watched-memory.ts';

export interface ReferenceProgramOptions {
  /** The module with its paths marked. */
  readonly module: Uint8Array;
  /** Offset of an instruction before paths were marked. */
  readonly originalOffset: (offset: number) => number | undefined;
  readonly kernels: WebAssembly.Module;
  readonly core: CoreSpec;
  readonly arguments: readonly string[];
  readonly files: FileMap;
  readonly seed: bigint;
  readonly outputLimitBytes: number;
  /** Start of the clocks in every run; the machine's clocks when absent. */
  readonly clockMs?: number | undefined;
  readonly recorder: ValueRecorder;
  /** Variables whose assignments are recorded. */
  readonly watched: readonly WatchedValue[];
  /** Writes down draws and printed values run by run. */
  readonly trace?: boolean | undefined;
  /** Text behind the printed value of a place; undefined for a place that is not kept. */
  readonly nameValue: (index: number | undefined) => string;
  /** Lists the sources of the first run, or puts others in their places. */
  readonly sources?: SourceWish;
  readonly streamKinds?: StreamKinds | undefined;
  /** Makes each run follow a lane: run 0 leads, with the particles; every other run is one lane. */
  readonly lanes?: LaneRuns;
}

/** Streams of one run. */
export interface RunStreams {
  readonly stdin: InputSource;
  readonly writeStdout: (bytes: Uint8Array) => void;
  readonly writeStderr: (bytes: Uint8Array) => void;
}

/** Calls of the system that leave nothing behind which a later run could see. */
const HARMLESS =
  /^(args_|environ_|clock_|random_get|sched_|poll_|proc_exit|fd_prestat_|fd_fdstat_get|fd_filestat_get)/;
/** Exceptions where the clocks are the run's own, which restart with every run: these calls move them. */
const MOVES_CLOCK = /^(clock_time_get|poll_oneoff)$/;
const DESCRIPTOR_OF_FILES = 3;
/** Static variables are in no frame; they outlive all. */
const HIGHEST_FRAME = 0xffff_ffff;
/** Number of a run whose draws are not recorded. */
const UNTRACED_RUN = Number.POSITIVE_INFINITY;

type SystemCall = (...args: number[]) => number;

export class ReferenceProgram {
  readonly #options: ReferenceProgramOptions;
  readonly #memory: WebAssembly.Memory;
  readonly #core: PlainCore;
  readonly #trap = createTrap();
  readonly #instance: WebAssembly.Instance;
  readonly #stackPointer: WebAssembly.Global;
  readonly #stackTop: number;
  readonly #heapEndAt: number;
  readonly #snapshot: MemorySnapshot;
  readonly #watched: WatchedMemory;
  readonly #gate: SourceGate | undefined;
  readonly #draws: DrawRecorder | undefined;
  readonly #questions: JoinedQueries | undefined;
  #system: Record<string, SystemCall>;
  #isSystemUsed = false;
  #directory!: WorkingDirectory;
  #streams: RunStreams;
  #countCalls: () => number = () => 0;
  #random: Random | undefined;
  #seed = 0n;
  #isLeading = false;
  /** Values that the leading run has made. */
  #replayed = 0;
  #end: RunEnd | undefined;
  #written = { stdout: 0, stderr: 0 };

  /** @throws HazeError `other-contract`, `malformed-ux`, `core-memory-exhausted`, `invalid-core` */
  constructor(options: ReferenceProgramOptions) {
    checkArguments(options.arguments);
    checkContract(options.module);
    const instantiateWith = admitProgram(options.module);
    this.#options = options;
    this.#memory = createProgramMemory(options.module, options.core.MemorySize);
    this.#draws = options.trace
      ? new DrawRecorder({
          readPath: () => this.#readPath(),
          readFrames: () => this.#readOriginalFrames(),
          momentsOf: (family, parameters) => this.#core.momentsOfParametric(family, parameters),
        })
      : undefined;
    const { kernels, seed, lanes } = options;
    this.#core = new PlainCore(referenceOf(options.core), { kernels, seed, draws: this.#draws, lanes });
    const { recorder } = options;
    const readPath = () => this.#readPath();
    this.#questions = lanes && new JoinedQueries({ core: this.#core, recorder, readPath, seed, lanes });
    this.#gate =
      options.sources && new SourceGate(this.#core, options.sources, () => this.#readOriginalFrames());
    this.#watched = new WatchedMemory(this.#memory, options.watched, options.recorder);
    this.#streams = SILENT;
    this.#system = this.#openSystem();
    this.#instance = this.#instantiate(instantiateWith);
    const exports = this.#instance.exports as Record<string, WebAssembly.Global>;
    this.#stackPointer = exports.__stack_pointer!;
    this.#stackTop = this.#stackPointer.value as number;
    this.#heapEndAt = exports.__ux_heap_end!.value as number;
    this.#snapshot = new MemorySnapshot(this.#memory, this.#stackTop);
  }

  /** Runs the program to its end, whatever that is. */
  run(run: number, streams: RunStreams): RunEnd {
    const { recorder } = this.#options;
    this.#prepare(run, streams);
    recorder.beginRun(run);
    this.#draws?.beginRun(this.#options.lanes && run === 0 ? UNTRACED_RUN : run);
    try {
      (this.#instance.exports._start as () => void)();
      this.#end ??= { kind: 'exited', exitStatus: 0 };
    } catch (error) {
      this.#end ??= this.#maybeEndless() ?? explainEnd(error, this.#instance);
      if (this.#end.kind === 'stopped') this.#flush();
    }
    recorder.endRun();
    return this.#end;
  }

  /** Calls from the program into the core, over all runs. */
  countCalls(): number {
    return this.#countCalls();
  }

  /** Changes of the last run to its files, or the reason why they are not kept. */
  fileChanges() {
    return keepFileChanges(this.#options.core, this.#directory, this.#options.files);
  }

  /** Sources of the first run, if the request lists them. */
  sources(): SourceReport | undefined {
    return this.#options.sources?.isListed ? this.#gate?.report() : undefined;
  }

  /** Names of sources that were to be changed and that the last run has not made. */
  missingSources(): readonly string[] {
    return this.#gate?.missing() ?? [];
  }

  /** Draws and printed values of a traced program's runs since the last call. */
  takeDraws(): DrawBlock | undefined {
    return this.#draws?.takeBlock();
  }

  /** Numbers that wait to be taken. */
  get waitingDraws(): number {
    return this.#draws?.waiting ?? 0;
  }

  /** Stands for the chain of calls that are under way; 0 where the program prints no number. */
  #readPath(): number {
    const address = this.#instance.exports.__ux_path;
    if (!(address instanceof WebAssembly.Global)) return 0;
    return new DataView(this.#memory.buffer).getUint32(address.value as number, true);
  }

  /** Address of the number of passes through loops that are left to the run; undefined without a limit. */
  #passesAt(): number | undefined {
    const address = this.#instance.exports[PASSES_LEFT];
    if (this.#options.lanes?.mostLoopPasses === undefined) return undefined;
    return address instanceof WebAssembly.Global ? (address.value as number) : undefined;
  }

  /** Passes through loops that are left to the last run; undefined without a limit. */
  #readPassesLeft(): number | undefined {
    const at = this.#passesAt();
    return at === undefined ? undefined : new DataView(this.#memory.buffer).getUint32(at, true);
  }

  /** Passes through loops of the last run; 0 where they are not counted. */
  countLoopPasses(): number {
    return (this.#options.lanes?.mostLoopPasses ?? 0) - (this.#readPassesLeft() ?? 0);
  }

  #maybeEndless(): RunEnd | undefined {
    if (this.#readPassesLeft() !== 0) return undefined;
    const message = `no end within ${this.#options.lanes!.mostLoopPasses} passes through loops`;
    return { kind: 'stopped', code: 'time-limit', message, exitStatus: STOP_STATUS['time-limit'] };
  }

  #readOriginalFrames(): number[] {
    return readFrames().map((offset) => this.#options.originalOffset(offset) ?? -1);
  }

  #prepare(run: number, streams: RunStreams): void {
    const view = new DataView(this.#memory.buffer);
    this.#snapshot.restore(view.getUint32(this.#heapEndAt, true));
    this.#stackPointer.value = this.#stackTop;
    const { lanes, seed } = this.#options;
    const followed = run === 0 ? (lanes?.leader ?? run) : run;
    this.#seed = seedOfRun(seed, followed);
    this.#core.reseed(this.#seed);
    this.#isLeading = lanes !== undefined && followed === 0;
    this.#replayed = 0;
    this.#questions?.restart();
    if (lanes) this.#core.beginLane(laneOfRun(followed, lanes.laneCount));
    const passesAt = this.#passesAt();
    if (passesAt !== undefined) view.setUint32(passesAt, lanes!.mostLoopPasses!, true);
    this.#gate?.restart(run === 0);
    this.#random = undefined;
    this.#end = undefined;
    this.#streams = streams;
    this.#written = { stdout: 0, stderr: 0 };
    this.#watchStaticVariables();
    if (this.#isSystemUsed || run === 0) this.#system = this.#openSystem();
    this.#isSystemUsed = false;
  }

  #watchStaticVariables(): void {
    this.#options.watched.forEach((value, variable) => {
      const { start, sizeBytes } = spanOf(value);
      for (const place of value.places) {
        if (place.kind !== 'static') continue;
        const enter = this.#instance.exports.__ux_watch_enter as CallableFunction;
        enter(variable, place.address + start, sizeBytes, HIGHEST_FRAME);
      }
    });
  }

  #instantiate(instantiateWith: ReturnType<typeof admitProgram>): WebAssembly.Instance {
    const { recorder, nameValue, core: spec } = this.#options;
    let instance: WebAssembly.Instance | undefined;
    const bound = bindCore({
      core: this.#core,
      memory: this.#memory,
      salt: 0,
      stop: (error) => this.#stop(explainEnd(error, undefined)),
      heapExhausted: (increment) => {
        const end = maybeHeapEnd(spec, increment);
        if (end) this.#stop(end);
      },
      recordsUntilCollection: () => 1,
      callLikelihood: (likelihood, hypothesis) => callLikelihood(instance!, likelihood, hypothesis),
      noteValue: (path, form, value) => {
        const index = recorder.note('Printed', path, form, value);
        if (index !== undefined) this.#draws?.printed(index, () => recorder.placeAt(index), value);
        return nameValue(index);
      },
      sources: this.#makers(),
      questions: this.#questions,
      noteStore: (variable, start, address, size) => this.#watched.note(variable, start, address, size),
    });
    this.#countCalls = bound.countCalls;
    const imports = { memory: this.#memory, core: bound.imports, system: this.#systemImports() };
    instance = instantiateWith(imports);
    return instance;
  }

  /** Makers of values: in the leading run they give the particles that were made before. */
  #makers(): SourceMakers {
    const makers = this.#gate ?? openMakers(this.#core);
    const { lanes } = this.#options;
    if (!lanes) return makers;
    const next = () => lanes.made[this.#replayed++] ?? Number.NaN;
    const replay = (handle: Handle): Handle => {
      if (this.#isLeading) this.#core.resultParticle = next();
      return handle;
    };
    return {
      parametric: (kind, a, b, c) => replay(makers.parametric(kind, a, b, c)),
      text: (input, read, make) => replay(makers.text(input, read, make)),
      posterior: (make) => replay(makers.posterior(make)),
      drawn: (text, make) => makers.drawn(text, make),
      other: (kind, text, make) => {
        const made = makers.other(kind, text, make);
        if (!Array.isArray(made)) replay(made as Handle);
        else if (this.#isLeading) return made.map(() => ({ handle: 0, particle: next() })) as typeof made;
        return made;
      },
    };
  }

  // Imports are fixed with the instance, so they lead to the system of the run.
  #systemImports(): Record<string, SystemCall> {
    const isStanding = this.#options.clockMs !== undefined;
    const imports = Object.keys(this.#system).map((name): [string, SystemCall] => {
      if (name === 'fd_write') return [name, (...args) => this.#write(args)];
      const isHarmless = HARMLESS.test(name) && !(isStanding && MOVES_CLOCK.test(name));
      return [
        name,
        (...args) => {
          if (!isHarmless) this.#isSystemUsed = true;
          return this.#system[name]!(...args);
        },
      ];
    });
    return Object.fromEntries(imports);
  }

  #write(args: number[]): number {
    if (args[0]! >= DESCRIPTOR_OF_FILES) this.#isSystemUsed = true;
    return this.#system.fd_write!(...args);
  }

  #openSystem(): Record<string, SystemCall> {
    const { arguments: words, core, files, clockMs } = this.#options;
    const tell = (text: string) => this.#streams.writeStderr(new TextEncoder().encode(`haze: ${text}\n`));
    const room = openFileRoom(core, () => this.#memory.buffer.byteLength, tell);
    this.#directory = openWorkingDirectory(files, room);
    return createWasiImports(
      {
        arguments: ['program', ...words],
        stdin: this.#input(),
        streamKinds: this.#options.streamKinds,
        writeStdout: (bytes) => this.#print('stdout', bytes, this.#streams.writeStdout),
        writeStderr: (bytes) => this.#print('stderr', bytes, this.#streams.writeStderr),
        directory: this.#directory,
        fillRandom: (target) => {
          this.#random ??= this.#openRandom();
          this.#random.fill(target);
        },
        clockMs,
        exit: (exitStatus) => this.#stop(endByItself(exitStatus)),
      },
      this.#memory,
    ) as unknown as Record<string, SystemCall>;
  }

  /** The input of the current run. */
  #input(): InputSource {
    const seek = (offset: number, whence: number) => this.#streams.stdin.seek?.(offset, whence);
    const { sizeBytes = 0 } = this.#streams.stdin;
    return Object.assign((size: number) => this.#streams.stdin(size), { seek, sizeBytes });
  }

  /** Lanes share one stream of the system's randomness: the stream of the run that has their draws. */
  #openRandom(): Random {
    const { lanes, seed } = this.#options;
    const random = createRandom((lanes ? seed : this.#seed) ^ 0x5a17n);
    // That run has taken a number for its boxes before.
    if (lanes) random.nextUint32();
    return random;
  }

  #print(stream: 'stdout' | 'stderr', bytes: Uint8Array, write: (bytes: Uint8Array) => void): void {
    const limit = this.#options.outputLimitBytes;
    const room = limit - this.#written[stream];
    if (room > 0) write(bytes.length > room ? bytes.subarray(0, room) : bytes);
    this.#written[stream] += bytes.length;
    if (this.#written[stream] > limit && !this.#end) this.#stop(outputEnd(stream, limit));
  }

  // The first reason counts: nothing that the program does while it is being stopped changes it.
  #stop(end: RunEnd): never {
    this.#end ??= end;
    return this.#trap();
  }

  #flush(): void {
    try {
      (this.#instance.exports.__ux_flush as (() => void) | undefined)?.();
    } catch {
      // The library was interrupted: data that it still held is lost, as on any system.
    }
  }
}

/** The same core, but with plain numbers as values. */
function referenceOf(core: CoreSpec): CoreSpec {
  return { ...core, Microarchitecture: 'Reference' };
}

const SILENT: RunStreams = {
  stdin: inputFromBytes(new Uint8Array()),
  writeStdout: () => {},
  writeStderr: () => {},
};
