// Fields that a request left out, as opposed to fields that are there with nothing in them.

type Defined<Fields> = {
  [Field in keyof Fields]: Exclude<Fields[Field], undefined>;
};

/** The same object without the fields that are undefined. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}
