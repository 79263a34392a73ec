// Ends the statement of a line: whole, or without a part whose meaning is plain.
import { FortranError } from '../../source/diagnostics.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Cursor } from './cursor.ts';

/** An incomplete statement with a plain meaning, so that the next lines are read as their author sees them. */
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
