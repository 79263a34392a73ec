// Limits of shown output, so that the page stays usable. The line that passes a limit is shown in full, unless the line
// alone is too long. Hidden output is counted.
import { CUT, LineLimit } from './line-limit.ts';

/** Number of values above the limit that are still shown in the line of the last value within the limit. */
const MOST_VALUES_OF_A_LINE = 1000;
/** Amount of output that is always shown. */
export interface OutputRoom {
  readonly characters: number;
  readonly values: number;
}

/** Hidden output: characters as read, with the characters of values. */
export interface HiddenOutput {
  readonly characters: number;
  readonly values: number;
}

/** Cuts one stream of output that arrives in pieces. */
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

  /** The limit is reached, and everything that follows is hidden. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Answers the shown part of a text; '' for none. */
  takeText(text: string): string {
    const end = this.#isOver ? 0 : this.#findEnd(text);
    const { shown, hidden } = this.#lines.take(text.slice(0, end));
    this.#characters += end;
    this.#hiddenCharacters += hidden + text.length - end;
    return shown;
  }

  /**
   * Answers if a value is shown, replaced by the mark of a cut line, or hidden.
   * @param characters length of the value as read
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

  /** Length of the shown part: up to the end of the line that passes the limit, if the text has that end. */
  #findEnd(text: string): number {
    const room = this.#room.characters - this.#characters;
    const isFull = this.#values >= this.#room.values;
    if (!isFull && text.length < room) return text.length;
    const at = text.indexOf('\n', isFull ? 0 : Math.max(0, room - 1));
    // A cut line without an end shows no more text.
    this.#isOver = at >= 0 || this.#lines.isCut;
    if (at >= 0) return at + 1;
    return this.#isOver ? 0 : text.length;
  }
}
