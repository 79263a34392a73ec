// The worker's side of clone-client.ts: checks out one repository, and reads and writes the executor's store.
import { checkOut } from '../../repositories/check-out.ts';
import type { GitSend } from '../../repositories/git/git-send.ts';
import { maybeHashFiles } from '../records/artifacts.ts';
import { sliceFiles } from '../records/file-slices.ts';
import type { CloneHost, CloneService } from './clone-service.ts';

/**
 * Creates the service of a clone worker.
 * @param openSend creates the function that sends requests, given the allowed hosts; default: the platform's `fetch`
 */
export function createCloneService(
  host: CloneHost,
  openSend?: (hosts: readonly string[]) => GitSend,
): CloneService {
  // The executor terminates the worker when the build is cancelled, so this signal never fires.
  const { signal } = new AbortController();
  const report = (message: string) => void host.report(message).catch(() => undefined);
  return {
    async checkOut(request) {
      const send = openSend?.(request.settings.hosts);
      const { files, ...result } = await checkOut(request, { shelf: host, signal, report, send });
      const contentHash = await maybeHashFiles(files);
      for (const slice of sliceFiles(files)) await host.takeFiles(slice);
      return { ...result, contentHash };
    },
  };
}
