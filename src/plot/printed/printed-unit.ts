// The unit of a printed value: what stands in parentheses at the end of the words before it.

/** `lift (N)` has a unit; `P(lift > 740 N)` has not. */
const UNIT = /(?:^|\s)[([]([^\s()[\]<>=]{1,12})[)\]]$/;

/** The words without what sets them apart from the value and from what is before them on the line, and the unit; '' for none. */
export function readUnit(words: string): { readonly name: string; readonly unit: string } {
  const trimmed = words.replace(/(?<![\s:=,;|])[\s:=,;|]+$/, '').replace(/^[\s,;|]+/, '');
  const [, unit = ''] = UNIT.exec(trimmed) ?? [];
  return { unit, name: unit === '' ? trimmed : trimmed.replace(UNIT, '') };
}
