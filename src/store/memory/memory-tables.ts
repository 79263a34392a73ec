// Records and blob entries in memory, with sorted indices; each change has an inverse. The memory backend is only a
// thin layer on top of these tables.
import { indexTerms, rangesOf, sequenceOf } from '../contract/record-index.ts';
import { sumBytes } from '../contract/stored-for.ts';
import type { BlobRow, OrderRange, RecordRow } from '../contract/tables.ts';

/** Index of the first string that does not sort before `text`. */
function lowerBound(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addSorted(sorted: string[], text: string): void {
  const last = sorted.at(-1);
  if (last === undefined || last < text) sorted.push(text);
  else sorted.splice(lowerBound(sorted, text), 0, text);
}

function removeSorted(sorted: string[], text: string): void {
  const at = lowerBound(sorted, text);
  if (sorted[at] === text) sorted.splice(at, 1);
}

function ownersKey({ kind, status }: Pick<RecordRow, 'kind' | 'status'>): string {
  return JSON.stringify([kind, status]);
}

/** Range of all records with the same kind, owner and status. */
function everyRecordOf({ kind, owner, status }: RecordRow): OrderRange {
  return rangesOf(kind, { owner, status: [status] })[0]!;
}

/** Inverse of a single change. */
export type Undo = () => void;

/** The tables themselves. All methods are synchronous; methods that change a table return the inverse change. */
export class MemoryTables {
  sequence = 0;
  readonly #records = new Map<string, Map<string, RecordRow>>();
  readonly #byOrder = new Map<string, RecordRow>();
  readonly #orders = new Map<string, string[]>();
  /** Owners of records by kind and status, sorted. */
  readonly #owners = new Map<string, string[]>();
  readonly #blobs = new Map<string, BlobRow>();
  readonly #blobKeys: string[] = [];

  record(kind: string, id: string): RecordRow | undefined {
    return this.#records.get(kind)?.get(id);
  }

  blob(key: string): BlobRow | undefined {
    return this.#blobs.get(key);
  }

  allRecords(): IterableIterator<RecordRow> {
    return this.#byOrder.values();
  }

  allBlobs(): IterableIterator<BlobRow> {
    return this.#blobs.values();
  }

  #bounds(range: OrderRange): { orders: readonly string[]; from: number; to: number } {
    const orders = this.#orders.get(range.term) ?? [];
    let from = lowerBound(orders, range.after);
    if (orders[from] === range.after) from += 1;
    return { orders, from, to: Math.max(from, lowerBound(orders, range.before)) };
  }

  count(range: OrderRange): number {
    const { from, to } = this.#bounds(range);
    return to - from;
  }

  scan(range: OrderRange, limit: number, descending: boolean): RecordRow[] {
    const { orders, from, to } = this.#bounds(range);
    const found = descending
      ? orders.slice(Math.max(from, to - limit), to).reverse()
      : orders.slice(from, Math.min(to, from + limit));
    return found.map((order) => this.#byOrder.get(order)!);
  }

  nextOwner(kind: string, statuses: readonly string[], after: string): string | undefined {
    const next = statuses.flatMap((status) => {
      const owners = this.#owners.get(ownersKey({ kind, status })) ?? [];
      const at = lowerBound(owners, after);
      return owners[owners[at] === after ? at + 1 : at] ?? [];
    });
    return next.sort()[0];
  }

  scanBlobs(prefix: string, after: string, limit: number): BlobRow[] {
    const found: BlobRow[] = [];
    let at = lowerBound(this.#blobKeys, after > prefix ? after : prefix);
    if (this.#blobKeys[at] === after) at += 1;
    for (; found.length < limit; at += 1) {
      const key = this.#blobKeys[at];
      if (!key?.startsWith(prefix)) break;
      found.push(this.#blobs.get(key)!);
    }
    return found;
  }

  sizeOf(owner: string | undefined): number {
    return sumBytes(owner, this.#blobs.values(), this.#byOrder.values());
  }

  putRecord(row: RecordRow): Undo {
    let ofKind = this.#records.get(row.kind);
    if (!ofKind) {
      ofKind = new Map();
      this.#records.set(row.kind, ofKind);
    }
    const old = ofKind.get(row.id);
    if (old) this.#unlist(old);
    ofKind.set(row.id, row);
    this.#byOrder.set(row.order, row);
    for (const term of indexTerms(row)) {
      const orders = this.#orders.get(term);
      if (orders) addSorted(orders, row.order);
      else this.#orders.set(term, [row.order]);
    }
    this.#listOwner(row);
    this.sequence = Math.max(this.sequence, sequenceOf(row.order));
    return () => {
      if (old) this.putRecord(old);
      else this.deleteRecord(row.kind, row.id);
    };
  }

  deleteRecord(kind: string, id: string): Undo {
    const ofKind = this.#records.get(kind);
    const old = ofKind?.get(id);
    if (!ofKind || !old) return () => undefined;
    ofKind.delete(id);
    this.#unlist(old);
    return () => {
      this.putRecord(old);
    };
  }

  #unlist(row: RecordRow): void {
    this.#byOrder.delete(row.order);
    for (const term of indexTerms(row)) {
      const orders = this.#orders.get(term)!;
      removeSorted(orders, row.order);
      if (orders.length === 0) this.#orders.delete(term);
    }
    if (row.status === '' || this.count(everyRecordOf(row)) > 0) return;
    removeSorted(this.#owners.get(ownersKey(row)) ?? [], row.owner);
  }

  #listOwner(row: RecordRow): void {
    if (row.status === '' || this.count(everyRecordOf(row)) > 1) return;
    const key = ownersKey(row);
    const owners = this.#owners.get(key);
    if (owners) addSorted(owners, row.owner);
    else this.#owners.set(key, [row.owner]);
  }

  putBlob(row: BlobRow): Undo {
    const old = this.#blobs.get(row.key);
    if (!old) addSorted(this.#blobKeys, row.key);
    this.#blobs.set(row.key, row);
    return () => {
      if (old) this.putBlob(old);
      else this.deleteBlob(row.key);
    };
  }

  deleteBlob(key: string): Undo {
    const old = this.#blobs.get(key);
    if (!old) return () => undefined;
    this.#blobs.delete(key);
    removeSorted(this.#blobKeys, key);
    return () => {
      this.putBlob(old);
    };
  }
}
