// Where long output ends that a page shows: a page stays usable with so many characters and values. The line that goes over
// is shown whole, unless it alone is longer than a page bears; what is not shown is counted.
import { CUT, LineLimit } from './line-limit.ts';

/** So many values beyond its room are shown where they stand in one line with the last that has room. */
const MOST_VALUES_OF_A_LINE = 1000;
/** So much is shown at least, of output that has as much. */
export interface OutputRoom {
  readonly characters: number;
  readonly values: number;
}

/** What is not shown: characters as they are read, those of values with them. */
export interface HiddenOutput {
  readonly characters: number;
  readonly values: number;
}

/** Cuts one stream of output that comes in pieces. */
export class OutputCut {
  readonly #room: OutputRoom;
  readonly #lines = new LineLimit();
  #characters = 0;
  #values = 0;
  #hiddenCharacters = 0;
  #hiddenValues = 0;
  #isOver = false;

  constructor(room: OutputRoom) {
    this.#room = room;
  }

  get hidden(): HiddenOutput {
    return { characters: this.#hiddenCharacters, values: this.#hiddenValues };
  }

  /** Whether nothing more will be shown. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How much of a text is shown; '' when nothing of it is. */
  takeText(text: string): string {
    const end = this.#isOver ? 0 : this.#findEnd(text);
    const { shown, hidden } = this.#lines.take(text.slice(0, end));
    this.#characters += end;
    this.#hiddenCharacters += hidden + text.length - end;
    return shown;
  }

  /**
   * Whether a value is shown, or a mark in its place where its line is cut, or nothing.
   * @param characters of the value as it is read
   */
  takeValue(characters: number): 'shown' | typeof CUT | '' {
    const isRoom = this.#values < this.#room.values + MOST_VALUES_OF_A_LINE;
    if (!this.#isOver && !this.#lines.isCut && isRoom) {
      this.#values += 1;
      this.#characters += characters;
      return 'shown';
    }
    this.#hiddenCharacters += characters;
    this.#hiddenValues += 1;
    if (this.#isOver || this.#lines.isCut) return '';
    this.#isOver = true;
    return CUT;
  }

  /** How far a text is shown: to the end of the line that goes over the room, if it is in this text. */
  #findEnd(text: string): number {
    const room = this.#room.characters - this.#characters;
    const isFull = this.#values >= this.#room.values;
    if (!isFull && text.length < room) return text.length;
    const at = text.indexOf('\n', isFull ? 0 : Math.max(0, room - 1));
    // Of a line without an end all is shown already that ever will be.
    this.#isOver = at >= 0 || this.#lines.isCut;
    if (at >= 0) return at + 1;
    return this.#isOver ? 0 : text.length;
  }
}
