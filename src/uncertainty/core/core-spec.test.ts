import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  countLanes,
  DEFAULT_CORES,
  describeStandIn,
  findDefaultCore,
  validateCoreSpec,
} from './core-spec.ts';

describe('the catalogue of cores', () => {
  it("the catalogue has the service's cores and Joint, with IDs that never change", () => {
    expect(DEFAULT_CORES.slice(0, 13).map((core) => core.Name)).toEqual(
      'C0-XS C0-XS+ C0-S C0-S+ C0-M C0-M+ C0-L C0-L+ C0-XL C0-XL+ C0-Bypass C0-Reference C0-Joint'.split(' '),
    );
    expect(new Set(DEFAULT_CORES.map((core) => core.CoreID)).size).toBe(30);
    for (const core of DEFAULT_CORES) expect(core.CoreID).toMatch(/^cor_[0-9a-f]{32}$/);
    expect(findDefaultCore('C0-S+').CoreID).toBe('cor_b21e4de9927158c1a5b603c2affb8a09');
    expect(findDefaultCore('C0-XS').CoreID).toMatchInlineSnapshot(`"cor_ce1140b82812485c3469465f155adbee"`);
  });

  it('the catalogue has the cores that published clients use, with their IDs, classes and points', () => {
    const named = [
      ['C0Pro-M+', 'cor_b852539c8ffd5a40a2688a0b29e344b5', 'C0Pro', 128, 'Autocorrelation'],
      ['C0-microSD-N', 'cor_271d544c73a8544d9026252652342972', 'C0-microSD', 16, 'Disable'],
      [
        'C0-microSD-plus-S+',
        'cor_b3d7e24ecca45da7b3752304e1230f02',
        'C0-microSD-plus',
        64,
        'Autocorrelation',
      ],
      ['C0-SD-XS', 'cor_aeafaef723f156f898e5826c9c4631bf', 'C0-SD', 32, 'Disable'],
    ] as const;
    for (const [Name, CoreID, Class, Precision, CorrelationTracking] of named) {
      const core = findDefaultCore(CoreID);
      expect(core).toMatchObject({
        Name,
        Class,
        Precision,
        CorrelationTracking,
        Microarchitecture: 'Athens',
      });
      expect(() => validateCoreSpec(core)).not.toThrow();
      expect(describeStandIn(core)?.includes('is a device') ?? false).toBe(Class !== 'C0Pro');
    }
  });

  it('a core is found by name or ID', () => {
    expect(findDefaultCore('c0-xl+')).toMatchObject({
      Precision: 512,
      CorrelationTracking: 'Autocorrelation',
    });
    expect(findDefaultCore('cor_b21e4de9927158c1a5b603c2affb8a09').Name).toBe('C0-S+');
  });

  it('the error for an unknown core lists the cores', () => {
    expect(() => findDefaultCore('C1-S')).toThrowError(
      /There is no core "C1-S". Cores: C0-XS, C0-XS\+, .*C0-Joint\./,
    );
  });

  it('the default cores pass the checks for custom cores', () => {
    for (const core of DEFAULT_CORES) validateCoreSpec(core);
    const core = findDefaultCore('C0-S');
    for (const [field, value] of [
      ['Precision', 2],
      ['Precision', 48],
      ['Precision', 16_384],
      ['LaneCount', 128],
      ['LaneCount', 1000],
      ['MemorySize', 0],
      ['MemorySize', 65_535],
      ['Microarchitecture', 'Zurich'],
      ['CorrelationTracking', 'On'],
    ] as const) {
      expect(() => validateCoreSpec({ ...core, [field]: value })).toThrowError(
        `${field} of core "C0-S" must be`,
      );
    }
  });

  it('a core needs room for the operands and the result of one operation, including their lanes', () => {
    const joint = { ...findDefaultCore('C0-Joint'), Precision: 64, LaneCount: 65_536 };
    // 3 · (16 · 64 + 8 · 65 536) bytes.
    validateCoreSpec({ ...joint, MemorySize: 1_575_936 });
    expect(() => validateCoreSpec({ ...joint, MemorySize: 1_575_935 })).toThrowError(
      'MemorySize of core "C0-Joint" must be at least 1575936, because an operation uses 3 values of 64 deltas and 65536 lanes',
    );
    // Lanes that no value uses take up no memory.
    const plain = { ...joint, Microarchitecture: 'Athens', CorrelationTracking: 'Disable' } as const;
    validateCoreSpec({ ...plain, MemorySize: 65_536 });
  });

  it('Joint cores without correlation tracking are rejected', () => {
    const joint = { ...findDefaultCore('C0-Joint'), CorrelationTracking: 'Disable' } as const;
    expect(() => validateCoreSpec(joint)).toThrowError(
      /must be Autocorrelation if Microarchitecture is Joint/,
    );
  });

  it('only cores that track correlation have lanes', () => {
    const counts = ['C0-S', 'C0-S+', 'C0-Joint', 'C0-Bypass'].map((name) =>
      countLanes(findDefaultCore(name)),
    );
    expect(counts).toEqual([0, 1024, 4096, 0]);
    expect(countLanes({ ...findDefaultCore('C0-S+'), LaneCount: 256 })).toBe(256);
  });
});

it('docs/cores.md lists the current cores', () => {
  const page = readFileSync(new URL('../../../docs/cores.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `(C0[^`]+)` \|(.*)\|$/gm)].map(([, name, cells = '']) => [name, cells]);
  expect(rows.map(([name]) => name).sort()).toEqual(DEFAULT_CORES.map(({ Name }) => Name).sort());
  for (const core of DEFAULT_CORES) {
    const cells = rows.find(([name]) => name === core.Name)?.[1] ?? '';
    expect(cells).toContain(`| ${core.MemorySize / 2 ** 20} MB`);
    const lanes = countLanes(core);
    expect(/(\d+) samples a value/.exec(cells)?.[1] ?? '0').toBe(String(lanes));
    if (core.Microarchitecture === 'Athens' || lanes > 0)
      expect(cells).toMatch(RegExp(`^ ${core.Precision} \\|`));
  }
});
