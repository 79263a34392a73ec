// The outputs of a task: signed addresses of its streams and of their chunks, and one stream as text.
import type { Context } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import { type StreamName, type TaskBody, taskStreamKey, taskTraceKey } from '../../jobs/records.ts';
import { isTerminal } from '../../jobs/states.ts';
import type { StoredRecord } from '../../store/store.ts';
import { gunzipChunks, toStream } from '../byte-streams.ts';
import { wrongState } from '../failures.ts';
import { signAddress, signAddresses } from '../presigned/signatures.ts';
import type { Services } from '../services.ts';

async function signChunks(
  c: Context,
  services: Services,
  { id, stream }: { readonly id: string; readonly stream: StreamName },
): Promise<string[]> {
  const info = await services.store.blobInfo(taskStreamKey(id, stream));
  const which = stream === 'Stderr' ? { stream } : {};
  const chunks = Array.from(
    { length: info?.chunkCount ?? 0 },
    (_, index) => ({ what: 'task-chunk', id, index, ...which }) as const,
  );
  return signAddresses(c, services, chunks);
}

/**
 * Addresses of the outputs. While the task runs, only those chunks that are there already; streams that the
 * program never got to write are left out.
 */
export async function answerOutputs(
  c: Context,
  services: Services,
  task: StoredRecord<TaskBody>,
): Promise<Response> {
  const { id, status, body } = task;
  const StdoutChunks = await signChunks(c, services, { id, stream: 'Stdout' });
  const errors = await signChunks(c, services, { id, stream: 'Stderr' });
  const chunks = { StdoutChunks, ...(errors.length > 0 && { StderrChunks: errors }) };
  if (!isTerminal(status)) {
    if (StdoutChunks.length + errors.length > 0) return c.json(chunks);
    throw wrongState(
      `The task is ${status}. Its outputs are there when it is Completed, Cancelled or Stopped.`,
    );
  }
  if (!body.Streams) return c.json(chunks);
  const streams = (['Stdout', 'Stderr'] as const).map(
    (stream) => ({ what: 'task-stream', id, stream }) as const,
  );
  const isTraced = (await services.store.blobInfo(taskTraceKey(id))) !== undefined;
  const trace = isTraced ? [{ what: 'task-trace', id } as const] : [];
  const [Stdout, Stderr, Trace] = await signAddresses(c, services, [...streams, ...trace]);
  return c.json({ Stdout, Stderr, ...chunks, Trace });
}

/** One stream: its text, or where to find it when it is large. */
export async function answerStream(
  c: Context,
  services: Services,
  output: { task: StoredRecord<TaskBody>; stream: StreamName },
): Promise<Response> {
  const { task, stream } = output;
  if (!isTerminal(task.status)) {
    throw wrongState(
      `The task is ${task.status}. Its ${stream} is there when it is Completed, Cancelled or Stopped.`,
    );
  }
  const summary = task.body.Streams?.[stream];
  if (!summary) {
    throw new HazeError('unknown-resource', `The task ended before its program began, and has no ${stream}.`);
  }
  if (summary.SizeInBytes > services.settings.maxInlineBytes) {
    const Location = await signAddress(c, services, { what: 'task-stream', id: task.id, stream });
    return new Response(null, { status: 302, headers: { Location } });
  }
  const chunks = await services.store.readBlob(taskStreamKey(task.id, stream));
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(chunks ? toStream(gunzipChunks(chunks)) : '', { headers });
}
