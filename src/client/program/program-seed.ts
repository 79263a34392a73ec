// An embedded program's seed: a number if it represents the seed exactly, otherwise a bigint of up to 64 bits.

export type ProgramSeed = number | bigint;

const HIGHEST = 2n ** 64n - 1n;
const WHOLE = /^\s*(?:0x[0-9a-f]+|\d+)\s*$/i;

/** Parses a seed from a page or a frame, given as a string or a number; undefined if the seed is not exact. */
export function maybeProgramSeed(value: unknown): ProgramSeed | undefined {
  if (typeof value === 'bigint') return value >= 0n && value <= HIGHEST ? value : undefined;
  if (typeof value === 'string') {
    const whole = WHOLE.test(value) ? BigInt(value.trim()) : Number(value);
    return maybeProgramSeed(whole <= Number.MAX_SAFE_INTEGER ? Number(whole) : whole);
  }
  return Number.isSafeInteger(value) ? Math.abs(value as number) : undefined;
}
