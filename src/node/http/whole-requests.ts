// Keeps connections usable if a body is not read to its end. After an early response, the rest of the body precedes the
// next request, so the server either reads and discards the rest or announces that it will close the connection. A body
// that is cut off is an error, never a shorter body.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { changeBody } from './change-body.ts';

/**
 * Time limit for reading the rest of a body, whatever its size: a client that is still sending may lose the response
 * when its connection is closed.
 */
const DRAIN_TIMEOUT_MS = 30_000;

/** Functions that send `100 Continue` to clients waiting for it, until the body is read. */
const invitations = new WeakMap<IncomingMessage, () => void>();

/** Lets a client hold back its body until the server reads it, so that a rejected client sends nothing. */
export function inviteLater(incoming: IncomingMessage, outgoing: ServerResponse): void {
  invitations.set(incoming, () => outgoing.writeContinue());
}

/** Invites a waiting client to send its body. */
export function inviteBody(incoming: IncomingMessage): void {
  invitations.get(incoming)?.();
  invitations.delete(incoming);
}

/** Reads the rest of a body; false if this takes too long. */
function drain(incoming: IncomingMessage): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isWhole: boolean) => {
      clearTimeout(timer);
      incoming.off('end', whole).off('close', gone).off('error', gone);
      resolve(isWhole);
    };
    const whole = () => finish(true);
    const gone = () => finish(incoming.readableEnded);
    const timer = setTimeout(() => finish(false), DRAIN_TIMEOUT_MS);
    // Removes a previous reader, which would block the stream if that reader has stopped.
    incoming.removeAllListeners('data');
    incoming.on('end', whole).on('close', gone).on('error', gone);
    incoming.resume();
  });
}

/** True if a request announces a body. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return length !== '0' || coding !== undefined;
}

/** Passes the bytes on, and fails with an error if the client did not send all of them. */
function untilWhole(incoming: IncomingMessage): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  return new TransformStream({
    flush(controller) {
      if (!incoming.complete)
        controller.error(new Error('The connection closed before the body was complete.'));
    },
  });
}

/**
 * Fails the body of a request whose connection closed before the whole body had arrived. Without this, the body fails
 * only if the connection closes during the read: if it closed earlier, the platform creates an empty stream. @param
 * incoming the original request
 */
export function requireWholeBody(request: Request, incoming: IncomingMessage): Request {
  if (!hasBody(incoming)) return request;
  return changeBody(request, (body) => {
    inviteBody(incoming);
    return body.pipeThrough(untilWhole(incoming));
  });
}

/** The same response, once the request no longer blocks the next request on its connection. */
export async function settleRequest(incoming: IncomingMessage, response: Response): Promise<Response> {
  // Nothing is left to read: the handler has read the whole body, or the client is gone.
  if (!hasBody(incoming) || incoming.readableEnded || incoming.destroyed) return response;
  // Closes the connection of a client that is still holding back its body: the server would take a body sent later for
  // the next request.
  if (!invitations.has(incoming) && (await drain(incoming))) return response;
  const headers = new Headers(response.headers);
  headers.set('Connection', 'close');
  return new Response(response.body, { status: response.status, headers });
}
