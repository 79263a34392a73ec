// Compares the programs in docs/budget-examples.md with the numbers that the GUM (JCGM 100:2008) prints for its
// examples H.1 and H.2.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Budget, Contribution } from '../../src/budget/explain-trace.ts';
import { explain } from '../../src/program/explain-run.ts';
import { createKeptHaze } from '../kept/kept-haze.ts';

const page = readFileSync(new URL('../../docs/budget-examples.md', import.meta.url), 'utf8');
const library = createKeptHaze();

/** The budget of a program on the page. */
async function explainExample(name: string): Promise<Budget> {
  const [text] = [...page.matchAll(/```c haze [^\n]*\n([\s\S]*?)```/g)].flatMap(([, code = '']) =>
    code.startsWith(`// ${name}`) ? [code] : [],
  );
  if (text === undefined) throw new Error(`docs/budget-examples.md has no ${name}`);
  const sources = { [name]: text };
  const built = await library.build(sources, { debug: true });
  if (!built.ok) throw new Error(built.log);
  return explain(await library.run(built.module, { core: 'C0-Joint', trace: true }), { sources });
}

test('the end gauge in H.1 has the published contributions and combined uncertainties', async () => {
  const { values } = await explainExample('end-gauge.c');
  const [length] = values;
  const of = (name: string): Contribution =>
    length!.contributions.find(({ source }) => source.name === name)!;
  const contributed = (name: string) => of(name).contribution!;
  expect(length!.mean.toFixed(0)).toBe('50000838');
  // Table H.1, in nm.
  expect(contributed('standard').toFixed(0)).toBe('25');
  expect(contributed('observed').toFixed(1)).toBe('5.8');
  expect(contributed('randomEffects').toFixed(1)).toBe('3.9');
  expect(contributed('systematicEffects').toFixed(1)).toBe('6.7');
  const difference = Math.hypot(...['observed', 'randomEffects', 'systematicEffects'].map(contributed));
  expect(difference.toFixed(1)).toBe('9.7');
  expect(contributed('expansionDifference').toFixed(1)).toBe('2.9');
  expect(contributed('temperatureDifference').toFixed(1)).toBe('16.6');
  for (const name of ['bed', 'swing', 'expansion']) expect(contributed(name).toFixed(1)).toBe('0.0');
  const combined = Math.hypot(...length!.contributions.map(({ contribution }) => contribution!));
  expect(combined.toFixed(0)).toBe('32');
  // H.1.7 includes second-order terms, of which αs·δθ contributes 1.7 nm and δα·Δ 11.7 nm.
  expect(length!.standardDeviation.toFixed(0)).toBe('34');
  const second = Math.sqrt(length!.interactions) * length!.standardDeviation;
  expect(Math.abs(second - Math.hypot(11.7, 1.7))).toBeLessThan(0.1);
  expect(of('expansionDifference').total - of('expansionDifference').first).toBeCloseTo((11.7 / 34) ** 2, 2);
});

test('resistance and reactance in H.2 have the published estimates, uncertainties and correlations', async () => {
  const { values, correlation } = await explainExample('impedance.c');
  const printed = values.map(({ label, mean, standardDeviation }) => [
    label,
    mean.toFixed(3),
    standardDeviation.toFixed(3),
  ]);
  expect(printed).toEqual([
    ['R', '127.732', '0.071'],
    // The GUM prints 0.295; for the observations in table H.2, its own formula (16) yields 0.29558.
    ['X', '219.847', '0.296'],
    ['Z', '254.260', '0.236'],
  ]);
  const { linear } = correlation;
  // Table H.4. These correlations come from 4 096 draws, which are not perfectly uncorrelated themselves.
  expect(Math.abs(linear[0]![1]! - -0.588)).toBeLessThan(0.005);
  expect(Math.abs(linear[0]![2]! - -0.485)).toBeLessThan(0.005);
  expect(linear[1]![2]!.toFixed(3)).toBe('0.993');
});
