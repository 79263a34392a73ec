// Messages about a request's fields, readable without knowledge of the validation library. Messages from Haze's own
// schemas pass through unchanged.

/** Fields of a zod issue that this file uses. */
export interface ValidationIssue {
  readonly code?: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
  readonly expected?: string;
  readonly origin?: string;
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly inclusive?: boolean;
  readonly values?: readonly unknown[];
  readonly errors?: readonly (readonly ValidationIssue[])[];
}

/** Describes an issue, for instance `is missing: it must be a string`. */
export function describeIssue(issue: ValidationIssue): string {
  // Only the library's own messages have this form; all others come from Haze.
  const received = /^Invalid input: expected .+, received (\S+)$/.exec(issue.message)?.[1];
  if (received && issue.expected) {
    // For a missing required value, zod reports no type.
    if (issue.expected === 'nonoptional') return 'is missing';
    const wanted = `must be ${nameType(issue.expected)}`;
    // A query parameter that should be a number was converted to NaN, so the message cannot show its text.
    if (received === 'NaN') return wanted;
    if (received === 'undefined') return `is missing: it ${wanted}`;
    const isFraction = issue.expected === 'int' && received === 'number';
    return isFraction ? wanted : `${wanted}, not ${nameType(received)}`;
  }
  if (/^Too (?:small|big): /.test(issue.message)) return describeBound(issue);
  if (/^Invalid (?:option|input): expected /.test(issue.message) && issue.values) {
    const values = issue.values.map((value) => JSON.stringify(value));
    return `must be ${values.length > 1 ? `one of ${values.join(', ')}` : values[0]}`;
  }
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input') return describeUnion(issue);
  return issue.message;
}

function nameType(type: string): string {
  if (type === 'int') return 'a whole number';
  if (type === 'null' || type === 'NaN' || type === 'undefined') return type;
  if (type === 'record') return 'an object';
  return /^[aeiou]/.test(type) ? `an ${type}` : `a ${type}`;
}

function describeBound({ origin, minimum, maximum, inclusive = true }: ValidationIssue): string {
  const bound = minimum ?? maximum;
  const isLeast = minimum !== undefined;
  const isOfString = origin === 'string';
  const isOfLength = isOfString || origin === 'array' || origin === 'set';
  const limit = inclusive
    ? `at ${isLeast ? 'least' : 'most'} ${bound}`
    : `${isLeast ? 'more' : 'less'} than ${bound}`;
  if (!isOfLength) return `must be ${limit}`;
  return `must have ${limit} ${isOfString ? 'character' : 'item'}${Number(bound) === 1 ? '' : 's'}`;
}

function describeUnion({ errors = [], message }: ValidationIssue): string {
  const option = errors.flatMap(([first]) => (first?.path.length === 0 && first.values ? first : []))[0];
  if (option) return describeIssue(option);
  const expected = errors.map(([first]) => (first?.path.length === 0 ? first.expected : undefined));
  if (expected.length === 0 || expected.some((type) => type === undefined)) return message;
  return `must be ${[...new Set(expected.map((type) => nameType(type!)))].join(' or ')}`;
}
