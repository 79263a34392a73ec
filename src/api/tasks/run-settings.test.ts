// The seed, lanes and time limit of a task are either stored with the task or rejected with the name of the field.
import { expect, test } from 'vitest';
import { ApiFixture, PROGRAM } from '../../../test/api/api-fixture.ts';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';

async function askFor(fixture: ApiFixture, core: string, settings: object) {
  const body = { ...PROGRAM, CoreID: findDefaultCore(core).CoreID };
  const build = await fixture.newCompletedBuild({ body });
  return fixture.call('POST', `/builds/${build}/tasks`, { body: settings });
}

test('a task keeps its settings, and a task without settings has no such fields', async () => {
  const fixture = await ApiFixture.open();
  const settings = { Seed: '0x00ff', LaneCount: 512, TimeLimitInSeconds: 2.5 };
  const { status, body } = await askFor(fixture, 'C0-S+', settings);
  expect(status).toBe(202);
  expect((await fixture.call('GET', `/tasks/${body.TaskID}`)).body).toMatchObject(settings);
  const plain = await askFor(fixture, 'C0-S+', {});
  expect(Object.keys(plain.body)).not.toEqual(expect.arrayContaining(['Seed']));
  expect(plain.body).not.toHaveProperty('LaneCount');
});

test.each([
  ['C0-S', { LaneCount: 512 }, 'LaneCount', 'does not track correlation'],
  ['C0-S+', { LaneCount: 500 }, 'LaneCount', 'a power of two from 256 to 65536'],
  ['C0-S', { Seed: '0x12345678901234567' }, 'Seed', ''],
  ['C0-S', { Seed: -1 }, 'Seed', ''],
  ['C0-S', { Seed: 1.5 }, 'Seed', ''],
  ['C0-S', { TimeLimitInSeconds: 0 }, 'TimeLimitInSeconds', ''],
  ['C0-S', { TimeLimitInSeconds: 61 }, 'TimeLimitInSeconds', 'may run for 60 s'],
])('on %s, %j is rejected, and the error names the field', async (core, settings, path, words) => {
  const { status, body } = await askFor(await ApiFixture.open(), core, settings);
  expect([status, body.code, body.issues[0].path]).toEqual([422, 'invalid-request', path]);
  expect(body.message).toContain(words);
});

test("an installation can cap a task's time limit", async () => {
  const fixture = await ApiFixture.open({ limits: { maxTaskSeconds: 600 } });
  expect((await askFor(fixture, 'C0-S', { TimeLimitInSeconds: 600 })).status).toBe(202);
  expect((await askFor(fixture, 'C0-S', { TimeLimitInSeconds: 601 })).status).toBe(422);
});
