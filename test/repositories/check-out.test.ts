// Cloning from a real git server: the result, repeated fetches, and failure messages.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HazeError } from '../../src/errors/haze-error.ts';
import { type CheckOutRequest, checkOut } from '../../src/repositories/check-out.ts';
import { defaultCheckOutSettings } from '../../src/repositories/check-out-settings.ts';
import { keyOfAddress, parseRepositoryAddress } from '../../src/repositories/repository-address.ts';
import { importKey } from '../../src/repositories/repository-shelf.ts';
import { GitServer, git } from './git-server.ts';
import { MemoryShelf } from './memory-shelf.ts';

const settings = { ...defaultCheckOutSettings, hosts: ['127.0.0.1'], retryMs: [1, 1], stallMs: 10_000 };
const bytes = (text: string) => new TextEncoder().encode(text);

let server: GitServer;
let shelf: MemoryShelf;

beforeAll(async () => {
  server = await GitServer.start();
});

afterAll(() => server.stop());

beforeEach(() => {
  shelf = new MemoryShelf();
  server.mishaps.length = 0;
  server.requests.length = 0;
  server.sentBytes = 0;
});

async function take(
  request: Partial<CheckOutRequest> & { url: string },
  signal = new AbortController().signal,
) {
  const whole = { branch: '', commit: 'HEAD', directory: '', settings, ...request };
  const { files, commit, remarks } = await checkOut(whole, { shelf, signal, report: () => undefined });
  const texts = Object.fromEntries(
    [...files].map(([path, content]) => [path, new TextDecoder().decode(content)]),
  );
  return { texts, commit, remarks };
}

async function failure(request: Partial<CheckOutRequest> & { url: string }): Promise<string> {
  const error = await take(request).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HazeError);
  return `${(error as HazeError).code}: ${(error as HazeError).message}`;
}

test('branches, tags, full and abbreviated commits, and HEAD can be checked out', async () => {
  const repository = server.repository('states');
  const first = repository.commit({ 'a.txt': 'one' }, { tag: 'v1' });
  const second = repository.commit({ 'a.txt': 'two', 'b/c.txt': 'deep' });
  const other = repository.commit({ 'a.txt': 'three' }, { branch: 'feature/x' });
  const { url } = repository;
  expect(await take({ url })).toMatchObject({ commit: second, texts: { 'a.txt': 'two', 'b/c.txt': 'deep' } });
  expect(await take({ url, branch: 'main' })).toMatchObject({ commit: second });
  expect(await take({ url, branch: 'feature/x' })).toMatchObject({
    commit: other,
    texts: { 'a.txt': 'three' },
  });
  expect(await take({ url, branch: 'v1' })).toMatchObject({ commit: first });
  expect(await take({ url, commit: 'v1' })).toMatchObject({ commit: first, texts: { 'a.txt': 'one' } });
  // This server does not offer commits inside a branch, so the whole branch is fetched.
  expect(await take({ url, commit: first })).toMatchObject({ commit: first });
  shelf.kept.clear();
  expect(await take({ url, commit: first.slice(0, 8) })).toMatchObject({ commit: first });
  expect(await take({ url, commit: first.slice(0, 8).toUpperCase(), branch: 'main' })).toMatchObject({
    commit: first,
  });
});

test('a commit inside a branch is fetched on its own if the server allows this', async () => {
  const repository = server.repository('generous');
  git(repository.bare, 'config', 'uploadpack.allowReachableSHA1InWant', 'true');
  const first = repository.commit({ 'a.txt': 'one' });
  repository.commit({ 'big.txt': 'x'.repeat(50_000) + Math.PI });
  expect(await take({ url: repository.url, commit: first })).toMatchObject({ texts: { 'a.txt': 'one' } });
  expect(server.requests.filter((line) => line.startsWith('POST'))).toHaveLength(1);
});

