// Errors for unknown numbers. A program refers to operations, distributions and queries by number. A number that this
// core does not recognise means that the program was built by a newer version of Haze; the error names the number.
import { HazeError } from '../../errors/haze-error.ts';
import { SINGLE_PRECISION } from './operations.ts';

/** The error for a number that no table contains. */
function unknownNumber(what: string, number: number, count: number): HazeError {
  const message = `There is no ${what} number ${number} (0 to ${count - 1}): the program was built for a different version.`;
  return new HazeError('protocol-error', message, { data: { number } });
}

/** @throws HazeError `protocol-error` for a number, with or without SINGLE_PRECISION, that is not in the table */
export function checkNumber(what: string, number: number, names: readonly string[]): void {
  if ((number & ~SINGLE_PRECISION) >>> 0 >= names.length) throw unknownNumber(what, number, names.length);
}

/** The name for a number in a table. @throws HazeError `protocol-error` for a number that is not in the table */
export function nameOf<Name extends string>(what: string, number: number, names: readonly Name[]): Name {
  const name = names[number & ~SINGLE_PRECISION];
  if (!name) throw unknownNumber(what, number, names.length);
  return name;
}
