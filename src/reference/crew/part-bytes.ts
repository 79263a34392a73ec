// Serialises the result of one part of a task's runs as a JSON header followed by counts, sequences, runs and values in
// their memory layout (little-endian, like all stored samples).
import { concatenate } from '../../errors/concatenate.ts';
import { HazeError } from '../../errors/haze-error.ts';
import type { PlaceSeen } from '../values/value-recorder.ts';
import type { PartResult } from './share-runs.ts';

/** Version of the format. */
const FORMAT = 2;
/** Size of the prefix in bytes. The prefix contains the length of the header. */
const LENGTH_BYTES = 4;

interface Header extends Omit<PartResult, 'block'> {
  readonly format: number;
  readonly places: readonly PlaceSeen[];
  readonly dropped: number;
  /** Number of elements in each of the arrays that follow. */
  readonly counts: number;
  readonly sequences: number;
  readonly runs: number;
  readonly values: number;
}

export function encodePart({ block, ...figures }: PartResult): Uint8Array {
  const { newPlaces: places, counts, sequences, runs, values, dropped } = block;
  const header: Header = {
    ...figures,
    format: FORMAT,
    places,
    dropped,
    counts: counts.length,
    sequences: sequences.length,
    runs: runs.length,
    values: values.length,
  };
  const text = new TextEncoder().encode(JSON.stringify(header));
  const parts = [counts, sequences, runs, values].map(
    (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
  );
  const length = new Uint8Array(LENGTH_BYTES);
  new DataView(length.buffer).setUint32(0, text.length, true);
  return concatenate([length, text, ...parts]);
}

/** @throws HazeError `storage-failed` if the bytes are not a part's result */
export function decodePart(bytes: Uint8Array): PartResult {
  try {
    return decode(bytes);
  } catch (cause) {
    throw new HazeError('storage-failed', 'The stored data of a part of a task cannot be read.', { cause });
  }
}

function decode(bytes: Uint8Array): PartResult {
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  let at = LENGTH_BYTES + length;
  const text = new TextDecoder().decode(bytes.subarray(LENGTH_BYTES, at));
  const header = JSON.parse(text) as Header;
  if (header.format !== FORMAT) throw new TypeError(`its format is ${header.format}`);
  const take = (sizeBytes: number): ArrayBuffer => {
    if (at + sizeBytes > bytes.length) throw new RangeError('it is truncated');
    at += sizeBytes;
    return bytes.slice(at - sizeBytes, at).buffer;
  };
  const { format: _, places, dropped, counts, sequences, runs, values, ...figures } = header;
  return {
    ...figures,
    block: {
      newPlaces: places,
      earlierPlaces: [],
      counts: new Int32Array(take(counts * Int32Array.BYTES_PER_ELEMENT)),
      sequences: new Uint32Array(take(sequences * Uint32Array.BYTES_PER_ELEMENT)),
      runs: new Uint32Array(take(runs * Uint32Array.BYTES_PER_ELEMENT)),
      values: new Float64Array(take(values * Float64Array.BYTES_PER_ELEMENT)),
      dropped,
    },
  };
}
