// What the store holds of parts of Reference tasks: a record for each that is offered, and the bytes of what came of it.
// They exist only while their task is In Progress with the executor that offered them; anybody may remove others.
import { allRecords } from '../../store/contract/all-records.ts';
import {
  type ReadView,
  recordType,
  type StoredRecord,
  type Transaction,
} from '../../store/contract/store.ts';
import type { SourceWish } from '../../uncertainty/sources/source-settings.ts';
import { taskPrefix, tasks } from '../records/records.ts';

/** Of one part; its parent is the TaskID, its owner the task's, its status a PartStatus. */
export interface PartBody {
  /** Runs `First` to `First + Count - 1` of the task. */
  readonly First: number;
  readonly Count: number;
  /** The executor that has the task. */
  readonly Lead: string;
  /** Who does the same as the lead has the same fingerprint of the task; see fingerprint.ts. */
  readonly Fingerprint: string;
  /** What is other in this task than in its program, as the lead found it. */
  readonly Sources?: SourceWish;
  /** How long runs take, as far as the lead knew it. */
  readonly RunMs: number;
  readonly LongestMs: number;
  /** Who took it last. */
  readonly Executor?: string;
  /** How often somebody took it and did not do it. */
  readonly Failures?: number;
}

export type PartStatus = 'Accepted' | 'In Progress' | 'Rescheduled' | 'Completed';

/** The states in which a part may be taken, or taken back. */
export const WAITING_PARTS = ['Accepted', 'Rescheduled'] as const satisfies readonly PartStatus[];

export const parts = recordType<PartBody>('part');

export type PartRecord = StoredRecord<PartBody>;

/** A part that was not done so often is left to who has the task. */
const MOST_FAILURES = 2;

/** Whether nobody else is to try this part once more. */
export function isLeftToLead({ Failures = 0 }: PartBody): boolean {
  return Failures >= MOST_FAILURES;
}

/** Executors that may go away with parts of one task before nobody helps with the task any more. */
const MOST_LOSSES = 2;

/** Blames a task for an executor that went away with a part of it. */
export async function blameTask(tx: Transaction, { parent }: PartRecord): Promise<void> {
  const task = await tx.get(tasks, parent);
  if (task) await tx.update(tasks, parent, { body: { ...task.body, Losses: (task.body.Losses ?? 0) + 1 } });
}

/** Whether the parts of a task are left to the executor that has the task. */
export async function isBlamed(view: Pick<ReadView, 'get'>, { parent }: PartRecord): Promise<boolean> {
  return ((await view.get(tasks, parent))?.body.Losses ?? 0) >= MOST_LOSSES;
}

/** Under what the results of a task's parts lie. */
export function partsPrefix(taskId: string): string {
  return `${taskPrefix(taskId)}parts/`;
}

export function partResultKey({ id, parent }: Pick<PartRecord, 'id' | 'parent'>): string {
  return `${partsPrefix(parent)}${id}`;
}

/** Whether a part's task is still with who offered it; otherwise the part is to nobody's use. */
export async function isWanted(view: Pick<ReadView, 'get'>, part: PartRecord): Promise<boolean> {
  const task = await view.get(tasks, part.parent);
  return task?.status === 'In Progress' && task.body.Executor === part.body.Lead;
}

/** Removes a part, and what came of it. */
export async function removePart(tx: Transaction, part: PartRecord): Promise<void> {
  await tx.delete(parts, part.id);
  await tx.deleteBlob(partResultKey(part));
}

/** The parts of a task. */
export async function partsOf(
  view: ReadView,
  task: { readonly id: string; readonly owner: string },
): Promise<PartRecord[]> {
  const found: PartRecord[] = [];
  for await (const part of allRecords(view, parts, { owner: task.owner, parent: task.id })) found.push(part);
  return found;
}

/** Removes all parts of a task that this executor has offered, or all there are. */
export async function removeParts(
  tx: Transaction,
  task: { readonly id: string; readonly owner: string },
  lead?: string,
): Promise<void> {
  for (const part of await partsOf(tx, task)) {
    if (lead === undefined || part.body.Lead === lead) await removePart(tx, part);
  }
}

/** Puts a part back for others; `hasFailed` where it could not be done. */
export async function reschedulePart(tx: Transaction, part: PartRecord, hasFailed: boolean): Promise<void> {
  const { Failures = 0 } = part.body;
  const body = hasFailed ? { ...part.body, Failures: Failures + 1 } : part.body;
  await tx.update(parts, part.id, { status: 'Rescheduled', body });
}
