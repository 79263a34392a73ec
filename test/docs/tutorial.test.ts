// Runs the tutorial's program to check the tutorial's budget table and the result that it shows for --set. The site
// build checks programs and outputs with `haze docs check`.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { build, explain, run } from '../../src/index.ts';
import { findUx } from '../../src/ux.ts';

const tutorial = readFileSync(new URL('../../docs/tutorial.md', import.meta.url), 'utf8');
const [, source = ''] = /```c haze [^\n]*file="shelf-2\.c"[^\n]*\n([\s\S]*?)^```/m.exec(tutorial) ?? [];

test('the table in step 4 is the budget of the program in step 2, and step 5 runs that program with --set', async () => {
  const built = await build(source, { language: 'C', debug: true });
  if (!built.ok) throw new Error(built.log);
  const result = await run(built.module, { core: 'C0-Joint', trace: true });
  const rows = explain(result, { sources: source }).values[0]!.contributions.map(
    ({ source, first }) => `| ${source.name} | ${source.distribution} | ${(100 * first).toFixed(1)} % |`,
  );
  expect(rows.length).toBe(5);
  expect(tutorial).toContain(rows.join('\n'));

  const [, override = ''] = /haze run shelf\.c --set 'load: ([^']*)'/.exec(tutorial) ?? [];
  const { stdout } = await run(built.module, { core: 'C0-Joint', sources: { load: override } });
  const deviation = Number(/shelf-5[\s\S]*?sag: [\d.]+ ± ([\d.]+)/.exec(tutorial)?.[1]);
  const [{ value }] = findUx(stdout) as [ReturnType<typeof findUx>[number]];
  const variance = value.positions.reduce((sum, x, i) => sum + (x - value.mean) ** 2 * value.masses[i]!, 0);
  // The points represent bins, so their variance is slightly below the printed one.
  expect(Math.sqrt(variance) / deviation).toBeCloseTo(1, 1);
});
