// Draws of values with lanes: draw k of every value is its lane k, so the draws preserve how values depend on each
// other.

import type { Core, JointDraws, Operand } from '../core/core.ts';
import type { SetId } from '../core/source-sets.ts';
import type { LaneParts } from '../dependent/lane-parts.ts';
import { columnOf } from '../distributions/samples.ts';
import type { OwnDraws } from './own-draws.ts';

type Parts = Pick<LaneParts, 'kernels' | 'maker' | 'values' | 'arithmetic' | 'sources'>;

export class AlignedDraws implements JointDraws {
  readonly keepsJoint = true;
  readonly #parts: Parts;
  readonly #draws: OwnDraws;
  /** Sources of the values that have been read in draws so far. */
  readonly #readSets = new Set<SetId>();

  constructor(parts: Parts, draws: OwnDraws) {
    this.#parts = parts;
    this.#draws = draws;
  }

  get count(): number {
    return this.#draws.count;
  }

  enter(draw: number): Core {
    if (draw === 0) this.#readSets.clear();
    return this.#draws.enter(draw, this.#parts.values.lanes.dimensionsTaken);
  }

  drawOf({ handle, particle }: Operand): number {
    if (handle === 0) return particle;
    const { values } = this.#parts;
    this.#readSets.add(values.lanes.setOf(handle));
    return values.viewLanes(handle)[this.#draws.draw]!;
  }

  valuesOf(rows: Float64Array, cardinality: number): Operand[] {
    const { maker, values, sources } = this.#parts;
    const draws = this.#draws;
    const { lanes } = values;
    const isDrawing = draws.endDimension > lanes.dimensionsTaken;
    while (draws.endDimension > lanes.dimensionsTaken) lanes.takeDimension();
    const sets = [...this.#readSets];
    this.#readSets.clear();
    const source = isDrawing || sets.length === 0 ? lanes.addSource() : undefined;
    if (source !== undefined) sets.push(lanes.singleSet(source));
    const set = lanes.uniteSets(...sets);
    const made = Array.from({ length: cardinality }, (_, column): Operand => {
      const handle = this.#make(columnOf(rows, column, cardinality), set);
      return { handle, particle: maker.resultParticle };
    });
    if (source !== undefined)
      sources.trace?.addJoint(
        source,
        lanes.count,
        made.map(({ handle }) => handle),
      );
    return made;
  }

  /** A value known only from its draws, one per lane of the core. Its particle is their mean. */
  fromDraws(draws: Float64Array): number {
    const { lanes } = this.#parts.values;
    return this.#make(draws, lanes.singleSet(lanes.addSource()));
  }

  #make(draws: Float64Array, set: SetId): number {
    const { kernels, values, arithmetic } = this.#parts;
    const address = values.lanes.allocate();
    kernels.doublesAt(address, draws.length).set(draws);
    return arithmetic.finishLanes(address, set);
  }
}
