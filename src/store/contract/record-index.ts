// Index of records. Every record is listed under a few index terms (its kind; kind and owner; kind, owner and status;
// …). Within a term, records are sorted by `order`, a string that sorts by creation time and then by insertion order. A
// query reads a range within one term, or merges several such ranges, one for each status.
import { HazeError } from '../../errors/haze-error.ts';
import type { RecordFilter, RecordQuery } from './store.ts';
import type { OrderRange, RecordRow } from './tables.ts';

const TIME_DIGITS = 12;
const SEQUENCE_DIGITS = 10;
const ORDER_PATTERN = /^[0-9a-f]{22}$/;
const MAX_TIME_MS = 16 ** TIME_DIGITS - 1;
/** Sorts after every hexadecimal digit. */
const AFTER_ALL = '~';

/** The term under which every record is listed. */
const everyRecordTerm = term({});

/** Parts of an index term. An absent part matches any value. */
export interface TermParts {
  readonly kind?: string;
  readonly owner?: string;
  readonly parent?: string;
  readonly status?: string;
}

function term(parts: TermParts): string {
  return JSON.stringify([
    parts.kind ?? null,
    parts.owner ?? null,
    parts.parent ?? null,
    parts.status ?? null,
  ]);
}

/** Decodes an index term. */
export function partsOfTerm(text: string): TermParts {
  const [kind, owner, parent, status] = JSON.parse(text) as (string | null)[];
  return {
    ...(kind != null && { kind }),
    ...(owner != null && { owner }),
    ...(parent != null && { parent }),
    ...(status != null && { status }),
  };
}

function timeDigits(timeMs: number): string {
  const clamped = Math.min(Math.max(Math.ceil(timeMs), 0), MAX_TIME_MS);
  return clamped.toString(16).padStart(TIME_DIGITS, '0');
}

/** A record's order string. `createdAtMs`: epoch milliseconds; `sequence`: a number used only once. */
export function makeOrder(createdAtMs: number, sequence: number): string {
  return timeDigits(createdAtMs) + sequence.toString(16).padStart(SEQUENCE_DIGITS, '0');
}

/** The sequence number in an order string. */
export function sequenceOf(order: string): number {
  return Number.parseInt(order.slice(TIME_DIGITS), 16);
}

/** Tests whether a value is an order string. */
export function isOrder(text: unknown): text is string {
  return typeof text === 'string' && ORDER_PATTERN.test(text);
}

/** All terms under which a record is listed. */
export function indexTerms(row: Pick<RecordRow, 'kind' | 'owner' | 'parent' | 'status'>): string[] {
  const { kind, owner, parent, status } = row;
  const terms = [everyRecordTerm, term({ kind }), term({ kind, owner })];
  if (parent !== '') terms.push(term({ kind, owner, parent }));
  if (status === '') return terms;
  terms.push(term({ kind, status }), term({ kind, owner, status }));
  if (parent !== '') terms.push(term({ kind, owner, parent, status }));
  return terms;
}

/** The disjoint ranges that a filter selects. */
export function rangesOf(kind: string, filter: RecordFilter): OrderRange[] {
  if (filter.parent !== undefined && filter.owner === undefined) {
    throw new HazeError('bad-query', 'Records can be listed by parent only together with their owner.');
  }
  const after = filter.from === undefined ? '' : timeDigits(filter.from);
  const before = filter.to === undefined ? AFTER_ALL : timeDigits(filter.to);
  const base = {
    kind,
    ...(filter.owner === undefined ? {} : { owner: filter.owner }),
    ...(filter.parent === undefined ? {} : { parent: filter.parent }),
  };
  if (filter.status === undefined) return [{ term: term(base), after, before }];
  return [...new Set(filter.status)].map((status) => ({ term: term({ ...base, status }), after, before }));
}

/** The ranges that a query selects, beginning at its start key. */
export function rangesFrom(kind: string, query: RecordQuery): OrderRange[] {
  const ranges = rangesOf(kind, query);
  const { startKey } = query;
  if (startKey === undefined) return ranges;
  if (!isOrder(startKey)) {
    throw new HazeError('bad-start-key', `"${startKey}" is not a continuation key of a list.`);
  }
  return ranges.map((range) => {
    if (query.descending) return startKey < range.before ? { ...range, before: startKey } : range;
    return startKey > range.after ? { ...range, after: startKey } : range;
  });
}

/** The range of all records. */
export function everyRecordAfter(after: string): OrderRange {
  return { term: everyRecordTerm, after, before: AFTER_ALL };
}
