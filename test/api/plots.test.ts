// Plots requested through the interface: PNG and SVG at signed URLs, limits and labels, and rejected requests.
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { formatUx } from '../../src/uncertainty/core/ux-text.ts';
import { createRandom } from '../store/seeded-random.ts';
import { ApiFixture, BASE } from './api-fixture.ts';

const UX =
  '21.5Ux040000000000000002403580000000000000000002403540000000000040000000000000004035C000000000004000000000000000';

const SEED = 20261122;
const EXTREMES = [
  0,
  -0,
  1,
  -1,
  1e308,
  -1e308,
  5e-324,
  -1e-310,
  1e-300,
  1e300,
  1e15,
  3,
  Infinity,
  -Infinity,
  NaN,
];

/** Ux text with equally likely deltas. */
function writeUx(positions: readonly number[]): string {
  const masses = Float64Array.from(positions, () => 1 / positions.length);
  return formatUx({
    type: 4,
    count: 1,
    mean: positions[0]!,
    positions: Float64Array.from(positions),
    masses,
  });
}

async function plot(fixture: ApiFixture, query = '', payload = UX): Promise<string> {
  const { status, body } = await fixture.call('POST', `/plot${query}`, { body: { payload } });
  expect(status).toBe(201);
  expect(body.plotID).toMatch(/^plt_[0-9a-f]{32}$/);
  return body.presignedURL;
}

/** Reads without a key, as anyone who has the URL can. */
async function read(fixture: ApiFixture, address: string, accept?: string) {
  const headers = accept === undefined ? {} : { Accept: accept };
  const response = await fixture.api.fetch(new Request(address, { headers }));
  return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
}

async function readSvg(fixture: ApiFixture, address: string): Promise<string> {
  const { response, bytes } = await read(fixture, address, 'image/svg+xml');
  expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
  return new TextDecoder().decode(bytes);
}

