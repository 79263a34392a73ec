// Authentication by API key: the `Authorization` header carries the key, either alone or after "Bearer". The store
// holds salted hashes of keys. A key has the form `<prefix>_<secret>_<KeyID>`: the KeyID is public; only its holder
// knows the secret (older keys have the form `haze<secret>_<KeyID>`). A key in any other form, chosen by an
// administrator, is identified by the start of its hash.
import type { MiddlewareHandler } from 'hono';
import { HazeError } from '../../errors/haze-error.ts';
import { type Installation, loadInstallation } from '../../store/contract/installation.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import { sha256 } from '../../store/contract/sha256.ts';
import { recordType } from '../../store/contract/store.ts';
import type { ApiEnv } from '../requests/api-env.ts';
import { type Services, toSeconds } from '../requests/services.ts';

/** Body of a `key` record; its ID is the KeyID. Times are epoch seconds. */
export interface KeyBody {
  readonly Name: string;
  /** Salted SHA-256 of the whole key. */
  readonly Hash: string;
  readonly ValidUntil?: number;
}

export const keys = recordType<KeyBody>('key');

const KEY_PATTERN = /^(?:haze|[a-z][a-z0-9]{0,15}_)[0-9a-f]{64}_([0-9a-f]{32})$/;
const SECRET_BYTES = 32;
const ID_BYTES = 16;

/** A new key. */
export function makeKey(services: Services): string {
  const { keyPrefix } = services.settings;
  return `${keyPrefix}_${toHex(services.random(SECRET_BYTES))}_${toHex(services.random(ID_BYTES))}`;
}

async function hashKey(key: string, salt: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${salt}:${key}`);
  return toHex(await sha256(bytes));
}

/** A key's KeyID, and the hash under which the key is stored. */
export async function identifyKey(
  key: string,
  { salt }: Pick<Installation, 'salt'>,
): Promise<{ keyId: string; hash: string }> {
  const hash = await hashKey(key, salt);
  return { keyId: KEY_PATTERN.exec(key)?.[1] ?? hash.slice(0, 32), hash };
}

/**
 * Possible KeyIDs for a string, which may be a KeyID, a key, or a key without its prefix (one published client removes
 * the prefix).
 */
export async function findKeyIds(services: Services, text: string): Promise<string[]> {
  const { settings, store } = services;
  const installation = await loadInstallation(store, services);
  const keysMeant = [text, `${settings.keyPrefix}_${text}`];
  const identified = await Promise.all(keysMeant.map((key) => identifyKey(key, installation)));
  return [text, ...identified.map(({ keyId }) => keyId)];
}

/** The key in an `Authorization` header; an empty string if there is no header. */
export function readKey(value: string | undefined): string {
  return (value ?? '').replace(/^Bearer\s+/i, '').trim();
}

/** Rereads the salt, which changes when all data is replaced. */
async function readSalt(services: Services): Promise<string> {
  const { salt } = await loadInstallation(services.store, services);
  if (services.saltMemory) services.saltMemory.salt = salt;
  return salt;
}

/** Owner of the key in an `Authorization` header; undefined if the key is unknown or expired. */
export async function findKeyOwner(
  services: Services,
  header: string | undefined,
): Promise<string | undefined> {
  const { store, saltMemory } = services;
  const key = readKey(header);
  if (key === '') return undefined;
  const named = KEY_PATTERN.exec(key)?.[1];
  // Every request passes through here, so the reads run concurrently to save time.
  const known = named === undefined ? undefined : store.get(keys, named);
  const match = async (reading: Promise<string>) => {
    const identifying = reading.then((salt) => identifyKey(key, { salt }));
    const [{ keyId, hash }, found] = await Promise.all([identifying, known]);
    const record = known ? found : await store.get(keys, keyId);
    return record?.body.Hash === hash ? record : undefined;
  };
  const remembered = saltMemory?.salt;
  const record =
    (remembered !== undefined && (await match(Promise.resolve(remembered)))) ||
    (await match(readSalt(services)));
  if (!record) return undefined;
  const { ValidUntil } = record.body;
  return ValidUntil !== undefined && toSeconds(services.now()) >= ValidUntil ? undefined : record.owner;
}

/** Error for a request without a valid key. */
export function unauthorized(): HazeError {
  return new HazeError(
    'unauthorized',
    'Unauthorized: the "Authorization" header must contain an API key that exists and has not expired.',
  );
}

/** Tests whether any account has this key. */
export async function isKnownKey(services: Services, key: string): Promise<boolean> {
  return (await findKeyOwner(services, key)) !== undefined;
}

/** Accepts only requests with a valid key, and records the key's owner. */
export function authenticate(services: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const userId = await findKeyOwner(services, c.req.header('Authorization'));
    if (userId === undefined) throw unauthorized();
    c.set('userId', userId);
    await next();
  };
}
