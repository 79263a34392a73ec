// The cell magic in examples/notebooks, run from Python with the notebook that comes with it.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const fromRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const isThere = spawnSync('python3', ['--version']).status === 0;
if (!isThere) console.log('skipped: the notebook, as python3 is not installed');

test.skipIf(!isThere)('notebook cells run, show their values, and report errors', () => {
  const cache = mkdtempSync(join(tmpdir(), 'haze-notebook-'));
  const folder = fromRoot('examples/notebooks');
  const words = ['-B', fromRoot('test/docs/notebook.py'), folder, join(folder, 'lift.ipynb')];
  const { stdout, stderr } = spawnSync('python3', words, {
    encoding: 'utf8',
    env: {
      ...process.env,
      PYTHONIOENCODING: 'utf-8',
      HAZE_CACHE_DIR: cache,
      HAZE_COMMAND: `${process.execPath} ${fromRoot('dist/src/node/haze.js')}`,
    },
  });
  rmSync(cache, { recursive: true, force: true });
  expect(stderr).toBe('');
  const { printed, shown, problems } = JSON.parse(stdout);
  // The mean is 1.225/2 · E[speed²] with E[speed²] = 29² + 2²/12; σ is 515 · √((2 · 0.577/29)² + (0.0144/1.225)²) = 21.
  expect(printed).toMatch(/^pressure: 515 ± 2\d Pa\n95 % lies between 47\d Pa and 55\d Pa\n$/);
  expect(shown).toEqual([
    {
      'text/plain': expect.stringMatching(/^pressure: 515 ± 2\d$/),
      'image/svg+xml': expect.stringMatching(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>$/s),
    },
  ]);
  expect(problems).toEqual([
    "cell:3: error: use of undeclared identifier 'x'",
    expect.stringMatching(/^cell:1: there is no core "C9"/),
    expect.stringMatching(/^cell:1: unrecognized arguments: --colour red\nusage: %%haze/),
    'cell:1: No closing quotation',
  ]);
});
