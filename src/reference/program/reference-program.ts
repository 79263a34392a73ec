// A program that runs with plain numbers. Each run is one draw of all sources, determined by the run's seed or lane.
// serve-reference.ts owns the program.

import { bindCore, type CoreImports } from '../../runtime/core/core-imports.ts';
import { openMakers, SourceGate, type SourceMakers } from '../../runtime/core/source-gate.ts';
import { callLikelihood } from '../../runtime/running/abnormal-ends.ts';
import { type RunEnd, STOP_STATUS } from '../../runtime/running/run-outcome.ts';
import { readFrames } from '../../runtime/running/run-tracing.ts';
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
import { type MachineProgram, ProgramMachine, type RunStreams } from './program-machine.ts';
import { openSharedRandom, seedOfRun } from './seeds.ts';
import { spanOf, type WatchedValue } from './watch-stores.ts';
import { WatchedMemory } from './watched-memory.ts';

export interface ReferenceProgramOptions extends MachineProgram {
  /** Converts an instruction's offset in the marked module to its offset before paths were marked. */
  readonly originalOffset: (offset: number) => number | undefined;
  readonly kernels: WebAssembly.Module;
  readonly seed: bigint;
  readonly recorder: ValueRecorder;
  /** Variables whose assignments are recorded. */
  readonly watched: readonly WatchedValue[];
  /** Records draws and printed values run by run. */
  readonly trace?: boolean | undefined;
  /** Text printed after the value at a place; undefined for a place that is not recorded. */
  readonly nameValue: (index: number | undefined) => string;
  /** Lists the sources of the first run, or replaces sources. */
  readonly sources?: SourceWish;
  /** Makes each run follow a lane. Run 0 leads, with the particles; every other run is a lane. */
  readonly lanes?: LaneRuns;
}

/** Frame number of static variables, which belong to no function and outlive all frames. */
const HIGHEST_FRAME = 0xffff_ffff;
/** Number given to a run whose draws are not recorded. */
const UNTRACED_RUN = Number.POSITIVE_INFINITY;

export class ReferenceProgram {
  readonly #options: ReferenceProgramOptions;
  readonly #core: PlainCore;
  readonly #machine: ProgramMachine;
  #bound!: CoreImports;
  readonly #watched: WatchedMemory;
  readonly #gate: SourceGate | undefined;
  readonly #draws: DrawRecorder | undefined;
  readonly #questions: JoinedQueries | undefined;
  #seed = 0n;
  #isLeading = false;
  /** Number of values that the leading run has created. */
  #replayed = 0;

