// Records the sources of a run and its printed values, with their lanes. Tracing must not change anything: a traced run
// prints the same bytes as an untraced run. Lanes that have not been drawn therefore remain undrawn until the run ends.

import type { Handle, Operand } from '../core/core.ts';
import type { ParametricKind } from '../core/operations.ts';
import { parametersOf } from '../distributions/family-domains.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { Address } from '../kernels/kernel-exports.ts';
import type { Kernels } from '../kernels/kernels.ts';
import type { ShownFigures } from '../lanes/shown-figures.ts';
import type { ValueStore } from '../lanes/value-store.ts';
import {
  MOST_TRACE_BYTES,
  type RunTrace,
  type SourceKind,
  type TracedSource,
  type TracedValue,
} from '../sources/run-trace.ts';
import type { LaneGround } from './lane-ground.ts';

/** Information that the core gets from its host. */
export interface TraceHost {
  /** Byte offsets of the program's active calls, innermost first. */
  readonly frames: () => readonly number[];
  /** The Ux text that the program is currently reading, if any. */
  readonly inputText: () => string | undefined;
}

type Parts = Pick<LaneGround, 'kernels' | 'values' | 'figures'>;

type Writable<T> = { -readonly [K in keyof T]: T[K] };

const MOST_VALUES = 2000;

export class SourceTrace {
  readonly #host: TraceHost;
  readonly #kernels: Kernels;
  readonly #values: ValueStore;
  readonly #figures: ShownFigures;
  readonly #sources: Writable<TracedSource>[] = [];
  readonly #byNumber = new Map<number, Writable<TracedSource>>();
  readonly #printed: Writable<TracedValue>[] = [];
  /** Printed values whose lanes have not been drawn yet, with their former handles. */
  readonly #undrawn: { value: Writable<TracedValue>; source: number }[] = [];
  readonly #handles = new Map<number, Handle>();
  #bytes = 0;
  #sourcesLeftOut = 0;
  #valuesLeftOut = 0;

  constructor(host: TraceHost, { kernels, values, figures }: Parts) {
    this.#host = host;
    this.#kernels = kernels;
    this.#values = values;
    this.#figures = figures;
  }

