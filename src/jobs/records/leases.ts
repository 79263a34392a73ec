// Executor leases, for stores shared by several processes: each executor maintains a record of the time until which
// it counts as alive.
import { allRecords } from '../../store/contract/all-records.ts';
import { platformRandom, toHex } from '../../store/contract/random-bytes.ts';
import { type ReadView, recordType, type Store } from '../../store/contract/store.ts';
import type { Holder } from './held-job.ts';

interface LeaseBody {
  /** Epoch milliseconds. */
  readonly ExpiresAt: number;
  /** Epoch milliseconds. Undefined in leases written by an older version. */
  readonly RenewedAt?: number;
}

const ID_BYTES = 8;
/** Maximum difference between the clocks of machines that share a store. A larger difference is rejected. */
const MOST_AHEAD_MS = 60_000;

const leases = recordType<LeaseBody>('executor');

/** Creates a unique executor ID. */
export function makeExecutorId(): string {
  return `exe_${toHex(platformRandom(ID_BYTES))}`;
}

/** Renews this executor's lease, starting now. */
export async function renewLease({ store, executorId, now }: Holder, leaseMs: number): Promise<void> {
  const body = { ExpiresAt: now() + leaseMs, RenewedAt: now() };
  await store.transaction(async (tx) => {
    if (await tx.get(leases, executorId)) await tx.update(leases, executorId, { body });
    else await tx.insert(leases, { id: executorId, owner: '', createdAt: now(), body });
  });
}

/** Releases this executor's lease. */
export async function endLease({ store, executorId }: Holder): Promise<void> {
  await store.transaction((tx) => tx.delete(leases, executorId));
}

/** Removes all leases: the executors of an unused store are gone, so their jobs continue immediately. */
export async function removeAllLeases(store: Store): Promise<void> {
  await store.transaction(async (tx) => {
    for await (const { id } of allRecords(tx, leases, { owner: '' })) await tx.delete(leases, id);
  });
}

/**
 * A lease from the future was written before the clock was set back; live executors would have renewed it immediately.
 */
function isAlive({ ExpiresAt, RenewedAt = 0 }: LeaseBody, nowMs: number): boolean {
  return ExpiresAt > nowMs && RenewedAt <= nowMs + MOST_AHEAD_MS;
}

/** The IDs of executors that count as alive. @param nowMs epoch milliseconds */
export async function findAlive(view: ReadView, nowMs: number): Promise<ReadonlySet<string>> {
  const alive = new Set<string>();
  for await (const { id, body } of allRecords(view, leases, { owner: '' })) {
    if (isAlive(body, nowMs)) alive.add(id);
  }
  return alive;
}

/** Removes expired leases. */
export async function removeEndedLeases({ store, now }: Holder): Promise<void> {
  for await (const { id, body } of allRecords(store, leases, { owner: '' })) {
    if (isAlive(body, now())) continue;
    await store.transaction(async (tx) => {
      const lease = await tx.get(leases, id);
      if (lease && !isAlive(lease.body, now())) await tx.delete(leases, id);
    });
  }
}
