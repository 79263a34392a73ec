// A step of a job as sockets and webhooks tell it. Published clients look for its ID under several names; one of them looks
// for a build's under those of a task.
import type { JobEvent } from '../../jobs/records/job-events.ts';

/** What is told of a step. */
export function describeStep({ kind, id, status, timestamp, message }: JobEvent): Record<string, unknown> {
  const asTask = { taskId: id, taskID: id };
  const ids =
    kind === 'task' ? { ...asTask, TaskID: id } : { ...asTask, buildId: id, buildID: id, BuildID: id };
  return { ...ids, status, Status: status, Timestamp: timestamp, Message: message };
}

const texts = new WeakMap<JobEvent, string>();

/** The same as text, made once for all that are told. */
export function textOfStep(event: JobEvent): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const text = JSON.stringify(describeStep(event));
  texts.set(event, text);
  return text;
}
