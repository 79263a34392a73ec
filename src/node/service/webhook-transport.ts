// Sends webhooks: one POST without redirects, within a time limit, and never to an address within the network unless
// the operator has listed its host.
import { Agent, fetch } from 'undici';
import type { WebhookMessage } from '../../api/webhooks/webhook-sender.ts';
import { isNamedWebhookHost } from '../../api/webhooks/webhooks.ts';
import { HazeError } from '../../errors/haze-error.ts';
import { createOutwardLookup } from './outward-lookup.ts';

const SEND_TIMEOUT_MS = 10_000;

/** Omits the address, because accounts read the outcome. */
function leadsInside(hostname: string): HazeError {
  return new HazeError(
    'webhook-not-allowed',
    `not sent: ${hostname} resolves to an address on this machine or its network; to allow it, specify the host: --webhook-hosts ${hostname}`,
  );
}

/** Sends webhooks; returns the HTTP status. @param hosts as in `--webhook-hosts` */
export function createWebhookTransport(
  hosts: readonly string[],
  timeoutMs = SEND_TIMEOUT_MS,
): (message: WebhookMessage) => Promise<number> {
  const lookup = createOutwardLookup((hostname) => isNamedWebhookHost(hostname, hosts), leadsInside);
  const dispatcher = new Agent({ connect: { lookup } });
  return async ({ url, headers, body }) => {
    const signal = AbortSignal.timeout(timeoutMs);
    // The operator has not allowed the target of a redirect.
    const init = { method: 'POST', headers, body, redirect: 'manual', signal, dispatcher } as const;
    const response = await fetch(url, init).catch((error: unknown) => {
      const { cause } = error as { readonly cause?: unknown };
      throw cause instanceof HazeError ? cause : error;
    });
    await response.body?.cancel();
    return response.status;
  };
}
