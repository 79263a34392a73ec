// A rewritten program that runs with the numbers of a group of lanes. When a run finishes, its group still contains the
// lanes that took the same path as the run. All other lanes have left the group, in sets that took different paths.

import { bindCore, type CoreImports } from '../../runtime/core/core-imports.ts';
import { openMakers } from '../../runtime/core/source-gate.ts';
import { recordsUntilCollection } from '../../runtime/running/collection-schedule.ts';
import type { RunEnd } from '../../runtime/running/run-outcome.ts';
import type { CoreSpec } from '../../uncertainty/core/core-spec.ts';
import { GroupCore } from '../../uncertainty/cores/group-core.ts';
import { LaneColumns } from '../../uncertainty/cores/lane-columns.ts';
import type { PlainCore } from '../../uncertainty/cores/plain-core.ts';
import type { LaneRuns } from '../values/lane-runs.ts';
import type { ValueRecorder } from '../values/value-recorder.ts';
import { GroupNotes } from './group-notes.ts';
import { GroupQuestions } from './group-questions.ts';
import { GroupQueue } from './group-queue.ts';
import type { ProgramMachine, RunStreams } from './program-machine.ts';

export interface GroupProgramOptions {
  /** The instance that plain runs use. */
  readonly machine: ProgramMachine;
  readonly core: CoreSpec;
  readonly seed: bigint;
  readonly lanes: LaneRuns;
  readonly recorder: ValueRecorder;
  /** The core for plain runs, which makes the draws for all lanes. */
  readonly plain: PlainCore;
  /** Text printed after a value. */
  readonly valueName: string;
  readonly streams: () => RunStreams;
}

/** Maximum memory for a group's values, in bytes. */
const MEMORY_LIMIT_BYTES = 2 ** 30;

export class GroupProgram {
  readonly #options: GroupProgramOptions;
  readonly #core: GroupCore;
  readonly #queue: GroupQueue;
  readonly #notes = new GroupNotes();
  readonly #questions: GroupQuestions;
  readonly #machine: ProgramMachine;
  readonly #bound: CoreImports;
  #isDissolved = false;

  constructor(options: GroupProgramOptions) {
    const { machine, plain, lanes, seed } = options;
    this.#options = options;
    this.#machine = machine;
    this.#queue = new GroupQueue(lanes.laneCount);
    this.#core = new GroupCore({
      kernels: plain.kernels,
      columns: new LaneColumns(plain, lanes.laneCount),
      memoryLimitBytes: MEMORY_LIMIT_BYTES,
      dissolve: () => this.#dissolve(),
    });
    const readPath = () => machine.readPath();
    const { notes, core } = { notes: this.#notes, core: this.#core };
    this.#questions = new GroupQuestions({ core, plain, notes, readPath, seed, lanes });
    this.#bound = this.#bind(machine);
  }

  /**
   * Runs groups until one finishes, and records its lanes as the runs from `run` onwards; undefined if no group
   * finishes.
   */
  runNext(run: number): { readonly lanes: Uint32Array; readonly end: RunEnd } | undefined {
    for (let ranks = this.#queue.next(); ranks; ranks = this.#queue.next()) {
      const group = this.#core.begin(this.#queue.lanesOf(ranks));
      this.#notes.begin();
      this.#questions.begin();
      this.#isDissolved = false;
      this.#machine.restore({
        streams: this.#options.streams(),
        bound: this.#bound,
        onRead: () => this.#dissolve(),
      });
      const end = this.#machine.run();
      // More memory is available to plain runs.
      const isDissolved = this.#isDissolved || (end.kind === 'stopped' && end.code.includes('memory'));
      const positions = group.remaining();
      const ranksAt = (set: Uint32Array) => set.map((position) => ranks[position]!);
      this.#queue.finish(ranks, ranksAt(positions), group.left.map(ranksAt), isDissolved);
      if (isDissolved) continue;
      this.#notes.record(this.#options.recorder, positions, run);
      return { lanes: positions.map((position) => group.lanes[position]!), end };
    }
    return undefined;
  }

  /** Lanes that become plain runs. */
  plainLanes(): Uint32Array {
    return this.#queue.plainLanes();
  }

  /** Number of calls from the program into the core, over all runs. */
  countCalls(): number {
    return this.#bound.countCalls();
  }

  #dissolve(): never {
    this.#isDissolved = true;
    return this.#machine.stop({ kind: 'exited', exitStatus: 0 });
  }

  #bind(machine: ProgramMachine): CoreImports {
    const { core: spec, seed, valueName } = this.#options;
    const core = this.#core;
    return bindCore({
      core,
      memory: machine.memory,
      salt: Number(BigInt.asUintN(32, seed ^ 0x5a17n)),
      stop: (error) => machine.fail(error),
      heapExhausted: (increment) => machine.exhaustHeap(increment),
      recordsUntilCollection: (searchedBytes) =>
        recordsUntilCollection(spec, {
          recordsAlive: core.recordsAlive,
          guestMemoryBytes: machine.memory.buffer.byteLength,
          searchedBytes,
        }),
      callLikelihood: () => this.#dissolve(),
      noteLanes: (path, form, value) => {
        if (this.#notes.isFull) this.#dissolve();
        this.#notes.note('Printed', path, form, core.read(value));
        return valueName;
      },
      onLost: () => this.#dissolve(),
      sources: openMakers(core),
      questions: this.#questions,
      decisions: core,
      choices: core.choices,
    });
  }
}
