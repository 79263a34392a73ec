// User errors on the command line: invalid arguments, unusual names, unreadable or unwritable locations, streams
// without a reader. Each produces a message with advice and leaves no files behind.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { scaleLimit } from '../../scripts/tests/slowness.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const PLAIN = '#include <stdio.h>\nint main(int c, char **v) { puts(c > 1 ? v[1] : "hello"); return 0; }\n';
const isRoot = process.getuid?.() === 0;

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'haze-odd-'));
  write('p.c', PLAIN);
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true });
  writeFileSync(join(folder, path), text);
}

interface Circumstances {
  readonly env?: NodeJS.ProcessEnv;
  readonly uid?: number;
  /** The file descriptor for standard error; if undefined, standard error is captured. */
  readonly stderr?: number;
  readonly stdin?: number;
}

function haze(words: readonly string[], { env = {}, uid, stdin, stderr: errors }: Circumstances = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    stdio: [stdin ?? 'ignore', 'pipe', errors ?? 'pipe'],
    timeout: scaleLimit(60_000),
    ...(uid !== undefined && { uid, gid: uid }),
  });
  return { status, stdout, stderr };
}

describe('words on the command line', () => {
  test.each([
    ['a program without its command', ['p.c'], /There is no command "p\.c"\. Did you mean haze run p\.c\?/],
    ['a misspelt command', ['rnu', 'p.c'], /"rnu"\. Did you mean haze run\?/],
    ['options before the command', ['--core', 'C0-S', 'run', 'p.c'], /Did you mean haze run … --core\?/],
    ['an abbreviated option', ['run', 'p.c', '--time'], /Did you mean --time-limit\?/],
    ['one dash instead of two', ['run', 'p.c', '-human'], /Did you mean --human\?/],
    ['a name that begins with a dash', ['run', '-x.c'], /For a file with that name, write \.\/-x\.c\./],
    ['a name that would clear the screen', ['run', 'a\u001b[2J.c'], /a\\u001b\[2J\.c/],
    ['an empty argument, as from an unset variable', ['run', ''], /One of the arguments is empty/],
    ['an empty argument of haze init', ['init', ''], /One of the arguments is empty/],
    [
      'an empty word after --outputs',
      ['run', 'p.c', '--outputs', ''],
      /--outputs needs a folder name, but it is empty/,
    ],
    ['options after two dashes, which are file names', ['run', '--', 'p.c', '--core'], /no file "--core"/],
    [
      'a module with the path of its source',
      ['build', 'p.c', '-o', 'p.c'],
      /"p\.c" is a source file, which the module/,
    ],
    ['an unknown host', ['serve', '--memory', '--host', 'no.such.invalid'], /--host/],
  ])('%s', (_name, words, message) => {
    const { status, stdout, stderr } = haze(words);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^haze: .*\n$/);
    expect([status, stdout]).toEqual([2, '']);
    expect(readdirSync(folder)).toEqual(['p.c']);
    expect(readFileSync(join(folder, 'p.c'), 'utf8')).toBe(PLAIN);
  });

  test.each(['-x.c', '@x.c', 'a \'b\' "c".c', 'a\\b.c', 'größe-数.c', 'a#b,c$HOME%s.c', 'a*[b].c'])(
    'a source with the name %s runs',
    (name) => {
      write(name, PLAIN);
      expect(haze(['run', '--', name])).toEqual({ status: 0, stdout: 'hello\n', stderr: '' });
    },
  );
});

