// /samples: random draws from a distribution given as Ux text, by inverting its cumulative distribution function. The
// draws depend only on a seed, which the continuation token carries, so the same request with the same seed returns the
// same numbers.
import type { Context } from 'hono';
import { distributionOfUx } from '../../plot/distributions/ux-distribution.ts';
import { createSampler } from '../../plot/drawing/samples.ts';
import { createRandom } from '../../uncertainty/core/random.ts';
import { parseUx } from '../../uncertainty/core/ux-text.ts';
import { type ApiApp, serve } from '../app/api-app.ts';
import { describeRoute, failures, jsonAnswer, optionalBody } from '../requests/answers.ts';
import { invalidRequest } from '../requests/failures.ts';
import { given, integer, whole, z } from '../requests/schema-language.ts';
import type { Services } from '../requests/services.ts';
import { readValueSamples, valueParams } from '../tasks/value-samples.ts';

const DEFAULT_COUNT = 1000;
const PAGE_LIMIT = 10_000;
const MAX_COUNT = 10_000_000;
/** Represents seed 0 in tokens, where 0 marks samples that are not random draws. No request can contain this number. */
const SEED_OF_ZERO = 2 ** 53;
const TOKEN_PATTERN = /^(\d{1,20})\.(\d{1,8})$/;

const pageQuery = z.object({
  count: whole(
    { minimum: 1, maximum: MAX_COUNT },
    `Total number of samples (default: ${DEFAULT_COUNT}); a response has at most ${PAGE_LIMIT}.`,
  ),
  seed: whole({ minimum: 0 }, 'Determines the draws (default: different in each request).'),
  continuationToken: given(z.string().regex(TOKEN_PATTERN)),
});

const query = pageQuery.extend({
  payload: z.string().optional().openapi({ description: 'Ux text, for clients that cannot send a body.' }),
});

const body = z.object({
  payload: z.string().optional().openapi({ description: 'Ux text.' }),
  UxValue: z.string().optional().openapi({ description: 'Alias of payload.' }),
});

export const samplesSchema = z.object({
  Samples: z
    .array(z.union([z.number(), z.enum(['NaN', 'Infinity', '-Infinity'])]))
    .openapi({ description: 'Numbers; infinities and NaN are strings, because JSON cannot represent them.' }),
  Count: integer,
  ContinuationToken: z.string().optional(),
});

const samplesAnswer = jsonAnswer(samplesSchema, 'Samples.');

const readRoute = describeRoute('get /samples', {
  summary: 'Samples of a distribution',
  request: { query },
  responses: { 200: samplesAnswer },
});

const sendRoute = describeRoute('post /samples', {
  summary: 'Samples of a distribution',
  request: { query, body: optionalBody(body) },
  responses: { 200: samplesAnswer },
});

const valueRoute = describeRoute('get /tasks/{TaskID}/values/{ValueID}/samples', {
  summary: 'Samples of a value of a Reference task',
  description:
    'The samples in the order of the runs, all of them unless `count` specifies fewer; with `seed`, random draws from them.',
  request: { params: valueParams, query: pageQuery },
  responses: { 200: samplesAnswer, ...failures(409) },
});

type Wish = z.infer<typeof pageQuery>;

/** Position of a page among all samples. */
interface Page {
  readonly seed: bigint;
  readonly offset: number;
  readonly count: number;
  /** Token for the next page. */
  readonly ContinuationToken?: string;
}

/** Reads the position of a page. @throws HazeError `invalid-request` for a token from a different request */
function readPage(services: Services, wish: Wish, total: number): Page {
  const [, seedText, offsetText = '0'] = TOKEN_PATTERN.exec(wish.continuationToken ?? '') ?? [];
  const offset = Number(offsetText);
  if (offset > 0 && offset >= total)
    throw invalidRequest('continuationToken', 'belongs to a request for more samples');
  const fresh = () => services.random(6).reduce((value, byte) => value * 256 + byte, 0);
  const seed = BigInt(seedText ?? wish.seed ?? fresh());
  const count = Math.min(total - offset, PAGE_LIMIT);
  const end = offset + count;
  return { seed, offset, count, ...(end < total && { ContinuationToken: `${seed}.${end}` }) };
}

/** A number on (0, 1) with 53 random bits. */
function nextUniform(random: { nextUint32(): number }): number {
  const high = random.nextUint32() >>> 5;
  const low = random.nextUint32() >>> 6;
  return (high * 2 ** 26 + low + 0.5) / 2 ** 53;
}

/** The draws on a page, each computed from a uniform random number. */
function drawPage({ seed, offset, count }: Page, draw: (uniform: number) => number): Float64Array {
  const random = createRandom(seed + BigInt(offset));
  return Float64Array.from({ length: count }, () => draw(nextUniform(random)));
}

function answerPage(c: Context, samples: Float64Array, { ContinuationToken }: Page): Response {
  return c.json({
    Samples: Array.from(samples, (sample) => (Number.isFinite(sample) ? sample : String(sample))),
    Count: samples.length,
    ...(ContinuationToken !== undefined && { ContinuationToken }),
  });
}

function answerSamples(c: Context, services: Services, wish: Wish, text?: string): Response {
  if (text === undefined) throw invalidRequest('payload', 'must be the Ux text of a distribution');
  const draw = createSampler(distributionOfUx(parseUx(text.trim())));
  const page = readPage(services, wish, wish.count ?? DEFAULT_COUNT);
  return answerPage(c, drawPage(page, draw), page);
}

function answerValue(c: Context, services: Services, samples: Float64Array, wish: Wish): Response {
  const all = samples.length;
  // A token contains the seed, or 0 for samples in the order of the runs.
  const isDrawn = wish.seed !== undefined || wish.continuationToken?.startsWith('0.') === false;
  if (!isDrawn) {
    const page = readPage(services, { ...wish, seed: 0 }, Math.min(wish.count ?? all, all));
    return answerPage(c, samples.subarray(page.offset, page.offset + page.count), page);
  }
  const seed = wish.seed === 0 ? SEED_OF_ZERO : wish.seed;
  const page = readPage(services, { ...wish, seed }, wish.count ?? all);
  const draw = (uniform: number) => samples[Math.floor(uniform * all)] ?? Number.NaN;
  return answerPage(c, drawPage(page, draw), page);
}

/** Adds the sample routes. */
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
  serve(api, valueRoute, async (c) => {
    const samples = await readValueSamples(services, c.req.valid('param'), c.get('userId'));
    return answerValue(c, services, samples, c.req.valid('query'));
  });
}