test('only the newest state is fetched, later only new objects, and nothing if there are no changes', async () => {
  const repository = server.repository('growing');
  const noise = (seed: number) =>
    Array.from({ length: 20_000 }, (_, i) => (((i + 7) * seed * 7919) % 65_521).toString(36)).join('');
  repository.commit({ 'old.txt': noise(3) });
  repository.commit({ 'old.txt': null, 'large.txt': noise(5) });
  await take({ url: repository.url });
  const firstBytes = server.sentBytes;
  expect(firstBytes).toBeLessThan(60_000);
  server.sentBytes = 0;
  const newest = repository.commit({ 'small.txt': 'new' });
  const { texts, commit } = await take({ url: repository.url });
  expect(commit).toBe(newest);
  expect(Object.keys(texts)).toEqual(['large.txt', 'small.txt']);
  expect(server.sentBytes).toBeLessThan(firstBytes / 20);
  server.requests.length = 0;
  await take({ url: repository.url });
  expect(server.requests).toEqual(['GET /growing.git/info/refs']);
  server.requests.length = 0;
  await take({ url: repository.url, commit: newest });
  expect(server.requests).toEqual([]);
});

test('after a large number of fetches, the packs are merged', async () => {
  const repository = server.repository('often');
  for (let round = 0; round < 27; round += 1) {
    repository.commit({ 'a.txt': `${round}` });
    expect((await take({ url: repository.url })).texts).toEqual({ 'a.txt': `${round}` });
  }
  const list = shelf.kept.get(`${keyOfAddress(parseRepositoryAddress(repository.url))}.json`)!;
  expect(JSON.parse(new TextDecoder().decode(list)).packs.length).toBeLessThan(5);
});

test('submodules can contain submodules, with absolute and relative URLs', async () => {
  const inner = server.repository('inner');
  const innerCommit = inner.commit({ 'inner.h': 'inner' });
  inner.commit({ 'inner.h': 'newer, and not what is meant' });
  const middle = server.repository('middle');
  middle.commit({ 'middle.h': 'middle' });
  middle.addSubmodule('deps/inner', '../inner.git', innerCommit);
  const outer = server.repository('outer');
  outer.commit({ 'src/main.c': 'outer' });
  outer.addSubmodule('libs/middle', middle.url, middle.head());
  const { texts, remarks } = await take({ url: outer.url, directory: 'src' });
  expect(texts).toMatchObject({
    'src/main.c': 'outer',
    'libs/middle/middle.h': 'middle',
    'libs/middle/deps/inner/inner.h': 'inner',
  });
  expect(remarks.at(-1)).toBe(`submodule libs/middle/deps/inner: ${inner.url}, commit ${innerCommit}`);
  server.requests.length = 0;
  await take({ url: outer.url, commit: outer.head() });
  expect(server.requests).toEqual([]);
});

test('a renamed repository is found at its new location', async () => {
  const repository = server.repository('renamed');
  repository.commit({ 'a.txt': 'here' });
  expect((await take({ url: `${server.address}/old/renamed.git` })).texts).toEqual({ 'a.txt': 'here' });
});

test('the log names Git LFS files', async () => {
  const repository = server.repository('large-files');
  const pointer = 'version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n';
  repository.commit({ 'inputs/table.csv': pointer });
  const { remarks } = await take({ url: repository.url });
  expect(remarks.at(-1)).toMatch(/^inputs\/table\.csv is stored in Git LFS/);
});

test('links inside a repository are followed, and other links are omitted', async () => {
  const repository = server.repository('links');
  repository.commit({ 'src/a.c': 'a', 'src/b.c': { link: 'a.c' }, 'src/out.c': { link: '../../secret' } });
  const { texts, remarks } = await take({ url: repository.url, directory: 'src' });
  expect(texts).toEqual({ 'src/a.c': 'a', 'src/b.c': 'a' });
  expect(remarks.at(-1)).toMatch(/omitted src\/out.c/);
});

test('a dropped connection, a truncated response and a busy server are retried', async () => {
  const repository = server.repository('shaky');
  repository.commit({ 'a.txt': 'x'.repeat(1000) });
  server.mishaps.push('drop', 'cut');
  expect((await take({ url: repository.url })).texts['a.txt']).toHaveLength(1000);
  expect(server.requests.filter((line) => line.startsWith('POST'))).toHaveLength(3);
  repository.commit({ 'b.txt': 'y' });
  server.mishaps.push('status-503', 'drop', 'cut');
  expect(await failure({ url: repository.url })).toMatch(
    /^repository-unreachable: .*the connection dropped partway through/,
  );
  // The content that was fetched earlier is complete, and the next fetch downloads the rest.
  expect((await take({ url: repository.url })).texts).toHaveProperty('b.txt');
});

