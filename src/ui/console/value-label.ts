// What a printed value is called: the words before it in its line, with a unit where they end with one in parentheses.

export interface ValueLabel {
  readonly label: string;
  /** '' when there is none. */
  readonly unit: string;
}

const MOST_CHARACTERS = 80;
/** `lift (N):` has a unit; `P(lift > 740 N):` has not. */
const UNIT = /(?:^|\s)[([]([^\s()[\]<>=]{1,12})[)\]]$/;

/** Reads the text between the value before, or the line's begin, and the value. */
export function labelValue(before: string, ordinal: number): ValueLabel {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const words = line.replace(/[\s:=,;|]+$/, '').replace(/^[\s,;|]+/, '');
  const [, unit = ''] = UNIT.exec(words) ?? [];
  const name = (unit === '' ? words : words.replace(UNIT, '')).trim().slice(-MOST_CHARACTERS);
  return { label: name === '' ? `value ${ordinal}` : name, unit };
}
