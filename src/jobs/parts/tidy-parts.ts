// Removes task parts that are no longer needed, and puts back parts whose executor has vanished.
import { allRecords } from '../../store/contract/all-records.ts';
import type { ReadView } from '../../store/contract/store.ts';
import type { Holder } from '../records/held-job.ts';
import {
  blameTask,
  isWanted,
  type PartRecord,
  parts,
  removePart,
  reschedulePart,
} from '../tasks/part-records.ts';

/** Tests whether the executor of a part has stopped working on it. */
type IsGone = (part: PartRecord, view: ReadView) => Promise<boolean>;

/**
 * Puts back parts whose executor has vanished. Removes parts whose task has finished or moved to another executor.
 */
export async function tidyParts({ store }: Holder, isGone: IsGone): Promise<void> {
  for await (const part of allRecords(store, parts, {})) {
    // Reads first: a read costs less than a transaction, and usually finds nothing to do.
    if ((await lookAfter(store, part, isGone)) === undefined) continue;
    await store.transaction(async (tx) => {
      const current = await tx.get(parts, part.id);
      const what = current && (await lookAfter(tx, current, isGone));
      if (what === 'remove') await removePart(tx, current!);
      if (what === 'put-back') {
        await reschedulePart(tx, current!, true);
        await blameTask(tx, current!);
      }
    });
  }
}

async function lookAfter(
  view: ReadView,
  part: PartRecord,
  isGone: IsGone,
): Promise<'remove' | 'put-back' | undefined> {
  if (!(await isWanted(view, part))) return 'remove';
  return part.status === 'In Progress' && (await isGone(part, view)) ? 'put-back' : undefined;
}
