// The uncertainty budget of every value printed by a traced run: each source's contribution to the value's spread.
import { nameBefore } from '../uncertainty/core/name-printed.ts';
import { DECIMAL_PATTERN, eachUx } from '../uncertainty/core/ux-text.ts';
import type { ValueFigures } from '../uncertainty/core/value-figures.ts';
import { figuresOfDraws } from '../uncertainty/figures/figures-of-draws.ts';
import { findDeviation } from '../uncertainty/figures/lane-errors.ts';
import { type Correlations, correlate } from './correlate.ts';
import {
  type Decomposition,
  decomposeVariance,
  type Index,
  type Source,
  type SourceShare,
} from './decompose-variance.ts';
import { groupSources, type SourceGroup } from './group-sources.ts';
import { makeGroupBasis } from './joint-basis.ts';
import { areFinite } from './lane-sums.ts';
import { LaneMemory } from './lanes/lane-memory.ts';
import { LinearProducts } from './linear-products.ts';
import { nameSources, type RunInputs, type SourceName } from './name-sources.ts';
import type { PlacedSource, PlacedTrace, PlacedValue } from './placed-trace.ts';
import { orderLanes } from './rank-lanes.ts';
import { RankTables } from './rank-polynomials.ts';
import { makeBasis } from './source-basis.ts';

/** A budget row, which represents one source or all sources at one location. */
export interface Contribution {
  /** The source's name and location. */
  readonly source: SourceName;
  /** Number of sources in the row; more than 1 if all sources at one location share the row. */
  readonly sources: number;
  /** Fraction of the variance that the source causes by itself (first-order Sobol' index). */
  readonly first: number;
  /** Interval that contains `first` in at least nine of ten cases. */
  readonly firstInterval: readonly [number, number];
  /** Fraction of the variance to which the source contributes (total-order Sobol' index). */
  readonly total: number;
  /** Interval that contains `total` in at least nine of ten cases. */
  readonly totalInterval: readonly [number, number];
  /** Change in the value per unit change in the source; null if the source is not a single number. */
  readonly sensitivity: number | null;
  /** The source's mean; null if the source is not a single number. */
  readonly estimate: number | null;
  /**
   * The source's standard deviation. Its product with |sensitivity| is the `contribution`, that is, the effect on the
   * value's deviation.
   */
  readonly standardUncertainty: number | null;
  /** Contribution, in the value's unit; null if the source is not a single number. */
  readonly contribution: number | null;
}

/** Budget of one printed value. Fractions of the variance are numbers from 0 to 1. */
export interface BudgetValue {
  /** Text that precedes the value in the output. */
  readonly label: string;
  /** Output line (1-based); 0 if the value is in a file or on stderr. */
  readonly line: number;
  /** Mean, in the unit of the value. */
  readonly mean: number;
  /** Standard deviation, in the unit of the value. */
  readonly standardDeviation: number;
  /** The call that printed the value. */
  readonly printedAt: { readonly file: string; readonly line: number; readonly column: number } | null;
  /** Interval between the 2.5 % and 97.5 % quantiles; null if lanes are missing. */
  readonly coverageInterval: readonly [number, number] | null;
  /** Figures with their standard errors, if the run provides them. */
  readonly figures?: ValueFigures;
  /** Contributions, in descending order. */
  readonly contributions: readonly Contribution[];
  /** Fraction of the variance that is due to interactions of several sources. */
  readonly interactions: number;
  /** Fraction of the variance that could not be attributed to sources. */
  readonly unexplained: number;
  /** Fraction of infinite or NaN draws; the budget ignores these draws. */
  readonly notFinite: number;
}

/** Budgets of all values printed by a run. */
export interface Budget {
  /** Values in the order of the output. */
  readonly values: readonly BudgetValue[];
  /** Correlations between at most MOST_CORRELATED of the values, in the same order. */
  readonly correlation: Correlations;
  /** Sentences for the user about the limitations of the lanes, with remedies. */
  readonly notes: readonly string[];
}