describe('files', () => {
  test('files above the size limit are reported, including endless devices', () => {
    write('big.c', '');
    truncateSync(join(folder, 'big.c'), 3 * 2 ** 30);
    for (const words of [
      ['run', 'big.c'],
      ['run', 'p.c', '--inputs', 'in'],
    ]) {
      write('in/big', '');
      truncateSync(join(folder, 'in/big'), 3 * 2 ** 30);
      const { status, stderr } = haze(words);
      expect(stderr).toMatch(/^haze: ".*big.*" is larger than \d+ MB, the maximum that can be read\. .*\n$/);
      expect(status).toBe(2);
    }
    const endless = haze(['run', '/dev/zero', '--language', 'C']);
    expect(endless.stderr).toMatch(/^haze: "\/dev\/zero" is larger than 100 MB/);
  });

  test('files are read even if there are more of them than may be open at once', () => {
    for (let i = 0; i < 600; i++) write(`in/${i}`, `${i}`);
    const script = 'ulimit -n 80; exec "$0" "$1" run p.c --inputs in';
    const { status, stdout } = spawnSync('sh', ['-c', script, process.execPath, COMMAND], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect([status, stdout]).toEqual([0, 'hello\n']);
  });

  test('files that are included from elsewhere are reported with their location', () => {
    const program = `${PLAIN}/* */\n`;
    write('inc/top.h', 'int top;\n');
    write('sub/a.c', `#include "top.h"\n${program}`);
    expect(haze(['run', 'sub/a.c']).stderr).toContain(
      'haze: "top.h" is outside the program, at ../inc/top.h. Include it by its path: "../inc/top.h".\n',
    );
    write('sub/deep/b.h', 'int deep;\n');
    write('sub/b.c', `#include "b.h"\n${program}`);
    expect(haze(['run', 'sub/b.c']).stderr).toContain('Add -Ideep to CFLAGS in config.mk');
    write('sub/c.c', `#include <boost/config.hpp>\n${program}`);
    expect(haze(['run', 'sub/c.c']).stderr).toContain('"boost/config.hpp" is neither a compiler header');
    write('sub/d.f90', "program p\n  include 'x.inc'\nend program\n");
    expect(haze(['run', 'sub/d.f90']).stderr).toContain('haze: "x.inc"');
    write('dir/e.c', `#include "../inc/top.h"\n${program}`);
    expect(haze(['run', 'dir']).stderr).toContain('specify the source files instead of their folder');
  });

  test('a module is written either completely or not at all, and a link stays a link', () => {
    write('old.wasm', 'old');
    symlinkSync('old.wasm', join(folder, 'link.wasm'));
    write('broken.c', 'int main( {');
    expect(haze(['build', 'broken.c', '-o', 'link.wasm']).status).toBe(1);
    expect(readFileSync(join(folder, 'old.wasm'), 'utf8')).toBe('old');
    expect(haze(['build', 'p.c', '-o', 'link.wasm']).status).toBe(0);
    expect(WebAssembly.validate(readFileSync(join(folder, 'old.wasm')))).toBe(true);
    expect(readdirSync(folder).sort()).toEqual(['broken.c', 'link.wasm', 'old.wasm', 'p.c']);
    expect(haze(['build', 'p.c', '-o', '/dev/null'])).toMatchObject({ status: 0 });
  });

  test.skipIf(!existsSync('/dev/full'))(
    'a module that cannot be written for lack of space is reported with its path',
    () => {
      const { status, stderr } = haze(['build', 'p.c', '-o', '/dev/full']);
      expect(stderr).toMatch(
        /^haze: \/dev\/full: no space left on device \(ENOSPC\)\. Free some space there/,
      );
      expect(status).toBe(74);
    },
  );
});

describe.skipIf(!isRoot)('a user unknown to the system, without HOME', () => {
  const env = { HOME: undefined, HAZE_CACHE_DIR: undefined };
  const uid = 54_321;

  beforeEach(() => chmodSync(folder, 0o755));

  test('a user without HOME can build and run programs, and no files are kept', () => {
    expect(haze(['run', 'p.c'], { env, uid })).toEqual({ status: 0, stdout: 'hello\n', stderr: '' });
  });

  test('a user without HOME gets a hint about how to set the data location', () => {
    const { status, stderr } = haze(['serve', '--port', '0'], { env, uid });
    expect(stderr).toMatch(
      /^haze: This user has no home folder\. Specify where to keep data with --data-dir/,
    );
    expect(status).toBe(74);
    expect(haze(['cache'], { env, uid }).stderr).toContain('HAZE_CACHE_DIR');
  });
});

describe('a missing file that the program opens', () => {
  const reads = (name: string) =>
    `#include <stdio.h>\nint main(void) { FILE *f = fopen("${name}", "r"); if (f) puts("read"); else perror("${name}"); return !f; }\n`;

  beforeEach(() => write('data.csv', '1'));

  test('a missing file is reported with the option that supplies it, if the file is next to the source', () => {
    write('sub/r.c', reads('./t/data.csv'));
    write('sub/t/data.csv', '1');
    expect(haze(['run', 'sub/r.c'])).toEqual({
      status: 1,
      stdout: '',
      stderr:
        './t/data.csv: No such file or directory\nhaze: The program looked for "t/data.csv", which is not among its files. A program finds files in the --inputs folder: --inputs sub has this file.\n',
    });
    expect(haze(['run', 'sub/r.c', '--inputs', 'sub'])).toEqual({ status: 0, stdout: 'read\n', stderr: '' });
  });

  test('a missing file is reported with its path relative to the --inputs folder', () => {
    const path = join(folder, 'data.csv');
    write('q.c', reads(path));
    expect(haze(['run', 'q.c']).stderr).toContain(
      `The program looked for "${path}", which is not among its files. A program finds files in the --inputs folder, by their paths relative to that folder: with --inputs ${folder}, it is "data.csv".\n`,
    );
  });

  test.each(['explain', 'compare', 'run'])(
    'a missing file is reported by haze %s, for a folder and on every core',
    (command) => {
      write('project/main.c', reads('data.csv'));
      const words = command === 'run' ? ['--core', 'C0-Reference', '--runs', '3'] : [];
      expect(haze([command, 'project', ...words]).stderr).toContain(
        '"data.csv", which is not in "project/inputs". A program finds files in the --inputs folder: --inputs . has this file.',
      );
    },
  );

  test('a missing file is not reported if the program goes on to write it, but is reported if the program creates it and reads nothing', () => {
    const makes = (writes: string) =>
      `#include <stdio.h>\nint main(void) { FILE *f = fopen("data.csv", "r+"); if (!f) f = fopen("data.csv", "w+"); return ${writes}; }\n`;
    write('w.c', makes('fputs("2", f) < 0'));
    expect(haze(['run', 'w.c'])).toEqual({ status: 0, stdout: '', stderr: '' });
    write('e.c', makes('fgetc(f) == EOF'));
    expect(haze(['run', 'e.c'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('The program looked for "data.csv", which is not among its files.'),
    });
  });

  test('a missing file is not reported if the machine has no such file either', () => {
    write('n.c', reads('none.csv'));
    expect(haze(['run', 'n.c']).stderr).toBe('none.csv: No such file or directory\n');
  });
});

test('an empty HOME counts as absent, and nothing is written to the working directory', () => {
  expect(haze(['run', 'p.c'], { env: { HOME: '', HAZE_CACHE_DIR: undefined } }).status).toBe(0);
  expect(readdirSync(folder)).toEqual(['p.c']);
});

test.skipIf(!existsSync('/dev/full'))('a program continues when stderr has no space left', () => {
  const noise = 'fputs("some words that nobody reads\\n", stderr)';
  write(
    'noisy.c',
    `#include <stdio.h>\nint main(void) { for (int i = 0; i < 9; i++) ${noise}; return 3; }\n`,
  );
  const full = openSync('/dev/full', 'w');
  expect(haze(['run', 'noisy.c'], { stderr: full })).toMatchObject({ status: 3, stdout: '' });
});

test('haze doctor does not create a missing folder', () => {
  const { stdout } = haze(['doctor', '--port', '0', '--data-dir', join(folder, 'a/b')]);
  expect(stdout).toMatch(/^ok {5}data folder/m);
  expect(readdirSync(folder)).toEqual(['p.c']);
});

test('a folder as standard input is rejected', () => {
  const { status, stderr } = haze(['run', 'p.c'], { stdin: openSync(folder, 'r') });
  expect([status, stderr]).toEqual([
    2,
    'haze: Standard input is a folder. Give the program a file: < FILE\n',
  ]);
});

// Node's own call for creating nested folders never returns there.
test.skipIf(!existsSync('/proc/self'))(
  'a cache location where no folder can be created does not stop a command',
  () => {
    expect(haze(['run', 'p.c'], { env: { HAZE_CACHE_DIR: '/proc/nowhere' } })).toMatchObject({
      status: 0,
      stdout: 'hello\n',
    });
  },
);

describe('failures that would occur at the end are reported at the start and leave nothing behind', () => {
  test.each([
    [
      'the path of an export',
      ['serve', '--memory', '--port', '0', '--export-on-exit', 'no/f'],
      /^haze: no\/f: no/,
    ],
    [
      'the path of an export of haze exec',
      ['exec', '--export-on-exit', 'no/f', '--', 'echo', 'run'],
      /^haze: no\/f: no/,
    ],
    ['the path of a module', ['build', 'p.c', '-o', 'no/f'], /^haze: no\/f: no such file or directory/],
    [
      'the path of a report',
      ['docs', 'check', '.', '--junit', 'no/f'],
      /^haze: no\/f: no such file or directory/,
    ],
    [
      'a folder for outputs',
      ['run', 'p.c', '--outputs', 'p.c/out'],
      /^haze: The folder "p\.c\/out" cannot be used/,
    ],
    [
      'the URL of a repository',
      ['clone', 'nonsense', '--data-dir', 'd'],
      /^haze: "nonsense" is not the URL of a repository/,
    ],
    [
      'a forbidden host',
      ['clone', 'https://git.example/a/b', '--data-dir', 'd'],
      /^haze: Repositories are fetched only from .*, but https:\/\/git\.example\/a\/b is on another host/,
    ],
    [
      'an unreadable export',
      ['import', 'none', '--data-dir', 'd'],
      /^haze: The export "none" cannot be read/,
    ],
  ])('%s', (_name, words, message) => {
    const { status, stdout, stderr } = haze(words);
    expect(stderr).toMatch(message);
    expect(status).toBeOneOf([2, 74]);
    expect(stdout).toBe('');
    expect(readdirSync(folder)).toEqual(['p.c']);
  });
});

test('a server that cannot listen exits, even if it has already opened another address', () => {
  const port = '28379';
  const { status, stderr } = haze(['serve', '--memory', '--port', port, '--operations', port]);
  expect(stderr).toContain(`Cannot serve at 127.0.0.1:${port}: another program is already listening there.`);
  expect(status).toBe(2);
});
