// Converts records to and from Ux text and bytes. A value that was read retains its text if doubles cannot reproduce
// its masses and mean.

import { describeLost } from '../core/accuracy.ts';
import type { Handle, Operand } from '../core/core.ts';
import { formatUx, parseUx, plainUx, type UxValue, uxFromBytes, uxToBytes } from '../core/ux-text.ts';
import { collectDeltas } from '../distributions/deltas.ts';
import type { WeightedPoints } from '../distributions/samples.ts';
import type { PointRecords } from './point-records.ts';
import type { RecordParts } from './record-parts.ts';
import { RECORD_SPECIAL } from './records.ts';

/** Minimum number of deltas in Ux text for them to count as cells of a density; fewer deltas count as outcomes. */
const FEWEST_CELLS = 16;

interface Parts extends Pick<RecordParts, 'records' | 'maker' | 'notices'> {
  readonly points: PointRecords;
}

/** Creates values from points. */
export interface PointCreation {
  /**
   * Creates a value from weighted points, which are reduced if there are too many. The particle defaults to their mean.
   */
  fromPoints(points: WeightedPoints, particle?: number): Handle;
  /** Completes a value whose record was created elsewhere. */
  adopt(handle: Handle): void;
}

export class RecordTexts {
  readonly #parts: Parts;
  readonly #asRead = new Map<Handle, UxValue>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  toText(value: Operand): string {
    return formatUx(this.#toUx(value));
  }

  toBytes(value: Operand, single: boolean): Uint8Array {
    return uxToBytes({ ...this.#toUx(value), particle: value.particle }, single);
  }

  fromText(text: string, particle: number | undefined, creation: PointCreation): Handle {
    return this.#make({ ...parseUx(text), particle }, creation);
  }

  fromBytes(bytes: Uint8Array, creation: PointCreation): Handle {
    return this.#make(uxFromBytes(bytes), creation);
  }

  noteCopy(copy: Handle, original: Handle): void {
    const read = this.#asRead.get(original);
    if (read) this.#asRead.set(copy, read);
  }

  forget(handle: Handle): void {
    if (this.#asRead.size > 0) this.#asRead.delete(handle);
  }

  #make(value: UxValue, creation: PointCreation): Handle {
    const { positions, masses } = value;
    const n = positions.length;
    if (n === 1 && (value.count === 0 || value.particle === undefined))
      return this.#parts.maker.plain(positions[0]!);
    const points = { positions, masses, atoms: n < FEWEST_CELLS };
    if (!this.#parts.points.hasRoomFor(positions)) return creation.fromPoints(points, value.particle);
    const handle = this.#parts.points.makeAsTheyAre(points, value.particle ?? value.mean);
    if (handle === 0) return 0;
    // Keeps the value as it was read if the record's text would differ.
    const read: UxValue = { ...value, particle: undefined, type: 4, count: 1 };
    if (formatUx(this.#toUx({ handle, particle: 0 })) !== formatUx(read)) this.#asRead.set(handle, read);
    creation.adopt(handle);
    return handle;
  }

  #toUx(value: Operand): UxValue {
    const { handle, particle } = value;
    if (handle === 0) return plainUx(particle);
    const read = this.#asRead.get(handle);
    if (read) return { ...read, particle };
    const points = this.#parts.points.read(value);
    const mean = this.#parts.points.momentOf(handle, 1);
    const special = this.#parts.records.flagsOf(handle) & RECORD_SPECIAL;
    if (special) this.#noticeLost(points, value);
    return { particle, type: 4, count: 1, mean, ...(special ? spellSpecials(points) : points) };
  }

  /** Reports a value that is partly NaN. */
  #noticeLost({ positions, masses }: WeightedPoints, value: Operand): void {
    const lost = masses.reduce((sum, mass, i) => sum + (Number.isNaN(positions[i]!) ? mass : 0), 0);
    if (lost > 0 && lost < 1) this.#parts.notices.sayAbout(value, describeLost(value.particle, lost));
  }
}

/** If any of the three special positions has mass, appends all three in the format's order. */
function spellSpecials(points: WeightedPoints): WeightedPoints {
  const deltas = collectDeltas(points.positions, points.masses, points.atoms);
  return {
    positions: Float64Array.of(...deltas.positions, Number.NaN, -Infinity, Infinity),
    masses: Float64Array.of(...deltas.masses, deltas.nan, deltas.negativeInfinity, deltas.positiveInfinity),
    atoms: points.atoms,
  };
}