export interface ExplainOptions {
  /** Contents of the program's files, by path. */
  readonly sources: Readonly<Record<string, string>>;
  readonly inputs: RunInputs;
  /** Standard output of the run. */
  readonly stdout: string;
  /**
   * Figures for the Ux strings on stdout, in order. Without them, the figures for a trace of many runs are computed
   * from the draws.
   */
  readonly figures?: readonly ValueFigures[] | undefined;
  /** Maximum number of values, in printing order, to search for in the output; default: all. */
  readonly mostPlaced?: number;
}

const MOST_CORRELATED = 100;
/** Width of an interval above which a note is added. */
const WIDE = 0.1;
const MOST_LANES = 65_536;
/** Largest fraction of draws that may be infinite or NaN. */
const MOST_NOT_FINITE = 0.5;
/**
 * On Reference cores, a source is omitted if its total fraction is 0 and the upper end of the interval is at most this
 * value.
 */
const UNSEEN = 0.01;
/**
 * Maximum number of functions for grouped sources, as a fraction of the number of lanes. The maximum for all linear
 * terms together is a fifth.
 */
const ROOM = 0.15;
/** A source's effect below this fraction of the value's spread is only rounding error. */
const ROUNDING = 1e-15;

/** A printed value, located in the output. */
export interface PrintedValue {
  readonly label: string;
  /** Output line (1-based); 0 if the value is in a file or on stderr. */
  readonly line: number;
  /** 0-based index among the Ux strings on stdout; -1 for other values. */
  readonly ordinal: number;
  readonly value: PlacedValue;
}

/** Budgets of a traced run, each computed on demand. */
export interface OpenBudget {
  readonly values: readonly PrintedValue[];
  /** Names of all sources in the run, in the order of the trace. */
  readonly names: readonly SourceName[];
  /** @param index into `values` */
  explain(index: number): BudgetValue;
  /** Notes about these budgets. */
  noteOn(explained: readonly BudgetValue[]): string[];
}

/** Opens the budgets of a traced run. Nothing is computed until needed. */
export function openBudget(trace: PlacedTrace, options: ExplainOptions): OpenBudget {
  const names = nameSources(trace.sources, options.sources, options.inputs);
  const values = placeValues(trace, options);
  const bases = new TracedSources(trace);
  return {
    values,
    names,
    explain: (index) => {
      const { value, label, line, ordinal } = values[index]!;
      return {
        label,
        line,
        ...describeValue(value, options.sources, bases.memory),
        ...maybeFigures(
          (haveTexts(trace) ? options.figures?.[ordinal] : undefined) ??
            (trace.areRuns ? value.lanes && figuresOfDraws(withoutGaps(value.lanes)) : undefined),
        ),
        ...explainValue(value, names, bases),
      };
    },
    noteOn: (explained) => collectNotes(trace, explained),
  };
}

/** Computes the budgets of a traced run. */
export function explainTrace(trace: PlacedTrace, options: ExplainOptions): Budget {
  const open = openBudget(trace, options);
  const values = open.values.map((_, index) => open.explain(index));
  return { values, correlation: correlateValues(open.values), notes: open.noteOn(values) };
}

/** Correlations of the first MOST_CORRELATED values. */
export function correlateValues(values: readonly PrintedValue[]): Correlations {
  return correlate(values.slice(0, MOST_CORRELATED).map(({ value }) => value.lanes ?? new Float64Array(0)));
}

/** Data shared by all values of a run that have the same lanes. */
class SharedBases {
  readonly products: LinearProducts;
  readonly #tables: RankTables;
  readonly #known = new Map<string, Source>();

  constructor(memory: LaneMemory) {
    this.products = new LinearProducts(memory);
    this.#tables = new RankTables(memory);
  }

  /** Returns the basis for a row with these columns. */
  of(key: string, isOne: boolean, columns: () => readonly Float64Array[]): Source {
    const known = this.#known.get(key);
    if (known) return known;
    const all = columns();
    const { memory } = this.#tables;
    const basis = isOne
      ? makeBasis({ columns: all }, this.#tables)
      : makeGroupBasis(all, ROOM * memory.laneCount, memory);
    const made = { basis, deviation: all.length === 1 ? findDeviation(all[0]!) : undefined };
    this.#known.set(key, made);
    return made;
  }
}

/** The sources of a run and their bases, both on all lanes and on the lanes where a value is finite. */
class TracedSources {
  readonly memory: LaneMemory;
  readonly #trace: PlacedTrace;
  readonly #all: SharedBases;
  /** Memory for the lanes of a single value. */
  #some: LaneMemory | undefined;
  readonly indexOf: ReadonlyMap<number, number>;

