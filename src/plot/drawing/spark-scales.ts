// Finds a common scale for the small densities of a series. The scale shows how a value that is printed in a loop moves
// and widens. If the series moves by many times its width, a common scale would only show a row of needles, so each
// value has a separate scale. Values with the same unit in parentheses also share a scale, as long as the narrowest
// value stays visible.

import { distributionOfUx } from '../distributions/ux-distribution.ts';
import type { OutputPiece } from '../printed/output-pieces.ts';
import { readUnit } from '../printed/printed-unit.ts';
import { isSeries, type SeriesKey, SeriesReader } from '../printed/series.ts';
import { chooseXLimits, type Limits } from './plot-limits.ts';

type ValuePiece = Extract<OutputPiece, { kind: 'value' }>;

/** Maximum width of a scale relative to the width of a value on it, given that a spark is 64 pixels wide. */
const MOST_TIMES = 16;
/** Maximum spread of a series' means on a common scale, relative to the width of its values. */
const MOST_SPREAD = 20;

/** Reads output as it is printed. The series are known once the output is complete. */
export class SparkScales {
  readonly #reader = new SeriesReader();
  readonly #groups = new Map<SeriesKey, ValuePiece[]>();

  read(piece: OutputPiece): void {
    const key = this.#reader.read(piece);
    if (key === undefined || piece.kind === 'text' || !piece.isSpread) return;
    const group = this.#groups.get(key);
    if (group) group.push(piece);
    else this.#groups.set(key, [piece]);
  }

  /** The limits of every value that has a shared scale. */
  finish(): ReadonlyMap<OutputPiece, Limits> {
    const limits = new Map<OutputPiece, Limits>();
    const give = (pieces: readonly ValuePiece[], common: Limits) => {
      for (const piece of pieces) limits.set(piece, common);
    };
    for (const group of this.#groups.values()) {
      if (!isSeries(group.length)) continue;
      const { each, all } = findLimits(group);
      if (isCommon(group, each)) give(group, all);
    }
    for (const group of this.#groupByUnit()) {
      const { each, all } = findLimits(group);
      const least = (all[1] - all[0]) / MOST_TIMES;
      if (each.every(([low, high]) => high - low >= least)) give(group, all);
    }
    return limits;
  }

  #groupByUnit(): ValuePiece[][] {
    const groups = new Map<string, ValuePiece[]>();
    for (const [key, pieces] of this.#groups) {
      const { unit } = readUnit(key);
      if (unit !== '') groups.set(unit, [...(groups.get(unit) ?? []), ...pieces]);
    }
    return [...groups.values()].filter(({ length }) => length > 1);
  }
}

/** Tests whether a common scale shows both the movement of a series and the widths of its values. */
function isCommon(group: readonly ValuePiece[], each: readonly Limits[]): boolean {
  const means = group.map(({ value }) => value.mean);
  const widths = each.map(([low, high]) => high - low).sort((a, b) => a - b);
  return Math.max(...means) - Math.min(...means) < MOST_SPREAD * widths[widths.length >> 1]!;
}

/** Limits of each value, and of all values together. */
function findLimits(pieces: readonly ValuePiece[]): { each: Limits[]; all: Limits } {
  const each = pieces.map(({ value }) => chooseXLimits([distributionOfUx(value)], [undefined, undefined]));
  return {
    each,
    all: [Math.min(...each.map(([low]) => low)), Math.max(...each.map(([, high]) => high))],
  };
}
