// Checks the blocks from a Reference task's process: a block's values must belong to the runs that the server
// requested, and its numbers must be consistent. The code that collects the values does not check them again.

import type { BlockMessage, ProgramMessage } from '../../reference/program/reference-messages.ts';
import type { DrawBlock, DrawPlace } from '../../reference/values/draw-recorder.ts';
import { MOST_TEXTS, MOST_WORDS } from '../../reference/values/printed-words.ts';
import { MAX_PLACES, type PlaceSeen, type RecordedBlock } from '../../reference/values/value-recorder.ts';
import { PARAMETRIC_KINDS } from '../../uncertainty/core/operations.ts';
import { isEnd, isFrames } from './end-shapes.ts';
import {
  type Is,
  isAmount,
  isBoolean,
  isInstance,
  isList,
  isNumber,
  isOneOf,
  isRecord,
  isText,
  isWhole,
} from './shapes.ts';

interface Stretch {
  readonly first: number;
  readonly count: number;
}

/** Requested runs, or the lanes of a requested group. */
interface Asked extends Stretch {
  readonly kind: 'runs' | 'group';
}

const isInt32s = isInstance(Int32Array);
const isUint32s = isInstance(Uint32Array);
const isDoubles = isInstance(Float64Array);
const LONGEST_TEXT = 2 ** 20;

const PLACE: Readonly<Record<string, Is>> = {
  kind: isOneOf(['Printed', 'Traced', 'Asked', 'Argument']),
  first: isWhole(-(2 ** 31), 2 ** 32),
  second: isWhole(-(2 ** 31), 2 ** 32),
  occurrence: isWhole(0, 2 ** 32),
  run: isWhole(0),
  order: isWhole(0),
};
const DRAW = isRecord(
  { kind: isText(32), values: isList(isNumber) },
  {
    family: isOneOf(PARAMETRIC_KINDS),
    parameters: isList(isNumber, 16),
    text: isText(LONGEST_TEXT),
    input: isText(LONGEST_TEXT),
    probability: isNumber,
  },
);
const DRAW_PLACE = isRecord(
  { key: isText(256), run: isWhole(0), order: isWhole(0), frames: isFrames, width: isWhole(0, 2 ** 20) },
  {
    draw: DRAW,
    moments: isRecord({ mean: isNumber, standardDeviation: isNumber }),
    printed: isRecord(PLACE),
  },
);
const DRAWS = isRecord({
  newPlaces: isList(DRAW_PLACE),
  places: isInt32s,
  runs: isInt32s,
  values: isDoubles,
  varying: isList(isWhole(0)),
});
const BLOCK = isRecord({
  newPlaces: isList(isRecord(PLACE), MAX_PLACES),
  earlierPlaces: isList(isRecord({ index: isWhole(0), run: isWhole(0), order: isWhole(0) }), MAX_PLACES),
  counts: isInt32s,
  values: isDoubles,
  runs: isUint32s,
  sequences: isUint32s,
  dropped: isWhole(0, 2 ** 40),
});

const WORDS = isList(
  isRecord({ words: isText(MOST_WORDS), count: isWhole(0), first: isWhole(0) }),
  MOST_TEXTS + 1,
);

export class BlockCheck {
  readonly #program: ProgramMessage;
  #asked: Asked = { kind: 'runs', first: 0, count: 0 };
  #places = 0;
  /** Widths of the draw places. */
  readonly #widths: number[] = [];

  constructor(program: ProgramMessage) {
    this.#program = program;
  }

  ask(asked: Asked): void {
    this.#asked = asked;
  }

  get isInFirstRun(): boolean {
    return this.#asked.count > 0 && this.#asked.first === 0;
  }

