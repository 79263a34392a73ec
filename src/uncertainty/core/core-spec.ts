// Specification of a core: the REST record that determines how a task computes, and the catalogue of default cores
// with their fixed IDs. Custom cores are records of the same type, stored by the API.

import { HazeError } from '../../errors/haze-error.ts';

export type Microarchitecture = 'Athens' | 'Bypass' | 'Reference' | 'Joint';
export type CorrelationTracking = 'Disable' | 'Autocorrelation';

/** The fields of a core's record on which execution depends. */
export interface CoreSpec {
  /** The core's identifier in the REST interface. */
  readonly CoreID: string;
  /** Name, such as `C0-S+`. */
  readonly Name: string;
  /** `C0`. */
  readonly Class: string;
  readonly Microarchitecture: Microarchitecture;
  readonly CorrelationTracking: CorrelationTracking;
  /**
   * Bytes for the program's own memory plus 16·Precision bytes for each live distribution. Lanes are counted
   * separately.
   */
  readonly MemorySize: number;
  /** Maximum number of deltas of a distribution: a power of two from 4 to 8192. */
  readonly Precision: number;
  /**
   * Number of aligned samples of a value on cores that track correlation: a power of two from 256 to 65 536. Default:
   * 16 for each delta (at least 1 024) on Athens cores, and 4 096 on Joint cores. Other cores ignore it.
   */
  readonly LaneCount?: number;
  /** Name of the requested microarchitecture for which this core stands in. */
  readonly StandsFor?: string;
}

/** Device classes. Only the command line runs programs on cores in these classes. */
const DEVICE_CLASSES = ['C0-microSD', 'C0-microSD-plus', 'C0-SD'] as const;

/** Remark for a core that stands in for another microarchitecture or a device; undefined for all other cores. */
export function describeStandIn(core: CoreSpec): string | undefined {
  const { Class, Microarchitecture, StandsFor } = core;
  const notes = [];
  if (StandsFor !== undefined)
    notes.push(`${StandsFor} is not simulated here: this core computes like ${Microarchitecture}`);
  if ((DEVICE_CLASSES as readonly string[]).includes(Class))
    notes.push(
      `${Class} is a device: command-line programs run here as on a C0 core, without the registers and buffers of its firmware`,
    );
  return notes.length > 0 ? notes.join('; ') : undefined;
}

const MEBIBYTE = 1024 * 1024;
const JOINT_LANES = 4096;
/** Number of lanes per delta on Athens cores. Larger cores are therefore more accurate for dependent values, too. */
const LANES_PER_DELTA = 16;
const FEWEST_LANES = 1024;
const MOST_LANES = 16_384;
/** Number of values that an operation needs at once: two operands and the result. */
const VALUES_AT_ONCE = 3;
const KNOWN_IDS: Readonly<Record<string, string>> = { 'C0-S+': 'cor_b21e4de9927158c1a5b603c2affb8a09' };

const ATHENS_SIZES = [
  ['C0-XS', 32, 64],
  ['C0-S', 64, 64],
  ['C0-M', 128, 256],
  ['C0-L', 256, 512],
  ['C0-XL', 512, 1024],
] as const;

/** Additional cores that published clients refer to: class, size, and the IDs without and with tracking. */
const NAMED_CORES = [
  ['C0-microSD', 'N', '271d544c73a8544d9026252652342972', 'c1cde893b0d75bb6a8941e9caf90f2a6'],
  ['C0-microSD', 'XS', '808bbbb9932c5d29a58370a1ec9a859f', '3d8dfc5d4f305e16b867716fe6aba1e9'],
  ['C0-microSD-plus', 'N', '1faf6bb2d7d5522ea7fa8d0abb5f8287', '47178d2437f95276961d2b1311f6efb7'],
  ['C0-microSD-plus', 'XS', 'fec16af93c525850a49abe6ddbe9a434', '28cfadb7a9535ddf9dffbdeaa41b0f20'],
  ['C0-microSD-plus', 'S', 'b4bca7fa91c95e17bba1c210d2485eb1', 'b3d7e24ecca45da7b3752304e1230f02'],
  ['C0-SD', 'N', '619f4edfb5105bb39dd50c115c2796d2', 'bc2312a696d356d3bab92ff5fbfe7520'],
  ['C0-SD', 'XS', 'aeafaef723f156f898e5826c9c4631bf', 'ee31a158687a5c3c85f13f9000937ad2'],
  ['C0-SD', 'S', 'd446925a40fc53ec90b805c7cea736f9', 'a378e7ea331e53ed83f760bbe2c6a04c'],
] as const;

