// Writes the delta between a linked module and its rewritten form (module-delta.ts). Sections and function bodies are
// compared pair by pair, so that an insertion in one function leaves the others aligned.
import { ByteWriter } from '../../rewrite/encoding/byte-writer.ts';
import { SECTION } from '../../rewrite/reading/module-info.ts';
import { readModule } from '../../rewrite/reading/module-reader.ts';

/** A range of bytes in a module. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Bytes to copy, to skip and to add. */
type Step = [copied: number, skipped: number, added: number];

/**
 * Maximum number of bytes to skip and add before the two modules match again; a longer difference extends to the end
 * of its range.
 */
const MOST_CHANGED = 4096;

/** The delta from a linked module to its rewritten form. */
export function writeDelta(linked: Uint8Array, rewritten: Uint8Array): Uint8Array {
  const before = listRanges(linked);
  const steps: Step[] = [];
  const added = new ByteWriter(rewritten.length - linked.length + 4096);
  let at = 0;
  for (const [name, range] of listRanges(rewritten)) {
    // Both modules are in the same order; a range that exists only in the rewritten module is added as a whole.
    const pair = before.get(name) ?? { start: at, end: at };
    compare(linked, { start: at, end: pair.end }, rewritten, range, (step, start) => {
      added.copy(rewritten, start, start + step[2]);
      const last = steps.at(-1);
      if (last && last[1] === 0 && last[2] === 0) steps.splice(-1, 1, [last[0] + step[0], step[1], step[2]]);
      else steps.push(step);
    });
    at = pair.end;
  }
  const delta = new ByteWriter(4 * steps.length + added.length + 8);
  delta.u32(steps.length);
  for (const number of steps.flat()) delta.u32(number);
  delta.append(added);
  return delta.finish();
}

/** Ranges that cover all of a module's bytes, in order: sections, and function bodies instead of the code section. */
function listRanges(module: Uint8Array): Map<string, Range> {
  const { sections, bodies } = readModule(module);
  const ranges = new Map<string, Range>();
  let start = 0;
  const add = (name: string, end: number) => {
    ranges.set(name, { start, end });
    start = end;
  };
  for (const { id, name, end } of sections) {
    if (id === SECTION.code) for (const [i, body] of bodies.entries()) add(`body ${i}`, body.end);
    add(`section ${id} ${name}`, end);
  }
  add('end', module.length);
  return ranges;
}

function compare(
  linked: Uint8Array,
  from: Range,
  rewritten: Uint8Array,
  to: Range,
  add: (step: Step, addedFrom: number) => void,
): void {
  let { start: i } = from;
  let { start: j } = to;
  while (i < from.end || j < to.end) {
    const copied = countEqual(linked, { start: i, end: from.end }, rewritten, { start: j, end: to.end });
    i += copied;
    j += copied;
    const [skipped, added] = findChange(linked, { start: i, end: from.end }, rewritten, {
      start: j,
      end: to.end,
    });
    add([copied, skipped, added], j);
    i += skipped;
    j += added;
  }
}

/**
 * Finds the smallest number of bytes to skip and to add before the two modules match again for a few bytes, or a range
 * is exhausted.
 */
function findChange(linked: Uint8Array, from: Range, rewritten: Uint8Array, to: Range): [number, number] {
  const [left, right] = [from.end - from.start, to.end - to.start];
  for (let sum = 0; sum <= Math.min(MOST_CHANGED, left + right); sum++) {
    // Requires longer matches after more tries, because chance matches then become more likely.
    const wanted = sum < 64 ? 4 : sum < 512 ? 8 : 16;
    for (let skipped = Math.max(0, sum - right); skipped <= Math.min(sum, left); skipped++) {
      const rest = { start: from.start + skipped, end: Math.min(from.end, from.start + skipped + wanted) };
      const start = to.start + sum - skipped;
      const equal = countEqual(linked, rest, rewritten, { start, end: to.end });
      const isEnd = rest.start + equal === from.end && start + equal === to.end;
      if (equal === wanted || isEnd) return [skipped, sum - skipped];
    }
  }
  return [left, right];
}

/** Number of equal bytes at the start of two ranges. */
function countEqual(linked: Uint8Array, from: Range, rewritten: Uint8Array, to: Range): number {
  const most = Math.min(from.end - from.start, to.end - to.start);
  let count = 0;
  while (count < most && linked[from.start + count] === rewritten[to.start + count]) count++;
  return count;
}
