// Uncertainty budget of a task's printed values, from the draws of its run, or of its many runs on a Reference core.
// Only a task created with `Contributions` records draws: this saves other tasks the time and memory. Draws are never
// stored.
import { type Budget, type BudgetValue, correlateValues, openBudget } from '../../budget/explain-trace.ts';
import { describeInputs, type GivenInputs } from '../../program/describe-inputs.ts';
import { textsOf } from '../../program/find-sources.ts';
import type { PlacesOf } from '../../program/places/find-places.ts';
import { placeTrace } from '../../program/places/place-trace.ts';
import type { CoreProgram } from '../../program/run-on-core.ts';
import type { RunTrace } from '../../uncertainty/sources/run-trace.ts';
import { taskContributionsKey } from '../records/records.ts';
import type { StorageRoom } from '../records/storage-room.ts';

/** Maximum number of values with a budget: each takes about ten milliseconds in the executor's thread. */
const MOST_VALUES = 100;

export interface TracedTask {
  readonly trace: RunTrace;
  readonly program: CoreProgram;
  readonly inputs: GivenInputs;
  readonly stdout: string;
}

/** Computes the budget of a task's run, yielding to other work in the same thread. */
export async function explainTask(
  { trace, program, inputs, stdout }: TracedTask,
  placesOf: PlacesOf,
  signal: AbortSignal,
): Promise<Budget> {
  const placed = await placeTrace(trace, program, placesOf);
  const open = openBudget(placed, {
    sources: textsOf(program.sources ?? {}),
    inputs: describeInputs(inputs),
    stdout,
    mostPlaced: MOST_VALUES,
  });
  const explained = open.values.slice(0, MOST_VALUES);
  const values: BudgetValue[] = [];
  for (const index of explained.keys()) {
    await new Promise((resolve) => setTimeout(resolve));
    signal.throwIfAborted();
    values.push(open.explain(index));
  }
  const left = open.values.length - explained.length;
  const note = `${left} more printed values have no budget here; haze explain computes budgets for up to 2000 values.`;
  return {
    values,
    correlation: correlateValues(explained),
    notes: [...open.noteOn(values), ...(left > 0 ? [note] : [])],
  };
}

/** Stores the budget of a task, replacing any older budget. */
export async function writeContributions(room: StorageRoom, taskId: string, budget: Budget): Promise<void> {
  await room.writeText('The budget', taskContributionsKey(taskId), JSON.stringify(budget));
}
