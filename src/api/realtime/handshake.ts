// URL for realtime events, and the WebSocket handshake through subprotocols. One subprotocol is the protocol's name;
// another carries the content of a request's `Authorization` header.

import { findKeyOwner } from '../accounts/authentication.ts';
import type { Services } from '../requests/services.ts';

/** Protocol of the WebSockets: AppSync Events. */
export const REALTIME_PROTOCOL = 'aws-appsync-event-ws';
/** Path relative to the base URL. */
export const REALTIME_PATH = '/event/realtime';

const HEADER_PREFIX = 'header-';

/** WebSocket URL of a service: `ws://…` if the base is `http://…`. */
export function realtimeAddress(base: string): string {
  return `${base.replace(/^http/, 'ws')}${REALTIME_PATH}`;
}

/**
 * Owner of a WebSocket's key: `''` if there is no key, which allows only events of public jobs; undefined for an
 * invalid key.
 */
export async function findSocketOwner(
  services: Services,
  authorization: string | undefined,
): Promise<string | undefined> {
  return authorization?.trim() ? findKeyOwner(services, authorization) : '';
}

/** Value of `Authorization` in the subprotocols; undefined if no subprotocol carries it. */
export function readAuthorization(protocols: readonly string[]): string | undefined {
  const header = protocols.find((protocol) => protocol.startsWith(HEADER_PREFIX));
  if (header === undefined) return undefined;
  const base64 = header.slice(HEADER_PREFIX.length).replaceAll('-', '+').replaceAll('_', '/');
  try {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    // Clients that copy field names from HTTP may use upper or lower case.
    const entries = Object.entries(JSON.parse(new TextDecoder().decode(bytes)) as object);
    const [, authorization] = entries.find(([name]) => name.toLowerCase() === 'authorization') ?? [];
    return typeof authorization === 'string' ? authorization : undefined;
  } catch {
    return undefined;
  }
}
