// Runs the programs in same-bytes/, whose modules the site provides, and posts their output. Runs in a page.
import { PROGRAM_FILES, runAll } from './same-bytes/run-all.ts';

async function load(path: string): Promise<Uint8Array> {
  return new Uint8Array(await (await fetch(path)).arrayBuffer());
}

const kernels = await WebAssembly.compile((await load('/kernels.wasm')) as BufferSource);
const modules = await Promise.all(PROGRAM_FILES.map((name) => load(`/${name}.wasm`)));
let outputs: Record<string, string>;
try {
  outputs = runAll(modules, kernels);
} catch (error) {
  outputs = { error: String((error as Error).stack ?? error) };
}
await fetch('/results', {
  method: 'POST',
  body: JSON.stringify({ agent: navigator.userAgent, outputs }),
});
