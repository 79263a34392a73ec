// A traced run, prepared for the views: its values, sources and budgets. Each budget is computed only once, when it is
// first shown.
import {
  type Budget,
  type BudgetValue,
  correlateValues,
  type OpenBudget,
  openBudget,
} from '../../budget/explain-trace.ts';
import type { LabAnswer } from '../../client/program/program-lab.ts';

export type Ran = Extract<LabAnswer, { kind: 'ran' }>;
/** A run whose draws were saved. */
export type Traced = Ran & { readonly traced: NonNullable<Ran['traced']> };

/** A column with one number per draw: a printed value or a source. */
export interface Column {
  readonly label: string;
  readonly isSource: boolean;
  readonly lanes: Float64Array;
}

/** Length of a slice of work in milliseconds. The page handles events between slices. */
const SLICE_MS = 30;

export class AnalysedRun {
  readonly ran: Traced;
  readonly trace: Traced['traced']['trace'];
  readonly open: OpenBudget;
  readonly #known = new Map<number, BudgetValue>();
  #columns: readonly Column[] | undefined;

  constructor(ran: Traced) {
    this.ran = ran;
    const { trace, texts: sources, inputs } = ran.traced;
    this.trace = trace;
    this.open = openBudget(trace, { sources, inputs, stdout: ran.stdout });
  }

  /** Returns the budget of a value. */
  explain(index: number): BudgetValue {
    const known = this.#known.get(index) ?? this.open.explain(index);
    this.#known.set(index, known);
    return known;
  }

  /** Lists the notes on one value's budget. */
  notesOn(index: number): readonly string[] {
    return this.open.noteOn([this.explain(index)]);
  }

  /** The budgets of these values, in the form that the command prints. */
  async report(indices: readonly number[]): Promise<Budget> {
    let sliceEndMs = performance.now() + SLICE_MS;
    const values: BudgetValue[] = [];
    for (const index of indices) {
      values.push(this.explain(index));
      if (performance.now() < sliceEndMs) continue;
      await new Promise((resolve) => setTimeout(resolve));
      sliceEndMs = performance.now() + SLICE_MS;
    }
    const correlation = correlateValues(indices.map((index) => this.open.values[index]!));
    return { values, correlation, notes: this.open.noteOn(values) };
  }

  /** All values that have draws, followed by all sources that have a single number per draw. */
  get columns(): readonly Column[] {
    this.#columns ??= [
      ...this.open.values.flatMap(({ label, value: { lanes } }) =>
        lanes ? [{ label, isSource: false, lanes }] : [],
      ),
      ...this.trace.sources.flatMap(({ columns }, index) =>
        columns.length === 1
          ? [{ label: nameSource(this.open.names[index]!), isSource: true, lanes: columns[0]! }]
          : [],
      ),
    ];
    return this.#columns;
  }

  /**
   * Index of the value with this `ordinal` among the Ux strings on stdout; undefined if the program printed a different
   * value there.
   */
  indexOf(ordinal: number): number | undefined {
    const index = this.open.values.findIndex((value) => value.ordinal === ordinal);
    return index < 0 ? undefined : index;
  }
}

function nameSource({ name, occurrence }: { name: string; occurrence: number }): string {
  return occurrence > 1 ? `${name} #${occurrence}` : name;
}
