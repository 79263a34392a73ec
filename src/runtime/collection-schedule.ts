// When to look for records that are no longer used: often enough that garbage stays small beside the core's memory, and
// seldom enough that looking costs little beside computing.
import type { CoreSpec } from '../uncertainty/core-spec.ts';

/** Garbage of records may take this much of the host's memory, deltas and lanes together. */
const GARBAGE_BYTES = 64 * 1024 * 1024;
const LEAST_RECORDS = 64;
const USUAL_RECORDS = 1024;
/** An operation takes at least as long as searching so many bytes takes; see bench/runtime/collection.ts. */
const BYTES_PER_RECORD = 1024;
const LANES_OF_CORRELATED_VALUES = 1024;

export interface CollectionState {
  readonly recordsAlive: number;
  readonly guestMemoryBytes: number;
  /** Bytes that the last search went through. */
  readonly searchedBytes: number;
}

/** How many records may be made until the next search. Half of what still fits the core's memory is kept in hand. */
export function recordsUntilCollection(spec: CoreSpec, state: CollectionState): number {
  const deltaBytes = 16 * spec.Precision;
  const free = Math.floor((spec.MemorySize - state.guestMemoryBytes) / deltaBytes) - state.recordsAlive;
  const wanted = Math.max(
    USUAL_RECORDS,
    state.recordsAlive,
    Math.floor(state.searchedBytes / BYTES_PER_RECORD),
  );
  const most = Math.min(Math.floor(GARBAGE_BYTES / (deltaBytes + laneBytes(spec))), Math.floor(free / 2));
  return Math.max(LEAST_RECORDS, Math.min(wanted, most));
}

function laneBytes(spec: CoreSpec): number {
  if (spec.CorrelationTracking === 'Disable') return 0;
  return 8 * (spec.LaneCount ?? LANES_OF_CORRELATED_VALUES);
}
