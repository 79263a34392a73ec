// Families of paths that this service lacks: published clients call them for accounts, devices and payments of the
// real service. The response is a 501 with the reason, so that a client's error explains more than a 404 would. Any
// other path without a route returns 404.

/** A family of paths that this service lacks. */
interface AbsentFamily {
  /** Matches a path without the base and without trailing slashes. */
  readonly pattern: RegExp;
  /** Unavailable methods; default: all. */
  readonly methods?: readonly string[];
  /** Purpose of the family, and its replacement in this service. */
  readonly reason: string;
}

const ABSENT_FAMILIES: readonly AbsentFamily[] = [
  {
    pattern: /^\/things(\/|$)/,
    reason:
      'Things (devices connected to an account) are not available here: no device can reach this service.',
  },
  {
    pattern: /^\/subscriptions(\/|$)/,
    reason: 'Subscriptions are not available here: everything in this service is free.',
  },
  {
    pattern: /^\/organizations(\/|$)/,
    reason:
      'Organizations are not available here: accounts in an installation are independent of each other.',
  },
  {
    pattern: /^\/users\/[^/]+\/customization$/,
    reason: 'Customization of accounts is not available here: there are no organizations.',
  },
  {
    pattern: /^\/users\/[^/]+\/logs$/,
    reason: 'Sign-in logs are not available here: accounts use keys, and there is no sign-in.',
  },
  {
    pattern: /^\/users\/[^/]+\/logout-all-sessions$/,
    reason: 'Sessions are not available here: accounts use keys. To revoke a key, send DELETE /keys/{KeyID}.',
  },
  {
    pattern: /^\/users\/[^/]+\/integrations(\/|$)/,
    reason:
      'Integrations with repository hosts are not available here. For a private repository, send a Token with POST /repositories.',
  },
  {
    pattern: /^\/proxy(\/|$)/,
    reason:
      'The proxy to repository hosts is not available here: nothing that a client sends leaves this service.',
  },
  {
    pattern: /^\/users\/[^/]+$/,
    methods: ['DELETE'],
    reason: 'Accounts cannot be deleted by a request. Delete the data of the installation instead.',
  },
  {
    pattern: /^\/tasks\/[^/]+$/,
    methods: ['PATCH'],
    reason:
      'Tasks cannot be changed here. A task is public from its start: POST /builds/{BuildID}/tasks/public creates a public task of a public build.',
  },
  {
    pattern: /^\/tasks$/,
    methods: ['POST'],
    reason:
      'Tasks created directly from source code are not available here. Build the source code with POST /sourcecode/builds, then run the build with POST /builds/{BuildID}/tasks.',
  },
];

/** Reason why this service lacks a path of the real service; undefined for any other path. */
export function maybeAbsence(method: string, path: string): string | undefined {
  return ABSENT_FAMILIES.find(
    ({ pattern, methods }) => pattern.test(path) && (methods === undefined || methods.includes(method)),
  )?.reason;
}
