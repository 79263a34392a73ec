// Queries and responses of lists; responses have the form `{UserID, <Resources>: […], Count, ContinuationKey?}`.
import type { Context } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import { messageOf } from '../../errors/message-of.ts';
import { JOB_STATUSES } from '../../jobs/records/states.ts';
import type { RecordQuery, RecordType, StoredRecord } from '../../store/contract/store.ts';
import { recordDamaged } from '../../store/contract/store-errors.ts';
import { millisecondsSchema } from '../requests/answers.ts';
import type { ApiEnv } from '../requests/api-env.ts';
import { idSchema } from '../requests/identifiers.ts';
import { addNotice } from '../requests/notices.ts';
import { flag, ifSound, integer, whole, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';

const PAGE_LIMIT = 25;
/** Page size for lists of short records. */
const SUMMARY_LIMIT = 500;

const isoTime = z
  .string()
  .refine((text) => text === '' || (/^\d{4}-/.test(text) && !Number.isNaN(Date.parse(text))), {
    ...ifSound,
    error: 'must be an ISO 8601 time',
  })
  .openapi({ format: 'date-time' });

/** Query for a list without filters. */
export const pageQuery = z.object({
  startKey: z.string().optional().openapi({ description: 'The ContinuationKey from the previous page.' }),
  limit: whole(
    { minimum: 1 },
    `Number of records in the response (default and maximum: ${PAGE_LIMIT}). \`Haze-Notice\` reports a larger request.`,
  ),
});

// Clients write several values as `status=A&status=B`, `status[]=A&status[]=B` or `status=A,B`.
const statusFilter = z
  .preprocess(
    (given) =>
      given === undefined || given === ''
        ? undefined
        : [given].flat().flatMap((text) => String(text).split(',')),
    z.array(z.enum(JOB_STATUSES)).optional(),
  )
  .openapi({
    type: 'array',
    items: { type: 'string', enum: [...JOB_STATUSES] },
    description:
      'One or more statuses, repeated or separated by commas. A build that is Building also counts as In Progress.',
  });

/** Query for a list of builds or tasks. */
export const jobQuery = pageQuery.extend({
  status: statusFilter,
  'status[]': statusFilter,
  from: isoTime.optional(),
  to: isoTime.optional(),
  noexpand: flag(
    `If true, records contain only ID, Owner and CreatedAt, and limit may be up to ${SUMMARY_LIMIT}.`,
  ),
});

type ListQuery = z.infer<typeof pageQuery> & Partial<z.infer<typeof jobQuery>>;

/** Converts a query for the store. The newest records come first, so that a new job is on the first page. */
function toRecordQuery(query: ListQuery): RecordQuery {
  const { startKey, limit = PAGE_LIMIT, from, to } = query;
  const named = [...(query.status ?? []), ...(query['status[]'] ?? [])];
  // Clients use "In Progress" for a build that is being built.
  const status = named.includes('In Progress') ? [...named, 'Building'] : named;
  return {
    limit: Math.min(limit, mostOf(query)),
    descending: true,
    // Some clients send an empty string for an unused parameter.
    ...(startKey && { startKey }),
    ...(status.length > 0 && { status }),
    ...(from && { from: Date.parse(from) }),
    ...(to && { to: Date.parse(to) }),
  };
}

function mostOf({ noexpand }: ListQuery): number {
  return noexpand === 'true' ? SUMMARY_LIMIT : PAGE_LIMIT;
}

/** Adds a notice if a request's limit exceeds the maximum page size. */
function noteLimit(c: Context<ApiEnv>, services: Services, query: ListQuery, isOfJobs: boolean): void {
  const most = mostOf(query);
  if ((query.limit ?? 0) <= most) return;
  const way = isOfJobs && most < SUMMARY_LIMIT ? `, or up to ${SUMMARY_LIMIT} with noexpand=true` : '';
  addNotice(c, services, `limit is ${query.limit}, but a page has at most ${most} records${way}`);
}

/** Fields of each record in a list with `noexpand=true`. */
export function summarySchema(idField: 'BuildID' | 'TaskID') {
  return z.object({ [idField]: idSchema(idField), Owner: z.string(), CreatedAt: millisecondsSchema });
}

/** Schema of a list response; `name` is a field such as `Tasks`. */
export function listSchema<Name extends string, Item extends z.ZodType>(name: Name, item: Item) {
  return z.object({
    UserID: z.string(),
    [name]: z.array(item),
    Count: integer,
    ContinuationKey: z.string().optional(),
    Damaged: z
      .array(z.object({ ID: z.string(), Message: z.string() }))
      .optional()
      .openapi({
        description: 'Records that belong to this page but cannot be read, so the list omits them.',
      }),
  } as { UserID: z.ZodString; Count: z.ZodNumber; ContinuationKey: z.ZodOptional<z.ZodString> } & {
    [N in Name]: z.ZodArray<Item>;
  });
}

/** A list of the caller's records, for a route's response. */
export interface OwnList<Body extends object> {
  /** Response field that holds the list, such as `Tasks`. */
  readonly name: string;
  readonly type: RecordType<Body>;
  readonly toView: (record: StoredRecord<Body>) => object;
  readonly query: ListQuery;
  /** ID of the parent record; absent for lists without a parent. */
  readonly parent?: string;
  /** Name of the ID field, if the list supports `noexpand`. */
  readonly idField?: 'BuildID' | 'TaskID';
  /** Additional fields of the response. */
  readonly extra?: object;
}

/** Converts a record for a response. @throws HazeError `record-damaged` for a record that cannot be converted */
export function viewOf<Body extends object>(
  type: RecordType<Body>,
  toView: (record: StoredRecord<Body>) => object,
  record: StoredRecord<Body>,
): object {
  try {
    return toView(record);
  } catch (error) {
    throw recordDamaged(type.kind, record.id, messageOf(error));
  }
}

/** Responds with one page of the caller's records. */
export async function answerList<Body extends object>(
  c: Context<ApiEnv>,
  services: Services,
  list: OwnList<Body>,
): Promise<Response> {
  const { name, type, query, parent, idField, extra } = list;
  const owner = c.get('userId');
  noteLimit(c, services, query, idField !== undefined);
  const page = await services.store.list(type, {
    ...toRecordQuery(query),
    owner,
    ...(parent !== undefined && { parent }),
  });
  const toSummary = ({ id, createdAt }: StoredRecord<Body>) => ({
    [idField ?? '']: id,
    Owner: owner,
    CreatedAt: createdAt,
  });
  const isShort = idField !== undefined && query.noexpand === 'true';
  const { continuationKey, damaged = [] } = page;
  const Damaged = damaged.map(({ id: ID, message: Message }) => ({ ID, Message }));
  const shown: object[] = [];
  for (const record of page.records) {
    try {
      shown.push(isShort ? toSummary(record) : viewOf(type, list.toView, record));
    } catch (error) {
      if (!(error instanceof HazeError)) throw error;
      Damaged.push({ ID: record.id, Message: error.message });
    }
  }
  return c.json({
    ...extra,
    UserID: owner,
    [name]: shown,
    Count: shown.length,
    ...(continuationKey !== undefined && { ContinuationKey: continuationKey }),
    ...(Damaged.length > 0 && { Damaged }),
  });
}