  /** Accepts the next block of the requested runs; returns false for any other message. */
  take(
    message: BlockMessage,
    { tookMs, isCalls }: { readonly tookMs: number; readonly isCalls: Is },
  ): boolean {
    const { kind, first, count } = this.#asked;
    const isGroup = kind === 'group';
    const isRun = isWhole(first, first + count - 1);
    const isMessage = isRecord(
      {
        kind: isOneOf(['block']),
        first: isOneOf([first]),
        count: isWhole(isGroup ? 0 : 1, count),
        block: BLOCK,
        failed: isList(isRecord({ run: isRun, end: isEnd }), count),
        calls: isCalls,
        longestMs: isAmount(tookMs),
        isLast: isBoolean,
        ...(isGroup ? { lanes: isUint32s } : {}),
      },
      {
        ...(this.#program.trace ? { draws: DRAWS } : {}),
        ...(this.#program.lanes ? { words: WORDS } : {}),
        ...(isGroup ? { rest: isUint32s } : {}),
      },
    );
    if (!isMessage(message)) return false;
    if (isGroup ? !this.#isGroup(message, count) : message.isLast !== (message.count === count)) return false;
    // A group gets a single reply.
    const left = isGroup ? 0 : count - message.count;
    this.#asked = { kind, first: first + message.count, count: left };
    return (
      this.#isWhole(message.block, message) && (!message.draws || this.#areDraws(message.draws, message))
    );
  }

  /** Tests whether the block contains lanes of the requested group, or is empty and lists all remaining lanes. */
  #isGroup({ count, lanes, rest, isLast }: BlockMessage, left: number): boolean {
    const { laneCount = 0 } = this.#program.lanes ?? {};
    const areLanes = (all: Uint32Array) => all.every((lane) => lane < laneCount);
    if (!isLast || lanes?.length !== count || !areLanes(lanes)) return false;
    return count === 0 ? rest?.length === left && areLanes(rest) : rest === undefined;
  }

  #isWhole(block: RecordedBlock, { count: span }: Stretch): boolean {
    const { newPlaces, earlierPlaces, counts, values, runs, sequences } = block;
    this.#places += newPlaces.length;
    if (this.#places > MAX_PLACES || counts.length % 2 !== 0 || sequences.length !== span) return false;
    const isKnown = isWhole(0, this.#places - 1);
    let [valueCount, runCount] = [0, 0];
    for (let i = 0; i < counts.length; i += 2) {
      const count = counts[i + 1]!;
      if (!isKnown(counts[i]) || count < 1 || count > span) return false;
      valueCount += count;
      if (count < span) runCount += count;
    }
    return (
      valueCount === values.length &&
      runCount === runs.length &&
      runs.every((run) => run < span) &&
      newPlaces.every((place) => this.#isPlace(place)) &&
      earlierPlaces.every(({ index }) => isKnown(index))
    );
  }

  #isPlace({ kind, first, second }: PlaceSeen): boolean {
    if (kind === 'Asked' || kind === 'Argument') return this.#program.lanes !== undefined;
    return kind === 'Printed' || this.#program.watched[first]?.elements[second] !== undefined;
  }

  #areDraws({ newPlaces, places, runs, values, varying }: DrawBlock, { first, count }: Stretch): boolean {
    if (!newPlaces.every(isDrawPlace)) return false;
    for (const { width } of newPlaces) this.#widths.push(width);
    const widths = this.#widths;
    const isKnown = isWhole(0, widths.length - 1);
    let length = 0;
    for (const place of places) length += isKnown(place) ? widths[place]! : Number.NaN;
    const isRun = isWhole(first, first + count - 1);
    return (
      length === values.length && places.length === runs.length && runs.every(isRun) && varying.every(isKnown)
    );
  }
}

/**
 * A place is a printed value or a source. A parametric source has a family and parameters; any other source has text.
 */
function isDrawPlace({ draw, printed }: DrawPlace): boolean {
  if (!draw) return printed !== undefined;
  const isParametric = draw.family !== undefined && draw.parameters !== undefined;
  return draw.kind === 'parametric' ? isParametric : draw.text !== undefined;
}
