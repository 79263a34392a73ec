// Checks that the image in README.md (drawn by scripts/draw-page.ts) shows the README's program and its current output.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PICTURE_CORE, readFirstProgram } from '../../scripts/first-program.ts';
import { build, explain, run } from '../../src/index.ts';

const readRoot = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8');

test('the code, value and budget in the picture agree with the program', async () => {
  const source = readFirstProgram(readRoot('README.md'));
  const texts = [...readRoot('docs/playground.svg').matchAll(/<text [^>]*>([^<]*)<\/text>/g)];
  const shown = texts.map(([, text = '']) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'));
  const dense = shown.join('').replaceAll(/\s/g, '');
  for (const line of source.split('\n')) expect(dense).toContain(line.replaceAll(/\s/g, ''));

  const built = await build(source, { language: 'C', debug: true });
  if (!built.ok) throw new Error(built.log);
  const result = await run(built.module, { core: PICTURE_CORE, seed: 1, trace: true });
  const [value] = explain(result, { sources: source }).values;
  const { label, mean, standardDeviation, coverageInterval, contributions } = value!;
  const heading = shown.find((text) => text.startsWith(`${label}: `) && text.includes('95 %')) ?? '';
  const numbers = (heading.replace('95 %', '').match(/\d+\.\d+/g) ?? []).map(Number);
  const expected = [mean, standardDeviation, ...coverageInterval!];
  expect(numbers).toEqual(expected.map((number) => expect.closeTo(number, 4)));
  expect(contributions.length).toBe(2);
  for (const { source, first } of contributions) {
    const at = shown.indexOf(source.name);
    const percent = Number(/^([\d.]+) %/.exec(shown.slice(at).find((text) => text.includes('%')) ?? '')?.[1]);
    expect(percent).toBeCloseTo(100 * first, 1);
  }
});
