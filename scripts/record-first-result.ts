// What the first example of the gallery prints, by really building and running it, for first visits: the page shows it until there
// is a compiler. It goes to dist/editor/first-result.json, and is made anew when the example, its core or the runtime is another.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, run } from '../src/node/library.ts';
import type { Example } from '../src/ui/playground/gallery.ts';
import type { RecordedResult } from '../src/ui/playground/recorded-result.ts';
import { findProjectRoot } from './project-root.ts';

const OUTPUT = 'dist/editor/first-result.json';
/** The same for every build of the site. */
const SEED = 1;

/** Records the result, unless it is there. @throws Error when the example does not build or run */
export async function recordFirstResult(): Promise<void> {
  const root = findProjectRoot();
  const [first] = JSON.parse(await readFile(join(root, 'examples/gallery.json'), 'utf8')) as Example[];
  const { file, language, core } = first!;
  const source = await readFile(join(root, 'examples', file), 'utf8');
  const versions = await readFile(join(root, 'dist/wasm/versions.json'), 'utf8');
  const madeFrom = createHash('sha256')
    .update(JSON.stringify([first, source, versions]))
    .digest('hex');
  const path = join(root, OUTPUT);
  const known = JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as Partial<RecordedResult>;
  if (known.madeFrom === madeFrom) return;
  const built = await build(source, { language });
  if (!built.ok) throw new Error(`examples/${file} does not build:\n${built.log}`);
  const { stdout, exitStatus, stderr } = await run(built.module, { core, seed: SEED });
  if (exitStatus !== 0) throw new Error(`examples/${file} does not run: ${stderr}`);
  await mkdir(dirname(path), { recursive: true });
  const recorded: RecordedResult = { madeFrom, stdout };
  await writeFile(path, JSON.stringify(recorded));
}
