// vitest: a server for this file; every test begins with an empty server.
import { startServer } from 'haze/server';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HELLO, runProgram } from '../run-program.mjs';

let server;

beforeAll(async () => {
  server = await startServer();
});

beforeEach(() => server.reset());

afterAll(() => server.close());

test('a program is built and run', async () => {
  expect(await runProgram(HELLO, server)).toBe('hello\n');
});

test('a program that does not compile is an error', async () => {
  await expect(runProgram('int main(void) { return oops; }', server)).rejects.toThrow('is Stopped');
});
