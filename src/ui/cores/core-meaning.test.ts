import { expect, test } from 'vitest';
import { DEFAULT_CORES } from '../../uncertainty/core/core-spec.ts';
import { explainCore, groupCores } from './core-meaning.ts';

const RECORD = { Object: 'Core', Owner: 'haze', CreatedAt: 0, UpdatedAt: 0 } as const;
const CORES = DEFAULT_CORES.map((core) => ({ ...core, ...RECORD }));
const CUSTOM = { ...CORES[0]!, CoreID: `cor_${'1'.repeat(32)}`, Name: 'Mine', Owner: 'usr_1' };

test('every core is in one group, and the account’s cores are in a separate group', () => {
  const groups = groupCores([...CORES, CUSTOM]);
  const ids = groups.flatMap(([, members]) => members).map(({ CoreID }) => CoreID);
  expect(ids.sort()).toEqual([...CORES, CUSTOM].map(({ CoreID }) => CoreID).sort());
  expect(groups.at(-1)).toEqual(['Your own', [CUSTOM]]);
  // Device cores come after the usual cores.
  const [name, devices] = groups.at(-2)!;
  expect([name, devices.length]).toEqual(['Other classes and devices', 17]);
});

test('the sentence about a core states its points, its treatment of dependence, and its memory', () => {
  const sentenceOf = (name: string) => explainCore(CORES.find((core) => core.Name === name)!);
  expect(sentenceOf('C0-M')).toMatch(/^Keeps 128 points .*independent.* 256 MB of memory\.$/);
  expect(sentenceOf('C0-XS+')).toMatch(/^Keeps 32 points .*x − x is 0\. 64 MB of memory\.$/);
  expect(sentenceOf('C0-Bypass')).toContain('Plain numbers');
  expect(sentenceOf('C0-Reference')).toContain('thousands of times');
  expect(sentenceOf('C0-Joint')).toContain('every dependence');
});
