// Distinguishes absent request fields from empty ones, and reads the names of fields to remove.
import { z } from './schema-language.ts';

type Defined<Fields> = {
  [Field in keyof Fields]: Exclude<Fields[Field], undefined>;
};

/** The same object without its undefined fields. */
export function withoutUndefined<Fields extends object>(fields: Fields): Defined<Fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Defined<Fields>;
}

/** Names of the fields that a change removes: `A,B` or a list, in the query or in the body. */
export const removeSchema = z
  .preprocess(
    (given) => (typeof given === 'string' ? given.split(',') : given),
    z.array(z.string().max(300)).max(1000).optional(),
  )
  .openapi({
    type: 'array',
    items: { type: 'string' },
    description: 'Names of fields to remove; they return to their defaults.',
  });

export const removeQuery = z.object({ remove: removeSchema, 'remove[]': removeSchema });

/** All names of fields to remove, from the body and the query. */
export function namesToRemove(body: readonly string[] = [], query: z.infer<typeof removeQuery>): string[] {
  return [...body, ...(query.remove ?? []), ...(query['remove[]'] ?? [])];
}
