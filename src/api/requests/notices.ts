// Notices about query parameters and fields that a route does not recognise. The `Haze-Notice` header and the log list
// them; in strict mode, the request is rejected. Haze never silently ignores them.
import type { RouteConfig } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import type { ApiEnv } from './api-env.ts';
import { z } from './schema-language.ts';
import type { Services } from './services.ts';

/** An unknown part of a request. */
interface Unknown {
  readonly where: 'query parameter' | 'field';
  readonly path: string;
}

const MOST_NAMED = 10;
const LONGEST_NAME = 80;

/** Unwraps optional, default and transforming schemas. */
function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    return unwrap(schema.unwrap());
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema;
}

/** Paths of fields that an object's schema lacks; a schema that accepts any field lacks none. */
function findUnknownFields(given: unknown, value: unknown, path: string): string[] {
  const schema = unwrap(given);
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    return value.flatMap((item, index) => findUnknownFields(schema.element, item, `${path}${index}.`));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const isOpen = schema.def.catchall !== undefined;
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Object.hasOwn(schema.shape, name) ? (schema.shape[name] as unknown) : undefined;
    if (known === undefined) return isOpen ? [] : [`${path}${name}`];
    return findUnknownFields(known, inner, `${path}${name}.`);
  });
}

function findUnknownParameters(route: Pick<RouteConfig, 'request'>, url: string): string[] {
  const schema = unwrap(route.request?.query);
  const known = schema instanceof z.ZodObject ? schema.shape : {};
  return [...new Set(new URL(url).searchParams.keys())].filter((name) => !Object.hasOwn(known, name));
}

async function maybeReadJson(c: Context<ApiEnv>): Promise<unknown> {
  if (!c.req.header('Content-Type')?.includes('json')) return undefined;
  return c.req.json().catch(() => undefined);
}

async function findUnknown(route: Pick<RouteConfig, 'request'>, c: Context<ApiEnv>): Promise<Unknown[]> {
  const unknown: Unknown[] = findUnknownParameters(route, c.req.url).map((path) => ({
    where: 'query parameter',
    path,
  }));
  const content = route.request?.body?.content['application/json'];
  if (content && 'schema' in content) {
    for (const path of findUnknownFields(content.schema, await maybeReadJson(c), '')) {
      unknown.push({ where: 'field', path });
    }
  }
  return unknown;
}

/** Headers may contain only visible ASCII characters. */
function toHeaderText(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, '?');
}

/** Adds a notice about the request to the response's `Haze-Notice` header, and to the log. */
export function addNotice(c: Context<ApiEnv>, services: Services, notice: string): void {
  c.set('notices', [...(c.get('notices') ?? []), notice]);
  services.reportNotice?.({ method: c.req.method, path: c.req.path, notice });
}

/**
 * Reports parts of a request that its route does not recognise.
 * @throws HazeError `invalid-request` if the installation is strict
 */
export async function noteUnknown(
  route: Pick<RouteConfig, 'request'>,
  c: Context<ApiEnv>,
  services: Services,
): Promise<void> {
  const unknown = await findUnknown(route, c);
  if (unknown.length === 0) return;
  if (services.settings.isStrict) {
    const issues = unknown.map(({ where, path }) => ({ path, message: `is not a ${where} of this request` }));
    const [first] = issues;
    throw new HazeError('invalid-request', `${first?.path}: ${first?.message}`, { data: { issues } });
  }
  for (const { where, path } of unknown.slice(0, MOST_NAMED)) {
    addNotice(
      c,
      services,
      `the ${where} "${toHeaderText(path).slice(0, LONGEST_NAME)}" is unknown here and has no effect`,
    );
  }
  const more = unknown.length - MOST_NAMED;
  if (more > 0) addNotice(c, services, `${more} more are unknown`);
}

/** Returns the same response with the notices about its request. */
export function withNotices(response: Response, c: Context<ApiEnv>): Response {
  const notices = c.get('notices') ?? [];
  if (notices.length > 0) response.headers.set('Haze-Notice', toHeaderText(notices.join('; ')));
  return response;
}
