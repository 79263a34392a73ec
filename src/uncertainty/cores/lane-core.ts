// Cores that track correlation: every value carries lanes, and also a grid if it is a function of a single base
// (grid-store.ts). Functions of one value are computed at the points of its base. Values without common sources are
// combined through the product of their deltas, which is reduced so that moments are preserved. All other values
// consist only of their lanes. A value's deltas are computed on first use. dependence.md covers the dependence of new
// values and the accuracy of results.

import type { Core, JointDraws, Operand } from '../core/core.ts';
import { type CoreSpec, countLanes, firstPointsOf } from '../core/core-spec.ts';
import type { SetId } from '../core/source-sets.ts';
import { AccuracyStatements } from '../dependent/accuracy-statements.ts';
import { countProductLevels, IndependentProducts } from '../dependent/independent-products.ts';
import { LaneArithmetic } from '../dependent/lane-arithmetic.ts';
import { LaneChoices } from '../dependent/lane-choices.ts';
import { LaneCreation } from '../dependent/lane-creation.ts';
import type { LaneGround } from '../dependent/lane-ground.ts';
import { LaneLimits } from '../dependent/lane-limits.ts';
import type { LaneParts } from '../dependent/lane-parts.ts';
import { LaneQueries } from '../dependent/lane-queries.ts';
import { LaneSources } from '../dependent/lane-sources.ts';
import { SourceTrace } from '../dependent/source-trace.ts';
import { AlignedDecisions } from '../distributions/decisions.ts';
import { columnOf } from '../distributions/samples.ts';
import { RecordDeltas } from '../lanes/record-deltas.ts';
import { ShownFigures } from '../lanes/shown-figures.ts';
import { ValueStore } from '../lanes/value-store.ts';
import type { SetOptions } from './core-options.ts';
import { layGround } from './ground.ts';
import { OwnDraws } from './own-draws.ts';
import { TrackingCore } from './tracking-core.ts';

export function openLaneCore(spec: CoreSpec, options: SetOptions): TrackingCore {
  const productLevels = countProductLevels(spec);
  const laneCount = countLanes(spec);
  const ground = layGround(spec, options, {
    productLevels,
    shared: options.shared,
    complete: (handle) => deltas.complete(handle),
  });
  const { records, densities, texts } = ground;
  const laneOptions = { ...options, laneCount, firstPoints: firstPointsOf(spec) };
  const values = new ValueStore(ground, laneOptions, productLevels);
  const figures = new ShownFigures({ ...ground, values });
  const deltas = new RecordDeltas(ground, values, figures);
  const kept: LaneGround = { ...ground, values, figures, deltas };
  const products = new IndependentProducts(kept);
  const arithmetic = new LaneArithmetic({ ...kept, products });
  const statements = new AccuracyStatements(kept, options.refining);
  const trace = options.trace && new SourceTrace(options.trace, kept);
  const sources = new LaneSources(kept, trace);
  const queries = new LaneQueries({ ...kept, statements });
  const parts = { ...kept, arithmetic, sources, queries };
  const draws = new AlignedDraws(parts, new OwnDraws(spec, { ...options, drawCount: laneCount }));
  const decisions = new AlignedDecisions(({ handle, particle }) =>
    handle === 0 ? Float64Array.of(particle) : values.viewLanes(handle),
  );
  return new TrackingCore({
    ...ground,
    arithmetic,
    creation: new LaneCreation(parts),
    limits: new LaneLimits(parts),
    draws,
    queries,
    decisions,
    choices: new LaneChoices(parts, decisions),
    lanes: {
      trace,
      get bytes() {
        return values.lanes.bytes;
      },
      read: ({ handle, particle }) =>
        handle === 0 ? new Float64Array(laneCount).fill(particle) : values.readLanes(handle),
      make: (lanes) => draws.fromDraws(lanes),
      forgetUnusedSets: () => values.lanes.forgetUnusedSets(() => records.liveHandles()),
    },
    forget(handle) {
      texts.forget(handle);
      densities.forget(handle);
      figures.forget(handle);
      values.forget(handle);
    },
  });
}

type Parts = Pick<LaneParts, 'kernels' | 'maker' | 'values' | 'arithmetic' | 'sources'>;

class AlignedDraws implements JointDraws {
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
