// GET and PATCH /users/{UserID}: the key's account, by its ID or as `me`. Other accounts count as unknown.
import type { StoredRecord } from '../../store/contract/store.ts';
import {
  DEFAULT_CORE_PREFERENCE,
  toPreferencesView,
  toUserView,
  type UserBody,
  users,
} from '../accounts/users.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { findCore } from '../cores/cores.ts';
import { describeRoute, jsonAnswer, okSchema, requiredBody, secondsSchema } from '../requests/answers.ts';
import { invalidRequest, unknownResource } from '../requests/failures.ts';
import { idSchema, requireOwned } from '../requests/identifiers.ts';
import { namesToRemove, removeQuery, removeSchema } from '../requests/optional-fields.ts';
import { ifSound, z } from '../requests/schema-language.ts';
import { nowSeconds, type Services } from '../requests/services.ts';
import { measureUsage, usageSchema } from './usage.ts';

const preferencesSchema = z
  .looseObject({
    UpdatedAt: secondsSchema,
    Execution_DefaultCore: z
      .string()
      .openapi({ description: 'Name or CoreID of the core for builds that do not specify a core.' }),
  })
  .openapi('Preferences');

const userSchema = z
  .object({
    Object: z.literal('User'),
    UserID: idSchema('UserID'),
    Username: z.string(),
    CreatedAt: secondsSchema,
    UpdatedAt: secondsSchema,
    Preferences: preferencesSchema,
    ResourceUsage: usageSchema,
  })
  .openapi('User');

/**
 * Maximum length of an account's preferences as JSON text, limited because every response about the account includes
 * the preferences.
 */
const MOST_PREFERENCES_LENGTH = 1_000_000;

/** Maximum nesting of preferences: deeper values would overflow the stack when written as JSON. */
const MAX_DEPTH = 32;

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((inner) => isDeeperThan(inner, depth - 1));
}

const changeSchema = z.object({
  Username: z.string().min(1).max(200).optional(),
  Preferences: z
    .record(z.string().max(200), z.unknown())
    .refine((value) => !isDeeperThan(value, MAX_DEPTH), {
      ...ifSound,
      error: `may be nested at most ${MAX_DEPTH} levels deep`,
    })
    .optional()
    .openapi({ description: 'Replaces the given fields of the account; null removes a field.' }),
  remove: removeSchema,
});

/** The account's ID, or `me`. */
const params = z.object({
  UserID: z
    .union([idSchema('UserID'), z.literal('me')])
    .openapi({ type: 'string', example: 'me', description: 'The UserID of the key’s account, or `me`.' }),
});

const readRoute = describeRoute('get /users/{UserID}', {
  summary: 'Read the account',
  request: { params },
  responses: { 200: jsonAnswer(userSchema, 'The account.') },
});

const changeRoute = describeRoute('patch /users/{UserID}', {
  summary: 'Change the account',
  request: { params, query: removeQuery, body: requiredBody(changeSchema) },
  responses: {
    200: jsonAnswer(okSchema.extend({ Preferences: preferencesSchema }), 'The updated preferences.'),
  },
});

/**
 * The account's preferences after a change. Clients send back `UpdatedAt`, which is not a preference.
 * @throws HazeError `invalid-request` if the text would be longer than an account may store
 */
function mergePreferences(
  old: Readonly<Record<string, unknown>>,
  { UpdatedAt: _, ...changes }: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const kept = Object.entries({ ...old, ...changes }).filter(([, value]) => value !== null);
  const merged = Object.fromEntries(kept);
  const length = JSON.stringify(merged).length;
  if (length <= MOST_PREFERENCES_LENGTH) return merged;
  throw invalidRequest(
    'Preferences',
    `would have ${length} characters together with the account's other preferences, but may have at most ${MOST_PREFERENCES_LENGTH}; remove some with null`,
  );
}

/** Returns null for each removed preference; requests contain either the preference's name or `Preferences.NAME`. */
function removePreferences(names: readonly string[]): Record<string, null> {
  if (names.includes('Username')) throw invalidRequest('remove', 'an account’s Username cannot be removed');
  return Object.fromEntries(names.map((name) => [name.replace(/^Preferences\./, ''), null]));
}

/** Rejects other accounts, existing or not. @throws HazeError `unknown-resource` */
function requireOwn(userId: string, named: string): void {
  if (named !== 'me' && named !== userId) throw unknownResource('user', named);
}

async function changeUser(
  services: Services,
  userId: string,
  change: z.infer<typeof changeSchema>,
): Promise<StoredRecord<UserBody>> {
  const { Username, Preferences = {} } = change;
  return services.store.transaction(async (tx) => {
    const user = await requireOwned(tx, users, userId, userId);
    const core = Preferences[DEFAULT_CORE_PREFERENCE] ?? null;
    if (core !== null && (typeof core !== 'string' || !(await findCore(tx, core, userId)))) {
      throw invalidRequest(`Preferences.${DEFAULT_CORE_PREFERENCE}`, 'must be the name or CoreID of a core');
    }
    const body = {
      ...user.body,
      Username: Username ?? user.body.Username,
      Preferences: mergePreferences(user.body.Preferences, Preferences),
      UpdatedAt: nowSeconds(services),
    };
    return tx.update(users, userId, { body });
  });
}

/** Adds the account routes. */
export function addUserRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, readRoute, async (c) => {
    const userId = c.get('userId');
    requireOwn(userId, c.req.valid('param').UserID);
    const user = await requireOwned(services.store, users, userId, userId);
    return c.json(toUserView(user, await measureUsage(services, userId)));
  });
  serve(api, changeRoute, async (c) => {
    const userId = c.get('userId');
    requireOwn(userId, c.req.valid('param').UserID);
    const { remove, ...change } = c.req.valid('json');
    const removed = removePreferences(namesToRemove(remove, c.req.valid('query')));
    const Preferences = { ...removed, ...change.Preferences };
    const user = await changeUser(services, userId, { ...change, Preferences });
    return c.json({ message: 'OK', Preferences: toPreferencesView(user) });
  });
}
