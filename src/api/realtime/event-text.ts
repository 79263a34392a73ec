// Messages about a job's steps, for WebSockets and webhooks. Published clients read the ID from several fields; one
// client reads a build's ID from a task's fields.
import type { JobEvent } from '../../jobs/records/job-events.ts';
import { builds, tasks } from '../../jobs/records/records.ts';
import type { ReadView } from '../../store/contract/store.ts';

/** Event names for channels and webhooks. */
export const JOB_EVENTS = [
  'task-status',
  'build-status',
  'task-stats',
  'build-stats',
  'task-count',
  'build-count',
] as const;

export type JobEventName = (typeof JOB_EVENTS)[number];

/** Events that a job's step triggers. */
export function eventsOf({ kind, isFirst, isLast, stats }: JobEvent): JobEventName[] {
  return [
    `${kind}-status`,
    ...(stats ? ([`${kind}-stats`] as const) : []),
    ...(isFirst || isLast ? ([`${kind}-count`] as const) : []),
  ];
}

function describeStep({ kind, id, status, timestamp, message }: JobEvent): Record<string, unknown> {
  const asTask = { taskId: id, taskID: id };
  const ids =
    kind === 'task' ? { ...asTask, TaskID: id } : { ...asTask, buildId: id, buildID: id, BuildID: id };
  return { ...ids, status, Status: status, Timestamp: timestamp, Message: message };
}

/** Event messages, each created only once for all receivers, because an account may have thousands of subscriptions. */
const made = new WeakMap<JobEvent, Map<JobEventName, Promise<object>>>();
const texts = new WeakMap<JobEvent, Map<JobEventName, string>>();

function once<Value>(
  memory: WeakMap<JobEvent, Map<JobEventName, Value>>,
  { event, name }: { readonly event: JobEvent; readonly name: JobEventName },
  make: () => Value,
): Value {
  const known = memory.get(event) ?? new Map<JobEventName, Value>();
  memory.set(event, known);
  const value = known.get(name) ?? make();
  known.set(name, value);
  return value;
}

/** The fields of an event's message. `view` is used to count the account's jobs. */
export function describeEvent(
  event: JobEvent,
  name: JobEventName,
  view: Pick<ReadView, 'count'>,
): Promise<object> {
  const fields = once(made, { event, name }, async () => {
    if (name.endsWith('-status')) return describeStep(event);
    if (name.endsWith('-stats')) return { ...describeStep(event), Stats: event.stats };
    return { count: await view.count(event.kind === 'build' ? builds : tasks, { owner: event.owner }) };
  });
  // Forgets a failed count, so that the next receiver counts again.
  fields.catch(() => made.get(event)?.delete(name));
  return fields;
}

/** JSON text of an event for WebSockets: the fields, repeated in `data`, where clients of the service look first. */
export function textOf(event: JobEvent, name: JobEventName, fields: object): string {
  return once(texts, { event, name }, () => {
    const created = new Date(event.timestamp).toISOString();
    const data = { ...fields, message: event.message, updatedAt: created };
    return JSON.stringify({
      ...fields,
      version: '1',
      id: `${event.id}-${event.step}`,
      event: name,
      created,
      data,
    });
  });
}

/** JSON text of a step for WebSockets. */
export function textOfStep(event: JobEvent): string {
  return textOf(event, `${event.kind}-status`, describeStep(event));
}