  /** Records a parametric source; returns the function that receives its lanes. */
  addParametric(
    source: number,
    kind: ParametricKind,
    parameters: readonly number[],
    mean: number,
  ): (lanes: Address) => void {
    const own = parameters.slice(0, parametersOf(kind).length);
    const input = this.#host.inputText();
    const entry = this.#add(source, 'parametric', describeParametric(kind, own), {
      mean,
      family: kind,
      parameters: own,
      // Ux text that the program read, if this source replaces that text.
      input,
    });
    return (lanes) => this.#keep(entry, lanes);
  }

  addCopy(source: number, particle: number): (lanes: Address) => void {
    const entry = this.#add(source, 'copy', 'independent copy', { mean: particle });
    return (lanes) => this.#keep(entry, lanes);
  }

  addPoints(
    source: number,
    points: WeightedPoints,
    isPosterior: boolean,
    lanes: Address,
    handle: Handle,
  ): void {
    const input = this.#host.inputText();
    const kind = input !== undefined ? 'text' : isPosterior ? 'posterior' : 'samples';
    const n = points.positions.length;
    const text = input !== undefined ? 'Ux text' : isPosterior ? 'posterior' : `${n} samples`;
    const entry = this.#add(source, kind, text, input === undefined ? {} : { input });
    this.#keep(entry, lanes);
    this.noteValue(source, handle);
  }

  addJoint(source: number, rows: number, handles: readonly Handle[]): void {
    const entry = this.#add(source, 'joint samples', `${rows} joint samples of ${handles.length} values`, {});
    for (const handle of handles) if (handle !== 0) this.#keep(entry, this.#values.lanesOf(handle));
  }

  /** @param lanes uniform numbers: those below `weight` select the first value */
  addChoice(source: number, lanes: Address, weight: number): void {
    const entry = this.#add(
      source,
      'mixture',
      `choice between mixture components, ${spell(weight)} for the first`,
      {},
    );
    this.#keep(entry, lanes, (uniform) => (uniform < weight ? 1 : 0));
  }

  /** @param lanes uniform numbers that select a draw inside the limits for each draw outside */
  addLimits(source: number, lanes: Address, low: number, high: number): void {
    const text = `replacement for values outside ${spell(low)} to ${spell(high)}`;
    this.#keep(this.#add(source, 'limits', text, {}), lanes);
  }

  /** Records a source's value and its moments. */
  noteValue(source: number, handle: Handle): void {
    const entry = this.#byNumber.get(source);
    if (!entry) return;
    this.#handles.set(source, handle);
    const { mean, variance } = this.#figures.momentsOf(handle);
    entry.mean = mean;
    entry.standardDeviation = Math.sqrt(variance);
  }

  /** Records a value that the program prints. */
  notePrinted({ handle }: Operand, text: string): void {
    if (handle === 0) return;
    const { lanes } = this.#values;
    if (this.#printed.length >= MOST_VALUES || !this.#hasRoom(1)) {
      this.#valuesLeftOut++;
      return;
    }
    const { mean, variance } = this.#figures.momentsOf(handle);
    const sources = [...lanes.sourcesOf(handle)];
    const value: Writable<TracedValue> = {
      text,
      frames: this.#host.frames(),
      mean,
      standardDeviation: Math.sqrt(variance),
      sources,
    };
    this.#printed.push(value);
    if (lanes.addressOf(handle) !== 0) value.lanes = this.#copy(lanes.addressOf(handle));
    else this.#undrawn.push({ value, source: sources[0]! });
  }

  /** Returns the complete trace after the run. */
  finish(): RunTrace {
    const { lanes } = this.#values;
    for (const { value, source } of this.#undrawn) {
      const entry = this.#byNumber.get(source);
      const handle = this.#handles.get(source);
      const isThere = handle !== undefined && this.#values.recipeOf(handle) && lanes.isSource(handle, source);
      if (entry?.columns.length === 0 && isThere) this.#values.lanesOf(handle);
      const [column] = entry?.columns ?? [];
      if (column) value.lanes = column.slice();
    }
    return {
      laneCount: lanes.count,
      sources: this.#sources,
      values: this.#printed,
      sourcesLeftOut: this.#sourcesLeftOut,
      valuesLeftOut: this.#valuesLeftOut,
    };
  }

  #add(number: number, kind: SourceKind, text: string, more: Partial<TracedSource>): Writable<TracedSource> {
    const entry = { number, kind, text, frames: this.#host.frames(), columns: [], ...more };
    this.#sources.push(entry);
    this.#byNumber.set(number, entry);
    return entry;
  }

  #keep(entry: Writable<TracedSource>, lanes: Address, map?: (x: number) => number): void {
    if (!this.#hasRoom(2)) {
      this.#sourcesLeftOut++;
      return;
    }
    const values = this.#copy(lanes);
    entry.columns = [...entry.columns, map ? values.map(map) : values];
  }

  /** Tests whether this many more columns fit. The last part of the space is reserved for printed values. */
  #hasRoom(columns: number): boolean {
    return this.#bytes + 8 * columns * this.#values.lanes.count <= MOST_TRACE_BYTES;
  }

  #copy(lanes: Address): Float64Array {
    const { count } = this.#values.lanes;
    this.#bytes += 8 * count;
    return this.#kernels.doublesAt(lanes, count).slice();
  }
}

/** Maximum number of characters for a parameter to be printed in full. */
const LONGEST_NUMBER = 10;

/** Describes a distribution, for example as `gauss(5, 0.02)`. */
export function describeParametric(kind: ParametricKind, parameters: readonly number[]): string {
  return `${kind}(${parameters.map(spell).join(', ')})`;
}

function spell(x: number): string {
  const whole = String(x);
  return whole.length <= LONGEST_NUMBER ? whole : String(Number(x.toPrecision(7)));
}
