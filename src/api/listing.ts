// Lists: their query, and their answer `{UserID, <Resources>: […], Count, ContinuationKey?}`.
import type { Context } from 'hono';
import { JOB_STATUSES } from '../jobs/states.ts';
import type { RecordPage, RecordQuery, StoredRecord } from '../store/store.ts';
import type { ApiEnv } from './api-app.ts';
import { z } from './schema-language.ts';

const PAGE_LIMIT = 25;

const isoTime = z
  .string()
  .refine((text) => /^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text)), 'must be a time as in ISO 8601')
  .openapi({ format: 'date-time' });

/** Query of a list that can only be paged. */
export const pageQuery = z.object({
  startKey: z.string().optional().openapi({ description: 'The ContinuationKey of the page before.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .optional()
    .openapi({ description: `At most so many; ${PAGE_LIMIT} unless told, and never more.` }),
});

/** Query of a list of builds or tasks. */
export const jobQuery = pageQuery.extend({
  status: z
    .union([z.enum(JOB_STATUSES), z.array(z.enum(JOB_STATUSES))])
    .optional()
    .openapi({ description: 'Any of these; may be repeated.' }),
  from: isoTime.optional(),
  to: isoTime.optional(),
});

/** The same as the store understands it. Newest first: a job that a client has just made is on the first page. */
export function toRecordQuery(
  query: z.infer<typeof pageQuery> & Partial<z.infer<typeof jobQuery>>,
): RecordQuery {
  const { startKey, limit = PAGE_LIMIT, status, from, to } = query;
  return {
    limit: Math.min(limit, PAGE_LIMIT),
    descending: true,
    ...(startKey !== undefined && { startKey }),
    ...(status !== undefined && { status: [status].flat() }),
    ...(from !== undefined && { from: Date.parse(from) }),
    ...(to !== undefined && { to: Date.parse(to) }),
  };
}

/** Schema of a list's answer; `name` as in `Tasks`. */
export function listSchema<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({
    UserID: z.string(),
    [name]: z.array(item),
    Count: z.number().int(),
    ContinuationKey: z.string().optional(),
  });
}

/** Answers one page. */
export function answerPage<Body extends object>(
  c: Context<ApiEnv>,
  name: string,
  page: RecordPage<Body>,
  toView: (record: StoredRecord<Body>) => object,
): Response {
  const { records, continuationKey } = page;
  return c.json({
    UserID: c.get('userId'),
    [name]: records.map(toView),
    Count: records.length,
    ...(continuationKey !== undefined && { ContinuationKey: continuationKey }),
  });
}
