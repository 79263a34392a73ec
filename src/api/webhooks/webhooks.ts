// Webhooks: addresses that receive events of builds and tasks, and the results of their deliveries.
import { isInternalHost } from '../../repositories/internal-host.ts';
import { recordType } from '../../store/contract/store.ts';
import type { JobEventName } from '../realtime/event-text.ts';

/** Body of a `webhook` record. Times are epoch milliseconds. */
export interface WebhookBody {
  readonly URL: string;
  readonly Events: readonly JobEventName[];
  readonly Description: string;
  readonly Status: 'active' | 'disabled';
  /** The secret, sealed by the store's vault. */
  readonly Sealed: string;
  readonly UpdatedAt: number;
  /** Deliveries that were given up. */
  readonly FailureCount: number;
  readonly LastDeliveryStatus: string | null;
  readonly LastDeliveryTime: number | null;
}

export const webhooks = recordType<WebhookBody>('webhook');

/** One attempt to deliver. */
export interface DeliveryAttempt {
  /** Epoch milliseconds. */
  readonly Time: number;
  /** Status such as `200`, or the reason for its absence. */
  readonly Outcome: string;
}

/** Body of a `webhook-delivery` record; its parent is the webhook, its status a DeliveryStatus. */
export interface DeliveryBody {
  readonly Event: JobEventName;
  /** JSON text of the message. */
  readonly Payload: string;
  readonly Attempts: readonly DeliveryAttempt[];
  /** Epoch milliseconds. */
  readonly NextAttemptAt: number;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export const deliveries = recordType<DeliveryBody>('webhook-delivery');

/** Word for all hosts of the machine itself. */
const LOOPBACK = 'loopback';
/** Word for every address of the machine and its network. */
const INTERNAL = 'internal';

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';
}

/** Tests whether webhooks can be sent to an address at all. */
export function isWebhookAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/**
 * True for a host that the installation lists: itself, or through a word for all hosts of its kind.
 * @param hostname as `URL` has it
 */
export function isNamedWebhookHost(hostname: string, hosts: readonly string[]): boolean {
  if (hosts.includes(hostname) || hosts.includes(INTERNAL)) return true;
  return hosts.includes(LOOPBACK) && isLoopback(hostname);
}

/** The hosts that an installation allows, in a sentence. */
export function describeHosts(hosts: readonly string[]): string {
  return hosts.map((host) => (host === '*' ? 'the open internet' : host)).join(', ');
}

/** Tests whether the installation allows this address, by its host; `*` allows all hosts of the internet. */
export function isAllowedWebhook(address: string, hosts: readonly string[]): boolean {
  if (!isWebhookAddress(address)) return false;
  const { hostname } = new URL(address);
  const isInternal = isInternalHost(hostname);
  if (hosts.includes('*') && !isInternal) return true;
  return isNamedWebhookHost(hostname, isInternal ? hosts : hosts.filter((host) => host !== INTERNAL));
}