test('an incomplete response leaves no files', async () => {
  const repository = server.repository('half');
  repository.commit({ 'a.txt': 'x'.repeat(1000) });
  server.mishaps.push('cut', 'cut', 'cut');
  expect(await failure({ url: repository.url })).toMatch(/^repository-unreachable/);
  expect(shelf.kept.size).toBe(0);
});

test('without a network, the state fetched last is used, and the log says so', async () => {
  const away = await GitServer.start();
  const repository = away.repository('offline');
  const commit = repository.commit({ 'a.txt': 'kept' });
  await take({ url: repository.url });
  // A later branch with no new content.
  git(repository.work, 'push', '-q', 'origin', 'HEAD:refs/heads/same');
  await take({ url: repository.url, branch: 'same' });
  await away.unplug();
  expect(await take({ url: repository.url, branch: 'same' })).toMatchObject({ commit });
  const again = await take({ url: repository.url, branch: 'main' });
  expect(again).toMatchObject({ commit, texts: { 'a.txt': 'kept' } });
  expect(again.remarks[0]).toMatch(/cannot be reached.*Haze uses its state from .*last fetched/);
  expect(await failure({ url: repository.url, branch: 'other' })).toMatch(/^branch-not-found/);
  shelf.kept.clear();
  expect(await failure({ url: repository.url })).toMatch(
    /^repository-unreachable: .*cannot be reached: connect ECONNREFUSED/,
  );
  await away.stop();
});

test('private repositories are read with a token, which is sent to no other host', async () => {
  const repository = server.repository('private');
  repository.commit({ 'a.txt': 'secret' });
  server.token = 'tok-123';
  try {
    expect(await failure({ url: repository.url })).toMatch(/^repository-not-found: .*needs a Token/);
    expect(await failure({ url: repository.url, token: 'wrong' })).toMatch(/that the token may read it/);
    expect((await take({ url: repository.url, token: 'tok-123' })).texts).toEqual({ 'a.txt': 'secret' });
    expect(await failure({ url: repository.url, token: 'wrong' })).not.toMatch(/wrong/);
  } finally {
    server.token = undefined;
  }
});

test('a token is not sent to a submodule on another host', async () => {
  const other = await GitServer.start();
  const part = other.repository('part');
  part.commit({ 'part.h': 'part' });
  other.token = 'tok-123';
  const repository = server.repository('careful');
  repository.commit({ 'a.c': 'a' });
  repository.addSubmodule('part', part.url, part.head());
  expect(await failure({ url: repository.url, token: 'tok-123' })).toMatch(/status 401/);
  await other.stop();
});

test('a token does not follow a redirect to another host', async () => {
  const other = await GitServer.start();
  const moved = other.repository('moved');
  moved.commit({ 'a.txt': 'public' });
  server.movedTo = other.address;
  try {
    const { texts } = await take({ url: `${server.address}/old/moved.git`, token: 'tok-123' });
    expect(texts).toEqual({ 'a.txt': 'public' });
    expect(other.requests.some((line) => line.startsWith('POST'))).toBe(true);
    expect(new Set(other.authorizations)).toEqual(new Set(['']));
  } finally {
    server.movedTo = undefined;
    await other.stop();
  }
});

test('the target of a redirect is checked before any request is sent to it', async () => {
  const other = await GitServer.start();
  const { port } = new URL(other.address);
  const leads = [`http://localhost:${port}`, `http://[::1]:${port}`, `ftp://127.0.0.1:${port}`];
  try {
    for (const lead of leads) {
      server.movedTo = lead;
      expect(await failure({ url: `${server.address}/old/moved.git` })).toMatch(/^repository-not-allowed: /);
    }
    expect(other.requests).toEqual([]);
  } finally {
    server.movedTo = undefined;
    await other.stop();
  }
});

