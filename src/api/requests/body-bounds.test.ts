import { expect, test } from 'vitest';
import { ApiFixture } from '../../../test/api/api-fixture.ts';
import { CostlyBodies } from '../../../test/api/costly-bodies.ts';
import { createRandom } from '../../../test/store/seeded-random.ts';
import { createRoutes } from '../create-api.ts';
import { checkBodyBounds, LONGEST_NAME, MOST_LEVELS, MOST_VALUES } from './body-bounds.ts';
import { z } from './schema-language.ts';

const SEED = 39;
const BODIES = 400;

test('bodies within the bounds pass, and malformed bodies are passed to the parser', () => {
  const levels = '['.repeat(MOST_LEVELS) + ']'.repeat(MOST_LEVELS);
  const items = `[${Array(MOST_VALUES).fill('0').join()}]`;
  const text = JSON.stringify({ Code: '[{,:"\\'.repeat(MOST_VALUES) });
  const name = JSON.stringify({ ['x'.repeat(LONGEST_NAME)]: 0 });
  const named = JSON.stringify({ Code: '"__proto__": 1', proto: '__proto__' });
  for (const body of [named, '', levels, items, text, name, '"', '"\\', ']]]]', ':'.repeat(MOST_VALUES)])
    expect(() => checkBodyBounds(body)).not.toThrow();
});

test.each([
  ['is nested deeper than', '{"a":'.repeat(MOST_LEVELS + 1)],
  [
    'has more than',
    `[${Array(MOST_VALUES + 1)
      .fill('0')
      .join()}]`,
  ],
  ['has more than', '[]'.repeat(MOST_VALUES + 1)],
  ['has a field "__proto__"', '{"SourceOverrides": {"__proto__": "fixed"}}'],
  ['has a field "__proto__"', '{"_\\u005Fproto_\\u005f" : 1}'],
  ['has a field whose name is longer', JSON.stringify({ a: 1, ['x'.repeat(LONGEST_NAME + 1)]: 0 })],
])('a body that %s is rejected by its bound', (problem, body) => {
  expect(() => checkBodyBounds(body)).toThrow(`body: ${problem}`);
});

/** All schemas nested in a schema, including the schema itself. */
function* schemasIn(schema: z.core.$ZodType): Generator<z.core.$ZodType> {
  yield schema;
  const { def } = schema._zod as unknown as { def: Readonly<Record<string, unknown>> };
  const parts = [def.innerType, def.in, def.out, def.element, def.keyType, def.valueType];
  const inner = [...parts, ...((def.options as unknown[]) ?? []), ...Object.values(def.shape ?? {})];
  for (const part of inner) if (part instanceof z.core.$ZodType) yield* schemasIn(part);
}

test('a body that exceeds a bound skips all later checks', async () => {
  const { services } = await ApiFixture.open();
  const { definitions } = createRoutes(services).app.openAPIRegistry;
  let checkCount = 0;
  for (const definition of definitions) {
    if (definition.type !== 'route') continue;
    const content = definition.route.request?.body?.content['application/json'];
    if (!content || !('schema' in content)) continue;
    for (const schema of schemasIn(content.schema as z.ZodType)) {
      const checks = (schema._zod.def.checks ?? []).map((check) => check._zod.def);
      const bound = checks.findIndex(({ check, abort }) => check === 'max_length' && !abort);
      for (const { check, when } of checks.filter(({ check }) => check === 'custom')) {
        checkCount++;
        expect(
          when?.({ value: undefined, issues: [{} as never] }),
          `${check} of ${definition.route.path}`,
        ).toBe(false);
      }
      const expression = checks.findIndex(({ check }) => check === 'string_format');
      expect(bound >= 0 && expression > bound, `an expression of ${definition.route.path}`).toBe(false);
    }
  }
  expect(checkCount).toBeGreaterThan(8);
});

test('a number with five million digits followed by an x is rejected because of its length', async () => {
  const fixture = await ApiFixture.open();
  const id = await fixture.newCompletedBuild();
  const body = { SourceOverrides: { voltage: `${'1'.repeat(5_000_000)}x` } };
  const { status, body: answer } = await fixture.call('POST', `/builds/${id}/tasks`, { body });
  expect([status, answer.message]).toEqual([
    422,
    'SourceOverrides.voltage: must have at most 300 characters',
  ]);
});

test('20 000 overrides and 20 000 unknown fields are rejected before a schema checks them', async () => {
  const fixture = await ApiFixture.open();
  const id = await fixture.newCompletedBuild();
  const many = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`s${i}`, 1]));
  for (const body of [{ SourceOverrides: many }, many]) {
    const { status, body: answer } = await fixture.call('POST', `/builds/${id}/tasks`, { body });
    expect([status, answer.message]).toEqual([422, `body: has more than ${MOST_VALUES} fields and items`]);
  }
});

test('the size limit for preferences applies to all changes combined', async () => {
  const fixture = await ApiFixture.open();
  const change = (name: string, value: unknown) =>
    fixture.call('PATCH', '/users/me', { body: { Preferences: { [name]: value } } });
  expect((await change('a', 'x'.repeat(600_000))).status).toBe(200);
  expect((await change('b', 'x'.repeat(600_000))).status).toBe(422);
  expect((await change('a', null)).status).toBe(200);
  expect((await change('b', 'x'.repeat(600_000))).status).toBe(200);
});

test(`${BODIES} expensive bodies get responses, and the responses stay small (seed ${SEED})`, async () => {
  const fixture = await ApiFixture.open();
  const BuildID = await fixture.newCompletedBuild();
  const ids = { BuildID, UserID: 'me', TaskID: `tsk_${'0'.repeat(32)}` };
  const bodies = new CostlyBodies(await fixture.describe(), {
    random: createRandom(SEED),
    ids,
    mostBytes: 200_000,
  });
  for (let i = 0; i < BODIES; i++) {
    const { method, path, body, name } = bodies.make();
    const { status, body: answer } = await fixture.call(method, path, { body });
    expect(status, name).toBeLessThan(500);
    // A response lists a limited number of problems, so it is not much larger than the rejected body.
    if (status >= 400) expect(JSON.stringify(answer).length, name).toBeLessThan(body.length + 100_000);
  }
  expect(fixture.reports).toEqual([]);
});
