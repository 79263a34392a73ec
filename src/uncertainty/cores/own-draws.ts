// Draws numbers from values, one draw at a time; a program's function is evaluated once per draw. Distributions that
// the function creates become numbers at coordinates that no value uses.
import type { Core } from '../core/core.ts';
import { type CoreSpec, firstPointsOf } from '../core/core-spec.ts';
import { PlainCore } from './plain-core.ts';

export interface DrawOptions {
  readonly kernels: WebAssembly.Module;
  readonly seed: bigint;
  readonly drawCount: number;
  readonly onNotice: (message: string) => void;
}

export class OwnDraws {
  /** Number of draws. */
  readonly count: number;
  readonly #open: () => PlainCore;
  #opened: PlainCore | undefined;
  #draw = 0;
  #first = 0;
  #end = 0;

  constructor(spec: CoreSpec, { kernels, seed, drawCount, onNotice }: DrawOptions) {
    this.count = drawCount;
    const lanes = { laneCount: drawCount, firstPoints: firstPointsOf(spec) };
    this.#open = () =>
      new PlainCore({ ...spec, Microarchitecture: 'Reference' }, { kernels, seed, lanes, onNotice });
  }

  /** The core that draws numbers from distributions that are created within a draw; opened on first use. */
  get #core(): PlainCore {
    this.#opened ??= this.#open();
    return this.#opened;
  }

  /** Index of the current draw. */
  get draw(): number {
    return this.#draw;
  }

  /** Exclusive upper bound of the dimensions used by draws so far. */
  get endDimension(): number {
    return Math.max(this.#end, this.#core.dimension);
  }

  /** @param firstDimension first coordinate for distributions that the draw creates */
  enter(draw: number, firstDimension: number): Core {
    if (draw === 0) {
      this.#first = firstDimension;
      this.#end = firstDimension;
    } else this.#end = this.endDimension;
    this.#draw = draw;
    this.#core.beginLane(draw, this.#first);
    return this.#core;
  }

  /** The current draw's coordinate in a dimension. */
  uniformIn(dimension: number): number {
    return this.#core.uniformAt(dimension, this.#draw);
  }
}
