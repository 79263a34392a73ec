// Claims parts of other executors' tasks, and puts them back. Every change first checks, in its own transaction, that
// the part still exists and that this executor holds it.
import { HazeError } from '../../errors/haze-error.ts';
import { encodePart } from '../../reference/crew/part-bytes.ts';
import type { PartResult, TakenPart } from '../../reference/crew/share-runs.ts';
import type { ReadView, Transaction } from '../../store/contract/store.ts';
import type { Holder } from '../records/held-job.ts';
import {
  isBlamed,
  isLeftToLead,
  isWanted,
  type PartRecord,
  partResultKey,
  parts,
  removePart,
  reschedulePart,
  WAITING_PARTS,
} from '../tasks/part-records.ts';

/** Number of parts to choose from, starting with the oldest. */
const LOOKED_AT = 16;

/** A part that this executor has claimed. */
export class HeldPart {
  readonly id: string;
  readonly record: PartRecord;
  readonly #holder: Holder;

  constructor(holder: Holder, record: PartRecord) {
    this.#holder = holder;
    this.record = record;
    this.id = record.id;
  }

  get taskId(): string {
    return this.record.parent;
  }

  get taken(): TakenPart {
    const { First, Count, RunMs, LongestMs } = this.record.body;
    return { first: First, count: Count, timing: { runMs: RunMs, longestMs: LongestMs } };
  }

  async #find(view: Pick<ReadView, 'get'>): Promise<PartRecord | undefined> {
    const part = await view.get(parts, this.id);
    const isMine = part?.status === 'In Progress' && part.body.Executor === this.#holder.executorId;
    return isMine ? part : undefined;
  }

  /** Tests whether this executor still holds the part and its task still needs it. */
  async isHeld(): Promise<boolean> {
    const part = await this.#find(this.#holder.store);
    return part !== undefined && isWanted(this.#holder.store, part);
  }

  /** Stores the part's result. @throws HazeError `job-lost` */
  async deliver(result: PartResult): Promise<void> {
    const bytes = encodePart(result);
    await this.#holder.store.transaction(async (tx) => {
      const part = await this.#find(tx);
      if (!part) throw new HazeError('job-lost', `The part ${this.id} no longer belongs to this executor.`);
      await tx.putBlob(partResultKey(part), bytes);
      await tx.update(parts, this.id, { status: 'Completed' });
    });
  }

  /** Puts the part back for others. `hasFailed` is true if this executor could not run it. */
  async putBack(hasFailed: boolean): Promise<void> {
    await this.#holder.store.transaction(async (tx) => {
      const part = await this.#find(tx);
      if (part) await reschedulePart(tx, part, hasFailed);
    });
  }
}

/** Claims a waiting part of any task that is not shunned; undefined if there is none. */
export async function claimPart(holder: Holder, shunned: ReadonlySet<string>): Promise<HeldPart | undefined> {
  const { records } = await holder.store.list(parts, { status: WAITING_PARTS, limit: LOOKED_AT });
  const fit = records.filter((part) => isFit(part, holder) && !shunned.has(part.parent));
  return takeOneOf(holder, fit);
}

/** Claims another part of the same task. */
export async function claimPartOf(holder: Holder, { record }: HeldPart): Promise<HeldPart | undefined> {
  const query = { owner: record.owner, parent: record.parent, status: WAITING_PARTS, limit: LOOKED_AT };
  const { records } = await holder.store.list(parts, query);
  const { Lead, Fingerprint } = record.body;
  const fit = records.filter(
    (part) => isFit(part, holder) && part.body.Lead === Lead && part.body.Fingerprint === Fingerprint,
  );
  return takeOneOf(holder, fit);
}

function isFit({ body }: PartRecord, { executorId }: Holder): boolean {
  return body.Lead !== executorId && !isLeftToLead(body);
}

/** Takes a random part, because other executors read the same list and would otherwise often collide. */
async function takeOneOf(holder: Holder, waiting: PartRecord[]): Promise<HeldPart | undefined> {
  while (waiting.length > 0) {
    const [chosen] = waiting.splice(Math.floor(Math.random() * waiting.length), 1);
    const held = await holder.store.transaction((tx) => take(tx, chosen!, holder));
    if (held) return held;
  }
  return undefined;
}

async function take(tx: Transaction, { id }: PartRecord, holder: Holder): Promise<HeldPart | undefined> {
  const part = await tx.get(parts, id);
  if (!part || !(WAITING_PARTS as readonly string[]).includes(part.status)) return undefined;
  if (!(await isWanted(tx, part))) {
    await removePart(tx, part);
    return undefined;
  }
  if (await isBlamed(tx, part)) return undefined;
  const body = { ...part.body, Executor: holder.executorId };
  return new HeldPart(holder, await tx.update(parts, id, { status: 'In Progress', body }));
}
