// Which executors are alive, where no lock tells: each one keeps a record that says until when it counts as alive.
import { allRecords } from '../store/all-records.ts';
import { recordType } from '../store/store.ts';
import type { Holder } from './held-job.ts';

interface LeaseBody {
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
}

const leases = recordType<LeaseBody>('executor');

/** Says that this executor lives for so long from now. */
export async function renewLease({ store, executorId, now }: Holder, leaseMs: number): Promise<void> {
  const body = { ExpiresAt: now() + leaseMs };
  await store.transaction(async (tx) => {
    if (await tx.get(leases, executorId)) await tx.update(leases, executorId, { body });
    else await tx.insert(leases, { id: executorId, owner: '', createdAt: now(), body });
  });
}

/** Says that this executor is gone. */
export async function endLease({ store, executorId }: Holder): Promise<void> {
  await store.transaction((tx) => tx.delete(leases, executorId));
}

/** The IDs of executors that count as alive. Leases that ended long ago are removed. */
export async function findAlive({ store, now }: Holder): Promise<ReadonlySet<string>> {
  const alive = new Set<string>();
  const ended: string[] = [];
  for await (const { id, body } of allRecords(store, leases, { owner: '' })) {
    if (body.ExpiresAt > now()) alive.add(id);
    else ended.push(id);
  }
  if (ended.length > 0) {
    await store.transaction(async (tx) => {
      for (const id of ended) {
        const lease = await tx.get(leases, id);
        if (lease && lease.body.ExpiresAt <= now()) await tx.delete(leases, id);
      }
    });
  }
  return alive;
}
