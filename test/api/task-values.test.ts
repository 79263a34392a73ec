// Samples and plots of the values of Reference tasks, through the interface.
import { describe, expect, test } from 'vitest';
import { StorageRoom } from '../../src/jobs/records/storage-room.ts';
import { writeTaskValues } from '../../src/jobs/tasks/task-values.ts';
import { ApiFixture } from './api-fixture.ts';

const VALUE = `val_${'a'.repeat(32)}`;
const SAMPLES = Float64Array.from({ length: 25_000 }, (_, i) => (i === 7 ? Number.NaN : Math.sin(i)));

/** A completed task with a value that has this many samples, preceded by another value with three samples. */
async function openTask(): Promise<{ fixture: ApiFixture; path: string; task: string }> {
  const fixture = await ApiFixture.open();
  const task = await fixture.newTask();
  await fixture.executor.completeTask(task, `1.5<ValueID>${VALUE}</ValueID>\n`);
  const describeValue = (valueId: string, samples: Float64Array) => ({
    valueId,
    kind: 'Printed' as const,
    site: 0,
    occurrence: 0,
    kept: samples.length,
    samples: () => samples,
  });
  await writeTaskValues(
    new StorageRoom(fixture.store, { owner: fixture.ann.userId, require: async () => undefined }),
    task,
    [
      describeValue(`val_${'b'.repeat(32)}`, Float64Array.of(1, 2, 3)),
      describeValue(VALUE, SAMPLES),
    ] as unknown as Parameters<typeof writeTaskValues>[2],
  );
  return { fixture, task, path: `/tasks/${task}/values/${VALUE}` };
}

async function readAll(fixture: ApiFixture, path: string, query: string): Promise<(number | string)[]> {
  const all: (number | string)[] = [];
  for (let token = ''; ; ) {
    const { status, body } = await fixture.call('GET', `${path}/samples?${query}${token}`);
    expect(status).toBe(200);
    expect(body.Count).toBe(body.Samples.length);
    all.push(...body.Samples);
    if (!body.ContinuationToken) return all;
    token = `&continuationToken=${body.ContinuationToken}`;
  }
}

describe('samples of a value', () => {
  test('all samples are returned in run order, across all pages', async () => {
    const { fixture, path } = await openTask();
    const all = await readAll(fixture, path, '');
    expect(all).toEqual(Array.from(SAMPLES, (x) => (Number.isNaN(x) ? 'NaN' : x)));
    expect(await readAll(fixture, path, 'count=12000')).toEqual(all.slice(0, 12_000));
    expect(await readAll(fixture, path, 'count=10000000')).toHaveLength(SAMPLES.length);
  });

  test('random draws of samples depend on the seed, and the same seed produces the same samples', async () => {
    const { fixture, path } = await openTask();
    const drawn = await readAll(fixture, path, 'count=30000&seed=3');
    expect(drawn).toHaveLength(30_000);
    expect(await readAll(fixture, path, 'count=30000&seed=3')).toEqual(drawn);
    expect(await readAll(fixture, path, 'count=30000&seed=4')).not.toEqual(drawn);
    // The token alone identifies the next page.
    const { body } = await fixture.call('GET', `${path}/samples?count=20000&seed=0`);
    const rest = await fixture.call(
      'GET',
      `${path}/samples?count=20000&continuationToken=${body.ContinuationToken}`,
    );
    const ofZero = await readAll(fixture, path, 'count=20000&seed=0');
    expect([...body.Samples, ...rest.body.Samples]).toEqual(ofZero);
    const own = new Set<unknown>([...SAMPLES, 'NaN']);
    expect(drawn.every((sample) => own.has(sample))).toBe(true);
    expect(new Set(drawn).size).toBeGreaterThan(15_000);
  });

  test('requests for the samples of other accounts, unfinished tasks and unknown values are rejected', async () => {
    const { fixture, task, path } = await openTask();
    const other = `/tasks/${task}/values/val_${'c'.repeat(32)}`;
    const running = await fixture.newTask();
    const calls = [
      await fixture.call('GET', `${path}/samples`, { key: fixture.bob.key }),
      await fixture.call('GET', `${other}/samples`),
      await fixture.call('POST', `${other}/plot`),
      await fixture.call('GET', `/tasks/${running}/values/${VALUE}/samples`),
      await fixture.call('GET', `${path}/samples?count=5&continuationToken=0.10`),
    ];
    expect(calls.map(({ status }) => status)).toEqual([404, 404, 404, 409, 422]);
  });
});

test('the picture of a value is a histogram of its samples', async () => {
  const { fixture, path } = await openTask();
  const { status, body } = await fixture.call('POST', `${path}/plot?xAxisLabel=sine&xLimMin=-1&xLimMax=1`);
  expect([status, body.plotID.slice(0, 4)]).toEqual([201, 'plt_']);
  const answer = await fixture.api.fetch(
    new Request(body.presignedURL, { headers: { Accept: 'image/svg+xml' } }),
  );
  const svg = await answer.text();
  expect(svg).toContain('sine</text>');
  expect(svg).toContain('P(NaN) = 4.0×10⁻⁵');
});