test('circular redirects end with an error after five redirects', async () => {
  server.movedTo = `${server.address}/old`;
  try {
    const said = await failure({ url: `${server.address}/old/circle.git` });
    expect(said).toMatch(/^repository-not-allowed: .*after 5 redirects/);
    expect(server.requests).toHaveLength(6);
  } finally {
    server.movedTo = undefined;
  }
});

test('"any host" excludes this machine and its network, in every notation, unless they are listed', async () => {
  const repository = server.repository('inside');
  repository.commit({ 'a.c': 'a' });
  const { port } = new URL(server.address);
  const everywhere = { ...settings, hosts: ['*'] };
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '0177.0.0.1', '0x7f.1', '[::ffff:127.0.0.1]']) {
    const said = await failure({ url: `http://${host}:${port}/inside.git`, settings: everywhere });
    expect(said).toMatch(/^repository-not-allowed: .* on this machine or its network/);
  }
  expect(server.requests).toEqual([]);
  const named = { ...settings, hosts: ['*', '127.0.0.1'] };
  expect((await take({ url: repository.url, settings: named })).texts).toEqual({ 'a.c': 'a' });
});

test('a token needs HTTPS, except on this machine', async () => {
  const anywhere = { ...settings, hosts: ['*'] };
  const said = await failure({ url: 'http://git.example.com/a/b', token: 'tok-123', settings: anywhere });
  expect(said).toMatch(/^token-needs-https: http:.*plain HTTP/);
  expect(said).not.toContain('tok-123');
});

