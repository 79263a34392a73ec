// POST /plot: a picture of a distribution.
import { createRoute } from '@hono/zod-openapi';
import { BODY_FAILURES, failures, requiredBody } from '../answers.ts';
import { type ApiApp, serve } from '../api-app.ts';
import { notSupported } from '../failures.ts';
import { z } from '../schema-language.ts';

const limit = z.coerce.number().optional();

const plotRoute = createRoute({
  method: 'post',
  path: '/plot',
  summary: 'Plot a distribution',
  request: {
    query: z.object({
      xLimMin: limit,
      xLimMax: limit,
      yLimMin: limit,
      yLimMax: limit,
      xAxisLabel: z.string().max(500).optional(),
    }),
    body: requiredBody(z.object({ payload: z.string().min(1) })),
  },
  responses: failures(401, ...BODY_FAILURES, 501),
});

/** Adds the routes of plots. */
export function addPlotRoutes(api: ApiApp): void {
  serve(api, plotRoute, () => {
    throw notSupported('Plots are not drawn by this version of Haze. The numbers are in the Ux text itself.');
  });
}
