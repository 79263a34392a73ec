// Values that all draws print at one place, as text: the draws of every lane joined to one distribution.
import type { CollectedValue } from '../reference/values/collected-values.ts';
import { laneOfRun } from '../reference/values/lane-runs.ts';
import type { FigureNotes } from '../runtime/core/figure-notes.ts';
import type { NoticeNames } from '../runtime/core/notice-names.ts';
import type { Core } from '../uncertainty/core/core.ts';
import { type CoreSpec, countLanes } from '../uncertainty/core/core-spec.ts';
import { createCore } from '../uncertainty/cores/create-core.ts';
import { TrackingCore } from '../uncertainty/cores/tracking-core.ts';

export interface JoinerOptions {
  readonly spec: CoreSpec;
  readonly kernels: WebAssembly.Module;
  readonly seed: bigint;
  /** Collects notices about values, and their names. */
  readonly names: NoticeNames;
  /** Lanes in the order of the runs; the order of plain runs when absent. */
  readonly laneOrder?: Uint32Array | undefined;
  /** Collects figures of values with their errors. */
  readonly figures?: FigureNotes | undefined;
}

/** Samples of a value: the number of the leading run, if the run has one, and the draws in the order of their runs. */
export function readDraws(value: CollectedValue): {
  readonly printed: number | undefined;
  readonly draws: Float64Array;
} {
  const samples = value.samples();
  return value.isLed
    ? { printed: samples[0], draws: samples.subarray(1) }
    : { printed: undefined, draws: samples };
}

export class ValueJoiner {
  readonly #core: Core;
  readonly #laneCount: number;
  readonly #figures: FigureNotes | undefined;
  readonly #names: NoticeNames;
  readonly #laneOrder: Uint32Array | undefined;

  constructor({ spec, figures, names, laneOrder, ...options }: JoinerOptions) {
    this.#figures = figures;
    this.#names = names;
    this.#laneOrder = laneOrder;
    this.#core = createCore(spec, { ...options, onNotice: (text, about) => names.add(text, about) });
    this.#laneCount = countLanes(spec);
  }

  /** Ux text of equally probable draws; empty if all equal the printed number. */
  textOf(draws: Float64Array, printed: number | undefined): string {
    const [first] = draws;
    if (first === undefined) return '';
    const core = this.#core;
    if (draws.every((draw) => Object.is(draw, first))) {
      if (printed === undefined || Object.is(first, printed)) return '';
      return core.toText({ handle: 0, particle: first });
    }
    const lanes = core instanceof TrackingCore ? core.lanes : undefined;
    const isWhole = draws.length === this.#laneCount && lanes !== undefined;
    const handle = isWhole ? lanes.make(this.#inOrder(draws)) : core.fromSamples(draws);
    const value = { handle, particle: core.resultParticle };
    const text = core.toText(value);
    this.#names.notePrinted(value, text);
    this.#figures?.note(core, value, text);
    if (handle !== 0) core.release(handle);
    return text;
  }

  /** Draws in the order of lanes: blocks of lanes determine the error of a deviation. */
  #inOrder(draws: Float64Array): Float64Array {
    const lanes = new Float64Array(draws.length);
    draws.forEach((draw, i) => {
      lanes[this.#laneOrder?.[i] ?? laneOfRun(i + 1, draws.length)!] = draw;
    });
    return lanes;
  }
}
