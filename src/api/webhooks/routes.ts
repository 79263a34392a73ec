// /webhooks: URLs that receive events of the account's builds and tasks. Field names follow the types of published
// clients: camel case in requests and in responses that create a webhook, the usual spelling in records.
import type { Context } from 'hono';
import { allRecords } from '../../store/contract/all-records.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import { sealBody } from '../../store/contract/sealed-records.ts';
import type { StoredRecord } from '../../store/contract/store.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { answerList, listSchema, pageQuery } from '../app/listing.ts';
import { JOB_EVENTS } from '../realtime/event-text.ts';
import { describeRoute, failures, jsonAnswer, okAnswer, requiredBody } from '../requests/answers.ts';
import type { ApiEnv } from '../requests/api-env.ts';
import { invalidRequest } from '../requests/failures.ts';
import { idSchema, makeId, requireOwned } from '../requests/identifiers.ts';
import { addNotice } from '../requests/notices.ts';
import { withoutUndefined } from '../requests/optional-fields.ts';
import { integer, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import {
  type DeliveryBody,
  deliveries,
  describeHosts,
  isAllowedWebhook,
  isWebhookAddress,
  type WebhookBody,
  webhooks,
} from './webhooks.ts';

const MOST_WEBHOOKS = 50;
const SECRET_BYTES = 24;
const isoTime = z.string().openapi({ format: 'date-time' });
const events = z
  .array(z.enum(JOB_EVENTS))
  .min(1)
  .transform((names) => [...new Set(names)])
  .openapi({ type: 'array', items: { type: 'string', enum: [...JOB_EVENTS] } });
const status = z.enum(['active', 'disabled']);

const newSchema = z.object({
  url: z.string().max(2000),
  events,
  description: z.string().max(1000).optional(),
});
const changeSchema = newSchema.partial().extend({ status: status.optional() });

const createdSchema = z
  .object({
    webhookId: idSchema('WebhookID'),
    url: z.string(),
    events,
    description: z.string().optional(),
    secret: z.string().openapi({ description: 'Signs deliveries. Shown once.' }),
    status,
    createdAt: isoTime,
  })
  .openapi('NewWebhook');

const webhookSchema = z
  .object({
    Object: z.literal('Webhook'),
    WebhookID: idSchema('WebhookID'),
    URL: z.string(),
    Events: events,
    Description: z.string(),
    Status: status,
    CreatedAt: isoTime,
    UpdatedAt: isoTime,
    FailureCount: integer.openapi({ description: 'Failed deliveries, after all retries.' }),
    LastDeliveryStatus: z.string().nullable(),
    LastDeliveryTime: isoTime.nullable(),
  })
  .openapi('Webhook');

/** A webhook in a list, with the camel-case fields that one published client reads there. */
const listedSchema = webhookSchema
  .extend({
    webhookId: idSchema('WebhookID'),
    url: z.string(),
    events,
    description: z.string(),
    status,
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .openapi('ListedWebhook');

const deliverySchema = z
  .object({
    Object: z.literal('WebhookDelivery'),
    DeliveryID: idSchema('DeliveryID'),
    Event: z.enum(JOB_EVENTS),
    Status: z.enum(['pending', 'delivered', 'failed']),
    Payload: z.string().openapi({ description: 'Body of the delivery, as JSON text.' }),
    Attempts: z.array(z.object({ Time: isoTime, Outcome: z.string() })),
    CreatedAt: isoTime,
  })
  .openapi('WebhookDelivery');

const params = z.object({ webhookId: idSchema('WebhookID') });

const createWebhookRoute = describeRoute('post /webhooks', {
  summary: 'Create a webhook',
  request: { body: requiredBody(newSchema) },
  responses: { 201: jsonAnswer(createdSchema, 'The webhook, with its secret.'), ...failures(429) },
});

const listRoute = describeRoute('get /webhooks', {
  summary: 'List webhooks',
  responses: { 200: jsonAnswer(z.object({ webhooks: z.array(listedSchema), count: integer }), 'Webhooks.') },
});

const readRoute = describeRoute('get /webhooks/{webhookId}', {
  summary: 'Read a webhook',
  request: { params },
  responses: { 200: jsonAnswer(webhookSchema, 'The webhook.') },
});

const changeRoute = describeRoute('put /webhooks/{webhookId}', {
  summary: 'Change a webhook',
  request: { params, body: requiredBody(changeSchema) },
  responses: { 200: jsonAnswer(webhookSchema, 'The updated webhook.') },
});

const deleteRoute = describeRoute('delete /webhooks/{webhookId}', {
  summary: 'Delete a webhook and its delivery log',
  request: { params },
  responses: { 200: okAnswer },
});

const deliveriesRoute = describeRoute('get /webhooks/{webhookId}/deliveries', {
  summary: 'Delivery log of a webhook, with times and outcomes',
  request: { params, query: pageQuery },
  responses: { 200: jsonAnswer(listSchema('Deliveries', deliverySchema), 'Deliveries, newest first.') },
});

const toIso = (timeMs: number) => new Date(timeMs).toISOString();

function toWebhookView({ id, createdAt, body }: StoredRecord<WebhookBody>) {
  const { Sealed: _, UpdatedAt, LastDeliveryTime, ...rest } = body;
  return {
    Object: 'Webhook',
    WebhookID: id,
    ...rest,
    CreatedAt: toIso(createdAt),
    UpdatedAt: toIso(UpdatedAt),
    LastDeliveryTime: LastDeliveryTime === null ? null : toIso(LastDeliveryTime),
  };
}

function toListedView(webhook: StoredRecord<WebhookBody>): object {
  const view = toWebhookView(webhook);
  const { WebhookID: webhookId, URL: url, Events: events, Description: description, Status: status } = view;
  const times = { createdAt: view.CreatedAt, updatedAt: view.UpdatedAt };
  return { ...view, webhookId, url, events, description, status, ...times };
}

function toDeliveryView({ id, status: Status, createdAt, body }: StoredRecord<DeliveryBody>): object {
  const { Event, Payload, Attempts } = body;
  const attempts = Attempts.map(({ Time, Outcome }) => ({ Time: toIso(Time), Outcome }));
  const CreatedAt = toIso(createdAt);
  return { Object: 'WebhookDelivery', DeliveryID: id, Event, Status, Payload, Attempts: attempts, CreatedAt };
}

/**
 * Checks the URL for deliveries. Like the service, Haze accepts a URL whose host the installation does not allow, but
 * never sends anything there, which the response reports now and the delivery log reports later.
 * @throws HazeError `invalid-request` for an invalid URL; also for a disallowed host if the installation is strict
 */
function checkAddress(c: Context<ApiEnv>, services: Services, url: string): void {
  const { webhookHosts, isStrict } = services.settings;
  // The sender would reject such a URL at every delivery.
  const { username = '', password = '' } = URL.canParse(url) ? new URL(url) : {};
  if (username + password !== '')
    throw invalidRequest(
      'url',
      'must not contain a user name or password: deliveries are authenticated by their signature',
    );
  if (isAllowedWebhook(url, webhookHosts)) return;
  if (!isWebhookAddress(url)) throw invalidRequest('url', 'must be an HTTP or HTTPS URL');
  const hosts = describeHosts(webhookHosts);
  if (isStrict) throw invalidRequest('url', `must be on a host that this installation allows: ${hosts}`);
  addNotice(
    c,
    services,
    `nothing is sent to ${new URL(url).hostname}: this installation's --webhook-hosts allows ${hosts}`,
  );
}

async function createWebhook(
  services: Services,
  owner: string,
  wish: z.infer<typeof newSchema>,
): Promise<{ webhook: StoredRecord<WebhookBody>; secret: string }> {
  const id = makeId(services, 'WebhookID');
  const secret = `whsec_${toHex(services.random(SECRET_BYTES))}`;
  const sealed = await sealBody(services.store.vault, webhooks.kind, id, secret);
  const body: WebhookBody = {
    ...sealed,
    URL: wish.url,
    Events: wish.events,
    Description: wish.description ?? '',
    Status: 'active',
    UpdatedAt: services.now(),
    FailureCount: 0,
    LastDeliveryStatus: null,
    LastDeliveryTime: null,
  };
  const webhook = await services.store.transaction(async (tx) => {
    if ((await tx.count(webhooks, { owner })) >= MOST_WEBHOOKS) {
      throw invalidRequest(
        'url',
        `an account can have at most ${MOST_WEBHOOKS} webhooks; delete one of them`,
      );
    }
    return tx.insert(webhooks, { id, owner, createdAt: services.now(), body });
  });
  return { webhook, secret };
}

/** Adds the webhook routes. */
export function addWebhookRoutes(api: ApiApp): void {
  const { services } = api;
  const { store } = services;
  serve(api, createWebhookRoute, async (c) => {
    const wish = c.req.valid('json');
    checkAddress(c, services, wish.url);
    const { webhook, secret } = await createWebhook(services, c.get('userId'), wish);
    const { WebhookID, URL: url, Events, Status, CreatedAt } = toWebhookView(webhook);
    const made = { webhookId: WebhookID, url, events: Events, status: Status, createdAt: CreatedAt };
    return c.json({ ...made, ...withoutUndefined({ description: wish.description }), secret }, 201);
  });
  serve(api, listRoute, async (c) => {
    const own = [];
    for await (const webhook of allRecords(store, webhooks, { owner: c.get('userId') })) own.push(webhook);
    return c.json({ webhooks: own.map(toListedView), count: own.length });
  });
  serve(api, readRoute, async (c) => {
    const { webhookId } = c.req.valid('param');
    return c.json(toWebhookView(await requireOwned(store, webhooks, webhookId, c.get('userId'))));
  });
  serve(api, changeRoute, async (c) => {
    const { webhookId } = c.req.valid('param');
    const { url, events: Events, description, status: Status } = c.req.valid('json');
    if (url !== undefined) checkAddress(c, services, url);
    const changes = withoutUndefined({ URL: url, Events, Description: description, Status });
    const changed = await store.transaction(async (tx) => {
      const { body } = await requireOwned(tx, webhooks, webhookId, c.get('userId'));
      return tx.update(webhooks, webhookId, { body: { ...body, ...changes, UpdatedAt: services.now() } });
    });
    return c.json(toWebhookView(changed));
  });
  serve(api, deleteRoute, async (c) => {
    const { webhookId } = c.req.valid('param');
    const owner = c.get('userId');
    await store.transaction(async (tx) => {
      await requireOwned(tx, webhooks, webhookId, owner);
      await tx.delete(webhooks, webhookId);
      const log = [];
      for await (const { id } of allRecords(tx, deliveries, { owner, parent: webhookId })) log.push(id);
      for (const id of log) await tx.delete(deliveries, id);
    });
    return c.json({ message: 'OK' });
  });
  serve(api, deliveriesRoute, async (c) => {
    const parent = c.req.valid('param').webhookId;
    await requireOwned(store, webhooks, parent, c.get('userId'));
    const list = { name: 'Deliveries', type: deliveries, toView: toDeliveryView, parent };
    return answerList(c, services, { ...list, query: c.req.valid('query') });
  });
}
