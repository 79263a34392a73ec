// Entry of the worker that builds programs, in a page.
import { fetchAsset } from '../src/client/fetch-asset.ts';
import type { CompileRequest } from '../src/jobs/compile-messages.ts';
import { serveCompile } from '../src/jobs/serve-compile.ts';
import { parseGuestRuntime } from '../src/toolchain/guest-runtime-json.ts';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const answer = serveCompile({
  post: (message) => scope.postMessage(message),
  loadGuestRuntime: async () => {
    const url = new URL('../dist/wasm/guest.json', import.meta.url);
    return parseGuestRuntime(new TextDecoder().decode(await fetchAsset(url)));
  },
});
scope.addEventListener('message', (event: MessageEvent<CompileRequest>) => answer(event.data));
