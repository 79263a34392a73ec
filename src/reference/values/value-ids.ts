// Names of values: those of one task differ in their number, those of different tasks in their seed. The same task run again
// gives the same names.

const DIGITS = 16;

/** The ValueID of value `index` of a run with this seed. */
export function makeValueId(seed: bigint, index: number): string {
  const high = BigInt.asUintN(64, seed).toString(16).padStart(DIGITS, '0');
  return `val_${high}${index.toString(16).padStart(DIGITS, '0')}`;
}

/** What a Reference core prints behind a number. */
export function printValueId(valueId: string): string {
  return `<ValueID>${valueId}</ValueID>`;
}
