// /samples: random draws from a distribution given as Ux text. Draws follow from a seed, which the continuation token
// carries on: the same request with the same seed gives the same numbers.
import { createRoute } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { collectDeltas } from '../../uncertainty/deltas.ts';
import { drawSample } from '../../uncertainty/queries.ts';
import { createRandom } from '../../uncertainty/random.ts';
import { parseUx, type UxValue } from '../../uncertainty/ux-text.ts';
import { failures, jsonAnswer, optionalBody } from '../answers.ts';
import { type ApiApp, serve } from '../api-app.ts';
import { invalidRequest } from '../failures.ts';
import { z } from '../schema-language.ts';
import type { Services } from '../services.ts';

const DEFAULT_COUNT = 1000;
const PAGE_LIMIT = 10_000;
/** Draws times deltas in one answer, so that it stays short whatever the distribution is. */
const WORK_LIMIT = 5_000_000;
const MAX_COUNT = 10_000_000;
const TOKEN_PATTERN = /^(\d{1,20})\.(\d{1,8})$/;

const query = z.object({
  count: z.coerce
    .number()
    .int()
    .min(1)
    .max(MAX_COUNT)
    .optional()
    .openapi({
      description: `How many in all; ${DEFAULT_COUNT} unless told. At most ${PAGE_LIMIT} an answer.`,
    }),
  payload: z.string().optional().openapi({ description: 'Ux text, for those who cannot send a body.' }),
  seed: z.coerce.number().int().min(0).optional(),
  continuationToken: z.string().regex(TOKEN_PATTERN).optional(),
});

const body = z.object({
  payload: z.string().optional().openapi({ description: 'Ux text.' }),
  UxValue: z.string().optional().openapi({ description: 'The same as payload.' }),
});

const samplesAnswer = jsonAnswer(
  z.object({
    Samples: z
      .array(z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]))
      .openapi({ description: 'Numbers; as text those that JSON has no numbers for.' }),
    Count: z.number().int(),
    ContinuationToken: z.string().optional(),
  }),
  'Samples.',
);

const readRoute = createRoute({
  method: 'get',
  path: '/samples',
  summary: 'Samples of a distribution',
  request: { query },
  responses: { 200: samplesAnswer, ...failures(401, 422) },
});

const sendRoute = createRoute({
  method: 'post',
  path: '/samples',
  summary: 'Samples of a distribution',
  request: { query, body: optionalBody(body) },
  responses: { 200: samplesAnswer, ...failures(400, 401, 413, 415, 422) },
});

/** How a page of draws begins: which stream of random numbers, and how many draws came before. */
function readStart(services: Services, wish: z.infer<typeof query>): { seed: bigint; offset: number } {
  const [, seed, offset] = TOKEN_PATTERN.exec(wish.continuationToken ?? '') ?? [];
  if (seed !== undefined && offset !== undefined) return { seed: BigInt(seed), offset: Number(offset) };
  if (wish.seed !== undefined) return { seed: BigInt(wish.seed), offset: 0 };
  const fresh = services.random(6).reduce((value, byte) => value * 256 + byte, 0);
  return { seed: BigInt(fresh), offset: 0 };
}

/** A number on (0, 1) with 53 random bits. */
function nextUniform(random: { nextUint32(): number }): number {
  const high = random.nextUint32() >>> 5;
  const low = random.nextUint32() >>> 6;
  return (high * 2 ** 26 + low + 0.5) / 2 ** 53;
}

function drawPage(
  value: UxValue,
  start: { seed: bigint; offset: number },
  count: number,
): (number | string)[] {
  const draw = drawSample(collectDeltas(value.positions, value.masses, false));
  const random = createRandom(start.seed + BigInt(start.offset));
  return Array.from({ length: count }, () => {
    const sample = draw(nextUniform(random));
    return Number.isFinite(sample) ? sample : String(sample);
  });
}

function answerSamples(c: Context, services: Services, wish: z.infer<typeof query>, text?: string): Response {
  if (text === undefined) throw invalidRequest('payload', 'must be the Ux text of a distribution');
  const value = parseUx(text.trim());
  const start = readStart(services, wish);
  const left = (wish.count ?? DEFAULT_COUNT) - start.offset;
  if (left <= 0)
    throw invalidRequest('continuationToken', 'belongs to a request for more samples than this one');
  const count = Math.min(left, PAGE_LIMIT, Math.ceil(WORK_LIMIT / (value.positions.length + 1)));
  const Samples = drawPage(value, start, count);
  const ContinuationToken = `${start.seed}.${start.offset + count}`;
  return c.json({ Samples, Count: count, ...(left > count && { ContinuationToken }) });
}

/** Adds the routes of samples. */
export function addSampleRoutes(api: ApiApp): void {
  const { services } = api;
  serve(api, readRoute, (c) => {
    const wish = c.req.valid('query');
    return answerSamples(c, services, wish, wish.payload);
  });
  serve(api, sendRoute, (c) => {
    const wish = c.req.valid('query');
    const { payload, UxValue } = c.req.valid('json');
    return answerSamples(c, services, wish, payload ?? UxValue ?? wish.payload);
  });
}