describe('POST /plot', () => {
  test('a request returns a signed URL for a PNG of 1200 by 800 pixels', async () => {
    const fixture = await ApiFixture.open();
    const { response, bytes } = await read(fixture, await plot(fixture));
    expect(response.headers.get('Content-Type')).toBe('image/png');
    const view = new DataView(bytes.buffer);
    // Checks the PNG signature, and the width and height in the header chunk (PNG specification, 5.2 and 11.2.1).
    expect([...bytes.subarray(0, 8)]).toEqual([137, 80, 78, 71, 13, 10, 26, 10]);
    expect([view.getUint32(16), view.getUint32(20)]).toEqual([1200, 800]);
    const again = await read(
      fixture,
      await plot(fixture),
      'image/avif,image/webp,image/svg+xml,image/*,*/*;q=0.8',
    );
    const hash = (data: Uint8Array) => createHash('sha256').update(data).digest('hex');
    expect(hash(again.bytes)).toBe(hash(bytes));
  });

  test('an SVG is returned on request, with the limits and label from the query', async () => {
    const fixture = await ApiFixture.open();
    const label = encodeURIComponent('Lift <N> & "drag"');
    const address = await plot(fixture, `?xLimMin=20&xLimMax=24&yLimMin=0&yLimMax=3&xAxisLabel=${label}`);
    const svg = await readSvg(fixture, address);
    expect(svg).toContain('Lift &lt;N&gt; &amp; &quot;drag&quot;</text>');
    const texts = [...svg.matchAll(/>([^<]*)<\/text>/g)].map(([, text]) => text);
    expect(texts).toEqual(expect.arrayContaining(['20.0', '24.0', '0.0', '3.0']));
  });

  test.each([
    ['?xLimMin=3&xLimMax=3', 'xLimMax'],
    ['?yLimMin=1&yLimMax=0', 'yLimMax'],
    ['?xLimMin=left', 'xLimMin'],
    ['?yLimMax=Infinity', 'yLimMax'],
    ['?xLimMin=NaN', 'xLimMin'],
    ['?xLimMin=1&xLimMax=1.0000000000000002', 'xLimMax'],
    ['?xLimMin=0&xLimMax=5e-324', 'xLimMax'],
    ['?yLimMin=-1.7e308&yLimMax=1.7e308', 'yLimMin'],
    [`?xAxisLabel=${'x'.repeat(501)}`, 'xAxisLabel'],
  ])('%s is rejected with a message that names %s', async (query, field) => {
    const fixture = await ApiFixture.open();
    const { status, body } = await fixture.call('POST', `/plot${query}`, { body: { payload: UX } });
    expect([status, body.issues[0].path]).toEqual([422, field]);
    expect(body.message).toContain(field);
  });

  test(`any accepted limits and values produce a valid picture and a PNG (seed ${SEED})`, async () => {
    const fixture = await ApiFixture.open();
    const random = createRandom(SEED);
    const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
    const number = () =>
      random() < 0.5 ? pick(EXTREMES) : (random() - 0.5) * 10 ** Math.floor(random() * 600 - 300);
    // Returns a number close to x, or an arbitrary number.
    const near = (x: number) => (random() < 0.4 ? x * (1 + 10 ** -(1 + random() * 12)) : number());
    const limits = (name: string) => {
      const low = number();
      return [pick(['', `&${name}Min=${low}`]), pick(['', `&${name}Max=${near(low)}`])].join('');
    };
    let [drawn, refused] = [0, 0];
    for (let i = 0; i < 150; i++) {
      const first = number();
      const positions = [first, ...Array.from({ length: Math.floor(random() * 4) }, () => near(first))];
      const label = encodeURIComponent(pick(['', 'a\u0000\u0007\u202eb', 'x'.repeat(500), '😀<&"\n']));
      const query = `?xAxisLabel=${label}${limits('xLim')}${limits('yLim')}`;
      const { status, body } = await fixture.call('POST', `/plot${query}`, {
        body: { payload: writeUx(positions) },
      });
      if (status === 422) {
        refused += 1;
        expect(body.message).toMatch(/[xy]Lim(Min|Max)/);
        continue;
      }
      drawn += 1;
      const svg = await readSvg(fixture, body.presignedURL);
      const marks = svg.replaceAll(/>[^<]*</g, '><');
      expect({ query, positions, marks }).toEqual({
        query,
        positions,
        marks: marks.replaceAll(/NaN|Infinity/g, ''),
      });
      const { response } = await read(fixture, body.presignedURL);
      expect({ query, positions, status: response.status }).toEqual({ query, positions, status: 200 });
    }
    expect(Math.min(drawn, refused)).toBeGreaterThan(10);
  });

  test.each(['Ux', 'none', `${UX}00`, `x${UX}`])('the payload "%s" is rejected', async (payload) => {
    const fixture = await ApiFixture.open();
    const { status, body } = await fixture.call('POST', '/plot', { body: { payload } });
    expect([status, body.code]).toEqual([422, 'malformed-ux']);
  });

  test('a value without a finite part can be drawn', async () => {
    const fixture = await ApiFixture.open();
    const svg = await readSvg(
      fixture,
      await plot(fixture, '', 'Ux0400000000000000017FF8000000000000000000017FF80000000000008000000000000000'),
    );
    expect(svg).toContain('P(NaN) = 1');
  });

  test('the URL expires after an hour, and its picture is deleted when the next one is created', async () => {
    const fixture = await ApiFixture.open();
    const first = await plot(fixture);
    fixture.timeMs += 3_601_000;
    expect((await read(fixture, first)).response.status).toBe(403);
    await plot(fixture);
    const kept = await fixture.store.listBlobs({ prefix: 'plots/' });
    expect(kept).toHaveLength(1);
    expect((await read(fixture, `${BASE}/presigned?object=x`)).response.status).toBe(403);
  });

  test('without the PNG converter, the SVG is still available', async () => {
    const fixture = await ApiFixture.open();
    const address = await plot(fixture);
    Object.assign(fixture.services, { rasterise: () => Promise.reject(new Error('no network')) });
    const { response, bytes } = await read(fixture, address);
    expect(response.status).toBe(503);
    expect(new TextDecoder().decode(bytes)).toContain('no network');
    expect(await readSvg(fixture, address)).toContain('<svg');
  });
});

test('pictures with expired URLs are deleted, however many newer pictures there are', async () => {
  const fixture = await ApiFixture.open();
  const put = (digit: string, count: number) =>
    fixture.store.transaction(async (tx) => {
      for (let i = 0; i < count; i += 1) {
        await tx.putBlob(`plots/plt_${digit}${String(i).padStart(31, '0')}`, new Uint8Array(1));
      }
    });
  await put('f', 100);
  fixture.timeMs += 3601_000;
  await put('0', 50);
  for (let i = 0; i < 30; i += 1) await plot(fixture);
  const left = await fixture.store.listBlobs({ prefix: 'plots/plt_f', limit: 200 });
  expect(left.length).toBeLessThan(25);
  expect(await fixture.store.listBlobs({ prefix: 'plots/plt_00000', limit: 200 })).toHaveLength(50);
});
