// The same seed produces the same bytes in Node, Chromium, Firefox and WebKit, on every kind of core, although each
// engine compiles and executes WebAssembly in its own way.
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { build } from '../../src/node/library.ts';
import { rewriteProgram } from '../../src/runtime/preparing/rewrite-program.ts';
import { isMissing } from './browsers.ts';
import { EVERY_BROWSER } from './every-browser.ts';
import { CORE_NAMES, PROGRAM_FILES, runAll } from './same-bytes/run-all.ts';
import { Site } from './site.ts';

const KERNELS = new URL('../../dist/wasm/kernels.wasm', import.meta.url);

async function buildProgram(name: string): Promise<Uint8Array> {
  const source = await readFile(new URL(`same-bytes/${name}`, import.meta.url), 'utf8');
  const built = await build(source, { language: name.endsWith('.cpp') ? 'C++' : 'C' });
  if (!built.ok) throw new Error(`${name} does not build:\n${built.log}`);
  return rewriteProgram(built.module).module;
}

let site: Site;
let inNode: Record<string, string>;

beforeAll(async () => {
  const modules = await Promise.all(PROGRAM_FILES.map(buildProgram));
  const kernels = await readFile(KERNELS);
  inNode = runAll(modules, await WebAssembly.compile(kernels));
  site = await Site.open();
  site.files.set('/kernels.wasm', kernels);
  for (const [i, name] of PROGRAM_FILES.entries()) site.files.set(`/${name}.wasm`, modules[i]!);
});

afterAll(() => site?.close());

test('the programs succeed in Node, and different seeds give different output on every core', () => {
  for (const [name, text] of Object.entries(inNode)) expect(text, name).toMatch(/status 0\n$/);
  for (const core of CORE_NAMES) {
    const outputs = Object.keys(inNode).filter((name) => name.startsWith(`distributions.c ${core} `));
    expect(new Set(outputs.map((name) => inNode[name])).size).toBe(2);
  }
});

describe.each(EVERY_BROWSER)('%s', (name, { open, agent: known }) => {
  test.skipIf(isMissing(name))('the browser prints the same bytes as Node', async () => {
    const before = site.results.length;
    const browser = await open(`${site.address}/same-bytes`);
    await site.untilResults(before + 1);
    await browser.end();
    const { agent, outputs } = site.results[before] as { agent: string; outputs: Record<string, string> };
    expect(agent).toContain(known);
    expect(Object.keys(outputs)).toEqual(Object.keys(inNode));
    for (const [run, text] of Object.entries(inNode)) expect(outputs[run], run).toBe(text);
  });
});
