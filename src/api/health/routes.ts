// GET /health: whether the parts of the service answer. No key needed.
import { createRoute } from '@hono/zod-openapi';
import { recordType } from '../../store/store.ts';
import { jsonAnswer, secondsSchema } from '../answers.ts';
import { type ApiApp, serve } from '../api-app.ts';
import { z } from '../schema-language.ts';
import { nowSeconds, type Services } from '../services.ts';

const statusSchema = z.object({
  service: z.string(),
  status: z.enum(['healthy', 'unhealthy']),
  timestamp: secondsSchema,
  details: z.string(),
});

const healthRoute = createRoute({
  method: 'get',
  path: '/health',
  summary: 'Health of the service',
  security: [],
  responses: {
    200: jsonAnswer(z.object({ timestamp: secondsSchema, services: z.array(statusSchema) }), 'How it is.'),
  },
});

async function describeStore(services: Services): Promise<{ status: string; details: string }> {
  try {
    const count = await services.store.count(recordType('task'), {});
    return { status: 'healthy', details: `${count} tasks stored` };
  } catch (error) {
    return { status: 'unhealthy', details: (error as Error).message };
  }
}

/** Adds the route of health. */
export function addHealthRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, healthRoute, async (c) => {
    const timestamp = nowSeconds(services);
    return c.json({
      timestamp,
      services: [
        { service: 'api', status: 'healthy', timestamp, details: '' },
        { service: 'store', timestamp, ...(await describeStore(services)) },
      ],
    });
  });
}
