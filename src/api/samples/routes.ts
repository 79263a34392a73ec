// /samples: random draws from a distribution given as Ux text.
import { createRoute } from '@hono/zod-openapi';
import { failures, optionalBody } from '../answers.ts';
import { type ApiApp, serve } from '../api-app.ts';
import { notSupported } from '../failures.ts';
import { z } from '../schema-language.ts';

const query = z.object({ count: z.coerce.number().int().min(1).optional(), payload: z.string().optional() });

const readRoute = createRoute({
  method: 'get',
  path: '/samples',
  summary: 'Samples of a distribution',
  request: { query },
  responses: failures(401, 422, 501),
});

const sendRoute = createRoute({
  method: 'post',
  path: '/samples',
  summary: 'Samples of a distribution',
  request: {
    query,
    body: optionalBody(z.object({ payload: z.string().optional(), UxValue: z.string().optional() })),
  },
  responses: failures(400, 401, 413, 415, 422, 501),
});

/** Adds the routes of samples. */
export function addSampleRoutes(api: ApiApp): void {
  const refuse = () => {
    throw notSupported('Samples are not drawn by this version of Haze.');
  };
  serve(api, readRoute, refuse);
  serve(api, sendRoute, refuse);
}
