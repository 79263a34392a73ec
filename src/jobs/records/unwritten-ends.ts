// Job outcomes that could not be written because the storage was full. In a store with a single executor, such as a
// page's, no other executor would report the outcome. Callers get the outcome from memory until the executor writes it,
// once there is enough space.
import { allRecords } from '../../store/contract/all-records.ts';
import type { RecordType, Store, StoredRecord } from '../../store/contract/store.ts';
import type { Holder, JobBody, JobStep, UnwrittenEnds } from './held-job.ts';
import { stepped } from './held-job.ts';
import { builds, tasks } from './records.ts';
import { isTerminal, type JobStatus, UNFINISHED_STATUSES } from './states.ts';

const hasEnded = ({ status }: { readonly status: string }) => isTerminal(status as JobStatus);

/** Writes the outcomes. @throws HazeError `storage-full` if there is still not enough space for one of them */
export async function writeEnds(store: Store, unwritten: UnwrittenEnds): Promise<void> {
  for (const [id, { kind, ...step }] of unwritten) {
    const type: RecordType<JobBody> = kind === 'build' ? builds : tasks;
    await store.transaction(async (tx) => {
      const record = await tx.get(type, id);
      // The job may have been deleted or cancelled in the meantime.
      if (record && !hasEnded(record)) await tx.update(type, id, stepped(type, record, step));
    });
    unwritten.delete(id);
  }
}

/** Stops waiting jobs that full storage prevents from starting. `isRunning`: jobs that have started. */
export async function endWithoutRoom(
  { store }: Pick<Holder, 'store'>,
  step: JobStep,
  {
    unwritten,
    isRunning,
  }: { readonly unwritten: UnwrittenEnds; readonly isRunning: (id: string) => boolean },
): Promise<void> {
  for (const type of [builds, tasks] as readonly RecordType<JobBody>[]) {
    for await (const { id } of allRecords(store, type, { status: UNFINISHED_STATUSES })) {
      if (isRunning(id) || unwritten.has(id)) continue;
      unwritten.set(id, { kind: type === builds ? 'build' : 'task', ...step });
    }
  }
}

/**
 * View of the store, for readers of jobs, that includes outcomes not yet written. Transactions read only the store.
 */
export function withUnwrittenEnds(store: Store, unwritten: UnwrittenEnds): Store {
  const complete = <Body extends object>(type: RecordType<Body>, record: StoredRecord<Body>) => {
    const end = unwritten.get(record.id);
    if (!end || hasEnded(record)) return record;
    const job = record as unknown as StoredRecord<JobBody>;
    const { status, body } = stepped(type as unknown as RecordType<JobBody>, job, end);
    return { ...record, status, body: body as unknown as Body };
  };
  const told: Pick<Store, 'get' | 'list'> = {
    get: async (type, id) => {
      const record = await store.get(type, id);
      return record && complete(type, record);
    },
    list: async (type, query) => {
      const page = await store.list(type, query);
      return { ...page, records: page.records.map((record) => complete(type, record)) };
    },
  };
  return new Proxy(store, {
    get: (target, name) => {
      if (Object.hasOwn(told, name)) return told[name as keyof typeof told];
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
