// Records the results of the gallery examples by building and running each of them. A first visit shows the first
// example's output until the compiler has loaded; the gallery shows the first uncertain value of each example. The
// results are written to dist/editor, and updated if an example, its core or the runtime changes.
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, run } from '../src/node/library.ts';
import type { Distribution } from '../src/plot/distributions/distribution.ts';
import { formatPlusMinus } from '../src/plot/distributions/format-value.ts';
import { type SmoothDensity, smoothDensity } from '../src/plot/distributions/smooth-density.ts';
import { distributionOfUx } from '../src/plot/distributions/ux-distribution.ts';
import { smoothPath } from '../src/plot/drawing/curve-paths.ts';
import { chooseXLimits } from '../src/plot/drawing/plot-limits.ts';
import { sparkPath } from '../src/plot/drawing/spark-path.ts';
import type { Example } from '../src/ui/gallery/gallery.ts';
import { PICTURE } from '../src/ui/gallery/picture-size.ts';
import type { RecordedResult, RecordedValue, RecordedValues } from '../src/ui/gallery/recorded-result.ts';
import { readOutput } from '../src/ui/runs/compare-runs.ts';
import { findProjectRoot } from './project-root.ts';
import { rewritingVersion } from './wasm-versions.ts';

const FIRST = 'dist/editor/first-result.json';
const VALUES = 'dist/editor/gallery-values.json';
/** The seed is fixed, so that every build of the site is identical. */
const SEED = 1;
/** Maximum number of points in a plot. */
const MOST_POINTS = 80;

/** Records missing results. @throws Error if an example does not build or run */
export async function recordResults(): Promise<void> {
  const root = findProjectRoot();
  const examples = JSON.parse(await readFile(join(root, 'examples/gallery.json'), 'utf8')) as Example[];
  const versions = JSON.stringify({ rewriting: rewritingVersion() });
  const known = (await maybeRead(join(root, VALUES))) as RecordedValues;
  const first = (await maybeRead(join(root, FIRST))) as Partial<RecordedResult>;
  const values: Record<string, RecordedValues[string]> = {};
  for (const [index, { file, language, core, value }] of examples.entries()) {
    const source = await readFile(join(root, 'examples', file), 'utf8');
    const madeFrom = createHash('sha256')
      .update(JSON.stringify([PICTURE, MOST_POINTS, language, core, value, source, versions]))
      .digest('hex');
    const isFirst = index === 0;
    if (known[file]?.madeFrom === madeFrom && (!isFirst || first.madeFrom === madeFrom)) {
      values[file] = known[file];
      continue;
    }
    const stdout = await runExample(source, { file, language, core });
    values[file] = { madeFrom, value: await readValue(stdout, { file, value }) };
    if (isFirst) await write(join(root, FIRST), { madeFrom, stdout } satisfies RecordedResult);
    // Saves earlier values even if a later example fails.
    await write(join(root, VALUES), { ...known, ...values });
  }
  if (Object.keys(known).some((file) => !(file in values))) await write(join(root, VALUES), values);
}

async function runExample(
  source: string,
  { file, language, core }: Pick<Example, 'file' | 'language' | 'core'>,
): Promise<string> {
  const built = await build(source, { language });
  if (!built.ok) throw new Error(`examples/${file} does not build:\n${built.log}`);
  const { stdout, exitStatus, stderr } = await run(built.module, { core, seed: SEED });
  if (exitStatus !== 0) throw new Error(`examples/${file} does not run: ${stderr}`);
  return stdout;
}

/** @throws Error if no uncertain value matches the label in the gallery */
async function readValue(
  stdout: string,
  { file, value: wanted }: Pick<Example, 'file' | 'value'>,
): Promise<RecordedValue | null> {
  const { values } = await readOutput(stdout, async () => new Float64Array());
  for (const { label, unit = '', value } of values) {
    if (!value || (wanted !== undefined && label !== wanted)) continue;
    const distribution = distributionOfUx(value);
    const outline = outlineOf(distribution);
    const shown = formatPlusMinus(distribution.mean, distribution.deviation);
    if (outline !== '') return { label, unit, shown, outline };
  }
  if (wanted !== undefined) throw new Error(`examples/${file} prints no uncertain value "${wanted}".`);
  return null;
}

/** The outline of the smooth density, or of the steps if they make a better plot. */
function outlineOf(distribution: Distribution): string {
  const { width, height } = PICTURE;
  if (distribution.isPlain) return '';
  const limits = chooseXLimits([distribution], [undefined, undefined]);
  const smooth = smoothDensity(distribution, limits);
  if (!smooth) return sparkPath(distribution, width, height, limits);
  const [low, high] = limits;
  const highest = Math.max(...smooth.densities);
  const x = (at: number) => ((at - low) / (high - low)) * width;
  return smoothPath(thinOut(smooth, (high - low) / MOST_POINTS), {
    x,
    y: (density) => height * (1 - (0.96 * density) / highest),
  });
}

/** Drops points that are too close to be distinguished. */
function thinOut({ xs, densities }: SmoothDensity, nearest: number): SmoothDensity {
  let last = Number.NEGATIVE_INFINITY;
  const kept = [...xs.keys()].filter((i) => {
    if (xs[i]! - last < nearest && i < xs.length - 1) return false;
    last = xs[i]!;
    return true;
  });
  return {
    xs: Float64Array.from(kept, (i) => xs[i]!),
    densities: Float64Array.from(kept, (i) => densities[i]!),
  };
}

async function maybeRead(path: string): Promise<object> {
  return JSON.parse(await readFile(path, 'utf8').catch(() => '{}')) as object;
}

async function write(path: string, content: object): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, JSON.stringify(content));
}
