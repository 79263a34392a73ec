// Creates values with lanes. Every creation is a new source of uncertainty. See dependence.md.

import type { Handle, Operand } from '../core/core.ts';
import type { ParametricKind } from '../core/operations.ts';
import type { SetId } from '../core/source-sets.ts';
import type { Posterior } from '../distributions/bayes.ts';
import { mixMoments } from '../distributions/moments.ts';
import type { PlacedShape } from '../distributions/parametric.ts';
import { columnOf, mergeSamples, mixPoints, type WeightedPoints } from '../distributions/samples.ts';
import { ROOT } from '../figures/formula.ts';
import { maybeMixture } from '../figures/roots.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Creation } from '../records/core-parts.ts';
import { RECORD_ATOMS, RECORD_PUBLISHED } from '../records/records.ts';
import { pickLanes } from './draw-lanes.ts';
import type { LaneParts } from './lane-parts.ts';

type Parts = Pick<
  LaneParts,
  | 'kernels'
  | 'records'
  | 'maker'
  | 'densities'
  | 'points'
  | 'texts'
  | 'values'
  | 'deltas'
  | 'arithmetic'
  | 'sources'
>;

export class LaneCreation implements Creation {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  parametric(
    name: ParametricKind,
    plan: PlacedShape,
    single: number,
    a: number,
    b: number,
    c: number,
  ): Handle {
    const { records, maker, densities, values, sources } = this.#parts;
    const particle = single ? Math.fround(plan.mean) : plan.mean;
    maker.resultParticle = particle;
    maker.checkMemory();
    const isPublished = !values.isJoint && values.shapeGridOf(plan).isClose;
    const handle = records.add(0, 0, isPublished ? RECORD_PUBLISHED : 0);
    densities.noteShape(handle, plan);
    const source = values.lanes.addSource();
    const onDrawn = sources.traceOfRun?.addParametric(source, name, [a, b, c], particle);
    sources.addParametric(handle, source, plan, single, onDrawn);
    return handle;
  }

  fromPoints(points: WeightedPoints, particle?: number): Handle {
    const handle = this.#parts.points.make(points, particle);
    if (handle !== 0) this.#parts.sources.addPoints(handle, points, false);
    return handle;
  }

  adopt(handle: Handle): void {
    const { points, sources } = this.#parts;
    sources.addPoints(handle, points.read({ handle, particle: 0 }), false);
  }

  fromPosterior({ points, density }: Posterior): Handle {
    const handle = this.#parts.points.make(points);
    if (handle === 0) return 0;
    this.#parts.sources.addPoints(handle, points, true);
    this.#parts.densities.noteTable(handle, density);
    return handle;
  }

  predicting(likelihood: (hypothesis: number) => Operand): (hypothesis: number) => Operand {
    return this.#parts.sources.predicting(likelihood);
  }

  /** Creates joint samples, which share a single source and base, so that operations on them work row by row. */
  fromMultidimensionalSamples(rows: Float64Array, cardinality: number): Operand[] {
    const { kernels, maker, points, values, sources } = this.#parts;
    const { lanes } = values;
    const n = Math.floor(rows.length / cardinality);
    const source = lanes.addSource();
    const set = lanes.singleSet(source);
    const dimension = sources.takeDimension();
    const columns = Array.from({ length: cardinality }, (_, column) => columnOf(rows, column, cardinality));
    const made = columns.map((samples): Operand => {
      const handle = points.make(mergeSamples(samples, undefined));
      if (handle !== 0) {
        const drawn = lanes.drawUniforms(dimension);
        const masses = new Float64Array(n).fill(1);
        pickLanes(kernels, { positions: samples, masses, atoms: true }, drawn);
        lanes.assign(handle, drawn, set);
      }
      return { handle, particle: maker.resultParticle };
    });
    const handles = made.map(({ handle }) => handle);
    values.assignTogether(handles, columns);
    sources.trace?.addJoint(source, n, handles);
    return made;
  }

