// GET and PATCH /users/me: the account of the key.
import { createRoute } from '@hono/zod-openapi';
import { builds, tasks, userFileKey } from '../../jobs/records.ts';
import type { ReadView } from '../../store/store.ts';
import { BODY_FAILURES, failures, jsonAnswer, okAnswer, requiredBody, secondsSchema } from '../answers.ts';
import { type ApiApp, serve } from '../api-app.ts';
import { findCore } from '../cores/cores.ts';
import { invalidRequest } from '../failures.ts';
import { idSchema, requireOwned } from '../identifiers.ts';
import { sumSizes } from '../quotas.ts';
import { z } from '../schema-language.ts';
import { nowSeconds } from '../services.ts';
import { DEFAULT_CORE_PREFERENCE, toUserView, users } from './users.ts';

const userSchema = z
  .object({
    Object: z.literal('User'),
    UserID: idSchema('UserID'),
    Username: z.string(),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
    Preferences: z.record(z.string(), z.unknown()),
    ResourceUsage: z.object({
      Builds: z.number().int(),
      Tasks: z.number().int(),
      StorageSizeInBytes: z.number().int(),
    }),
  })
  .openapi('User');

/** Deeper values would overflow the stack of whoever writes them as JSON. */
const MAX_DEPTH = 32;

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

const changeSchema = z.object({
  Username: z.string().min(1).max(200).optional(),
  Preferences: z
    .record(z.string().max(200), z.unknown())
    .refine((value) => !isDeeperThan(value, MAX_DEPTH), `may be nested ${MAX_DEPTH} levels deep`)
    .optional()
    .openapi({ description: 'Named ones replace those of the account; null removes one.' }),
});

const readRoute = createRoute({
  method: 'get',
  path: '/users/me',
  summary: 'Read the account',
  responses: { 200: jsonAnswer(userSchema, 'The account.'), ...failures(401) },
});

const changeRoute = createRoute({
  method: 'patch',
  path: '/users/me',
  summary: 'Change the account',
  request: { body: requiredBody(changeSchema) },
  responses: { 200: okAnswer, ...failures(401, ...BODY_FAILURES) },
});

async function measureUsage(view: ReadView, owner: string): Promise<Record<string, number>> {
  return {
    Builds: await view.count(builds, { owner }),
    Tasks: await view.count(tasks, { owner }),
    StorageSizeInBytes: await sumSizes(view, userFileKey(owner, '')),
  };
}

function mergePreferences(
  old: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null));
}

/** Adds the routes of the account. */
export function addUserRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, readRoute, async (c) => {
    const userId = c.get('userId');
    const user = await requireOwned(services.store, users, userId, userId);
    return c.json(toUserView(user, await measureUsage(services.store, userId)));
  });
  serve(api, changeRoute, async (c) => {
    const userId = c.get('userId');
    const { Username, Preferences = {} } = c.req.valid('json');
    await services.store.transaction(async (tx) => {
      const user = await requireOwned(tx, users, userId, userId);
      const core = Preferences[DEFAULT_CORE_PREFERENCE] ?? null;
      if (core !== null && (typeof core !== 'string' || !(await findCore(tx, core, userId)))) {
        throw invalidRequest(
          `Preferences.${DEFAULT_CORE_PREFERENCE}`,
          'must be the name or CoreID of a core',
        );
      }
      await tx.update(users, userId, {
        body: {
          Username: Username ?? user.body.Username,
          Preferences: mergePreferences(user.body.Preferences, Preferences),
          UpdatedAt: nowSeconds(services),
        },
      });
    });
    return c.json({ message: 'OK' });
  });
}
