// Secrets in requests and responses: keys, tokens, signatures. In a recording, placeholders such as `key-1` or
// `secret-2` replace them.

/** Placeholders for secrets in a recording. */
export const PLACEHOLDER = /^(?:Bearer )?(?:key|secret)-\d+$/;

/** JSON fields that hold a secret, in lower case and without `_` and `-`. */
const SECRET_FIELDS = new Set(
  (
    'key apikey secret clientsecret token accesstoken refreshtoken idtoken sessiontoken ' +
    'securitytoken password passphrase authorization cookie signature credential ' +
    'credentials privatekey accesskey accesskeyid secretkey secretaccesskey'
  ).split(' '),
);
/** Patterns for keys and tokens from the service, its webhooks, git hosts and clouds, and for JSON Web Tokens. */
const SECRET_TEXTS = [
  /\b(?:scce|haze)_?[0-9a-f_]{24,}/g,
  /\bwhsec_[0-9A-Za-z]{16,}/g,
  /\b[a-z][a-z0-9]{0,15}_[0-9a-f]{33,}(?:_[0-9a-f]+)?/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-)[0-9A-Za-z_-]{20,}/g,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g,
  /\beyJ[0-9A-Za-z_-]{8,}\.[0-9A-Za-z_-]+\.[0-9A-Za-z_-]*/g,
];
/** Parameters of signed URLs, for this service and for common storage services. */
const SIGNATURE =
  /^(?:signature|sig|x-(?:amz|goog)-(?:signature|credential|security-token)|key-pair-id|policy)$/i;
const ADDRESS = /https?:\/\/[^\s"'<>\\]+/g;

/** Tests whether a URL contains a signature instead of a key. */
function isSigned(address: string): boolean {
  if (!URL.canParse(address)) return false;
  return [...new URL(address).searchParams].some(
    ([name, value]) => SIGNATURE.test(name) && value !== '' && !PLACEHOLDER.test(value),
  );
}

/** Tests whether a JSON field with this name holds a secret. */
export function isSecretField(name: string): boolean {
  return SECRET_FIELDS.has(name.toLowerCase().replaceAll(/[_-]/g, ''));
}

function isSecretParameter(name: string): boolean {
  return SIGNATURE.test(name) || isSecretField(name);
}

/** Path and query of a URL; a query may contain question marks. */
export function splitQuery(target: string): [path: string, query?: string] {
  const at = target.indexOf('?');
  return at < 0 ? [target] : [target.slice(0, at), target.slice(at + 1)];
}

/** The JSON of an object or list, whatever the content type; undefined for other text. */
export function maybeJsonText(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Replaces secrets with placeholders: equal secrets get equal placeholders. */
export class SecretNames {
  readonly #names = new Map<string, string>();
  #keys = 0;
  #secrets = 0;

  /** The placeholder for an API key, as carried by the `Authorization` header. */
  key(header: string): string {
    const key = header.replace(/^Bearer\s+/i, '').trim();
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    this.#keys += 1;
    return this.#learn(key, `key-${this.#keys}`);
  }

  /** The placeholder for another secret. */
  secret(text: string): string {
    if (PLACEHOLDER.test(text)) return text;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    this.#secrets += 1;
    return this.#learn(text, `secret-${this.#secrets}`);
  }

  #learn(secret: string, name: string): string {
    this.#names.set(secret, name);
    // Also replaces the key without its prefix, which clients use to identify the key.
    const [, rest = ''] = /^[a-z][a-z0-9]*_(.+)$/.exec(secret) ?? [];
    if (rest.length >= 16) this.#names.set(rest, name);
    return name;
  }

  /**
   * The string without secrets. Secrets shorter than 8 characters may be common words, so they are removed only from
   * their own fields.
   */
  clean(text: string): string {
    let clean = text;
    // Longer secrets are replaced first, because one secret may be part of another: a key without its prefix.
    for (const [secret, name] of [...this.#names].sort(([a], [b]) => b.length - a.length))
      if (secret.length >= 8) clean = clean.replaceAll(secret, name);
    for (const form of SECRET_TEXTS) clean = clean.replaceAll(form, (found) => this.secret(found));
    return clean;
  }

  /** A path and its query without secrets. */
  cleanTarget(target: string): string {
    const [path, query] = splitQuery(target);
    return query === undefined ? this.clean(path) : `${this.clean(path)}?${this.cleanQuery(query)}`;
  }

  /** A query, or the body of a form, without secrets. */
  cleanQuery(query: string): string {
    const parameters = new URLSearchParams(query);
    for (const [name, value] of [...parameters])
      if (value !== '' && isSecretParameter(name)) parameters.set(name, this.secret(value));
    const isSame = parameters.toString() === new URLSearchParams(query).toString();
    return this.clean(isSame ? query : parameters.toString());
  }
}

/** Replaces every signed URL in a text. */
export function replaceSigned(text: string, replace: (address: string) => string): string {
  return text.replaceAll(ADDRESS, (address) => (isSigned(address) ? replace(address) : address));
}

/**
 * Location of the first secret in an archive, such as `log.entries.2.request.headers.0.value (Authorization)`;
 * undefined if there is none.
 */
export function findSecret(
  value: unknown,
  name = '',
  place: readonly (string | number)[] = [],
): string | undefined {
  if (typeof value === 'string') {
    const isCookie = value !== '' && place.includes('cookies') && name !== '';
    if (!isCookie && !isSecretText(value, name)) return undefined;
    return `${place.join('.')}${name === '' ? '' : ` (${name})`}`;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const pair = value as { name?: unknown; value?: unknown; text?: unknown; encoding?: unknown };
  const isPair = typeof pair.name === 'string' && typeof pair.value === 'string';
  if (typeof pair.text === 'string' && pair.encoding === 'base64') {
    const found = findSecret(Buffer.from(pair.text, 'base64').toString('latin1'), 'text', [...place, 'text']);
    if (found !== undefined) return found;
  }
  for (const [key, inner] of Object.entries(value)) {
    const found = findSecret(inner, isPair ? (key === 'value' ? String(pair.name) : '') : key, [
      ...place,
      key,
    ]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isSecretText(text: string, name: string): boolean {
  if (text === '' || PLACEHOLDER.test(text)) return false;
  if (/^(?:set-cookie|proxy-authorization|x-api-key|x-auth-token)$/i.test(name)) return true;
  if (isSecretParameter(name) || SECRET_TEXTS.some((form) => text.search(form) >= 0)) return true;
  if (name === 'url' && hasSecretParameter(splitQuery(text)[1])) return true;
  if (replaceSigned(text, () => '') !== text) return true;
  return name === 'text' && hasSecretField(maybeJsonText(text));
}

function hasSecretParameter(query = ''): boolean {
  return [...new URLSearchParams(query)].some(
    ([name, value]) => isSecretParameter(name) && value !== '' && !PLACEHOLDER.test(value),
  );
}

function hasSecretField(value: unknown, name = ''): boolean {
  if (typeof value === 'string') return isSecretField(name) && value !== '' && !PLACEHOLDER.test(value);
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([key, inner]) =>
    hasSecretField(inner, Array.isArray(value) ? name : key),
  );
}
