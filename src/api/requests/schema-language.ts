// The only import of the schema library, configured never to use eval or new Function: pages with a strict content
// security policy forbid both, and report even the attempt.
import { z } from '@hono/zod-openapi';
import type { Figure } from '../../jobs/records/stats.ts';

z.config({ jitless: true });

/** A whole number. */
export const integer = z.number().int();

/**
 * Options for a custom check, which skips values that an earlier bound rejected, and whose failure stops further
 * checks.
 */
export const ifSound = {
  abort: true,
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};

/** Some clients send an empty string for an unused parameter. */
const withoutEmpty = (given: unknown) => (given === '' ? undefined : given);

/** A string parameter of a query. An empty string counts as absent. */
export function given(schema: z.ZodType<string>) {
  return z.preprocess(withoutEmpty, schema.optional()).openapi({ type: 'string' as const });
}

/** A query's `true` or `false`, case-insensitive because Python writes `True`. An empty string counts as absent. */
export function flag(description?: string) {
  const schema = z.preprocess(
    (given) => withoutEmpty(typeof given === 'string' ? given.toLowerCase() : given),
    z.enum(['true', 'false']).optional(),
  );
  const type = { type: 'string' as const, enum: ['true', 'false'] };
  return schema.openapi({ ...type, ...(description !== undefined && { description }) });
}

/** A number in a query, within bounds. An empty string counts as absent. */
export function whole(bounds: { readonly minimum: number; readonly maximum?: number }, description: string) {
  const { minimum, maximum } = bounds;
  const number = z.coerce.number().int().min(minimum);
  const bounded = maximum === undefined ? number : number.max(maximum);
  return z
    .preprocess(withoutEmpty, bounded.optional())
    .openapi({ type: 'integer' as const, ...bounds, description });
}

type Numbers<Rows> = { [Name in keyof Rows]: z.ZodNumber };

/** Schema for a job's figures. */
export function statsSchema<Rows extends Readonly<Record<string, Figure>>>(
  rows: Rows,
): z.ZodObject<Numbers<Rows>> {
  const fields = Object.entries(rows).map(([name, { isWhole, description }]) => {
    const number = isWhole ? integer : z.number();
    return [name, description === undefined ? number : number.openapi({ description })];
  });
  return z.object(Object.fromEntries(fields) as Numbers<Rows>);
}

export { z };
