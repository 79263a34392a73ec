import { z } from '@hono/zod-openapi';
import { expect, test } from 'vitest';
import { describeIssue, type ValidationIssue } from './describe-issue.ts';

const schema = z.object({
  code: z.string().min(1).max(3),
  count: z.int().min(1).max(5),
  part: z.number().gt(0),
  kind: z.enum(['C', 'C++']),
  list: z.array(z.object({ name: z.string() })).min(1),
  either: z.union([z.string(), z.number()]),
  states: z.union([z.enum(['on', 'off']), z.array(z.enum(['on', 'off']))]).optional(),
  needed: z.nonoptional(z.string().optional()),
  own: z.string().refine((text) => text !== 'bad', { message: 'must not be bad' }),
});
const good = {
  code: 'x',
  count: 1,
  part: 1,
  kind: 'C',
  list: [{ name: 'x' }],
  either: 1,
  needed: 'x',
  own: 'x',
};

/** Messages about a valid value with one field replaced. */
function describeWith(change: object): string[] {
  const issues = schema.safeParse({ ...good, ...change }).error?.issues ?? [];
  return issues.map((issue) => `${issue.path.join('.')}: ${describeIssue(issue as ValidationIssue)}`);
}

test.each([
  [{ code: undefined }, 'code: is missing: it must be a string'],
  [{ code: 5 }, 'code: must be a string, not a number'],
  [{ code: null }, 'code: must be a string, not null'],
  [{ code: '' }, 'code: must have at least 1 character'],
  [{ code: 'long' }, 'code: must have at most 3 characters'],
  [{ count: 0 }, 'count: must be at least 1'],
  [{ count: 1.5 }, 'count: must be a whole number'],
  [{ part: 0 }, 'part: must be more than 0'],
  [{ count: Number.NaN }, 'count: must be a number'],
  [{ states: 'late' }, 'states: must be one of "on", "off"'],
  [{ needed: undefined }, 'needed: is missing'],
  [{ kind: 'D' }, 'kind: must be one of "C", "C++"'],
  [{ list: [] }, 'list: must have at least 1 item'],
  [{ list: [{}] }, 'list.0.name: is missing: it must be a string'],
  [{ list: {} }, 'list: must be an array, not an object'],
  [{ either: null }, 'either: must be a string or a number'],
  [{ own: 'bad' }, 'own: must not be bad'],
])('%j: %s', (change, said) => {
  expect(describeWith(change)).toEqual([said]);
});
