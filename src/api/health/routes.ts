// GET /health: shows whether the service's components respond. It needs no key; with a key, it counts the account's
// records. It reveals nothing about other accounts or the machine.
import { builds, tasks } from '../../jobs/records/records.ts';
import { loadInstallation } from '../../store/contract/installation.ts';
import { toHex } from '../../store/contract/random-bytes.ts';
import { findKeyOwner } from '../accounts/authentication.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { describeRoute, jsonAnswer } from '../requests/answers.ts';
import { integer, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';

const isoTime = z.string().openapi({ format: 'date-time' });

const statusSchema = z.object({
  service: z.string(),
  status: z.enum(['healthy', 'unhealthy', 'unknown']),
  timestamp: isoTime,
  details: z.object({
    responseTime: z.number().openapi({ description: 'Response time of the component, in milliseconds.' }),
    error: z.string().optional(),
    builds: integer.optional().openapi({ description: 'Number of the caller’s builds; only with a key.' }),
    tasks: integer.optional().openapi({ description: 'Number of the caller’s tasks; only with a key.' }),
  }),
});

const healthRoute = describeRoute('get /health', {
  summary: 'Health of the service',
  security: [],
  responses: {
    200: jsonAnswer(z.object({ timestamp: isoTime, services: z.array(statusSchema) }), 'The current health.'),
  },
});

/** Calls one of the service's components, and describes its response. */
async function describePart(services: Services, service: string, ask: () => Promise<object>) {
  const timestamp = new Date(services.now()).toISOString();
  const { elapsed = () => performance.now() } = services;
  const startedMs = elapsed();
  const took = () => Math.round((elapsed() - startedMs) * 10) / 10;
  try {
    const told = await ask();
    return { service, status: 'healthy', timestamp, details: { responseTime: took(), ...told } };
  } catch (cause) {
    const id = toHex(services.random(8));
    services.reportError({ id, method: 'GET', path: '/health', error: cause });
    const error = `the ${service} does not respond; the service log gives the reason (${id})`;
    return { service, status: 'unhealthy', timestamp, details: { responseTime: took(), error } };
  }
}

/** Counts the caller's records; empty for callers without a key. */
async function countOwn(services: Services, authorization: string | undefined): Promise<object> {
  const { store } = services;
  await loadInstallation(store, services);
  const owner = await findKeyOwner(services, authorization);
  if (owner === undefined) return {};
  return { builds: await store.count(builds, { owner }), tasks: await store.count(tasks, { owner }) };
}

/** Adds the health route. */
export function addHealthRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, healthRoute, async (c) => {
    const parts = await Promise.all([
      describePart(services, 'api', async () => ({})),
      describePart(services, 'store', () => countOwn(services, c.req.header('Authorization'))),
    ]);
    return c.json({ timestamp: new Date(services.now()).toISOString(), services: parts });
  });
}
