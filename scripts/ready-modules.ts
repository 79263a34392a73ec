// Modules of the gallery examples, which the playground runs without the compiler. They are written to
// dist/editor/modules, and updated if an example or the runtime changes.
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { maybeMakePageModule } from '../src/node/docs/make-page-module.ts';
import { createNodeCompiler } from '../src/node/engine/node-engine.ts';
import { nameReady } from '../src/program/modules/ready-name.ts';
import { configMkOf } from '../src/ui/draft/program.ts';
import type { Example } from '../src/ui/gallery/gallery.ts';
import { findProjectRoot } from './project-root.ts';
import { rewritingVersion } from './wasm-versions.ts';

const PREFIX = 'ready-';
const SUFFIX = '.haze';
const folder = join(findProjectRoot(), 'dist/editor/modules');

/** Builds missing modules, and removes modules from earlier versions. */
export async function makeReadyModules(): Promise<void> {
  const root = findProjectRoot();
  const examples = JSON.parse(await readFile(join(root, 'examples/gallery.json'), 'utf8')) as Example[];
  await mkdir(folder, { recursive: true });
  const there = new Set(await readdir(folder));
  const compiler = createNodeCompiler();
  const named = new Set<string>();
  for (const { file, language } of examples) {
    const source = await readFile(join(root, 'examples', file), 'utf8');
    const name = PREFIX + nameReady(source, language, rewritingVersion()) + SUFFIX;
    named.add(name);
    if (there.has(name)) continue;
    const configMk = configMkOf({ language });
    const module = await maybeMakePageModule({ source, language, configMk }, compiler);
    if (!module) throw new Error(`examples/${file} does not build, or uses its build time`);
    await writeFile(join(folder, name), module);
  }
  for (const name of there) if (!named.has(name)) await rm(join(folder, name));
}

/** Names of the built modules. */
export async function listReadyModules(): Promise<string[]> {
  const files = await readdir(folder).catch(() => []);
  return files.map((name) => name.slice(PREFIX.length, -SUFFIX.length)).sort();
}

/** Copies the modules into a site. */
export async function copyReadyModules(site: string): Promise<void> {
  await cp(folder, join(site, 'programs'), { recursive: true });
}
