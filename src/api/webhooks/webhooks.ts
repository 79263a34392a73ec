// Webhooks: URLs that receive events of builds and tasks, and the results of the deliveries.
import { isInternalHost } from '../../repositories/internal-host.ts';
import { recordType } from '../../store/contract/store.ts';
import type { JobEventName } from '../realtime/event-text.ts';

/** Body of a `webhook` record. Times are epoch milliseconds. */
export interface WebhookBody {
  readonly URL: string;
  readonly Events: readonly JobEventName[];
  readonly Description: string;
  readonly Status: 'active' | 'disabled';
  /** The secret, sealed with the store's vault. */
  readonly Sealed: string;
  readonly UpdatedAt: number;
  /** Number of abandoned deliveries. */
  readonly FailureCount: number;
  readonly LastDeliveryStatus: string | null;
  readonly LastDeliveryTime: number | null;
}

export const webhooks = recordType<WebhookBody>('webhook');

/** A delivery attempt. */
export interface DeliveryAttempt {
  /** Epoch milliseconds. */
  readonly Time: number;
  /** HTTP status such as `200`, or the reason for its absence. */
  readonly Outcome: string;
}

/** Body of a `webhook-delivery` record; its parent is the webhook, and its status is a DeliveryStatus. */
export interface DeliveryBody {
  readonly Event: JobEventName;
  /** Message as JSON text. */
  readonly Payload: string;
  readonly Attempts: readonly DeliveryAttempt[];
  /** Epoch milliseconds. */
  readonly NextAttemptAt: number;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

export const deliveries = recordType<DeliveryBody>('webhook-delivery');

/** Keyword for every address on the machine itself. */
const LOOPBACK = 'loopback';
/** Keyword for every address on the machine and its network. */
const INTERNAL = 'internal';

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || /^127(\.\d{1,3}){3}$/.test(hostname) || hostname === '[::1]';
}

/** Tests whether a URL can be a webhook's target at all. */
export function isWebhookAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/**
 * True if the installation lists the host, either explicitly or through a keyword for all hosts of its kind.
 * @param hostname host in the form that `URL` returns
 */
export function isNamedWebhookHost(hostname: string, hosts: readonly string[]): boolean {
  if (hosts.includes(hostname) || hosts.includes(INTERNAL)) return true;
  return hosts.includes(LOOPBACK) && isLoopback(hostname);
}

/** Sentence that lists the hosts allowed by an installation. */
export function describeHosts(hosts: readonly string[]): string {
  return hosts.map((host) => (host === '*' ? 'the open internet' : host)).join(', ');
}

/** Tests whether the installation allows this URL, judging by its host; `*` allows all hosts on the internet. */
export function isAllowedWebhook(address: string, hosts: readonly string[]): boolean {
  if (!isWebhookAddress(address)) return false;
  const { hostname } = new URL(address);
  const isInternal = isInternalHost(hostname);
  if (hosts.includes('*') && !isInternal) return true;
  return isNamedWebhookHost(hostname, isInternal ? hosts : hosts.filter((host) => host !== INTERNAL));
}
