// The one place that the schema library is taken from, set up so that it never makes code from text: pages with a strict
// content security policy forbid that, and report even the attempt.
import { z } from '@hono/zod-openapi';

z.config({ jitless: true });

export { z };
