// Records of parts of Reference tasks: one for each offered part, plus the bytes of its result. They exist only while
// their task is In Progress and held by the executor that offered them; any executor may remove stale records.
import { allRecords } from '../../store/contract/all-records.ts';
import {
  type ReadView,
  recordType,
  type StoredRecord,
  type Transaction,
} from '../../store/contract/store.ts';
import type { SourceWish } from '../../uncertainty/sources/source-settings.ts';
import { taskPrefix, tasks } from '../records/records.ts';

/** Body of a part. Its parent is the TaskID, its owner is the task's owner, and its status is a PartStatus. */
export interface PartBody {
  /** The part consists of the task's runs `First` to `First + Count - 1`. */
  readonly First: number;
  readonly Count: number;
  /** The executor that holds the task. */
  readonly Lead: string;
  /** The task's fingerprint: identical for all executors whose results would equal the lead's; see fingerprint.ts. */
  readonly Fingerprint: string;
  /** Overridden sources of this task, as resolved by the lead. */
  readonly Sources?: SourceWish;
  /** Duration of a run, as measured by the lead. */
  readonly RunMs: number;
  readonly LongestMs: number;
  /** ID of the executor that last claimed the part. */
  readonly Executor?: string;
  /** Number of executors that claimed the part but did not finish it. */
  readonly Failures?: number;
}

export type PartStatus = 'Accepted' | 'In Progress' | 'Rescheduled' | 'Completed';

/** States in which a part may be claimed, or taken back. */
export const WAITING_PARTS = ['Accepted', 'Rescheduled'] as const satisfies readonly PartStatus[];

export const parts = recordType<PartBody>('part');

export type PartRecord = StoredRecord<PartBody>;

/** Number of failures after which only the task's executor may run the part. */
const MOST_FAILURES = 2;

/** Tests whether only the lead may retry this part. */
export function isLeftToLead({ Failures = 0 }: PartBody): boolean {
  return Failures >= MOST_FAILURES;
}

/** Number of executors that may vanish with parts of a task before other executors stop helping with it. */
const MOST_LOSSES = 2;

/** Blames a task for an executor that vanished with one of its parts. */
export async function blameTask(tx: Transaction, { parent }: PartRecord): Promise<void> {
  const task = await tx.get(tasks, parent);
  if (task) await tx.update(tasks, parent, { body: { ...task.body, Losses: (task.body.Losses ?? 0) + 1 } });
}

/** Tests whether a task's executor must run all parts itself. */
export async function isBlamed(view: Pick<ReadView, 'get'>, { parent }: PartRecord): Promise<boolean> {
  return ((await view.get(tasks, parent))?.body.Losses ?? 0) >= MOST_LOSSES;
}

export function partResultKey({ id, parent }: Pick<PartRecord, 'id' | 'parent'>): string {
  return `${taskPrefix(parent)}parts/${id}`;
}

/** Tests whether a part's task is still with its lead; otherwise the part is not needed. */
export async function isWanted(view: Pick<ReadView, 'get'>, part: PartRecord): Promise<boolean> {
  const task = await view.get(tasks, part.parent);
  return task?.status === 'In Progress' && task.body.Executor === part.body.Lead;
}

/** Removes a part, and its result. */
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

/** Removes the parts of a task with these IDs, or all of its parts. */
export async function removeParts(
  tx: Transaction,
  task: { readonly id: string; readonly owner: string },
  ids?: ReadonlySet<string>,
): Promise<void> {
  for (const part of await partsOf(tx, task)) {
    if (ids?.has(part.id) ?? true) await removePart(tx, part);
  }
}

/** Puts a part back for others. `hasFailed` is true if the executor failed to run it. */
export async function reschedulePart(tx: Transaction, part: PartRecord, hasFailed: boolean): Promise<void> {
  const { Failures = 0 } = part.body;
  const body = hasFailed ? { ...part.body, Failures: Failures + 1 } : part.body;
  await tx.update(parts, part.id, { status: 'Rescheduled', body });
}
