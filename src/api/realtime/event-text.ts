// Text of a job's step for sockets and webhooks. Published clients read the ID from several fields; one client reads a
// build's ID from the fields of a task.
import type { JobEvent } from '../../jobs/records/job-events.ts';

/** Fields of a step's message. */
export function describeStep({ kind, id, status, timestamp, message }: JobEvent): Record<string, unknown> {
  const asTask = { taskId: id, taskID: id };
  const ids =
    kind === 'task' ? { ...asTask, TaskID: id } : { ...asTask, buildId: id, buildID: id, BuildID: id };
  return { ...ids, status, Status: status, Timestamp: timestamp, Message: message };
}

const texts = new WeakMap<JobEvent, string>();

/** The same as text, made once for all receivers. */
export function textOfStep(event: JobEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(describeStep(event));
  texts.set(event, text);
  return text;
}
