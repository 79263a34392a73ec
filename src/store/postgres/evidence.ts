// Checks whether a transaction was committed although its commit got no response. The transaction's ID alone is not
// proof: if it had not reached the disk before a crash, PostgreSQL would reuse it for another transaction. The check
// therefore looks for written rows.
import type { Query, Statement } from '../sql/rows.ts';

/** The last write of a transaction that can prove its commit. */
export interface Evidence {
  /**
   * Strength of the evidence. `own`: no other process can have written or removed the row, so its absence proves that
   * nothing was committed. `written`: the row may have been changed since. `gone`: the row must be absent; a removal by
   * another process has the same effect.
   */
  readonly kind: 'own' | 'written' | 'gone';
  /**
   * Statement that returns a row if the evidence is found.
   * @param xid the transaction's ID in the form that rows contain, as text
   */
  readonly look: (xid: string) => Statement;
}

/** The transaction's ID in the form that rows contain: the lower half. */
function nameInRows(transactionId: string): string {
  return String(BigInt.asUintN(32, BigInt(transactionId)));
}

/**
 * Verifies a transaction that the database reports as committed; undefined if the result cannot be known.
 * @param query runs a statement on any connection
 */
export async function isThere(
  query: Query,
  transactionId: string,
  evidence: Evidence | undefined,
): Promise<boolean | undefined> {
  if (!evidence) return undefined;
  const { rows } = await query(evidence.look(nameInRows(transactionId)));
  if (rows.length > 0) return true;
  return evidence.kind === 'own' ? false : undefined;
}

const WEIGHT = { gone: 0, written: 1, own: 2 } as const;

/** The stronger evidence; if two items are equally strong, the later one. */
export function chooseEvidence(
  before: Evidence | undefined,
  next: Evidence | undefined,
): Evidence | undefined {
  if (!before || !next) return next ?? before;
  return WEIGHT[next.kind] >= WEIGHT[before.kind] ? next : before;
}

/** Evidence of a row that a transaction has written. @param rows SQL after FROM; its values are numbered from 2 */
export function writtenEvidence(rows: string, values: readonly unknown[]): Evidence {
  return {
    kind: 'written',
    look: (xid) => ({ text: `SELECT FROM ${rows} AND xmin::text = $1`, values: [xid, ...values] }),
  };
}

/** Evidence of a removed row. @param rows SQL after FROM; its values are numbered from 1 */
export function goneEvidence(rows: string, values: readonly unknown[]): Evidence {
  return {
    kind: 'gone',
    look: () => ({ text: `SELECT WHERE NOT EXISTS (SELECT FROM ${rows})`, values }),
  };
}
