import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createOutwardLookup } from './outward-lookup.ts';

const CLOSERS: (() => void)[] = [];

afterEach(() => {
  for (const close of CLOSERS.splice(0)) close();
});

const ADDRESS_TYPES = new Map([
  [1, 4],
  [28, 16],
]);

/** Responds to address queries with the returned bytes, or not at all. */
async function startNameServer(answer: (name: string, type: number) => readonly number[] | undefined) {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (question, { port }) => {
    const labels: string[] = [];
    let at = 12;
    for (; question[at] !== 0; at += question[at]! + 1)
      labels.push(question.toString('latin1', at + 1, at + 1 + question[at]!));
    const name = labels.join('.');
    const type = question.readUInt16BE(at + 1);
    asked.push(name);
    const bytes = answer(name, type);
    if (!bytes) return;
    const has = bytes.length === ADDRESS_TYPES.get(type) ? 1 : 0;
    const head = [question[0]!, question[1]!, 0x81, 0x80, 0, 1, 0, has, 0, 0, 0, 0];
    const record = has ? [0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, bytes.length, ...bytes] : [];
    socket.send(Buffer.from([...head, ...question.subarray(12, at + 5), ...record]), port);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  CLOSERS.push(() => socket.close());
  const { port } = socket.address() as AddressInfo;
  const createResolver = () => {
    const resolver = new Resolver({ timeout: 1000, tries: 1 });
    resolver.setServers([`127.0.0.1:${port}`]);
    return resolver;
  };
  return { asked, createResolver };
}

type Lookup = ReturnType<typeof createOutwardLookup>;

function ask(lookup: Lookup, hostname: string, all = true): Promise<unknown> {
  return new Promise((resolve, reject) =>
    lookup(hostname, { all }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}

const refuse = (hostname: string, address: string) => new Error(`${hostname} is ${address}`);

test('names whose servers do not respond do not delay other names', async () => {
  const { asked, createResolver } = await startNameServer(() => undefined);
  // `--webhook-hosts internal` lists every name.
  const lookup = createOutwardLookup(() => true, refuse, { createResolver });
  const ended: string[] = [];
  const silent = Array.from({ length: 32 }, (_, index) => `silent${index}.example.org`);
  const all = silent.map((name) => ask(lookup, name).catch(() => ended.push(name)));
  await expect.poll(() => new Set(asked).size).toBe(silent.length);
  await ask(lookup, 'localhost');
  expect(ended).toEqual([]);
  await Promise.all(all);
  expect(ended).toHaveLength(silent.length);
});

test('a list with * for the public internet does not list a host with the name *', async () => {
  const { createResolver } = await startNameServer((_, type) => (type === 1 ? [10, 0, 0, 1] : undefined));
  const lookup = createOutwardLookup((hostname) => ['*'].includes(hostname), refuse, { createResolver });
  await expect(ask(lookup, '*')).rejects.toThrow('* is 10.0.0.1');
});

test('addresses of both families from the name servers are checked', async () => {
  const inside = { 'four.example.org': [10, 0, 0, 1], 'six.example.org': [0xfd, ...Array(14).fill(0), 1] };
  const { createResolver } = await startNameServer((name, type) =>
    name in inside && inside[name as keyof typeof inside].length === ADDRESS_TYPES.get(type)
      ? inside[name as keyof typeof inside]
      : type === 1
        ? [93, 184, 215, 14]
        : [],
  );
  const lookup = createOutwardLookup(() => false, refuse, { createResolver });
  await expect(ask(lookup, 'four.example.org')).rejects.toThrow('four.example.org is 10.0.0.1');
  await expect(ask(lookup, 'six.example.org')).rejects.toThrow('six.example.org is fd00::1');
  expect(await ask(lookup, 'open.example.org')).toEqual([{ address: '93.184.215.14', family: 4 }]);
  expect(await ask(lookup, 'open.example.org', false)).toBe('93.184.215.14');
});

test('the platform resolves names if no name server is running', async () => {
  const createResolver = () => {
    const resolver = new Resolver({ timeout: 1000, tries: 1 });
    resolver.setServers(['127.0.0.1:1']);
    return resolver;
  };
  const lookup = createOutwardLookup(() => false, refuse, { createResolver });
  await expect(ask(lookup, 'nobody.invalid')).rejects.toMatchObject({ syscall: 'getaddrinfo' });
});

test('names of this machine are resolved by the platform, and are rejected unless listed', async () => {
  const { asked, createResolver } = await startNameServer(() => undefined);
  await expect(
    ask(
      createOutwardLookup(() => false, refuse, { createResolver }),
      'localhost',
    ),
  ).rejects.toThrow(/localhost is (127.0.0.1|::1)/);
  expect(asked).toEqual([]);
});

test('names in search domains are found, before or after the name as given, and checked', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'haze-lookup-'));
  CLOSERS.push(() => void rm(folder, { recursive: true }));
  const searchFile = join(folder, 'resolv.conf');
  await writeFile(searchFile, 'nameserver 127.0.0.1\nsearch one.example two.example # a comment\n');
  const known: Record<string, readonly number[]> = {
    'git.two.example': [93, 184, 215, 14],
    'git.lab.two.example': [93, 184, 215, 15],
    'git.inside.one.example': [10, 0, 0, 1],
  };
  const { asked, createResolver } = await startNameServer((name, type) =>
    type === 1 && Object.hasOwn(known, name) ? known[name] : [],
  );
  const lookup = createOutwardLookup(() => false, refuse, { createResolver, searchFile });
  expect(await ask(lookup, 'git', false)).toBe('93.184.215.14');
  expect(new Set(asked)).toEqual(new Set(['git.one.example', 'git.two.example']));
  asked.length = 0;
  expect(await ask(lookup, 'Git.lab', false)).toBe('93.184.215.15');
  expect(asked[0]).toBe('git.lab');
  await expect(ask(lookup, 'git.inside')).rejects.toThrow('git.inside is 10.0.0.1');
  await expect(ask(lookup, 'git.lab.')).rejects.toThrow();
});

test('a connection uses the address that was checked, even if the name then gets an internal address', async () => {
  let isRebound = false;
  const { createResolver } = await startNameServer((_, type) =>
    type === 1 ? (isRebound ? [127, 0, 0, 1] : [93, 184, 215, 14]) : [],
  );
  const lookup = createOutwardLookup(() => false, refuse, { createResolver });
  const attempt = () =>
    new Promise((resolve) => {
      const socket = connect({ host: 'rebind.example.org', port: 9, lookup });
      // This event precedes the connection; the socket can be destroyed only once the attempt has begun.
      socket.on('connectionAttempt', (address) => {
        resolve(address);
        setImmediate(() => socket.destroy());
      });
      socket.on('error', ({ message }) => resolve(message));
    });
  expect(await attempt()).toBe('93.184.215.14');
  isRebound = true;
  expect(await attempt()).toBe('rebind.example.org is 127.0.0.1');
});
