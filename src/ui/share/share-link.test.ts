import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { maybeUnpackShareFragment, packShareFragment } from './share-link.ts';

test('a program is restored unchanged from its link', async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue(), async (data) => {
      const json = JSON.parse(JSON.stringify(data));
      const fragment = await packShareFragment(json);
      expect(fragment).toMatch(/^haze1=[\w-]+$/);
      expect(await maybeUnpackShareFragment(`#${fragment}`)).toEqual(json);
    }),
    { seed: 20_261_120, numRuns: 50 },
  );
});

test('the link for a long source is shorter than the source', async () => {
  const source = 'double power = voltage * voltage / resistance;\n'.repeat(40);
  expect((await packShareFragment({ source })).length).toBeLessThan(source.length / 4);
});

test('a text too large for a page to unpack gets no link', async () => {
  const most = 'x'.repeat(4 * 2 ** 20 - 2);
  expect(await maybeUnpackShareFragment(await packShareFragment(most))).toBe(most);
  await expect(packShareFragment(`${most}x`)).rejects.toThrow(
    'This is too large for a link: with its inputs it has 4.0 MiB',
  );
});

test.each(['', '#', '#section-2', '#haze', '#hazel=1'])('%j is not a link to a program', async (fragment) => {
  expect(await maybeUnpackShareFragment(fragment)).toBeUndefined();
});

test('a link that was truncated, is damaged or has a later version is rejected with a reason', async () => {
  const fragment = await packShareFragment({ source: 'int main(void) { return 0; }' });
  for (const bad of [
    fragment.slice(0, -6),
    'haze1=',
    'haze1=%%%',
    'haze1=AAAA',
    `${fragment.slice(0, 12)}!`,
  ]) {
    await expect(maybeUnpackShareFragment(bad)).rejects.toThrow('it is truncated or damaged');
  }
  await expect(maybeUnpackShareFragment(fragment.replace('haze1', 'haze2'))).rejects.toThrow(
    'it has version 2, but this page supports only version 1',
  );
});

test('a small link that would unpack to a huge text is rejected', async () => {
  const packed = deflateRawSync(JSON.stringify({ source: ' '.repeat(5 * 2 ** 20) }));
  const fragment = `haze1=${packed.toString('base64url')}`;
  expect(fragment.length).toBeLessThan(10_000);
  await expect(maybeUnpackShareFragment(fragment)).rejects.toThrow('it unpacks to more than 4 MiB');
});
