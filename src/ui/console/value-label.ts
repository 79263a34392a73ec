// Label of a printed value: the text that precedes the value on its line, and a unit in parentheses after that text.
import { readUnit } from '../../plot/printed/printed-unit.ts';
import { endOfName } from '../../uncertainty/core/name-printed.ts';

export interface ValueLabel {
  readonly label: string;
  /** Unit; '' for none. */
  readonly unit: string;
}

const MOST_CHARACTERS = 80;
/** Number of characters before a value that are searched for its label. */
export const LONGEST_LABEL = 500;

/** Reads the label from the text between the value and the previous value or the start of the line. */
export function labelValue(before: string, ordinal: number): ValueLabel {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const { name: words, unit } = readUnit(line);
  const name = endOfName(words.trim(), MOST_CHARACTERS);
  return { label: name === '' ? `value ${ordinal}` : name, unit };
}
