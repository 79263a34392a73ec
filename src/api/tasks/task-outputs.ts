// A task's outputs: signed URLs for its streams and their chunks, and any single stream as text.
import type { Context } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import { type StreamName, type TaskBody, taskStreamKey, taskTraceKey } from '../../jobs/records/records.ts';
import { isTerminal, stepsOf } from '../../jobs/records/states.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { openAddressSigner, signAddress } from '../presigned/signatures.ts';
import { gunzipChunks, toStream } from '../requests/byte-streams.ts';
import { wrongState } from '../requests/failures.ts';
import { z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';

export const outputsSchema = z.object({
  Stdout: z.string().optional(),
  Stderr: z.string().optional(),
  StdoutChunks: z.array(z.string()),
  StderrChunks: z.array(z.string()).optional(),
  Trace: z
    .string()
    .optional()
    .openapi({ description: 'Values of traced variables, as JSON; for tasks on Reference cores.' }),
  error: z
    .string()
    .optional()
    .openapi({ description: 'Reason for a missing Stdout: the task ended before its program started.' }),
});

/** A task's stored outputs. */
async function readExtents({ store }: Services, id: string) {
  const keys = [taskStreamKey(id, 'Stdout'), taskStreamKey(id, 'Stderr'), taskTraceKey(id)];
  const [stdout, stderr, trace] = await Promise.all(keys.map((key) => store.blobInfo(key)));
  return { stdout: stdout?.chunkCount ?? 0, stderr: stderr?.chunkCount ?? 0, isTraced: trace !== undefined };
}

/** Explains why a finished task has no outputs. */
function describeAbsence({ status, body }: StoredRecord<TaskBody>): string {
  const reason = stepsOf(body).at(-1)?.Message ?? '';
  return `The task was ${status} before its program started, and has no output: ${reason}`;
}

/**
 * Responds with the URLs of the outputs. While the task runs, the response lists only chunks that already exist;
 * streams without output are omitted.
 */
export async function answerOutputs(
  c: Context,
  services: Services,
  task: StoredRecord<TaskBody>,
): Promise<Response> {
  const { id, status, body } = task;
  const { stdout, stderr, isTraced } = await readExtents(services, id);
  if (!isTerminal(status) && stdout + stderr === 0) {
    throw wrongState(
      `The task is ${status}. Its outputs are available when it is Completed, Cancelled or Stopped.`,
    );
  }
  const sign = await openAddressSigner(c, services);
  const signChunks = (count: number, which: { stream?: StreamName } = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => sign({ what: 'task-chunk', id, index, ...which })),
    );
  const isWhole = isTerminal(status) && body.Streams !== undefined;
  const signStream = (stream: StreamName) =>
    isWhole ? sign({ what: 'task-stream', id, stream }) : undefined;
  const [Stdout, Stderr, StdoutChunks, StderrChunks, Trace] = await Promise.all([
    signStream('Stdout'),
    signStream('Stderr'),
    signChunks(stdout),
    stderr > 0 ? signChunks(stderr, { stream: 'Stderr' }) : undefined,
    isWhole && isTraced ? sign({ what: 'task-trace', id }) : undefined,
  ]);
  const error = isTerminal(status) && !isWhole ? describeAbsence(task) : undefined;
  return c.json({ Stdout, Stderr, StdoutChunks, StderrChunks, Trace, error });
}

/** Responds with a single stream: its content as text, or its URL if it is large. */
export async function answerStream(
  c: Context,
  services: Services,
  output: { task: StoredRecord<TaskBody>; stream: StreamName },
): Promise<Response> {
  const { task, stream } = output;
  if (!isTerminal(task.status)) {
    throw wrongState(
      `The task is ${task.status}. Its ${stream} is available when it is Completed, Cancelled or Stopped.`,
    );
  }
  const summary = task.body.Streams?.[stream];
  if (!summary) {
    throw new HazeError(
      'unknown-resource',
      `The task ended before its program started, and has no ${stream}.`,
    );
  }
  if (summary.SizeInBytes > services.settings.maxInlineBytes) {
    const Location = await signAddress(c, services, { what: 'task-stream', id: task.id, stream });
    return new Response(null, { status: 302, headers: { Location } });
  }
  const chunks = await services.store.readBlob(taskStreamKey(task.id, stream));
  const headers = { 'Content-Type': 'text/plain; charset=utf-8' };
  return new Response(chunks ? toStream(gunzipChunks(chunks)) : '', { headers });
}
