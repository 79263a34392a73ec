// Whether a transaction was committed whose commit was not answered. Its name alone does not tell: a name that had not
// reached the disk when PostgreSQL crashed is given again, and then another transaction answers to it. So what it has
// written is looked for.
import type { Query, Statement } from './rows.ts';

/** What a transaction has written last by which one can tell. */
export interface Evidence {
  /**
   * How much it tells. `own`: nobody else can have written or removed it, so that where it is missing nothing was committed.
   * `written`: it may have been changed since. `gone`: another may have removed it, too, which is as good.
   */
  readonly kind: 'own' | 'written' | 'gone';
  /** Answers a row when it is there. @param xid the name of the transaction as rows keep it, as text */
  readonly look: (xid: string) => Statement;
}

/** A name as rows keep it: the lower half. */
function nameInRows(transactionId: string): string {
  return String(BigInt.asUintN(32, BigInt(transactionId)));
}

/**
 * Of a transaction that the database says was committed: whether it was, or undefined when nobody can tell.
 * @param query on any connection
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

/** The one that tells more; of two alike the later. */
export function chooseEvidence(
  before: Evidence | undefined,
  next: Evidence | undefined,
): Evidence | undefined {
  if (!before || !next) return next ?? before;
  return WEIGHT[next.kind] >= WEIGHT[before.kind] ? next : before;
}

/** A row as a transaction has written it. @param rows what follows FROM; its values are numbered from 2 */
export function writtenEvidence(rows: string, values: readonly unknown[]): Evidence {
  return {
    kind: 'written',
    look: (xid) => ({ text: `SELECT FROM ${rows} AND xmin::text = $1`, values: [xid, ...values] }),
  };
}

/** A row that is not there any more. @param rows what follows FROM; its values are numbered from 1 */
export function goneEvidence(rows: string, values: readonly unknown[]): Evidence {
  return {
    kind: 'gone',
    look: () => ({ text: `SELECT WHERE NOT EXISTS (SELECT FROM ${rows})`, values }),
  };
}
