// Families of paths that this service lacks: published clients call them for accounts, devices and payments of the real
// service. The response is 501 with the reason, so that a client's error explains more than a 404. Every other path
// without a route is a 404.

/** A family of paths that this service lacks. */
interface AbsentFamily {
  /** Matches a path without the base and without slashes at its end. */
  readonly pattern: RegExp;
  /** Absent methods; default: all. */
  readonly methods?: readonly string[];
  /** Purpose of the family, and its replacement here. */
  readonly reason: string;
}

const ABSENT_FAMILIES: readonly AbsentFamily[] = [
  {
    pattern: /^\/things(\/|$)/,
    reason:
      'Things (devices that are connected to an account) are not here: no device can reach this service.',
  },
  {
    pattern: /^\/subscriptions(\/|$)/,
    reason: 'Subscriptions are not here: nothing of this service is paid for.',
  },
  {
    pattern: /^\/organizations(\/|$)/,
    reason: 'Organizations are not here: an installation has accounts that know nothing of each other.',
  },
  {
    pattern: /^\/users\/[^/]+\/customization$/,
    reason: 'Customization of accounts is not here: there are no organizations whose logo could be shown.',
  },
  {
    pattern: /^\/users\/[^/]+\/logs$/,
    reason: 'Logs of sign-ins are not here: accounts have keys, and nobody signs in.',
  },
  {
    pattern: /^\/users\/[^/]+\/logout-all-sessions$/,
    reason:
      'Sessions are not here: accounts have keys. Delete those that should count no more with DELETE /keys/{KeyID}.',
  },
  {
    pattern: /^\/users\/[^/]+\/integrations(\/|$)/,
    reason:
      'Integrations with hosts of repositories are not here. For a private repository give a Token with POST /repositories.',
  },
  {
    pattern: /^\/proxy(\/|$)/,
    reason:
      'The proxy to hosts of repositories is not here: nothing that a client sends leaves this service.',
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
      'Tasks cannot be changed here. A task is public from its start: POST /builds/{BuildID}/tasks/public makes one of a public build.',
  },
  {
    pattern: /^\/tasks$/,
    methods: ['POST'],
    reason:
      'Tasks of source code alone are not here. Build the source code with POST /sourcecode/builds, then run the build with POST /builds/{BuildID}/tasks.',
  },
];

/** Reason for an absent path of the real service; undefined for all other paths. */
export function maybeAbsence(method: string, path: string): string | undefined {
  return ABSENT_FAMILIES.find(
    ({ pattern, methods }) => pattern.test(path) && (methods === undefined || methods.includes(method)),
  )?.reason;
}
