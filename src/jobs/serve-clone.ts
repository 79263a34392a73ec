// The worker's side of clone-client.ts: checks out one repository, with the executor's store behind its questions.
import { type CheckedOut, checkOut } from '../repositories/check-out.ts';
import type { GitSend } from '../repositories/git-http.ts';
import { maybeHashFiles } from './artifacts.ts';
import { AskedBytes, toPlainError } from './byte-questions.ts';
import type { CloneMessage, CloneRequest } from './clone-messages.ts';
import { sliceFiles } from './file-slices.ts';

/**
 * Makes what takes the messages to the worker.
 * @param openSend how requests leave, given the hosts that may be asked; the platform's `fetch` unless told
 */
export function serveClone(
  post: (message: CloneMessage) => void,
  openSend?: (hosts: readonly string[]) => GitSend,
): (request: CloneRequest) => void {
  const shelf = new AskedBytes(post);
  // The executor ends the worker when the build is cancelled, so no signal of ours fires.
  const { signal } = new AbortController();
  const report = (message: string) => post({ kind: 'report', message });
  let next: () => void = () => undefined;
  const deliver = async (result: CheckedOut): Promise<void> => {
    const contentHash = await maybeHashFiles(result.files);
    for (const files of sliceFiles(result.files)) {
      const taken = new Promise<void>((resolve) => {
        next = resolve;
      });
      post({ kind: 'files', files });
      await taken;
    }
    post({ kind: 'done', result: { ...result, files: new Map() }, contentHash });
  };
  return (request) => {
    if (request.kind === 'taken') {
      next();
      return;
    }
    if (request.kind !== 'check-out') {
      shelf.receive(request);
      return;
    }
    const send = openSend?.(request.request.settings.hosts);
    checkOut(request.request, { shelf, signal, report, send })
      .then(deliver)
      .catch((error: unknown) => post({ kind: 'failure', error: toPlainError(error) }));
  };
}
