// Reconstructs a linked module's rewritten form from the delta between the two. A module served with a page contains
// this delta, which write-delta.ts writes, so that a first run needs no rewriter.
import { HazeError } from '../../errors/haze-error.ts';
import { ByteReader } from '../../rewrite/encoding/byte-reader.ts';

/**
 * Returns the rewritten module. A delta contains its number of steps, three numbers for each step (bytes to copy, to
 * skip and to add), and then all added bytes.
 * @throws HazeError `malformed-module` if the delta belongs to another module
 */
export function applyDelta(linked: Uint8Array, delta: Uint8Array): Uint8Array {
  const reader = new ByteReader(delta);
  const steps = Array.from({ length: reader.count(3) }, () => [reader.u32(), reader.u32(), reader.u32()]);
  const sum = (index: number) => steps.reduce((total, step) => total + step[index]!, 0);
  const isWhole = sum(0) + sum(1) === linked.length && reader.position + sum(2) === delta.length;
  if (!isWhole) throw new HazeError('malformed-module', 'The rewritten form belongs to another module.');
  const module = new Uint8Array(sum(0) + sum(2));
  let from = 0;
  let to = 0;
  for (const [copied, skipped, added] of steps as [number, number, number][]) {
    module.set(linked.subarray(from, from + copied), to);
    module.set(delta.subarray(reader.position, reader.position + added), to + copied);
    from += copied + skipped;
    to += copied + added;
    reader.position += added;
  }
  return module;
}
