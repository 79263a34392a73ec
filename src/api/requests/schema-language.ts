// The only import of the schema library, set up so that it never makes code from text: pages with a strict content
// security policy forbid that, and report even the attempt.
import { z } from '@hono/zod-openapi';
import type { Figure } from '../../jobs/records/stats.ts';

z.config({ jitless: true });

/** Options of a custom check: it skips a value that an earlier bound refused, and its failure ends the checks. */
export const ifSound = {
  abort: true,
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};

type Numbers<Rows> = { [Name in keyof Rows]: z.ZodNumber };

/** The schema of a job's figures. */
export function statsSchema<Rows extends Readonly<Record<string, Figure>>>(
  rows: Rows,
): z.ZodObject<Numbers<Rows>> {
  const fields = Object.entries(rows).map(([name, { isWhole, description }]) => {
    const number = isWhole ? z.number().int() : z.number();
    return [name, description === undefined ? number : number.openapi({ description })];
  });
  return z.object(Object.fromEntries(fields) as Numbers<Rows>);
}

export { z };
