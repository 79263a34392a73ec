// Table of data about some records, by handle. Handles are small numbers that are reused. Most operations do a lookup,
// so the table is an array, which is ten times as fast as a map.

import type { Handle } from './core.ts';

export class SlotTable<T> {
  readonly #slots: (T | undefined)[] = [];

  get(handle: Handle): T | undefined {
    return this.#slots[handle];
  }

  set(handle: Handle, value: T): void {
    // Leaves no holes in the array, because engines access arrays with holes slowly.
    while (this.#slots.length < handle) this.#slots.push(undefined);
    this.#slots[handle] = value;
  }

  delete(handle: Handle): void {
    if (this.#slots[handle] !== undefined) this.#slots[handle] = undefined;
  }
}
