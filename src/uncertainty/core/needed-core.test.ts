import { expect, test } from 'vitest';
import { maybeSmallestCore } from './needed-core.ts';

const TRACKING = { Microarchitecture: 'Athens', CorrelationTracking: 'Autocorrelation' };

test.each([
  ['C0-XS+', { ...TRACKING, Precision: 32, MemorySize: 256_000 }],
  ['C0-S+', { ...TRACKING, Precision: 33 }],
  ['C0-M+', { ...TRACKING, Precision: 32, MemorySize: 200e6 }],
  ['C0Pro-M+', { ...TRACKING, Class: 'C0Pro', Precision: 64 }],
  ['C0-XL+', { ...TRACKING, Class: 'C0Pro', Precision: 512 }],
  ['C0-M', { Class: 'C0', Microarchitecture: 'Jupiter', CorrelationTracking: 'Disable', Precision: 128 }],
  ['C0-Joint', { Microarchitecture: 'Joint' }],
  ['C0-microSD-N', { Class: 'C0-microSD', CorrelationTracking: 'Disable' }],
])('%s is the smallest core for %j', (name, need) => {
  expect(maybeSmallestCore(need)?.Name).toBe(name);
});

test('no core is found for more points than any default core has', () => {
  expect(maybeSmallestCore({ Precision: 1024 })).toBeUndefined();
});

test('a core stands in for a microarchitecture that Haze does not simulate', () => {
  expect(maybeSmallestCore({ Microarchitecture: 'Jupiter', Precision: 128 })?.StandsFor).toBe('Jupiter');
  expect(maybeSmallestCore({ Microarchitecture: 'Athens', Precision: 128 })?.StandsFor).toBeUndefined();
});
