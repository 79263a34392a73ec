import { expect, test } from 'vitest';
import { RequestLog } from './request-log.ts';

const ADDRESS = 'https://service.example/api/builds';

async function exchange(answer: Response | Error, init: RequestInit = {}) {
  const log = new RequestLog();
  const recorded = log.recording(async () => {
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const arrived = new Promise<void>((resolve) => {
    log.addEventListener('change', () => {
      if (log.exchanges.at(-1)?.answer) resolve();
    });
  });
  const outcome = await recorded(ADDRESS, init).then(
    (response) => response.text(),
    (error: Error) => error.message,
  );
  await arrived;
  return { outcome, entry: log.exchanges.at(-1)! };
}

test('a request is logged with its response, and the caller can still read the response', async () => {
  const init = { method: 'POST', headers: { Authorization: 'key' }, body: '{"Code":"x"}' };
  const { outcome, entry } = await exchange(Response.json({ Status: 'Accepted' }, { status: 202 }), init);
  expect(outcome).toBe('{"Status":"Accepted"}');
  expect(entry).toMatchObject({ method: 'POST', url: ADDRESS, body: '{"Code":"x"}' });
  expect(entry.headers).toMatchObject({ authorization: 'key' });
  expect(entry.answer).toMatchObject({ status: 202, body: '{\n  "Status": "Accepted"\n}', isCut: false });
});

test('a request without a response logs the reason', async () => {
  const { outcome, entry } = await exchange(new Error('the network is unreachable'));
  expect(outcome).toBe('the network is unreachable');
  expect(entry.answer).toMatchObject({ status: 0, body: 'the network is unreachable' });
});

test('the log replaces binary bodies with byte counts and cuts long texts, but the bodies themselves stay whole', async () => {
  const headers = { 'Content-Type': 'application/gzip', 'Content-Length': '3' };
  const bytes = await exchange(new Response(Uint8Array.of(65, 66, 67), { headers }));
  expect([bytes.outcome, bytes.entry.answer?.body]).toEqual(['ABC', '(3 bytes)']);
  const text = 'x'.repeat(30_000);
  const long = await exchange(new Response(text, { headers: { 'Content-Type': 'text/plain' } }));
  expect(long.outcome).toBe(text);
  expect(long.entry.answer).toMatchObject({ isCut: true, body: text.slice(0, 20_000) });
});

test('an invalid JSON body is logged unchanged', async () => {
  const headers = { 'Content-Type': 'application/json' };
  const { outcome, entry } = await exchange(new Response('{"half', { headers }));
  expect([outcome, entry.answer?.body]).toEqual(['{"half', '{"half']);
});

test('only the latest 200 exchanges are kept', async () => {
  const log = new RequestLog();
  const recorded = log.recording(async () => new Response('ok'));
  for (let count = 0; count < 250; count += 1) await recorded(ADDRESS);
  expect(log.exchanges).toHaveLength(200);
  expect(log.exchanges[0]!.id).toBe(51);
});
