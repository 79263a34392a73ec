// The examples of the README and of examples/, as they stand there.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { shortenUx } from '../../src/node/commands/human-output.ts';
import { findUx } from '../../src/uncertainty/ux-text.ts';
import { openHaze } from './build-and-run.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const haze = openHaze();

test('the program of the README prints the power as a distribution', async () => {
  const source = /```c\n(.*?)```/s.exec(readme)?.[1];
  const { stdout, stderr, exitStatus } = await haze.runSource(source!, { core: 'C0-M' });
  expect({ stderr, exitStatus }).toEqual({ stderr: '', exitStatus: 0 });
  expect(shortenUx(stdout)).toMatch(/^power: 0\.250000 ± 0\.00\d+ .* W\n$/);
});

test('the picture of the README is what the demo prints', async () => {
  const { stdout } = await haze.runSource(readFileSync(join(root, 'examples/lift.c'), 'utf8'), {
    core: 'C0-S',
  });
  expect(readme).toContain(shortenUx(stdout).trim());
});

test.each(readdirSync(join(root, 'examples')).filter((name) => name.endsWith('.c')))(
  'examples/%s builds without a warning and prints distributions',
  async (name) => {
    const built = await haze.build(readFileSync(join(root, 'examples', name), 'utf8'), { language: 'C' });
    expect(built.diagnostics).toEqual([]);
    if (!built.ok) return;
    const { stdout, exitStatus } = await haze.run(built.module);
    expect(exitStatus).toBe(0);
    expect(findUx(stdout).some(({ value }) => value.positions.length > 1)).toBe(true);
  },
);