test('every fault in a repository has its own message', async () => {
  const repository = server.repository('faults');
  repository.commit({ 'src/main.c': 'x', 'other/x.txt': 'y' });
  repository.commit({ 'src/main.c': 'z' }, { branch: 'dev' });
  const { url } = repository;
  const empty = server.repository('empty');
  const bare = server.repository('bare');
  bare.commit({});
  const faults: [Partial<CheckOutRequest> & { url: string }, RegExp][] = [
    [
      { url: `${server.address}/nothing.git` },
      /^repository-not-found: There is no readable repository .*nothing.git.*status 404/,
    ],
    [{ url, branch: 'constructor' }, /^branch-not-found: There is no branch "constructor"/],
    [{ url, branch: 'gone' }, /^branch-not-found: There is no branch "gone".*Its branches: dev, main/],
    [{ url, commit: 'f'.repeat(40) }, /^commit-not-found: There is no commit "ffff/],
    [{ url, commit: 'abcdef12' }, /^commit-not-found: There is no commit "abcdef12"/],
    [{ url, commit: 'v9', branch: 'dev' }, /^commit-not-found: There is no commit "v9" in branch "dev"/],
    [
      { url, directory: 'source' },
      /^folder-not-found: BuildDirectory names the folder "source".*Its folders: other, src/,
    ],
    [{ url, directory: 'src/main.c' }, /^folder-not-found: .*that is a file/],
    [{ url, directory: '../x' }, /^path-outside: .*leads outside the repository/],
    [{ url: empty.url }, /^repository-empty: .*no commits yet/],
    [{ url: bare.url }, /^repository-empty: .*no files/],
    [{ url: 'https://example.org/a/b' }, /^repository-not-allowed: .*only from 127.0.0.1/],
    [{ url: 'not an address' }, /^bad-repository-address/],
  ];
  for (const [request, words] of faults) expect(await failure(request)).toMatch(words);
});

test('errors about submodules name the submodule', async () => {
  const part = server.repository('fault-part');
  const partCommit = part.commit({ 'p.h': 'p' });
  const addresses: Record<string, [address: string, commit: string, words: RegExp]> = {
    gone: [
      `${server.address}/gone.git`,
      partCommit,
      /^repository-not-found: Submodule "lib" of .*there is no readable repository .*gone.git/i,
    ],
    commit: [part.url, 'e'.repeat(40), /^commit-not-found: Submodule "lib" .*no commit "eeee/],
    host: ['https://example.org/a/b', partCommit, /^repository-not-allowed: Submodule "lib"/],
    itself: [
      '../fault-itself.git',
      partCommit,
      /^submodule-cycle: Submodule "lib" .*cycle: .*fault-itself.git → .*fault-itself.git/,
    ],
  };
  for (const [name, [address, commit, words]] of Object.entries(addresses)) {
    const repository = server.repository(`fault-${name}`);
    repository.commit({ 'a.c': 'a' });
    repository.addSubmodule('lib', address, commit);
    expect(await failure({ url: repository.url })).toMatch(words);
  }
  const unlisted = server.repository('fault-unlisted');
  unlisted.commit({ 'a.c': 'a' });
  unlisted.addSubmodule('lib', part.url, partCommit);
  unlisted.commit({ '.gitmodules': '' });
  git(unlisted.work, 'update-index', '--add', '--cacheinfo', `160000,${partCommit},lib`);
  git(unlisted.work, 'commit', '-q', '-m', 'unlisted');
  git(unlisted.work, 'push', '-q', 'origin', 'HEAD');
  expect(await failure({ url: unlisted.url })).toMatch(
    /^submodule-unknown: Submodule "lib" .*\.gitmodules has no URL for it/,
  );
});

test('two repositories that are submodules of each other form a cycle', async () => {
  const left = server.repository('left');
  const right = server.repository('right');
  left.commit({ 'l.c': 'l' });
  right.commit({ 'r.c': 'r' });
  left.addSubmodule('right', '../right.git', right.head());
  right.addSubmodule('left', '../left.git', left.head());
  left.addSubmodule('right2', '../right.git', right.head());
  expect(await failure({ url: left.url })).toMatch(/^submodule-cycle: .*left.git → .*right.git → .*left.git/);
});

test('a hostile tree with a path that leads outside is rejected', async () => {
  const repository = server.repository('hostile');
  repository.commit({ 'a.c': 'a' });
  const blob = git(repository.work, 'rev-parse', 'HEAD:a.c');
  const raw = Buffer.concat([Buffer.from('100644 ..\0'), Buffer.from(blob, 'hex')]);
  const options = { cwd: repository.work, input: raw } as const;
  const tree = execFileSync('git', ['hash-object', '-t', 'tree', '-w', '--stdin', '--literally'], options)
    .toString()
    .trim();
  const commit = git(repository.work, 'commit-tree', tree, '-m', 'hostile');
  git(repository.work, 'push', '-q', '-f', 'origin', `${commit}:refs/heads/main`);
  expect(await failure({ url: repository.url })).toMatch(
    /^path-outside: .*has an entry with the path "\.\."/,
  );
});

test('a few trees that expand to a huge number of folders are rejected', async () => {
  const repository = server.repository('bomb');
  const makeTree = (entries: string) =>
    execFileSync('git', ['mktree'], { cwd: repository.work, input: entries, encoding: 'utf8' }).trim();
  let tree = makeTree('');
  for (let level = 0; level < 8; level += 1) {
    const names = Array.from({ length: 10 }, (_, i) => `040000 tree ${tree}\t${i}\n`);
    tree = makeTree(names.join(''));
  }
  const commit = git(repository.work, 'commit-tree', tree, '-m', 'bomb');
  git(repository.work, 'push', '-q', '-f', 'origin', `${commit}:refs/heads/main`);
  expect(await failure({ url: repository.url })).toMatch(/^repository-too-large: .*200000 files and folders/);
});

test('very deeply nested folders are rejected', async () => {
  const repository = server.repository('nested');
  repository.commit({ [`${'d/'.repeat(101)}a.c`]: 'x' });
  expect(await failure({ url: repository.url })).toMatch(
    /^repository-too-large: The repository .*nested\.git has a file in more than 100 nested folders, at "d\/d/,
  );
});

test('an object with a huge number of names counts once per name, even if it is left out', async () => {
  const repository = server.repository('repeated');
  repository.commit({ 'film.bin': new Uint8Array(8.1e6), link: { link: 'x'.repeat(4000) } });
  const modes = { film: '100644', link: '120000' };
  for (const [name, mode] of Object.entries(modes)) {
    const blob = git(repository.work, 'rev-parse', name === 'film' ? 'HEAD:film.bin' : 'HEAD:link');
    const entries = Array.from({ length: 3000 }, (_, i) => `${mode} blob ${blob}\t${name}${i}\n`).join('');
    const options = { cwd: repository.work, input: entries, encoding: 'utf8' } as const;
    const tree = execFileSync('git', ['mktree'], options).trim();
    const commit = git(repository.work, 'commit-tree', tree, '-m', 'repeated');
    git(repository.work, 'push', '-q', '-f', 'origin', `${commit}:refs/heads/${name}`);
    const wish = { url: repository.url, branch: name, directory: 'src' };
    expect(await failure({ ...wish, settings: { ...settings, maxUnpackedBytes: 10e6 } })).toMatch(
      /^repository-too-large: The files of .*repeated\.git exceed 10 MB in total\./,
    );
  }
});

test('the log lists at most a thousand remarks about a repository', async () => {
  const { url } = server.repository('remarks');
  const pointer = bytes('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n');
  const files = Array.from({ length: 1500 }, (_, i) => [`${i}.csv`, pointer] as const);
  const key = importKey(keyOfAddress(parseRepositoryAddress(url)));
  shelf.kept.set(key, zipSync(Object.fromEntries(files), { level: 0 }));
  const { remarks } = await take({ url });
  expect(remarks).toHaveLength(1001);
  expect(remarks.at(-1)).toBe('more messages about this repository are omitted');
});

test('a zip that lists a huge number of submodules is searched only once for each', async () => {
  const { url } = server.repository('listed');
  const paths = Array.from({ length: 50_000 }, (_, i) => `lib/${i}`);
  const listed = paths.map((path) => `[submodule "${path}"]\npath = ${path}\nurl = ./x\n`).join('');
  const files = {
    '.gitmodules': bytes(listed),
    ...Object.fromEntries(paths.map((path) => [`${path}/a.h`, bytes('a')])),
  };
  const key = importKey(keyOfAddress(parseRepositoryAddress(url)));
  shelf.kept.set(key, zipSync(files, { level: 0 }));
  const { texts } = await take({ url });
  expect(texts['lib/49999/a.h']).toBe('a');
});

test('large files outside the build are left out, and too many inside it are rejected', async () => {
  const repository = server.repository('large');
  repository.commit({
    'docs/film.bin': new Uint8Array(9e6),
    'src/main.c': 'x',
    'src/data.bin': new Uint8Array(2000),
  });
  const { url } = repository;
  const { texts, remarks } = await take({ url, directory: 'src' });
  expect(Object.keys(texts)).toEqual(['src/data.bin', 'src/main.c']);
  expect(remarks.at(-1)).toMatch(/omitted docs\/film.bin \(9 MB\)/);
  const withLimits = (limits: object) =>
    failure({ url, directory: 'src', settings: { ...settings, ...limits } });
  expect(await withLimits({ maxFileBytes: 1000 })).toMatch(/^file-too-large: The file "src\/data.bin"/);
  expect(await withLimits({ maxTotalBytes: 1000 })).toMatch(/^repository-too-large: The files of/);
  shelf.kept.clear();
  expect(await withLimits({ maxDownloadBytes: 1000 })).toMatch(
    /^repository-too-large: The repository .*the maximum that is fetched/,
  );
  expect(await withLimits({ maxObjectBytes: 1e6 })).toMatch(
    /^repository-too-large: The repository .*large.git has a file of more than 1 MB/,
  );
  expect(await withLimits({ maxUnpackedBytes: 2e6 })).toMatch(
    /^repository-too-large: The repository .*large.git unpacks to more than 2 MB/,
  );
});

test('a file of 300 MB in the build folder is rejected, and the message gives its path', async () => {
  const repository = server.repository('huge');
  repository.commit({ 'src/huge.bin': new Uint8Array(300e6), 'src/main.c': 'x' });
  expect(await failure({ url: repository.url, directory: 'src' })).toMatch(
    /^file-too-large: The file "src\/huge.bin" is 300 MB, but a repository file can be at most 100 MB/,
  );
});

test('cancelling stops a checkout immediately, with the reason', async () => {
  const repository = server.repository('cancelled');
  repository.commit({ 'a.c': 'a' });
  const reason = new HazeError('job-lost', 'no more');
  const controller = new AbortController();
  const whole = { url: repository.url, branch: '', commit: 'HEAD', directory: '', settings };
  const report = () => controller.abort(reason);
  await expect(checkOut(whole, { shelf, signal: controller.signal, report })).rejects.toBe(reason);
  expect(shelf.kept.size).toBe(0);
});

test('an imported bundle replaces the server, and provides its branches and commits', async () => {
  const repository = server.repository('bundled');
  const first = repository.commit({ 'a.txt': 'one' });
  const second = repository.commit({ 'a.txt': 'two' });
  const file = join(server.root, 'copy.bundle');
  git(repository.work, 'bundle', 'create', '-q', file, '--all');
  const url = 'https://unreachable.example/ann/bundled';
  shelf.kept.set(importKey(keyOfAddress(parseRepositoryAddress(url))), new Uint8Array(readFileSync(file)));
  expect(await take({ url })).toMatchObject({ commit: second, texts: { 'a.txt': 'two' } });
  expect(await take({ url, commit: first })).toMatchObject({ texts: { 'a.txt': 'one' } });
  expect(await take({ url, commit: first.slice(0, 7) })).toMatchObject({ texts: { 'a.txt': 'one' } });
  expect(await failure({ url, branch: 'x' })).toMatch(/^branch-not-found/);
  git(repository.work, 'bundle', 'create', '-q', file, `${first}..main`);
  shelf.kept.set(importKey(keyOfAddress(parseRepositoryAddress(url))), new Uint8Array(readFileSync(file)));
  expect(await failure({ url })).toMatch(/a bundle with only part of the history/);
});

test('an imported zip replaces the repository on the server, whatever top-level folder the zip has', async () => {
  const url = 'https://unreachable.example/ann/zipped';
  const put = (content: Uint8Array) =>
    shelf.kept.set(importKey(keyOfAddress(parseRepositoryAddress(url))), content);
  put(zipSync({ 'zipped-main/src/main.c': bytes('m'), 'zipped-main/README': bytes('r') }));
  expect(await take({ url, branch: 'main', directory: 'src' })).toMatchObject({
    commit: '',
    texts: { 'src/main.c': 'm', README: 'r' },
  });
  put(zipSync({ 'src/main.c': bytes('m'), 'src/.git/config': bytes('') }));
  expect((await take({ url, directory: 'src' })).texts).toEqual({ 'src/main.c': 'm' });
  expect(await failure({ url, commit: 'abcdef1' })).toMatch(/^commit-not-found: .*imported as a zip/);
  put(zipSync({ 'src/../../x': bytes('m') }));
  expect(await failure({ url })).toMatch(/^path-outside/);
  // Names that NTFS and HFS+ treat as ".git", whose configuration could specify commands.
  for (const name of [
    '.GIT',
    '.git.',
    '.git ',
    '.git::$INDEX_ALLOCATION',
    'git~1',
    '.g\u200cit',
    '\ufeff.git',
  ]) {
    put(zipSync({ [`src/${name}/config`]: bytes('m') }));
    expect(await failure({ url })).toMatch(/^path-outside: .*into git's own/);
  }
  put(zipSync({ 'src/main.c': bytes('m'), '.gitignore': bytes('m'), 'a.git/x': bytes('m') }));
  expect(Object.keys((await take({ url, directory: 'src' })).texts)).toContain('.gitignore');
  const listed = `[submodule "x"]\n\tpath = ../x\n\turl = ${server.address}/nothing.git\n`;
  put(zipSync({ 'main.c': bytes('m'), '.gitmodules': bytes(listed) }));
  expect(await failure({ url })).toMatch(/^path-outside: .*"\.\.\/x"/);
  put(zipSync({ 'src\\': bytes(''), 'src\\main.c': bytes('m') }));
  expect((await take({ url })).texts).toEqual({ 'src/main.c': 'm' });
  put(zipSync({ a: bytes('m') }).subarray(0, 60));
  expect(await failure({ url })).toMatch(/^import-damaged/);
  put(bytes('no archive'));
  expect(await failure({ url })).toMatch(/^bad-import/);
});
