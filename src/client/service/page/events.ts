// Job events in a page: WebSockets for realtime events, which the page itself serves, and webhooks.
import { realtimeAddress } from '../../../api/realtime/handshake.ts';
import type { Services } from '../../../api/requests/services.ts';
import type { WebhookSender } from '../../../api/webhooks/webhook-sender.ts';
import { loadPatiently } from '../../../jobs/compiling/load-patiently.ts';
import { type JobEvent, JobEvents } from '../../../jobs/records/job-events.ts';
import { recordType } from '../../../store/contract/store.ts';
import type { JobNews } from './job-news.ts';
import { createPageWebSocket } from './socket.ts';

export interface PageEventsOptions {
  readonly services: Services;
  readonly news: JobNews;
  readonly base: string;
  /** True if our WebSocket replaces the page's own. */
  readonly isInstalled: boolean;
  /** True if this page is responsible for sending webhooks. */
  readonly isSending: () => boolean;
  /** Ends everything. */
  readonly signal: AbortSignal;
}

/** Starts reporting jobs. */
export function openPageEvents(options: PageEventsOptions): {
  readonly realtime: string;
  readonly WebSocket: typeof WebSocket;
} {
  const { services, news, base, isInstalled, signal } = options;
  const events = new JobEvents({
    store: services.store,
    listen: (listener) => news.listen(listener),
    now: services.now,
    reportError: (error) => console.error('Haze: a job event could not be reported', error),
  });
  const native = globalThis.WebSocket;
  const own = createPageWebSocket(base, { services, events, signal });
  if (isInstalled) globalThis.WebSocket = own;
  tellWebhooks(events, options);
  signal.addEventListener('abort', () => {
    events.close();
    if (globalThis.WebSocket === own) globalThis.WebSocket = native;
  });
  return { realtime: realtimeAddress(base), WebSocket: own };
}

// Lazy-loads the sender on the first webhook, because few pages have webhooks.
function tellWebhooks(events: JobEvents, { services, isSending, signal }: PageEventsOptions): void {
  let sender: Promise<WebhookSender> | undefined;
  const tell = async (event: JobEvent) => {
    const { owner } = event;
    if (!sender && (await services.store.count(recordType('webhook'), { owner })) === 0) return;
    sender ??= loadPatiently(() => import('./webhooks.ts')).then((loaded) =>
      loaded.createPageWebhooks(services),
    );
    (await sender).tell(event);
  };
  events.listen((event) => {
    if (!isSending()) return;
    tell(event).catch((error: unknown) => console.error('Haze: a webhook could not be notified', error));
  });
  signal.addEventListener('abort', () => void sender?.then((open) => open.close()));
}