  constructor(trace: PlacedTrace) {
    this.#trace = trace;
    this.memory = new LaneMemory(trace.laneCount);
    this.#all = new SharedBases(this.memory);
    this.indexOf = new Map(trace.sources.map(({ number }, index) => [number, index]));
  }

  get areRuns(): boolean {
    return this.#trace.areRuns ?? false;
  }

  source(index: number): PlacedSource {
    return this.#trace.sources[index]!;
  }

  /**
   * Computes the contributions of these rows to a value, either on all `lanes` or on those lanes for which `isKept` is
   * 1.
   */
  decompose(
    lanes: Float64Array,
    groups: readonly SourceGroup[],
    isKept: Uint8Array | undefined,
  ): Decomposition {
    const bases = isKept ? this.#openSome(lanes.length) : this.#all;
    const sources = groups.map(({ members }) =>
      bases.of(members.join(), members.length === 1, () =>
        members
          .flatMap((index) => this.source(index).columns)
          .map((column) => (isKept ? column.filter((_, lane) => isKept[lane]) : column)),
      ),
    );
    return decomposeVariance(lanes, sources, bases.products);
  }

  #openSome(laneCount: number): SharedBases {
    this.#some ??= new LaneMemory(laneCount);
    this.#some.reset(laneCount);
    return new SharedBases(this.#some);
  }
}

type ValueBudget = Pick<BudgetValue, 'contributions' | 'interactions' | 'unexplained' | 'notFinite'>;

function explainValue(value: PlacedValue, names: readonly SourceName[], bases: TracedSources): ValueBudget {
  const indices = sourcesOf(value, bases);
  const groups = groupSources(indices, names);
  const nothing = { contributions: [], interactions: 0, unexplained: 0, notFinite: 0 };
  if (!value.lanes) {
    // This source is printed unchanged, and no other value needed its draws.
    const contributions = groups.map((group) => contributionOf(group, WHOLE, bases, value.standardDeviation));
    return { ...nothing, contributions };
  }
  const { lanes, isKept, notFinite } = keepFinite(value.lanes);
  if (notFinite > MOST_NOT_FINITE) return { ...nothing, unexplained: 1, notFinite };
  const { shares, interactions, unexplained } = bases.decompose(lanes, groups, isKept);
  const contributions = groups
    .map((group, i) => contributionOf(group, shares[i]!, bases, value.standardDeviation))
    .filter((row) => !bases.areRuns || isSeen(row))
    .sort((a, b) => b.total - a.total || b.first - a.first);
  return { contributions, interactions, unexplained, notFinite };
}

/**
 * Tests whether a source has a visible effect. Runs do not show from which sources a value is computed, so sources
 * without a visible effect have no row.
 */
function isSeen({ first, total, totalInterval }: Contribution): boolean {
  return first !== 0 || total !== 0 || totalInterval[1] > UNSEEN;
}

const ALL: Index = { value: 1, interval: [1, 1] };
const WHOLE: SourceShare = { first: ALL, total: ALL, slope: 1 };

/** @param spread standard deviation of the value */
function contributionOf(
  group: SourceGroup,
  share: SourceShare,
  bases: TracedSources,
  spread: number,
): Contribution {
  const { mean, standardDeviation: deviation } = bases.source(group.members[0]!);
  const { slope } = share;
  const hasSlope = slope !== undefined && group.members.length === 1 && deviation !== undefined;
  const isRounding = hasSlope && spread < Infinity && Math.abs(slope) * deviation < ROUNDING * spread;
  const sensitivity = hasSlope ? (isRounding ? 0 : slope) : null;
  return {
    source: group.name,
    sources: group.members.length,
    first: share.first.value,
    firstInterval: share.first.interval,
    total: share.total.value,
    totalInterval: share.total.interval,
    sensitivity,
    estimate: group.members.length === 1 && deviation !== undefined ? (mean ?? null) : null,
    standardUncertainty: group.members.length === 1 ? (deviation ?? null) : null,
    contribution: sensitivity === null ? null : Math.abs(sensitivity) * deviation!,
  };
}

/** Indices of the sources whose draws may affect a value. */
function sourcesOf({ sources, lanes }: PlacedValue, bases: TracedSources): number[] {
  const indices: number[] = [];
  for (let i = 0; i < sources.length; i += 2) {
    for (let number = sources[i]!; number < sources[i + 1]!; number++) {
      const index = bases.indexOf.get(number);
      if (index === undefined) continue;
      const isDrawn = bases.source(index).columns.length > 0;
      if (isDrawn || !lanes) indices.push(index);
    }
  }
  return indices;
}

function keepFinite(all: Float64Array): {
  lanes: Float64Array;
  isKept: Uint8Array | undefined;
  notFinite: number;
} {
  if (areFinite(all)) return { lanes: all, isKept: undefined, notFinite: 0 };
  const isKept = Uint8Array.from(all, (x) => Number(Number.isFinite(x)));
  const lanes = all.filter(Number.isFinite);
  return { lanes, isKept, notFinite: 1 - lanes.length / all.length };
}

/** Locates the printed values in the output by their text, in printing order. */
function placeValues(
  trace: PlacedTrace,
  { stdout, sources, mostPlaced = Infinity }: ExplainOptions,
): PrintedValue[] {
  const { values: traced } = trace;
  const waiting = new Map<string, PlacedValue[]>();
  for (const value of traced) {
    const same = waiting.get(value.text);
    if (same) same.push(value);
    else waiting.set(value.text, [value]);
  }
  const used = new Set<PlacedValue>();
  const placed: PrintedValue[] = [];
  let [line, counted, ordinal] = [1, 0, -1];
  for (const { start, text } of haveTexts(trace) ? findTexts(stdout) : findNamed(stdout)) {
    ordinal += 1;
    const same = waiting.get(text);
    // If a text is printed more often than values with that text were created, the further occurrences refer to the
    // last of these values.
    const value = same && same.length > 1 ? same.shift() : same?.[0];
    for (; counted < start; counted++) if (stdout[counted] === '\n') line++;
    if (!value || used.has(value)) continue;
    used.add(value);
    const label = nameBefore(stdout, start) || `value ${placed.length + 1}`;
    placed.push({ value, label, line, ordinal });
    if (placed.length >= mostPlaced) break;
  }
  for (const value of traced) {
    if (used.has(value)) continue;
    const label = nameInSource(value, sources) || `value ${placed.length + 1}`;
    placed.push({ value, label, line: 0, ordinal: -1 });
  }
  return placed;
}

/**
 * Name of a value that is not on stdout, such as a value that only some draws print: the text before the only number in
 * the first string that the program prints, except for formats of Fortran.
 */
function nameInSource({ calls }: PlacedValue, sources: Readonly<Record<string, string>>): string {
  const place = calls.find(({ file }) => Object.hasOwn(sources, file));
  const line = place && sources[place.file]!.split('\n')[place.line - 1];
  const texts = line?.match(/"[^"]*"|'[^']*'/g) ?? [];
  const isFormat = (text: string) => /^.\([^%]*$/.test(text);
  const printed = texts.find((text) => !isFormat(text)) ?? '';
  // Escapes such as \n end a line or leave space.
  const [before = '', , ...further] = printed
    .slice(1, -1)
    .replace(/\\[a-z]/g, ' ')
    .split(/(%)/);
  return further.length > 1 ? '' : nameBefore(before, before.length);
}

/** True if Ux text identifies values in the output; false on Reference cores, where names identify values. */
function haveTexts({ areRuns, areLanes }: PlacedTrace): boolean {
  return areLanes ?? !areRuns;
}

/** Text that identifies a value, and the position at which the value starts. */
interface FoundText {
  readonly start: number;
  readonly text: string;
}

function* findTexts(stdout: string): Generator<FoundText> {
  for (const { start, end } of eachUx(stdout))
    yield { start, text: stdout.slice(stdout.indexOf('Ux', start), end) };
}

/** A number printed on a Reference core, followed by its name. */
const NAMED = new RegExp(
  String.raw`(?:(?<![\d.])[+-]?(?:${DECIMAL_PATTERN}))?(<ValueID>val_[0-9a-f]{32}</ValueID>)`,
  'gi',
);

/** Tests whether an output contains values from a Reference core: numbers followed by names. */
export function hasNamedValues(stdout: string): boolean {
  return stdout.includes('<ValueID>');
}

/** The values in a Reference core's output, in order. Each range includes both the number and the name. */
export function listNamed(stdout: string): { readonly start: number; readonly end: number }[] {
  return [...stdout.matchAll(NAMED)].map(({ 0: text, index }) => ({
    start: index,
    end: index + text.length,
  }));
}

function* findNamed(stdout: string): Generator<FoundText> {
  for (const { index, 1: text = '' } of stdout.matchAll(NAMED)) yield { start: index, text };
}

function describeValue(
  { mean, standardDeviation, calls, lanes }: PlacedValue,
  sources: Readonly<Record<string, string>>,
  memory: LaneMemory,
) {
  const printedAt = calls.find(({ file }) => Object.hasOwn(sources, file)) ?? null;
  const known = lanes && withoutGaps(lanes);
  const order = known && orderLanes(known, memory);
  const at = (p: number) => known![order![Math.min(order!.length - 1, Math.floor(p * order!.length))]!]!;
  const coverageInterval = known && known.length > 0 ? ([at(0.025), at(0.975)] as const) : null;
  return { mean, standardDeviation, printedAt, coverageInterval };
}

/** Drops lanes that are NaN, for example because they do not print the value. */
function withoutGaps(lanes: Float64Array): Float64Array {
  return areFinite(lanes) ? lanes : lanes.filter((x) => !Number.isNaN(x));
}

/** Figures for a value. Their interval is more accurate than an interval computed from the lanes. */
function maybeFigures(
  figures: ValueFigures | undefined,
): Pick<BudgetValue, 'coverageInterval' | 'figures'> | undefined {
  return figures && { coverageInterval: [figures.low.value, figures.high.value], figures };
}

function collectNotes(trace: PlacedTrace, values: readonly BudgetValue[]): string[] {
  const notes: string[] = [];
  const wide = values.filter(({ contributions }) =>
    contributions.some(
      ({ firstInterval, totalInterval }) =>
        firstInterval[1] - firstInterval[0] > WIDE || totalInterval[1] - totalInterval[0] > WIDE,
    ),
  );
  if (wide.length > 0) {
    const which = wide.length === 1 ? `"${wide[0]!.label}"` : `${wide.length} values`;
    const more = trace.laneCount * 4;
    const option = haveTexts(trace) ? '--lanes' : '--runs';
    notes.push(
      `${trace.laneCount} draws are too few to determine the contributions to ${which} to within ±5 %.` +
        (more <= MOST_LANES ? ` Use ${option} ${more} for more draws.` : ''),
    );
  }
  const broken = values.filter(({ notFinite }) => notFinite > 0);
  if (broken.length > 0) {
    const [first] = broken;
    notes.push(
      `In some draws (${(100 * Math.max(...broken.map(({ notFinite }) => notFinite))).toPrecision(2)} %), ${broken.length === 1 ? `"${first!.label}" is` : `${broken.length} values are`} ` +
        `${trace.areRuns ? 'not printed or ' : ''}not finite; the budget omits these draws.`,
    );
  }
  if (trace.sourcesLeftOut > 0) {
    notes.push(
      `There was not enough memory for the draws of ${trace.sourcesLeftOut} sources, so their contributions are not attributed. Use fewer ${haveTexts(trace) ? 'lanes (--lanes)' : 'runs (--runs)'}.`,
    );
  }
  if (trace.valuesLeftOut > 0) {
    notes.push(
      `${trace.valuesLeftOut} more printed values were omitted; only the first ${trace.values.length} are explained.`,
    );
  }
  return notes;
}