  /**
   * Creates a mixture. A new source selects one of the two values in each lane, and the mixture takes that value's
   * lane.
   */
  mixture(first: Operand, second: Operand, firstWeight: number): Handle {
    const { kernels, points, values, deltas, arithmetic, sources } = this.#parts;
    const { lanes } = values;
    const [a, b] = [first, second].map((part) => deltas.keepFew(this.#maybePointsOf(part)));
    const mixed = a && b && mixPoints(a, b, firstWeight);
    let handle = 0;
    if (mixed) {
      handle = points.make(mixed);
      if (handle === 0) return 0;
      const [x, y] = [first, second].map((part) =>
        part.handle === 0 ? part.particle : values.maybeVariableOf(part.handle),
      );
      const root = maybeMixture(x, y, firstWeight);
      const variable = root && { root, formula: ROOT };
      values.assignPoints(handle, points.read({ handle, particle: 0 }), true, variable);
    }
    const source = lanes.addSource();
    const x = values.borrowLanes(first);
    const y = values.borrowLanes(second);
    const chosen = sources.drawUniforms();
    sources.trace?.addChoice(source, chosen, firstWeight);
    kernels.call.lane_choose(x, y, firstWeight, chosen);
    values.giveBackLanes(first, x);
    values.giveBackLanes(second, y);
    const set = lanes.uniteSets(lanes.singleSet(source), ...lanes.setsOf([first, second]));
    if (handle === 0)
      return arithmetic.finishLanes(
        chosen,
        set,
        mixMoments(values.momentsOfOperand(first), values.momentsOfOperand(second), firstWeight),
      );
    lanes.assign(handle, chosen, set);
    return handle;
  }

  independentCopy(value: Operand): Handle {
    const { kernels, records, maker, values, sources } = this.#parts;
    const { handle: original, particle } = value;
    if (original === 0) return maker.plain(particle);
    const { lanes: store, grids } = values;
    const source = store.addSource();
    const recipe = values.recipeOf(original);
    maker.resultParticle = particle;
    if (recipe) {
      maker.checkMemory();
      const copy = records.add(0, 0, records.flagsOf(original) & RECORD_PUBLISHED);
      const onDrawn = sources.traceOfRun?.addCopy(source, particle);
      sources.addParametric(copy, source, recipe.plan, recipe.single, onDrawn);
      this.#parts.densities.noteCopy(copy, original);
      return copy;
    }
    const originals = values.lanesOf(original);
    const lanes = sources.drawUniforms();
    kernels.call.lane_redraw(originals, kernels.scratch(16 * store.count), lanes);
    const grid = values.gridOf(original);
    const copy = this.#copyRecord(value, lanes, store.singleSet(source));
    const variable = grid?.base.root && grids.maybeVariable(grid);
    // A new root with the same distribution.
    const own = variable && { root: { ...variable.root, isCopy: true } as const, formula: variable.formula };
    if (grid) values.assignPoints(copy, grids.read(grid), grid.base.isFine, own);
    else values.setKnown(copy, values.momentsOf(original));
    sources.trace?.addCopy(source, particle)(lanes);
    sources.trace?.noteValue(source, copy);
    return copy;
  }

  /** Every copy permutes its original's lanes in the same way, which preserves the dependence between the copies. */
  independentCopies(originals: readonly Operand[]): Operand[] {
    const { kernels, values, sources } = this.#parts;
    const { lanes: store, grids } = values;
    const source = store.addSource();
    const order = this.#shuffle();
    const copies = originals.map((value): Operand => {
      const { handle: original, particle } = value;
      if (original === 0) return { handle: 0, particle };
      const own = values.readLanes(original);
      const lanes = store.allocate();
      kernels.doublesAt(lanes, store.count).set(order.map((lane) => own[lane]!));
      const copy = this.#copyRecord(value, lanes, store.singleSet(source));
      const grid = values.gridOf(original);
      if (grid) values.assignPoints(copy, grids.read(grid), grid.base.isFine);
      else values.setKnown(copy, values.momentsOf(original));
      return { handle: copy, particle };
    });
    sources.trace?.addJoint(
      source,
      store.count,
      copies.map(({ handle }) => handle),
    );
    return copies;
  }

  /** Copies a record's computed deltas, with different lanes. */
  #copyRecord(value: Operand, lanes: Address, set: SetId): Handle {
    const { records, points, texts, densities, values } = this.#parts;
    const { handle: original } = value;
    const copy = records.hasBlock(original)
      ? points.copy(value)
      : records.add(0, 0, records.flagsOf(original) & (RECORD_ATOMS | RECORD_PUBLISHED));
    texts.noteCopy(copy, original);
    values.lanes.assign(copy, lanes, set);
    densities.noteCopy(copy, original);
    return copy;
  }

  /** The lane numbers in random order. */
  #shuffle(): Float64Array {
    const { kernels, values } = this.#parts;
    const order = Float64Array.from({ length: values.lanes.count }, (_, lane) => lane);
    for (let end = order.length - 1; end > 0; end--) {
      const other = Math.floor(kernels.call.random() * (end + 1));
      [order[end], order[other]] = [order[other]!, order[end]!];
    }
    return order;
  }

  /** Points of a value that is plain or has a base. */
  #maybePointsOf(value: Operand): WeightedPoints | undefined {
    const { points, values } = this.#parts;
    if (value.handle === 0) return points.read(value);
    const grid = values.gridOf(value.handle);
    return grid && values.grids.read(grid);
  }
}