  /** @throws HazeError `other-contract`, `malformed-ux`, `core-memory-exhausted`, `invalid-core` */
  constructor(options: ReferenceProgramOptions) {
    this.#options = options;
    this.#draws = options.trace
      ? new DrawRecorder({
          readPath: () => this.#machine.readPath(),
          readFrames: () => this.#readOriginalFrames(),
          momentsOf: (family, parameters) => this.#core.momentsOfParametric(family, parameters),
        })
      : undefined;
    const { kernels, seed, lanes, recorder } = options;
    this.#core = new PlainCore(referenceOf(options.core), { kernels, seed, draws: this.#draws, lanes });
    const readPath = () => this.#machine.readPath();
    this.#questions = lanes && new JoinedQueries({ core: this.#core, recorder, readPath, seed, lanes });
    this.#gate =
      options.sources && new SourceGate(this.#core, options.sources, () => this.#readOriginalFrames());
    this.#machine = new ProgramMachine({
      ...options,
      openRandom: () => this.#openRandom(),
      bind: (machine) => {
        this.#bound = this.#bind(machine);
        return this.#bound;
      },
      hasCores: lanes?.areGrouped === true,
    });
    this.#watched = new WatchedMemory(this.#machine.memory, options.watched, recorder);
  }

  /** The core that draws. */
  get core(): PlainCore {
    return this.#core;
  }

  /** The instance, which groups of lanes also use. */
  get machine(): ProgramMachine {
    return this.#machine;
  }

  /** Runs the program until it stops, for any reason. @param lane the run's lane, if it follows one */
  run(run: number, streams: RunStreams, lane?: number): RunEnd {
    const { recorder } = this.#options;
    this.#prepare(run, streams, lane);
    recorder.beginRun(run);
    this.#draws?.beginRun(this.#options.lanes && run === 0 ? UNTRACED_RUN : run);
    const end = this.#machine.run(() => this.#maybeEndless());
    recorder.endRun();
    return end;
  }

  /** Number of calls from the program into the core, over all runs. */
  countCalls(): number {
    return this.#bound.countCalls();
  }

  /** The last run's changes to its files, or the reason why they were discarded. */
  fileChanges() {
    return this.#machine.fileChanges();
  }

  /** Sources of the first run, if the request lists sources. */
  sources(): SourceReport | undefined {
    return this.#options.sources?.isListed ? this.#gate?.report() : undefined;
  }

  /** Names of overridden sources that the last run did not create. */
  missingSources(): readonly string[] {
    return this.#gate?.missing() ?? [];
  }

  /** Draws and printed values from a traced program's runs since the last call. */
  takeDraws(): DrawBlock | undefined {
    return this.#draws?.takeBlock();
  }

  /** Number of recorded values that `takeDraws` has not yet returned. */
  get waitingDraws(): number {
    return this.#draws?.waiting ?? 0;
  }

  /** Number of loop iterations that the last run had left; undefined if there is no limit. */
  #readPassesLeft(): number | undefined {
    if (this.#options.lanes?.mostLoopPasses === undefined) return undefined;
    return this.#machine.maybeReadWord(PASSES_LEFT);
  }

  /** Number of loop iterations in the last run; 0 if they are not counted. */
  countLoopPasses(): number {
    return (this.#options.lanes?.mostLoopPasses ?? 0) - (this.#readPassesLeft() ?? 0);
  }

  #maybeEndless(): RunEnd | undefined {
    if (this.#readPassesLeft() !== 0) return undefined;
    const message = `still running after ${this.#options.lanes!.mostLoopPasses} loop iterations`;
    return { kind: 'stopped', code: 'time-limit', message, exitStatus: STOP_STATUS['time-limit'] };
  }

  #readOriginalFrames(): number[] {
    return readFrames().map((offset) => this.#options.originalOffset(offset) ?? -1);
  }

  #prepare(run: number, streams: RunStreams, lane: number | undefined): void {
    const { lanes, seed } = this.#options;
    this.#machine.restore({ streams, isFirst: run === 0 });
    const followed = run === 0 ? (lanes?.leader ?? run) : run;
    this.#seed = seedOfRun(seed, followed);
    this.#core.reseed(this.#seed);
    this.#isLeading = lanes !== undefined && followed === 0;
    this.#replayed = 0;
    this.#questions?.restart();
    if (lanes) {
      this.#core.beginLane(lane ?? laneOfRun(followed, lanes.laneCount));
      this.#setPassesLeft(lanes.mostLoopPasses);
    }
    this.#gate?.restart(run === 0);
    this.#watchStaticVariables();
  }

  #setPassesLeft(passes: number | undefined): void {
    const address = this.#machine.instance.exports[PASSES_LEFT];
    if (passes === undefined || !(address instanceof WebAssembly.Global)) return;
    new DataView(this.#machine.memory.buffer).setUint32(address.value as number, passes, true);
  }

  #watchStaticVariables(): void {
    this.#options.watched.forEach((value, variable) => {
      const { start, sizeBytes } = spanOf(value);
      for (const place of value.places) {
        if (place.kind !== 'static') continue;
        const enter = this.#machine.instance.exports.__ux_watch_enter as CallableFunction;
        enter(variable, place.address + start, sizeBytes, HIGHEST_FRAME);
      }
    });
  }

  #bind(machine: ProgramMachine): CoreImports {
    const { recorder, nameValue } = this.#options;
    return bindCore({
      core: this.#core,
      memory: machine.memory,
      salt: 0,
      stop: (error) => machine.fail(error),
      heapExhausted: (increment) => machine.exhaustHeap(increment),
      recordsUntilCollection: () => 1,
      callLikelihood: (likelihood, hypothesis) => callLikelihood(machine.instance, likelihood, hypothesis),
      noteValue: (path, form, value) => {
        const index = recorder.note('Printed', path, form, value);
        if (index !== undefined) this.#draws?.printed(index, () => recorder.placeAt(index), value);
        return nameValue(index);
      },
      sources: this.#makers(),
      questions: this.#questions,
      noteStore: (variable, start, address, size) => this.#watched.note(variable, start, address, size),
    });
  }

  /** Calls that create values. In the leading run, they return the particles from an earlier run of the core. */
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

  #openRandom(): Random {
    const { lanes, seed } = this.#options;
    return lanes ? openSharedRandom(seed) : createRandom(this.#seed ^ 0x5a17n);
  }
}

/** Returns the same core, but with plain numbers as values. */
function referenceOf(core: CoreSpec): CoreSpec {
  return { ...core, Microarchitecture: 'Reference' };
}
