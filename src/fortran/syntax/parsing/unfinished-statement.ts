import { FortranError } from '../../source/diagnostics.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';

/** An incomplete statement whose meaning is obvious, so that the lines after it can be read as the author intended. */
export class UnfinishedStatement extends FortranError {
  readonly meant: FlatStatement;

  constructor({ at, message }: FortranError, meant: FlatStatement) {
    super(at, message);
    this.meant = meant;
  }
}