/** Maximum number of deltas on each of the core sizes above. */
const POINTS = { N: 16, XS: 32, S: 64 } as const;

/** The cores that every account has: class C0 first, in ascending order of size. */
export const DEFAULT_CORES: readonly CoreSpec[] = [
  ...ATHENS_SIZES.flatMap(([name, precision, megabytes]) => [
    describeCore(name, 'Athens', precision, megabytes, 'Disable'),
    describeCore(`${name}+`, 'Athens', precision, megabytes, 'Autocorrelation'),
  ]),
  describeCore('C0-Bypass', 'Bypass', 32, 64, 'Disable'),
  describeCore('C0-Reference', 'Reference', 32, 64, 'Disable'),
  describeCore('C0-Joint', 'Joint', 128, 256, 'Autocorrelation'),
  nameCore(describeCore('C0Pro-M+', 'Athens', 128, 256, 'Autocorrelation'), {
    Class: 'C0Pro',
    id: 'b852539c8ffd5a40a2688a0b29e344b5',
  }),
  ...NAMED_CORES.flatMap(([Class, size, id, trackingId]) => {
    const name = `${Class}-${size}`;
    return [
      nameCore(describeCore(name, 'Athens', POINTS[size], 64, 'Disable'), { Class, id }),
      nameCore(describeCore(`${name}+`, 'Athens', POINTS[size], 64, 'Autocorrelation'), {
        Class,
        id: trackingId,
      }),
    ];
  }),
];

/**
 * Finds a default core.
 *
 * @param nameOrId case-insensitive name, or CoreID
 * @throws HazeError `unknown-core`, whose message and data list the existing cores
 * @example
 * ```ts
 * import { findDefaultCore } from 'haze';
 * console.log(findDefaultCore('c0-joint').Name); // C0-Joint
 * ```
 */
export function findDefaultCore(nameOrId: string): CoreSpec {
  // JavaScript callers may pass values of any type.
  const wanted = String(nameOrId).trim().toLowerCase();
  const found = DEFAULT_CORES.find((core) => core.CoreID === wanted || core.Name.toLowerCase() === wanted);
  if (found) return found;
  // Only the usual cores are listed, because a list of all cores would be hard to read.
  const names = DEFAULT_CORES.filter(({ Class }) => Class === 'C0').map((core) => core.Name);
  throw new HazeError('unknown-core', `There is no core "${nameOrId}". Cores: ${names.join(', ')}.`, {
    data: { core: nameOrId, cores: names },
  });
}

/**
 * Tests whether runs on this core reveal which inputs a value depends on, either from lanes or from the draws of many
 * runs.
 */
export function tellsSources(spec: CoreSpec): boolean {
  return countLanes(spec) > 0 || spec.Microarchitecture === 'Reference';
}

/** Number of aligned samples of each value on this core: 0 if correlation is not tracked. */
export function countLanes({
  Microarchitecture,
  CorrelationTracking,
  LaneCount,
  Precision,
}: CoreSpec): number {
  if (Microarchitecture === 'Joint') return LaneCount ?? JOINT_LANES;
  const isTracked = Microarchitecture === 'Athens' && CorrelationTracking === 'Autocorrelation';
  if (!isTracked) return 0;
  return LaneCount ?? Math.min(MOST_LANES, Math.max(FEWEST_LANES, LANES_PER_DELTA * Precision));
}

