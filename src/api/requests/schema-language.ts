// The one place that the schema library is taken from, set up so that it never makes code from text: pages with a strict
// content security policy forbid that, and report even the attempt.
import { z } from '@hono/zod-openapi';

z.config({ jitless: true });

/** Options of a check of ours: it skips a value that a bound before it refused, and its failure ends the checks. */
export const ifSound = {
  abort: true,
  when: ({ issues }: { readonly issues: readonly unknown[] }) => issues.length === 0,
};

export { z };
