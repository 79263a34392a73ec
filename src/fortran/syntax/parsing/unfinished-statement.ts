import { FortranError } from '../../source/diagnostics.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';

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