/** Point set for the first sources on this core. All other sources use scrambled Sobol' points. */
export function firstPointsOf({ Microarchitecture }: CoreSpec): 'lattice' | 'sobol' {
  return Microarchitecture === 'Joint' ? 'lattice' : 'sobol';
}

/**
 * Validates a core's numbers and names.
 *
 * @throws HazeError `invalid-core` with the field and its allowed values
 */
export function validateCoreSpec(spec: CoreSpec): void {
  const fail = (field: string, rule: string, value: unknown): never => {
    throw new HazeError(
      'invalid-core',
      `${field} of core "${spec.Name}" must be ${rule}, not ${String(value)}.`,
      {
        data: { field, value },
      },
    );
  };
  const words = ['Athens', 'Bypass', 'Reference', 'Joint'];
  if (!words.includes(spec.Microarchitecture))
    fail('Microarchitecture', `one of ${words.join(', ')}`, spec.Microarchitecture);
  if (!['Disable', 'Autocorrelation'].includes(spec.CorrelationTracking))
    fail('CorrelationTracking', 'Disable or Autocorrelation', spec.CorrelationTracking);
  if (!isPowerOfTwo(spec.Precision, 4, 8192))
    fail('Precision', 'a power of two from 4 to 8192', spec.Precision);
  if (spec.LaneCount !== undefined && !isPowerOfTwo(spec.LaneCount, 256, 65_536))
    fail('LaneCount', 'a power of two from 256 to 65536', spec.LaneCount);
  if (!Number.isSafeInteger(spec.MemorySize) || spec.MemorySize < 65_536)
    fail('MemorySize', 'a whole number of bytes, at least 65536', spec.MemorySize);
  if (spec.Microarchitecture === 'Joint' && spec.CorrelationTracking !== 'Autocorrelation')
    fail('CorrelationTracking', 'Autocorrelation if Microarchitecture is Joint', spec.CorrelationTracking);
  // A default lane count is capped at FEWEST_LANES here: only a requested LaneCount raises the minimum memory.
  const lanes = Math.min(countLanes(spec), spec.LaneCount ?? FEWEST_LANES);
  const least = VALUES_AT_ONCE * (16 * spec.Precision + 8 * lanes);
  if (spec.MemorySize < least) {
    const sizes = `${spec.Precision} deltas${lanes > 0 ? ` and ${lanes} lanes` : ''}`;
    fail(
      'MemorySize',
      `at least ${least}, because an operation uses ${VALUES_AT_ONCE} values of ${sizes}`,
      spec.MemorySize,
    );
  }
}

function isPowerOfTwo(value: number, least: number, most: number): boolean {
  return Number.isInteger(value) && value >= least && value <= most && (value & (value - 1)) === 0;
}

function describeCore(
  name: string,
  microarchitecture: Microarchitecture,
  precision: number,
  megabytes: number,
  tracking: CorrelationTracking,
): CoreSpec {
  return {
    CoreID: KNOWN_IDS[name] ?? `cor_${hashName(`default core ${name}`)}`,
    Name: name,
    Class: 'C0',
    Microarchitecture: microarchitecture,
    CorrelationTracking: tracking,
    MemorySize: megabytes * MEBIBYTE,
    Precision: precision,
    ...(microarchitecture === 'Joint' ? { LaneCount: JOINT_LANES } : {}),
  };
}

/** Copies a core to another class, with the ID that published clients use. `id` is that ID without its prefix. */
function nameCore(core: CoreSpec, { Class, id }: { readonly Class: string; readonly id: string }): CoreSpec {
  return { ...core, Class, CoreID: `cor_${id}` };
}

/** 128-bit FNV-1a hash as 32 hexadecimal digits. */
function hashName(name: string): string {
  let hash = 0x6c62272e07bb014262b821756295c58dn;
  for (const byte of new TextEncoder().encode(name)) {
    hash = BigInt.asUintN(128, (hash ^ BigInt(byte)) * 0x0000000001000000000000000000013bn);
  }
  return hash.toString(16).padStart(32, '0');
}
