// Label of a printed value: the words before it in its line, and a unit in parentheses at their end.
import { readUnit } from '../../plot/printed/printed-unit.ts';
import { endOfName } from '../../uncertainty/core/name-printed.ts';

export interface ValueLabel {
  readonly label: string;
  /** Unit; '' for none. */
  readonly unit: string;
}

const MOST_CHARACTERS = 80;

/** Reads the label from the text between the previous value, or the line's beginning, and the value. */
export function labelValue(before: string, ordinal: number): ValueLabel {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const { name: words, unit } = readUnit(line);
  const name = endOfName(words.trim(), MOST_CHARACTERS);
  return { label: name === '' ? `value ${ordinal}` : name, unit };
}
