// Completes the statement on a line: in full, or without a part whose meaning is obvious.
import { FortranError } from '../../source/diagnostics.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Cursor } from './cursor.ts';

/**
 * An incomplete statement with an obvious meaning, so that the following lines can be read as the author intended.
 */
export class UnfinishedStatement extends FortranError {
  readonly meant: FlatStatement;

  constructor({ at, message }: FortranError, meant: FlatStatement) {
    super(at, message);
    this.meant = meant;
  }
}

export function finish(c: Cursor, statement: FlatStatement): FlatStatement {
  c.expectEnd();
  return statement;
}
