// Response descriptions that routes share: a JSON body, the plain "OK", and failures.
import { createRoute, type RouteConfig } from '@hono/zod-openapi';
import type { JobLosses } from '../../jobs/records/records.ts';
import { inMilliseconds, type JobHistory } from '../../jobs/records/states.ts';
import { integer, z } from './schema-language.ts';

const failure = z
  .object({
    message: z.string(),
    Message: z.string(),
    code: z.string().openapi({ description: 'Stable code for the kind of error.' }),
    error: z.string().optional(),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    id: z.string().optional(),
  })
  .openapi('Failure');

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: 'The request is malformed.',
  401: 'The key is missing, unknown or expired.',
  403: 'The signed URL is invalid or expired.',
  404: 'The resource does not exist, or belongs to another account.',
  409: 'The resource is not in a state that allows this.',
  412: 'The file does not match the condition in the request.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'The request is well-formed, but its content is not allowed.',
  429: 'The account has reached its quota, or all accounts combined have reached theirs.',
  501: 'The interface defines this operation, but this service does not support it.',
  503: 'A required component of the service is currently unavailable.',
};

/** Fields that exist in all jobs but are not included in any response. */
type Unshown = keyof JobLosses | 'Executor';

/**
 * A job, converted for a response. A field that is only in the schema or only in the view is a compile error, and so is
 * a record's field that is missing from the schema, unless it is `Internal`.
 */
export type JobView<Schema extends z.ZodType, Body, Internal extends keyof Body> = [
  Exclude<keyof Body, keyof z.input<Schema> | Unshown | Internal>,
] extends [never]
  ? JobHistory & Readonly<Record<Exclude<keyof z.input<Schema>, keyof JobHistory>, unknown>>
  : { readonly lacks: Exclude<keyof Body, keyof z.input<Schema> | Unshown | Internal> };

/** The fields of a job's record that its schema shows under the same name. */
export function shownFields<Shape extends z.ZodRawShape, Body extends JobHistory>(
  schema: z.ZodObject<Shape>,
  body: Body,
) {
  const shown = Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name));
  const fields = Object.fromEntries(shown) as {
    readonly [Name in Exclude<keyof Body & keyof Shape, keyof JobHistory>]-?: Body[Name];
  };
  return { ...fields, ...inMilliseconds(body) };
}

/** A response with a JSON body. */
export function jsonAnswer<Schema extends z.ZodType>(schema: Schema, description: string) {
  return { description, content: { 'application/json': { schema } } };
}

type FailureAnswer = ReturnType<typeof jsonAnswer<typeof failure>>;

/** Descriptions of a route's failures, by status. */
export function failures(...statuses: number[]): Record<number, FailureAnswer> {
  return Object.fromEntries(
    statuses.map((status) => [status, jsonAnswer(failure, DESCRIPTIONS[status] ?? '')]),
  );
}

/** Failures possible for any JSON body. */
const BODY_FAILURES = [400, 413, 415, 422];

/**
 * Describes a route, such as `get /cores/{CoreID}`. Adds the failures that its key, its IDs, its query and its body can
 * cause; `responses` contains only the other responses.
 */
export function describeRoute<Parts extends Omit<RouteConfig, 'method' | 'path'>>(
  name: string,
  parts: Parts,
) {
  const [method, path] = name.split(' ') as [RouteConfig['method'], string];
  const { security, request, responses } = parts;
  const statuses = [
    ...(security?.length === 0 ? [] : [401]),
    ...(/\{\w*id\}/i.test(path) ? [404] : []),
    ...(request?.query ? [422] : []),
    ...(request?.body ? BODY_FAILURES : []),
  ];
  return createRoute({ method, path, ...parts, responses: { ...failures(...statuses), ...responses } });
}

/** The message "OK", alone or with a record. */
export const okFields = { message: z.literal('OK') };

export const okSchema = z.object(okFields).openapi('OK');

/** The plain "OK" response of PATCH and DELETE. */
export const okAnswer = jsonAnswer(okSchema, 'Done.');

/** Describes a required JSON body. */
export function requiredBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: true, content: { 'application/json': { schema } } } as const;
}

/** Describes an optional JSON body. */
export function optionalBody<Schema extends z.ZodType>(schema: Schema) {
  return { required: false, content: { 'application/json': { schema } } } as const;
}

/** Epoch milliseconds, used for builds and tasks. */
export const millisecondsSchema = integer.openapi({ description: 'Epoch milliseconds.' });

/** Epoch seconds, used for everything else. */
export const secondsSchema = integer.openapi({ description: 'Epoch seconds.' });
