import { expect, test } from 'vitest';
import { ApiFixture } from '../../../test/api/api-fixture.ts';
import { exportStore } from '../../store/contract/archive.ts';
import { makeOrder } from '../../store/contract/record-index.ts';
import { recordType } from '../../store/contract/store.ts';
import { importArchive } from './service-state.ts';

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(Buffer.from(text, 'latin1'));
}

test('a lease in an archive is omitted, because its jobs would otherwise count as running forever', async () => {
  const source = await ApiFixture.open();
  await source.newTask();
  let archive = '';
  for await (const piece of exportStore(source.store)) archive += Buffer.from(piece).toString('latin1');
  const place = { kind: 'executor', id: 'exe_1', owner: '', parent: '', status: '', createdAt: 0 };
  const lease = { ...place, order: makeOrder(0, 1), body: { ExpiresAt: 1e15, RenewedAt: 0 } };
  const forged = archive
    .replace('\n', `\n${JSON.stringify({ record: lease })}\n`)
    .replace(/"records":(\d+),"blobs"/, (_, count) => `"records":${Number(count) + 1},"blobs"`);
  const { services, store } = await ApiFixture.open();
  const { records } = await importArchive(services, piecesOf(forged), 'key');
  expect(records).toBeGreaterThan(3);
  expect(await store.count(recordType('executor'), {})).toBe(0);
  expect(await store.count(recordType('task'), {})).toBe(1);
});
