// Shapes derived from a client's types, with which responses are compared at run time.

/**
 * A type: a result of `typeof`, followed by `?` if the field is optional and by `|null` if it may be null; or a
 * compound of other types.
 */
export type Shape = string | readonly [Shape] | { readonly [field: string]: Shape };

/**
 * A description of a mismatch, with its path; undefined if the value has the expected type. Additional fields are not
 * mismatches.
 */
export function maybeMismatch(value: unknown, shape: Shape, path = 'answer'): string | undefined {
  if (typeof shape === 'string') return maybeWrongScalar(value, shape, path);
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return `${path} is not an array`;
    return firstOf(value.map((item, index) => maybeMismatch(item, shape[0] as Shape, `${path}[${index}]`)));
  }
  if (typeof value !== 'object' || value === null)
    return `${path} is no object, but ${JSON.stringify(value)}`;
  const fields = Object.entries(shape as { readonly [field: string]: Shape });
  return firstOf(
    fields.map(([name, inner]) =>
      maybeMismatch((value as Record<string, unknown>)[name], inner, `${path}.${name}`),
    ),
  );
}

function maybeWrongScalar(value: unknown, shape: string, path: string): string | undefined {
  if (shape === 'any') return undefined;
  const isOptional = shape.endsWith('?');
  const names = shape.replace(/\?$/, '').split('|');
  if (value === undefined && isOptional) return undefined;
  const type = value === null ? 'null' : typeof value;
  if (names.includes(type)) return undefined;
  // Any other alternative between bars is a literal.
  if (typeof value === 'string' && names.includes(`"${value}"`)) return undefined;
  return `${path} is ${JSON.stringify(value)?.slice(0, 80)}, and typed ${shape}`;
}

function firstOf(mismatches: readonly (string | undefined)[]): string | undefined {
  return mismatches.find((mismatch) => mismatch !== undefined);
}
