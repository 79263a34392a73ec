import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { asAxios, asCurl, asFetch, type CopiedRequest } from './copy-as.ts';

const request: CopiedRequest = {
  method: 'POST',
  url: 'http://localhost:8787/api/sourcecode/builds?a=1&b=2',
  headers: { Authorization: "key's", 'Content-Type': 'application/json' },
  body: JSON.stringify({ Code: 'printf("it\'s %d\\n", $x); // `a`', Language: 'C' }),
};

/** The arguments that a shell parses from a command line. */
function readByShell(commandLine: string): string[] {
  const script = `curl() { for word in "$@"; do printf '%s\\0' "$word"; done; }\n${commandLine}`;
  return execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
}

test('the copied curl command passes every part of the request unchanged through the shell', () => {
  expect(readByShell(asCurl(request))).toEqual([
    '-X',
    'POST',
    request.url,
    '-H',
    "Authorization: key's",
    '-H',
    'Content-Type: application/json',
    '--data-raw',
    request.body,
  ]);
  expect(readByShell(asCurl({ method: 'GET', url: 'http://h/x', headers: {} }))).toEqual(['http://h/x']);
});

/** Runs copied code with a mock of the called function, and returns the arguments of the call. */
async function runCopied(code: string, name: 'fetch' | 'axios'): Promise<unknown[]> {
  const calls: unknown[][] = [];
  const callee = async (...given: unknown[]) => {
    calls.push(given);
    return new Response('');
  };
  const body = code.replace(/^import .*\n/, '').replace('console.log(', 'void (');
  await new Function(name, `return (async () => { ${body} })()`)(callee);
  return calls[0]!;
}

test('the copied fetch() call makes the same request', async () => {
  const [url, { method, headers, body }] = (await runCopied(asFetch(request), 'fetch')) as [
    string,
    RequestInit,
  ];
  expect({ url, method, headers, body }).toEqual(request);
});

test('the copied axios call makes the same request', async () => {
  const [options] = await runCopied(asAxios(request), 'axios');
  const { body, ...rest } = request;
  expect(options).toEqual({ ...rest, data: JSON.parse(body!) });
});

test('a body that is not JSON is copied as text', async () => {
  const text = { ...request, body: '@not "json"' };
  const [, { body }] = (await runCopied(asFetch(text), 'fetch')) as [string, RequestInit];
  expect(body).toBe(text.body);
});
