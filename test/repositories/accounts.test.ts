// Two accounts on one server, with files that have the same names: neither account receives the other's builds or
// clones.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GitServer, type ServedRepository } from './git-server.ts';
import { TestService } from './service.ts';

const CACHED = '# unchanged, taken from the cache';

let server: GitServer;
let service: TestService;
const served = new Map<string, ServedRepository>();

beforeAll(async () => {
  server = await GitServer.start();
  service = await TestService.open();
});

afterAll(async () => {
  await service.close();
  await server.stop();
});

function actAs(name: 'ann' | 'bob'): void {
  service.key = service.fixture[name].key;
}

/** A program that prints the text of an expression. */
const printing = (word: string, more = '') =>
  `#include <stdio.h>\n${more}int main(void) { puts(${word}); return 0; }\n`;

function repositoryOf(name: string): ServedRepository {
  const repository = served.get(name) ?? server.repository(name);
  served.set(name, repository);
  return repository;
}

async function connect(name: string, files: Record<string, string>, more: object = {}): Promise<string> {
  const repository = repositoryOf(name);
  repository.commit(files);
  return service.connect({ RemoteURL: repository.url, ...more });
}

// Because of a former bug, a source without a dependency list was cached for every source of the same name.
test('a source that embeds a missing file fails, and a source of the same name in another account is built afresh', async () => {
  actAs('ann');
  const embedding = 'static const char data[] = {\n#embed "missing.bin"\n,0};\n';
  const attack = await service.buildSource({ Code: printing('"ann"', embedding), Language: 'C' });
  expect(attack).toMatchObject({ status: 'Stopped', message: "main.c:3:8: 'missing.bin' file not found" });
  actAs('bob');
  const build = await service.buildSource({ Code: printing('"bob"'), Language: 'C' });
  expect(build.log).not.toContain(CACHED);
  expect(await service.run(build.id)).toMatchObject({ status: 'Completed', stdout: 'bob\n' });
  const broken = await service.buildSource({ Code: 'no C at all', Language: 'C' });
  expect(broken.status).toBe('Stopped');
});

test.each([
  [
    'bytes included by the assembler',
    'extern const char word[];\n__asm__(".section .rodata.word,\\"\\",@\\n.globl word\\nword:\\n.incbin \\"word.bin\\"\\n.size word, 4\\n");\n',
    'word',
  ],
  ['embedded bytes', 'static const char word[] = {\n#embed "word.bin"\n};\n', 'word'],
  ['a header', '#include "word.h"\n', 'WORD'],
])('%s: each build uses the current files of its own account', async (title, declaration, word) => {
  const files = (text: string) => ({
    'src/main.c': printing(word, declaration),
    'src/word.bin': `${text}\0`,
    'src/word.h': `#define WORD "${text}"\n`,
  });
  const name = title.replaceAll(' ', '-');
  for (const account of ['ann', 'bob'] as const) {
    actAs(account);
    const id = await connect(`${name}-${account}`, files(account));
    for (const text of [account, `${account.slice(0, 2)}2`]) {
      repositoryOf(`${name}-${account}`).commit(files(text));
      const build = await service.build(id);
      expect(build.log).not.toContain(CACHED);
      expect(await service.run(build.id)).toMatchObject({ stdout: `${text}\n` });
    }
  }
});

test('a cached object is reused only by the account that built it', async () => {
  const files = {
    'src/main.c': `int f(void);\n${printing('f() ? "yes" : "no"')}`,
    'src/f.c': 'int f(void) { return 1; }\n',
  };
  const edited = (account: string) => ({ ...files, 'src/f.c': `int f(void) { return 0; } // ${account}\n` });
  for (const account of ['ann', 'bob'] as const) {
    actAs(account);
    const id = await connect(`parts-${account}`, {
      ...files,
      'src/f.c': `int f(void) { return 1; } // ${account}\n`,
    });
    expect((await service.build(id)).log).not.toContain(CACHED);
    repositoryOf(`parts-${account}`).commit(edited(account));
    const again = await service.build(id);
    expect(again.log).toMatch(/-c main\.c .*# unchanged/);
    expect(await service.run(again.id)).toMatchObject({ stdout: 'no\n' });
  }
});

test('files fetched with a token are denied to an account without one', async () => {
  server.token = 'tok-456';
  try {
    actAs('ann');
    const files = { 'src/main.c': printing('"private"') };
    const owned = await connect('private', files, { Token: 'tok-456' });
    const { status, record } = await service.build(owned);
    expect(status).toBe('Completed');
    const commit = record.Application.Repository.ResolvedCommit;
    actAs('bob');
    for (const Commit of ['HEAD', commit]) {
      const id = await service.connect({ RemoteURL: repositoryOf('private').url, Commit });
      expect(await service.build(id)).toMatchObject({
        status: 'Stopped',
        message: expect.stringMatching(/private repository needs a Token/),
      });
    }
  } finally {
    server.token = undefined;
  }
});
