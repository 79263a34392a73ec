// Formats values that all draws print at the same position, combining the draws of every lane into one distribution.
import type { CollectedValue } from '../reference/values/collected-values.ts';
import { laneOfRun } from '../reference/values/lane-runs.ts';
import type { FigureNotes } from '../runtime/core/figure-notes.ts';
import type { NoticeNames } from '../runtime/core/notice-names.ts';
import type { Core, Operand } from '../uncertainty/core/core.ts';
import { type CoreSpec, countLanes } from '../uncertainty/core/core-spec.ts';
import { QUERIES } from '../uncertainty/core/operations.ts';
import type { Answer, ValueFigures } from '../uncertainty/core/value-figures.ts';
import { createCore } from '../uncertainty/cores/create-core.ts';
import { answerOfDraws } from '../uncertainty/cores/plain-core.ts';
import { TrackingCore } from '../uncertainty/cores/tracking-core.ts';
import { figuresOfDraws } from '../uncertainty/figures/figures-of-draws.ts';
import { LaneErrors } from '../uncertainty/figures/lane-errors.ts';

export interface JoinerOptions {
  readonly spec: CoreSpec;
  readonly kernels: WebAssembly.Module;
  readonly seed: bigint;
  /** Collects notices about values together with the values' names. */
  readonly names: NoticeNames;
  /** Order in which the runs follow the lanes; if undefined, the order of plain runs. */
  readonly laneOrder?: Uint32Array | undefined;
  /** Collects the figures for values, with their errors. */
  readonly figures?: FigureNotes | undefined;
  /** True to add Ux text to answers to queries, too, so that their errors can be found. */
  readonly showsAnswers?: boolean | undefined;
}

/** Reads the samples of a value: the leading run's number, if any, and the draws in run order. */
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
  readonly #showsAnswers: boolean;

  constructor({ spec, figures, names, laneOrder, showsAnswers = false, ...options }: JoinerOptions) {
    this.#figures = figures;
    this.#names = names;
    this.#laneOrder = laneOrder;
    this.#showsAnswers = showsAnswers;
    this.#core = createCore(spec, { ...options, onNotice: (text, about) => names.add(text, about) });
    this.#laneCount = countLanes(spec);
  }

  /** Returns the Ux text for equally weighted draws, or empty text if all draws equal the printed number. */
  textOf(draws: Float64Array, printed: number | undefined): string {
    const [first] = draws;
    if (first === undefined) return '';
    const core = this.#core;
    if (draws.every((draw) => Object.is(draw, first))) {
      const isAnswer = this.#showsAnswers && this.#figures?.isAnswer(first);
      if (!isAnswer && (printed === undefined || Object.is(first, printed))) return '';
      const plain = { handle: 0, particle: first };
      const text = core.toText(plain);
      if (isAnswer) this.#figures?.note(core, plain, text);
      return text;
    }
    const value = this.#make(draws);
    const { handle } = value;
    const text = core.toText(value);
    this.#names.notePrinted(value, text);
    this.#figures?.note(core, value, text, () => this.#maybeFigures(draws));
    if (handle !== 0) core.release(handle);
    return text;
  }

  /** Records the error of an answer about draws, in run order. */
  keepAnswer(kind: Answer['kind'], draws: Float64Array, argument: number): void {
    const answer = answerOfDraws(kind === 'quantile' ? 'quantile' : 'probability_gt', draws, argument);
    if (!this.#areWhole(draws)) {
      this.#figures?.keep(kind, answer, new LaneErrors(draws, 'none').errorOf({ kind, at: argument }));
      return;
    }
    const value = this.#make(draws);
    const query = kind === 'quantile' ? 'quantile_error' : 'probability_error';
    const error = this.#core.query(QUERIES.indexOf(query), value, argument);
    this.#figures?.keep(kind, answer, error);
    if (value.handle !== 0) this.#core.release(value.handle);
  }

  #areWhole(draws: Float64Array): boolean {
    return draws.length === this.#laneCount;
  }

  /** Figures for a subset of the draws, which the core treats as the whole distribution. */
  #maybeFigures(draws: Float64Array): ValueFigures | undefined {
    return this.#areWhole(draws) ? undefined : figuresOfDraws(draws);
  }

  #make(draws: Float64Array): Operand {
    const core = this.#core;
    const lanes = core instanceof TrackingCore ? core.lanes : undefined;
    const isWhole = this.#areWhole(draws) && lanes !== undefined;
    const handle = isWhole ? lanes.make(this.#inOrder(draws)) : core.fromSamples(draws);
    return { handle, particle: core.resultParticle };
  }

  /** Draws in lane order, because the accuracy of a deviation is estimated from blocks of lanes. */
  #inOrder(draws: Float64Array): Float64Array {
    const lanes = new Float64Array(draws.length);
    draws.forEach((draw, i) => {
      lanes[this.#laneOrder?.[i] ?? laneOfRun(i + 1, draws.length)!] = draw;
    });
    return lanes;
  }
}
