// The worker's side of clone-client.ts: checks out one repository, with the executor's store behind its questions.
import { checkOut } from '../repositories/check-out.ts';
import { AskedBytes, toPlainError } from './byte-questions.ts';
import type { CloneMessage, CloneRequest } from './clone-messages.ts';

/** Makes what takes the messages to the worker. */
export function serveClone(post: (message: CloneMessage) => void): (request: CloneRequest) => void {
  const shelf = new AskedBytes(post);
  // The executor ends the worker when the build is cancelled, so no signal of ours fires.
  const { signal } = new AbortController();
  const report = (message: string) => post({ kind: 'report', message });
  return (request) => {
    if (request.kind !== 'check-out') {
      shelf.receive(request);
      return;
    }
    checkOut(request.request, { shelf, signal, report }).then(
      (result) => post({ kind: 'done', result }),
      (error: unknown) => post({ kind: 'failure', error: toPlainError(error) }),
    );
  };
}
