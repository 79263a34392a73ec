// Values that all draws print at one place, as text: the draws of every lane joined to one distribution.
import type { CollectedValue } from '../reference/values/collected-values.ts';
import { laneOfRun } from '../reference/values/lane-runs.ts';
import { type CoreSpec, countLanes } from '../uncertainty/core/core-spec.ts';
import { createCore } from '../uncertainty/cores/create-core.ts';
import { LaneCore } from '../uncertainty/cores/lane-core.ts';

/** A value that was printed, joined. */
export interface JoinedValue {
  /** Mean of the draws that print it. */
  readonly mean: number;
  /** Number of draws that print the value. */
  readonly draws: number;
  /** True when the leading run prints it. */
  readonly isLed: boolean;
}

export interface JoinerOptions {
  readonly spec: CoreSpec;
  readonly kernels: WebAssembly.Module;
  readonly seed: bigint;
  readonly onNotice: (text: string) => void;
}

/** Samples without that of the leading run, which is no draw. */
export function drawsOf(value: CollectedValue, isLed: boolean): Float64Array {
  const samples = value.samples();
  return isLed ? samples.subarray(1) : samples;
}

export class ValueJoiner {
  readonly #options: JoinerOptions;
  readonly #laneCount: number;

  constructor(options: JoinerOptions) {
    this.#options = options;
    this.#laneCount = countLanes(options.spec);
  }

  /** Ux text of equally probable draws; empty where all are the number that is printed. */
  textOf(draws: Float64Array, printed: number | undefined): string {
    const [first] = draws;
    if (first === undefined) return '';
    const { spec, kernels, seed, onNotice } = this.#options;
    if (draws.every((draw) => Object.is(draw, first))) {
      if (printed === undefined || Object.is(first, printed)) return '';
      return createCore(spec, { kernels, seed }).toText({ handle: 0, particle: first });
    }
    const core = createCore(spec, { kernels, seed, onNotice });
    const isWhole = draws.length === this.#laneCount && core instanceof LaneCore;
    const handle = isWhole ? core.fromLanes(this.#inOrder(draws)) : core.fromSamples(draws);
    return core.toText({ handle, particle: core.resultParticle });
  }

  /** Draws in the order of lanes: blocks of lanes tell how well a deviation is known. */
  #inOrder(draws: Float64Array): Float64Array {
    const lanes = new Float64Array(draws.length);
    draws.forEach((draw, i) => {
      lanes[laneOfRun(i + 1, draws.length)!] = draw;
    });
    return lanes;
  }
}
