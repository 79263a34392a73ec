// Schedules the collection of unused records so that it happens often enough for garbage to stay small compared with
// the core's memory, and rarely enough to be cheap compared with the computation.
import { type CoreSpec, countLanes } from '../../uncertainty/core/core-spec.ts';

/** Maximum amount of host memory for unused records, including their deltas and lanes. */
const GARBAGE_BYTES = 64 * 1024 * 1024;
const LEAST_RECORDS = 64;
const USUAL_RECORDS = 1024;
/** Maximum size of unused lanes, in bytes, that does not push the lanes in use out of the processor's cache. */
const USUAL_LANE_BYTES = 2 * 1024 * 1024;
/** Number of bytes that can be searched faster than an operation can be performed; see bench/runtime/collection.ts. */
const BYTES_PER_RECORD = 1024;

export interface CollectionState {
  readonly recordsAlive: number;
  readonly guestMemoryBytes: number;
  /** Number of bytes that the last search covered. */
  readonly searchedBytes: number;
}

/**
 * Number of records that may be created before the next search. Half of the core's free memory is kept in reserve.
 */
export function recordsUntilCollection(spec: CoreSpec, state: CollectionState): number {
  const deltaBytes = 16 * spec.Precision;
  const free = Math.floor((spec.MemorySize - state.guestMemoryBytes) / deltaBytes) - state.recordsAlive;
  const laneBytes = 8 * countLanes(spec);
  const wanted = Math.max(
    Math.min(USUAL_RECORDS, Math.floor(USUAL_LANE_BYTES / laneBytes)),
    state.recordsAlive,
    Math.floor(state.searchedBytes / BYTES_PER_RECORD),
  );
  const most = Math.min(Math.floor(GARBAGE_BYTES / (deltaBytes + laneBytes)), Math.floor(free / 2));
  return Math.max(LEAST_RECORDS, Math.min(wanted, most));
}
