// Webhooks in a page, which sends nothing over the network. A delivery, which a server would send over HTTP, is a
// `message` event in the page that builds and runs. The event's data is `{type: 'haze-webhook', url, headers, body}`.
import type { Services } from '../../../api/requests/services.ts';
import { WebhookSender } from '../../../api/webhooks/webhook-sender.ts';

/** Sends the page's webhooks. */
export function createPageWebhooks(services: Services): WebhookSender {
  return new WebhookSender({
    services,
    async send(message) {
      const data = { type: 'haze-webhook', ...message };
      globalThis.dispatchEvent(new MessageEvent('message', { data, origin: location.origin }));
      return 200;
    },
  });
}
