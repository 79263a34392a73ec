import { describe, expect, it } from 'vitest';
import { DEFAULT_CORES, findDefaultCore, validateCoreSpec } from './core-spec.ts';

describe('the catalogue of cores', () => {
  it('has the cores of the service and Joint, with IDs that never change', () => {
    expect(DEFAULT_CORES.map((core) => core.Name)).toEqual([
      ...['C0-XS', 'C0-XS+', 'C0-S', 'C0-S+', 'C0-M', 'C0-M+', 'C0-L', 'C0-L+', 'C0-XL', 'C0-XL+'],
      ...['C0-Bypass', 'C0-Reference', 'C0-Joint'],
    ]);
    expect(new Set(DEFAULT_CORES.map((core) => core.CoreID)).size).toBe(13);
    for (const core of DEFAULT_CORES) expect(core.CoreID).toMatch(/^cor_[0-9a-f]{32}$/);
    expect(findDefaultCore('C0-S+').CoreID).toBe('cor_b21e4de9927158c1a5b603c2affb8a09');
    expect(findDefaultCore('C0-XS').CoreID).toMatchInlineSnapshot(`"cor_ce1140b82812485c3469465f155adbee"`);
  });

  it('finds a core by name or ID', () => {
    expect(findDefaultCore('c0-xl+')).toMatchObject({
      Precision: 512,
      CorrelationTracking: 'Autocorrelation',
    });
    expect(findDefaultCore('cor_b21e4de9927158c1a5b603c2affb8a09').Name).toBe('C0-S+');
  });

  it('lists the cores when asked for one that is not there', () => {
    expect(() => findDefaultCore('C1-S')).toThrowError(
      /There is no core "C1-S". Cores: C0-XS, C0-XS\+, .*C0-Joint\./,
    );
  });

  it('holds its own cores to the rules of custom ones', () => {
    for (const core of DEFAULT_CORES) validateCoreSpec(core);
    const core = findDefaultCore('C0-S');
    for (const [field, value] of [
      ['Precision', 2],
      ['Precision', 48],
      ['Precision', 16_384],
      ['LaneCount', 128],
      ['LaneCount', 1000],
      ['MemorySize', 0],
      ['Microarchitecture', 'Zurich'],
      ['CorrelationTracking', 'On'],
    ] as const) {
      expect(() => validateCoreSpec({ ...core, [field]: value })).toThrowError(
        `${field} of core "C0-S" must be`,
      );
    }
  });
});
