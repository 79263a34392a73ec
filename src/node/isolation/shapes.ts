// Shapes of plain data: small predicates that check the values in a message.

export type Is = (value: unknown) => boolean;

/** Accepts integers within both bounds. */
export function isWhole(least: number, most = Number.MAX_SAFE_INTEGER): Is {
  return (value) => Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** Accepts finite numbers from 0 up to the bound. */
export function isAmount(most = Number.MAX_VALUE): Is {
  return (value) => typeof value === 'number' && value >= 0 && value <= most;
}

export const isNumber: Is = (value) => typeof value === 'number';
export const isTrue: Is = (value) => value === true;
export const isBoolean: Is = (value) => typeof value === 'boolean';

export function isText(mostLength: number): Is {
  return (value) => typeof value === 'string' && value.length <= mostLength;
}

export function isOneOf(values: Iterable<unknown>): Is {
  const known = new Set(values);
  return (value) => known.has(value);
}

export function isList(item: Is, mostLength = Number.POSITIVE_INFINITY): Is {
  return (value) => Array.isArray(value) && value.length <= mostLength && value.every((each) => item(each));
}

export function isInstance(type: abstract new (...words: never[]) => unknown): Is {
  return (value) => value instanceof type;
}

/** Accepts records with all required fields, any of the optional fields, and no others. */
export function isRecord(
  fields: Readonly<Record<string, Is>>,
  others: Readonly<Record<string, Is>> = {},
): Is {
  const ofField = new Map([...Object.entries(fields), ...Object.entries(others)]);
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const record = value as Readonly<Record<string, unknown>>;
    return (
      Object.keys(fields).every((name) => Object.hasOwn(record, name)) &&
      Object.entries(record).every(
        ([name, item]) => ofField.get(name)?.(item) || (item === undefined && Object.hasOwn(others, name)),
      )
    );
  };
}
