// Names of values. Names differ by number within a task, and by seed between tasks. Repeating a task produces the same
// names.

const DIGITS = 16;

/** The ValueID of value `index` of a run with this seed. */
export function makeValueId(seed: bigint, index: number): string {
  const high = BigInt.asUintN(64, seed).toString(16).padStart(DIGITS, '0');
  return `val_${high}${index.toString(16).padStart(DIGITS, '0')}`;
}

/** Text that a Reference core prints after a number. */
export function printValueId(valueId: string): string {
  return `<ValueID>${valueId}</ValueID>`;
}
