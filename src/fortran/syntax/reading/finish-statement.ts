// Ends the statement of a line: whole, or without a part whose meaning is plain.
import { FortranError } from '../../source/diagnostics.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Cursor } from './cursor.ts';

/** A statement that lacks something, of which it is plain how it was meant: so that what follows is read as its author sees it. */
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
