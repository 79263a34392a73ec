// One scale for the small densities of a series: in output that a loop prints, one sees a value move and widen.
import type { OutputPiece } from './output-pieces.ts';
import { chooseXLimits, type Limits } from './plot-limits.ts';
import { isSeries, type SeriesKey, SeriesReader } from './series.ts';
import { distributionOfUx } from './ux-distribution.ts';

type ValuePiece = Extract<OutputPiece, { kind: 'value' }>;

/** Reads output as it is printed; which values are a series is known at its end. */
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

  /** The limits of every value that belongs to a series. */
  finish(): ReadonlyMap<OutputPiece, Limits> {
    const limits = new Map<OutputPiece, Limits>();
    for (const group of this.#groups.values()) {
      if (!isSeries(group.length)) continue;
      const common = chooseXLimits(
        group.map(({ value }) => distributionOfUx(value)),
        [undefined, undefined],
      );
      for (const piece of group) limits.set(piece, common);
    }
    return limits;
  }
}
