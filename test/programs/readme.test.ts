// The README's examples, unchanged.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { shortenUx } from '../../src/plot/distributions/shorten-ux.ts';
import { DEFAULT_CORE } from '../../src/uncertainty/core/default-core.ts';
import { openHaze } from './build-and-run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const haze = openHaze();

test('the program in the README prints the power as a distribution', async () => {
  const source = /```c haze [^\n]*\n(.*?)```/s.exec(readme)?.[1];
  const { stdout, stderr, exitStatus } = await haze.runSource(source!, { core: DEFAULT_CORE });
  expect({ stderr, exitStatus }).toEqual({ stderr: '', exitStatus: 0 });
  // The mean is (5² + 0.05²) · ln(105/95)/10 = 0.250209, and the relative standard deviation √((2 · 0.01)² + 0.0289²) =
  // 0.0351.
  expect(shortenUx(stdout)).toMatch(/^power: 0\.2502\d\d ± 0\.0087\d .* W\n$/);
});

test('the README shows the demo’s output', async () => {
  const { stdout } = await haze.runSource(readFileSync(join(root, 'examples/lift.c'), 'utf8'), {
    core: DEFAULT_CORE,
  });
  expect(readme).toContain(shortenUx(stdout).trim());
});
