// POST /plot: draws a distribution given as Ux text, or a value of a Reference task.
import { distributionOfSamples } from '../../plot/distributions/sample-distribution.ts';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { isWideEnough } from '../../plot/drawing/plot-limits.ts';
import { parseUx } from '../../uncertainty/core/ux-text.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { describeRoute, failures, jsonAnswer, requiredBody } from '../requests/answers.ts';
import { invalidRequest } from '../requests/failures.ts';
import { idSchema } from '../requests/identifiers.ts';
import { flag, z } from '../requests/schema-language.ts';
import { readValueSamples, valueParams } from '../tasks/value-samples.ts';
import { answerPlot, type PictureWish } from './pictures.ts';

/** Larger limits could make the width of an axis overflow. */
const FARTHEST_LIMIT = 1e300;

// An empty string, which would otherwise convert to zero, means no limit.
const limit = z
  .string()
  .trim()
  .optional()
  .transform((text, context) => {
    if (text === undefined || text === '') return undefined;
    const number = Number(text);
    if (Math.abs(number) <= FARTHEST_LIMIT) return number;
    const rule = Number.isFinite(number)
      ? `must be between -${FARTHEST_LIMIT} and ${FARTHEST_LIMIT}`
      : 'must be a finite number';
    context.addIssue({ code: 'custom', message: `${rule}, not "${text.slice(0, 40)}"` });
    return z.NEVER;
  })
  .openapi({ type: 'number' });

/** Query parameters of a plot request. */
const plotQuery = z.object({
  xLimMin: limit,
  xLimMax: limit,
  yLimMin: limit,
  yLimMax: limit,
  xAxisLabel: z.string().max(500).optional(),
  fullResolution: flag('Ignored: pictures always have the full resolution, 1200 × 800.'),
});

/** Response to a plot request. */
const plotAnswer = jsonAnswer(
  z.object({
    plotID: idSchema('PlotID'),
    presignedURL: z.string().openapi({
      description: 'Returns a PNG of 1200 × 800, or the SVG with "Accept: image/svg+xml". Valid for an hour.',
    }),
  }),
  'URL of the picture.',
);

const plotRoute = describeRoute('post /plot', {
  summary: 'Plot a distribution',
  request: {
    query: plotQuery,
    body: requiredBody(z.object({ payload: z.string().min(1).openapi({ description: 'Ux text.' }) })),
  },
  responses: { 201: plotAnswer },
});

const valuePlotRoute = describeRoute('post /tasks/{TaskID}/values/{ValueID}/plot', {
  summary: 'Plot a value of a Reference task',
  request: { params: valueParams, query: plotQuery },
  responses: { 201: plotAnswer, ...failures(409) },
});

/**
 * Reads the settings of a plot from a query.
 * @throws HazeError `invalid-request` if an axis's limits are in the wrong order
 */
function readPictureWish(query: z.infer<typeof plotQuery>): PictureWish {
  const { xLimMin, xLimMax, yLimMin, yLimMax, xAxisLabel = '' } = query;
  for (const [name, low, high] of [
    ['xLimMax', xLimMin, xLimMax],
    ['yLimMax', yLimMin, yLimMax],
  ] as const) {
    if (low === undefined || high === undefined) continue;
    const other = name.replace('Max', 'Min');
    if (!(low < high))
      throw invalidRequest(name, `must be larger than ${other}: ${high} is not above ${low}`);
    if (!isWideEnough([low, high])) {
      throw invalidRequest(
        name,
        `is too close to ${other}: a plot cannot show differences between ${low} and ${high}`,
      );
    }
  }
  return { xLimits: [xLimMin, xLimMax], yLimits: [yLimMin, yLimMax], xAxisLabel };
}

/** Adds the plot routes. */
export function addPlotRoutes(api: ApiApp): void {
  serve(api, plotRoute, (c) => {
    const wish = readPictureWish(c.req.valid('query'));
    const value = parseUx(c.req.valid('json').payload.trim());
    return answerPlot(c, api.services, distributionOfUx(value), wish);
  });
  serve(api, valuePlotRoute, async (c) => {
    const wish = readPictureWish(c.req.valid('query'));
    const samples = await readValueSamples(api.services, c.req.valid('param'), c.get('userId'));
    return answerPlot(c, api.services, distributionOfSamples(samples), wish);
  });
}
