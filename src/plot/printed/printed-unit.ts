// Reads the unit of a printed value from the text in parentheses at the end of the label that precedes the value.

/** `lift (N)` has a unit; `P(lift > 740 N)` has none. */
const UNIT = /(?:^|\s)[([]([^\s()[\]<>=]{1,12})[)\]]$/;

/**
 * Returns the label of a value without the separators around it, and the value's unit, which is empty if there is none.
 */
export function readUnit(words: string): { readonly name: string; readonly unit: string } {
  const trimmed = words.replace(/(?<![\s:=,;|])[\s:=,;|]+$/, '').replace(/^[\s,;|]+/, '');
  const [, unit = ''] = UNIT.exec(trimmed) ?? [];
  return { unit, name: unit === '' ? trimmed : trimmed.replace(UNIT, '') };
}
