// node:test: a server for this file, and a server that fails on request.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startServer } from 'haze/server';
import { HELLO, runProgram } from '../run-program.mjs';

let server;

before(async () => {
  server = await startServer();
});

after(() => server.close());

test('a program is built and run', async () => {
  assert.equal(await runProgram(HELLO, server), 'hello\n');
});

test('an unreachable service is reported as such', async () => {
  const away = await startServer({ fail: 'POST /builds 503' });
  try {
    await assert.rejects(runProgram(HELLO, away), { message: /503/ });
  } finally {
    await away.close();
  }
});
