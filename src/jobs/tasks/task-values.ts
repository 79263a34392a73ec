// Values of a Reference task in the store: a list of descriptions, and a blob with the samples, one value after
// another. A reader loads only the chunks of the blob that it needs.
import type { CollectedValue } from '../../reference/values/collected-values.ts';
import { describeSamples } from '../../reference/values/describe-samples.ts';
import type { Store } from '../../store/contract/store.ts';
import { recordDamaged } from '../../store/contract/store-errors.ts';
import { CHUNK_SIZE_BYTES } from '../../store/contract/transaction.ts';
import type { WatchedVariable, WatchWish } from '../../toolchain/dwarf/find-watched.ts';
import { nameInExpression } from '../../toolchain/dwarf/variable-name.ts';
import { maybeReadJson } from '../records/read-blob.ts';
import { taskSamplesKey, taskTraceKey, taskValuesKey } from '../records/records.ts';
import type { StorageRoom } from '../records/storage-room.ts';

/** A value that a Reference task has printed or traced. */
export interface TaskValue {
  readonly ValueID: string;
  readonly Kind: 'Printed' | 'Traced';
  /** Number of samples: the number of runs that produced the value, up to the storage limit. */
  readonly Runs: number;
  /** Number of samples that precede the value in the task's blob. */
  readonly Offset: number;
}

const BYTES = Float64Array.BYTES_PER_ELEMENT;

/** Stores the values of a task, replacing any older values. */
export async function writeTaskValues(
  room: StorageRoom,
  taskId: string,
  values: readonly CollectedValue[],
): Promise<void> {
  let Offset = 0;
  const list = values.map((value): TaskValue => {
    const entry = { ValueID: value.valueId, Kind: value.kind as TaskValue['Kind'], Runs: value.kept, Offset };
    Offset += value.kept;
    return entry;
  });
  const samples = (function* () {
    for (const value of values) yield new Uint8Array(value.samples().buffer);
  })();
  await room.write('The samples of the values', taskSamplesKey(taskId), Offset * BYTES, samples);
  await room.writeText('The list of values', taskValuesKey(taskId), JSON.stringify(list));
}

/** One value of a traced variable, in the form used in the task's Trace file. */
export interface TracedValue extends WatchWish {
  /** Expression for this single number, including its index or member. */
  readonly Expression: string;
  /** 1-based index of the assignment within a run. */
  readonly Occurrence: number;
  readonly ValueID: string;
  /** Number of runs with this assignment. */
  readonly Runs: number;
  /** Statistics of the finite samples; null if there are none. */
  readonly Mean: number | null;
  readonly StandardDeviation: number | null;
}

/** Stores traced values, in the order of the requested variables, elements and occurrences. */
export async function writeTaskTrace(
  room: StorageRoom,
  taskId: string,
  watched: readonly WatchedVariable[],
  values: readonly CollectedValue[],
): Promise<void> {
  const traced = values
    .filter(({ kind }) => kind === 'Traced')
    .sort((a, b) => a.first - b.first || a.second - b.second || a.occurrence - b.occurrence);
  const list = traced.map((value) => describeTraced(watched[value.first]!, value));
  await room.writeText('The trace', taskTraceKey(taskId), `${JSON.stringify(list, null, 1)}\n`);
}

function describeTraced(variable: WatchedVariable, value: CollectedValue): TracedValue {
  const { mean, deviation } = describeSamples(value.samples(), 1);
  const name = nameInExpression(variable.Expression) ?? '';
  return {
    File: variable.File,
    LineNumber: variable.LineNumber,
    Expression: name + variable.elements[value.second]!.path,
    Occurrence: value.occurrence + 1,
    ValueID: value.valueId,
    Runs: value.runs,
    Mean: Number.isFinite(mean) ? mean : null,
    StandardDeviation: Number.isFinite(deviation) ? deviation : null,
  };
}

/**
 * All values of a task: those from its first run in order, then the rest. Empty for tasks that are not Reference tasks.
 */
async function readTaskValues(store: Store, taskId: string): Promise<readonly TaskValue[]> {
  return (await maybeReadJson<TaskValue[]>(store, taskValuesKey(taskId))) ?? [];
}

/** All samples of a value, in run order; undefined if the task has no such value. */
export async function maybeReadSamples(
  store: Store,
  taskId: string,
  valueId: string,
): Promise<Float64Array | undefined> {
  const value = (await readTaskValues(store, taskId)).find(({ ValueID }) => ValueID === valueId);
  return value && readSamples(store, taskId, value);
}

async function readSamples(store: Store, taskId: string, value: TaskValue): Promise<Float64Array> {
  const key = taskSamplesKey(taskId);
  const bytes = new Uint8Array(value.Runs * BYTES);
  const start = value.Offset * BYTES;
  let at = 0;
  while (at < bytes.length) {
    const index = Math.floor((start + at) / CHUNK_SIZE_BYTES);
    const chunk = await store.readChunk(key, index);
    const from = start + at - index * CHUNK_SIZE_BYTES;
    const piece = chunk?.subarray(from, from + bytes.length - at);
    if (!piece?.length) throw recordDamaged('content', key, `it lacks samples of ${value.ValueID}`);
    bytes.set(piece, at);
    at += piece.length;
  }
  return new Float64Array(bytes.buffer);
}
