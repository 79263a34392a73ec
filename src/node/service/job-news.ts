// Sends job events out of this process: to realtime WebSockets on the server's port, and to webhooks over HTTP.
import type { Server } from 'node:http';
import type { Services } from '../../api/requests/services.ts';
import { WebhookSender } from '../../api/webhooks/webhook-sender.ts';
import { JobEvents, jobsOfStore } from '../../jobs/records/job-events.ts';
import { attachRealtime } from '../http/realtime-server.ts';
import { createWebhookTransport } from './webhook-transport.ts';

/** Starts the notifications; `close` stops them, once the messages of all stored steps are stored or sent. */
export function startJobNews(
  server: Server,
  {
    services,
    log,
    isShared,
  }: {
    readonly services: Services;
    readonly log: (line: string) => void;
    /** True if other servers report events from the same store. */
    readonly isShared: boolean;
  },
): { close(): Promise<void> } {
  const events = new JobEvents({
    store: services.store,
    listen: jobsOfStore(services.store),
    now: services.now,
    reportError: (error) => log(`error news ${String(error)}`),
  });
  const realtime = attachRealtime(server, { services, events, log });
  const send = createWebhookTransport(services.settings.webhookHosts);
  const sender = new WebhookSender({ services, send, isShared });
  events.listen((event) => sender.tell(event));
  return {
    async close() {
      await events.settle();
      realtime.close();
      await sender.close();
      events.close();
    },
  };
}
