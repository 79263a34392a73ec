// Values printed on a Reference core: each is a number with an ID, under which the service stores the values from all
// runs.

export interface ReferenceValue {
  /** The first run's value, as printed. */
  readonly decimal: string;
  readonly valueId: string;
}

const REFERENCE =
  /((?<![\d.])[+-]?(?:\d+(?:\.\d*)?(?:[eE][+-]?\d+)?|\.\d+|nan|inf))?<ValueID>(val_[0-9a-f]{32})<\/ValueID>/g;

/** Splits a string into plain text and values, in order. */
export function splitReferences(text: string): (string | ReferenceValue)[] {
  const parts: (string | ReferenceValue)[] = [];
  let at = 0;
  for (const match of text.matchAll(REFERENCE)) {
    const [whole, decimal = '', valueId = ''] = match;
    if (match.index > at) parts.push(text.slice(at, match.index));
    parts.push({ decimal, valueId });
    at = match.index + whole.length;
  }
  if (at < text.length) parts.push(text.slice(at));
  return parts;
}

/** Tooltip for the button that opens the value. */
export function describeReference({ decimal, valueId }: ReferenceValue): string {
  return `${decimal} in the first run. Click to see all runs (${valueId}).`;
}
