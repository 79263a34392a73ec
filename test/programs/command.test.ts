// The `haze` command as a user sees it: a separate process with real files, streams and exit statuses.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { recordType } from '../../src/store/contract/store.ts';
import { openFolderStore } from '../../src/store/folder/folder-store.ts';

const COMMAND = fileURLToPath(new URL('../../dist/src/packed/haze.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'haze-command-'));

function write(path: string, text: string): string {
  const target = join(folder, path);
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, text);
  return target;
}

function haze(words: readonly string[], input = '', env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...words], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, ...env },
    maxBuffer: 1 << 28,
  });
  return { status, stdout, stderr };
}

const hello = write('hello.c', '#include <stdio.h>\nint main(void) { puts("hello"); return 4; }\n');

test.skipIf(process.platform === 'win32')('the built command is executable', () => {
  expect(statSync(COMMAND).mode & 0o111).toBe(0o111);
});

test.skipIf(process.platform === 'win32')('isatty and fstat distinguish pipes from files', () => {
  const source = `#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  for (int i = 0; i < 3; i++) {
    struct stat s;
    fstat(i, &s);
    errno = 0;
    int terminal = isatty(i), why = errno;
    fprintf(stderr, "%d: %d %d fifo %d file %d chr %d\\n", i, terminal, why == ENOTTY, S_ISFIFO(s.st_mode), S_ISREG(s.st_mode), S_ISCHR(s.st_mode));
  }
  errno = 0;
  long at = fseek(stdin, 0, SEEK_SET);
  char word[20] = "";
  if (at == 0 && fscanf(stdin, "%19s", word) == 1) {
    long after = ftell(stdin);
    rewind(stdin);
    fprintf(stderr, "%s %ld %c ", word, after, fgetc(stdin));
    struct stat s;
    fstat(0, &s);
    fseek(stdin, -2, SEEK_END);
    long place = ftell(stdin);
    fprintf(stderr, "%d %c ", place == s.st_size - 2, fgetc(stdin));
  }
  fprintf(stderr, "%ld %d\\n", at, errno == ESPIPE);
}
`;
  const path = write('streams.c', source);
  const pipe = 'fifo 1 file 0 chr 0';
  const file = 'fifo 0 file 1 chr 0';
  expect(haze(['run', 'streams.c'], '1 2').stderr).toBe(
    `0: 0 1 ${pipe}\n1: 0 1 ${pipe}\n2: 0 1 ${pipe}\n-1 1\n`,
  );
  const [input, output] = [openSync(path, 'r'), openSync(join(folder, 'streams.txt'), 'w')];
  const { stderr } = spawnSync(process.execPath, [COMMAND, 'run', 'streams.c'], {
    cwd: folder,
    encoding: 'utf8',
    stdio: [input, output, 'pipe'],
  });
  expect(stderr).toBe(`0: 0 1 ${file}\n1: 0 1 ${file}\n2: 0 1 ${pipe}\n#include 8 # 1 } 0 0\n`);
});

test('a folder’s signaloid.yaml chooses the core and the values that haze compare shows side by side', () => {
  const source = `#include <stdio.h>
#include <stdlib.h>
#include <uxhw.h>
int main(int argc, char **argv) {
  double x = UxHwDoubleGaussDist(1, 2), y = UxHwDoubleUniformDist(0, 1);
  if (argc < 3 || atoi(argv[2]) == 0) printf("x %lf\\n", x);
  if (argc < 3 || atoi(argv[2]) == 1) printf("y %lf\\n", y);
}
`;
  write('settings/src/main.c', source);
  const cores =
    'MinimumCore: { Microarchitecture: Athens, CorrelationTracking: Autocorrelation, Precision: 128 }\n';
  const values = `BenchmarkingVariables:
  - { VariableName: x, VariableDescription: The first, CommandLineArguments: -S 0 }
  - { VariableName: y, CommandLineArguments: -S 1 }
`;
  write('settings/signaloid.yaml', cores + values);
  const needed = 'haze: signaloid.yaml needs at least C0-M+; use --core NAME to choose another core\n';
  const ran = haze(['run', 'settings', '--stats']);
  expect(ran.stderr).toContain(needed);
  const ux = (text: string) => text.match(/Ux[0-9A-F]+/g)!.map(({ length }) => length);
  const onS = haze(['run', 'settings', '--core', 'C0-S+']);
  expect(onS.stderr).toBe('');
  expect(ux(ran.stdout)[0]).toBeGreaterThan(ux(onS.stdout)[0]!);
  const { stdout, stderr } = haze(['compare', 'settings', '--runs', '200']);
  expect(stderr).toBe(needed);
  expect(stdout.match(/^.*--args.*$|^[xy] .*$/gm)!.map((line) => line.slice(0, 22).trimEnd())).toEqual([
    'The first, with --args',
    expect.stringMatching(/^x {2,}/),
    'y, with --args "-S 1"',
    expect.stringMatching(/^y {2,}/),
  ]);
});

describe('haze run', () => {
  test("haze run passes on the program's streams and exit status", () => {
    expect(haze(['run', hello])).toEqual({ status: 4, stdout: 'hello\n', stderr: '' });
  });

  test('haze run handles arguments, standard input, input files and output files', () => {
    write('in/table.csv', '1.5,2.5\n');
    const source = write(
      'copy.c',
      `#include <stdio.h>
int main(int argc, char **argv) {
  double a, b;
  char word[20];
  FILE *in = fopen("table.csv", "r"), *out = fopen("sum.txt", "w");
  if (fscanf(in, "%lf,%lf", &a, &b) != 2 || scanf("%19s", word) != 1) return 1;
  fprintf(out, "%d %s %s", argc, argv[2], word);
  printf("%P.2f\\n", a + b);
  return fclose(out);
}`,
    );
    const words = ['run', source, '--args', '-x "two words"', '--inputs', 'in', '--outputs', 'out'];
    expect(haze(words, 'typed\n')).toEqual({ status: 0, stdout: '4.00\n', stderr: '' });
    expect(readFileSync(join(folder, 'out/sum.txt'), 'utf8')).toBe('3 two words typed');
  });

  test('haze run builds several sources with a header next to them, and flags from a config.mk', () => {
    write('many/twice.h', 'int twice(int);\n');
    write('many/other.c', 'this file is in no SOURCES and must not be compiled\n');
    const main = write(
      'many/main.c',
      '#include <stdio.h>\n#include "twice.h"\nint main(void) { printf("%d\\n", twice(NUMBER)); }\n',
    );
    const twice = write('many/twice.c', '#include "twice.h"\nint twice(int x) { return 2 * x; }\n');
    const config = write('many/config.mk', 'SOURCES = main.c \\\n\ttwice.c\nCFLAGS += -DNUMBER=21\n');
    expect(haze(['run', main, twice, '--config-mk', config])).toEqual({
      status: 0,
      stdout: '42\n',
      stderr: '',
    });
  });

  test('included files are found with any suffix, next to the folder, and through links', () => {
    write('around/shared/scale.h', '#include "base.h"\n#define SCALE (2 * BASE)\n');
    write('around/real/base.h', '#define BASE 3\n');
    symlinkSync('../real/base.h', join(folder, 'around/shared/base.h'));
    write('around/main/half.c', 'static int half(int x) { return x / 2; }\n');
    write('around/main/table.csv', '5, 8\n');
    write('around/data/real.txt', '30\n');
    mkdirSync(join(folder, 'around/inputs'));
    symlinkSync('../data', join(folder, 'around/inputs/linked'));
    const source = write(
      'around/main/main.c',
      `#include "../shared/scale.h"
#include "half.c"
#include <stdio.h>
int table[] = {
#include "table.csv"
};
int main(void) {
  int n = 0;
  fscanf(fopen("linked/real.txt", "r"), "%d", &n);
  printf("%d\\n", n + SCALE + half(table[1]));
  unknown;
}
`,
    );
    const words = ['run', source, '--inputs', 'around/inputs'];
    // Messages contain filenames relative to the folder passed as the argument.
    expect(haze(words).stderr).toContain('\nmain.c:11:3: error: ');
    write('around/main/main.c', readFileSync(source, 'utf8').replace('  unknown;\n', ''));
    expect(haze(words)).toEqual({ status: 0, stdout: '40\n', stderr: '' });
    write('around/shared/parts.inc', 'integer :: k = 7\n');
    const fortran = write(
      'around/main/main.f90',
      "program p\ninclude '../shared/parts.inc'\nprint '(i0)', k\nend program\n",
    );
    expect(haze(['run', fortran])).toEqual({ status: 0, stdout: '7\n', stderr: '' });
  });

  test('haze run builds a Fortran project with parameterised types in several files', () => {
    write(
      'typed/src/z_types.f90',
      `module types
  type :: vector(k, n)
    integer, kind :: k = kind(1.0d0)
    integer, len :: n
    real(k) :: v(n)
  end type
end module
`,
    );
    write(
      'typed/src/m_steps.f90',
      `module steps
  use types
contains
  subroutine double(x)
    type(vector(n=*)), intent(inout) :: x
    x%v = 2 * x%v
  end subroutine
end module
`,
    );
    write(
      'typed/src/a_main.f90',
      `program main
  use types
  use steps, only: double
  use uxhw
  type(vector(n=3)) :: x
  type(vector(n=:)), allocatable :: y
  x%v = [1.0d0, 2.0d0, ux_gauss(3.0d0, 0.1d0)]
  call double(x)
  allocate (vector(n=2) :: y)
  y%v = x%v(2:3)
  print '(i0, 1x, i0)', x%n, y%n
  print *, sum(y%v)
end program
`,
    );
    const { status, stdout, stderr } = haze(['run', 'typed', '--human', '--core', 'c0-s']);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^3 2\n +10\.0+ ± 0\.200 /);
  });

  test('--stats adds one line of JSON with the documented fields', () => {
    const { stderr } = haze(['run', hello, '--stats', '--core', 'c0-xs']);
    expect(Object.keys(JSON.parse(stderr))).toEqual([
      'BuildTimeInMilliseconds',
      'BuildSizeInBytes',
      'ExecutionTimeInMilliseconds',
      'HookCalls',
      'Records',
    ]);
  });

  test('--human shows a distribution as a number, a deviation and a density', () => {
    const source = write(
      'gauss.c',
      '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("x = %.2f m, n = %.1f", UxHwDoubleGaussDist(3, 0.5), 2.0); }\n',
    );
    const { stdout } = haze(['run', source, '--core', 'C0-S', '--human']);
    expect(stdout).toMatch(/^x = 3\.00 ± 0\.500 [ ▁▂▃▄▅▆▇█]+ m, n = 2\.0$/);
  });

  test('equal seeds give equal output, and different seeds give different output', () => {
    const source = write(
      'sample.c',
      '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%Pf\\n", UxHwDoubleSample(UxHwDoubleGaussDist(0, 1))); }\n',
    );
    const draw = (seed: string) => haze(['run', source, '--core', 'C0-S', '--seed', seed]).stdout;
    expect(draw('5')).toBe(draw('5'));
    expect(draw('5')).not.toBe(draw('6'));
  });

  test('seeds beyond 64 bits are rejected', () => {
    for (const seed of ['-1', '18446744073709551616', '1.5', '0x10000000000000000'])
      expect(haze(['run', hello, `--seed=${seed}`])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining('takes an integer from 0 to 2⁶⁴ − 1'),
      });
    for (const seed of ['18446744073709551615', '0xffffffffffffffff', '0'])
      expect(haze(['run', hello, '--seed', seed])).toMatchObject({ status: 4, stderr: '' });
  });

  test.skipIf(process.platform === 'win32')('a name that is not UTF-8 is rejected with advice', () => {
    const name = Buffer.concat([
      Buffer.from(join(folder, 'odd/caf')),
      Buffer.from([0xe9]),
      Buffer.from('.c'),
    ]);
    mkdirSync(join(folder, 'odd'), { recursive: true });
    writeFileSync(name, 'int main(void) { return 0; }\n');
    expect(haze(['run', 'odd']).stderr).toContain(
      'Its name is not UTF-8, and Node cannot open it. Rename it.',
    );
  });

  test('a program’s files are delivered even if it is stopped by the time limit or a signal', async () => {
    const source = write(
      'endless.c',
      `#include <stdio.h>
#include <unistd.h>
int main(void) {
  FILE *closed = fopen("closed.txt", "w"), *temporary = fopen("temporary", "w"), *open;
  fputs("data\\n", closed);
  fclose(closed);
  fputs("other\\n", temporary);
  fclose(temporary);
  rename("temporary", "renamed.txt");
  closed = fopen("closed.txt", "a");
  fputs("more\\n", closed);
  fclose(closed);
  fclose(fopen("removed", "w"));
  remove("removed");
  puts("written");
  fflush(stdout);
  for (;;) {}
}
`,
    );
    const files = { 'closed.txt': 'data\nmore\n', 'renamed.txt': 'other\n' };
    const delivered = (name: string) => {
      const names = readdirSync(join(folder, name));
      return Object.fromEntries(names.map((one) => [one, readFileSync(join(folder, name, one), 'utf8')]));
    };
    expect(haze(['run', source, '--outputs', 'limited', '--time-limit', '1'])).toMatchObject({ status: 124 });
    expect(delivered('limited')).toEqual(files);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const child = spawn(process.execPath, [COMMAND, 'run', source, '--outputs', signal], { cwd: folder });
      await once(child.stdout, 'data');
      child.kill(signal);
      expect(await once(child, 'exit')).toEqual([null, signal]);
      expect(delivered(signal)).toEqual(files);
    }
  });

  test('--human prints means on a Reference core in the program’s number format', () => {
    const source = write(
      'form.c',
      `#include <stdio.h>
#include <uxhw.h>
int main(void) { double x = UxHwDoubleUniformDist(1, 3); printf("%.6f %+.1e %.0f\\n", x, x * 1000, x * 1e6); }
`,
    );
    const { stdout } = haze(['run', source, '--core', 'C0-Reference', '--runs', '200', '--human']);
    const means = [...stdout.matchAll(/(\S+) ± [\d.e+]+ [▁-█ ]+/g)].map(([, mean]) => mean);
    expect(means).toEqual([
      expect.stringMatching(/^[12]\.\d{6}$/),
      expect.stringMatching(/^\+[12]\.\d+e\+03$/),
      expect.stringMatching(/^\d{7}$/),
    ]);
  });

  test('the core, seed and limits can also come from the environment and from a file', () => {
    const source = write(
      'said.c',
      '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%g\\n", UxHwDoubleSample(UxHwDoubleUniformDist(0, 1))); }\n',
    );
    const drawn = haze(['run', source, '--core', 'C0-S', '--seed', '6']).stdout;
    expect(drawn).not.toBe('');
    const said = { HAZE_CORE: 'C0-S', HAZE_SEED: '6', HAZE_RUNS: '5', HAZE_LANES: '256' };
    expect(haze(['run', source], '', said)).toMatchObject({ stdout: drawn, stderr: '' });
    const config = ['--config', write('said.json', '{"core": "C0-S", "seed": 7, "port": 1}')];
    expect(haze(['run', source, ...config], '', { HAZE_SEED: '6' }).stdout).toBe(drawn);
    expect(haze(['run', source, ...config]).stdout).not.toBe(drawn);
    expect(haze(['run', source], '', { HAZE_CORE: 'C9' }).stderr).toContain('There is no core "C9"');
    expect(haze(['compare', source], '', { HAZE_TIME_LIMIT: 'soon' }).stderr).toBe(
      'haze: HAZE_TIME_LIMIT=soon: this option takes a number above zero. See haze compare --help.\n',
    );
  });

  test('--plain runs without distributions', () => {
    const source = write(
      'half.c',
      '#include <stdio.h>\n#include <uxhw.h>\nint main(void) { printf("%g\\n", UxHwDoubleGaussDist(3, 0.5) / 2); }\n',
    );
    expect(haze(['run', source, '--plain'])).toEqual({ status: 0, stdout: '1.5\n', stderr: '' });
  });

  test('a time limit of several years works, even though timers cannot be that long', () => {
    expect(haze(['run', hello, '--time-limit', '1e9'])).toEqual({ status: 4, stdout: 'hello\n', stderr: '' });
  });

  test('haze run accepts a source whose name begins with a dash', () => {
    write('-dash.c', '#include <stdio.h>\nint main(void) { puts("dash"); }\n');
    expect(haze(['run', './-dash.c'])).toEqual({ status: 0, stdout: 'dash\n', stderr: '' });
  });

  test('haze run accepts a C++ program in a file without a C++ suffix', () => {
    const source = write('program.txt', '#include <iostream>\nint main() { std::cout << "from C++\\n"; }\n');
    expect(haze(['run', source, '--language', 'c++']).stdout).toBe('from C++\n');
  });
});

describe('haze build', () => {
  test('haze build writes the linked module', () => {
    const { status } = haze(['build', hello, '-o', 'hello.wasm']);
    expect(status).toBe(0);
    expect(WebAssembly.validate(readFileSync(join(folder, 'hello.wasm')))).toBe(true);
  });
});

describe('invalid arguments are reported without other output', () => {
  const broken = write('broken.c', 'int main(void) { return oops; }\n');
  const empty = write('empty.c', '');
  symlinkSync('gone.c', join(folder, 'link.c'));
  test.each([
    ['an unknown core', ['run', hello, '--core', 'C9'], /^haze: There is no core "C9".*C0-S\+/, 2],
    ['an unknown language', ['run', hello, '--language', 'COBOL'], /^haze: .*"COBOL".*C, C\+\+/, 2],
    ['a missing file', ['run', 'nowhere.c'], /^haze: There is no file "nowhere\.c"\.$/m, 2],
    [
      'a misspelt file',
      ['run', 'borken.c'],
      /^haze: There is no file "borken\.c"\. Did you mean broken\.c\?/,
      2,
    ],
    [
      'a broken link',
      ['run', 'link.c'],
      /^haze: There is no file "link\.c"\. It is a link to "gone\.c", which does not exist\.$/m,
      2,
    ],
    [
      'a missing folder',
      ['run', 'no/x.c'],
      /^haze: There is no file "no\/x\.c"\. The folder "no" does not exist/,
      2,
    ],
    [
      'a module',
      ['run', write('module.wasm', '')],
      /"module\.wasm" is a module, and only sources can be built/,
      1,
    ],
    ['no file', ['run'], /^haze: Specify at least one source file/, 2],
    [
      'an unknown option',
      ['run', hello, '--fast'],
      /^haze: Unknown option '--fast'\. See haze run --help\./,
      2,
    ],
    [
      'a time limit that is not a number',
      ['run', hello, '--time-limit', 'soon'],
      /^haze: --time-limit soon: this option takes a number above zero/,
      2,
    ],
    ['an unknown command', ['fly'], /^haze: There is no command "fly"/, 2],
    ['an unbalanced quote in --args', ['run', hello, '--args', '"x'], /^haze: .*quot/, 2],
    [
      'a source that does not compile',
      ['run', broken],
      /broken\.c:1:25: error: use of undeclared identifier 'oops'/,
      1,
    ],
    ['an empty program', ['run', empty], /main/, 1],
    [
      'an invalid number of runs',
      ['run', hello, '--core', 'C0-Reference', '--runs', 'many'],
      /^haze: --runs many: this option takes a whole number from 1 to 10000000/,
      2,
    ],
    [
      'a number of runs on a core that runs once',
      ['run', hello, '--runs', '5'],
      /^haze: C0-Joint runs a program only once/,
      2,
    ],
    ['a file for --outputs', ['run', hello, '--outputs', hello], /^haze: --outputs needs a folder, but/, 2],
    [
      'a module without an output path',
      ['build', hello, '-o', 'nowhere/x.wasm'],
      /no such file or directory/,
      74,
    ],
    ['arguments for a command without arguments', ['cores', 'all'], /^haze: haze cores takes no files/, 2],
    [
      'an invalid port',
      ['doctor', '--port', 'abc'],
      /^haze: --port abc: this option takes a whole number from 0 to 65535/,
      2,
    ],
    [
      'a missing folder of inputs',
      ['run', hello, '--inputs', 'nowhere'],
      /^haze: There is no folder "nowhere"/,
      2,
    ],
  ] as const)('%s', (_name, words, message, exitStatus) => {
    const { status, stdout, stderr } = haze(words);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).toBe('');
    expect(status).toBe(exitStatus);
  });
});

test('haze cores lists the cores with their identifiers', () => {
  expect(haze(['cores']).stdout).toMatch(/^C0-S\+ .*cor_b21e4de9927158c1a5b603c2affb8a09$/m);
  expect(JSON.parse(haze(['cores', '--json']).stdout)).toHaveLength(30);
});

test('haze --version and --help print to stdout', () => {
  expect(haze(['--version']).stdout).toMatch(/^haze \d+\.\d+\.\d+\n$/);
  expect(haze(['--help']).stdout).toMatch(/^ {2}run +build a program and run it$/m);
  expect(haze(['run', '--help']).stdout).toContain('haze run FILE…');
});

describe('haze doctor', () => {
  test('haze doctor reports that every part is in order', () => {
    const { status, stdout } = haze(['doctor', '--port', '0', '--data-dir', join(folder, 'data')]);
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => line.slice(7, 19).trimEnd())).toEqual([
      'Node',
      'WebAssembly',
      'C',
      'Fortran',
      'playground',
      'data folder',
      'port',
    ]);
    // The program tests do not build the pages, so the line about the playground may report a problem.
    expect(lines.filter((line) => !line.startsWith('ok') && !line.includes('playground'))).toEqual([]);
    expect(status).toBe(lines.every((line) => line.startsWith('ok')) ? 0 : 1);
  });

  test('haze doctor reports a damaged data folder, and repairs its readable records', async () => {
    const data = join(folder, 'damaged');
    const notes = recordType<object>('note');
    const insert = async (ids: readonly string[]) => {
      const store = await openFolderStore(join(data, 'store'));
      for (const id of ids) {
        const body = { text: `text of ${id}` };
        await store.transaction((tx) => tx.insert(notes, { id, owner: 'ann', createdAt: 1, body }));
      }
      await store.close();
    };
    await insert(['a', 'b', 'c']);
    const database = join(data, 'store', 'haze.db');
    const bytes = readFileSync(database);
    bytes[bytes.indexOf('text of b')]! ^= 1;
    writeFileSync(database, bytes);
    expect(haze(['doctor', '--port', '0', '--data-dir', data]).stdout).toMatch(
      /WRONG {2}data folder .*The record "b" of the kind "note" is damaged.*haze doctor --repair/,
    );
    const repaired = haze(['doctor', '--repair', '--data-dir', data]);
    expect(repaired.stdout).toMatch(
      /^ok {5}data folder .* contains 2 records and 0 stored files; The record "b" .* is damaged/,
    );
    expect(repaired.status).toBe(0);
    await insert(['b']);
    expect(haze(['doctor', '--repair', '--data-dir', join(folder, 'none')]).stdout).toMatch(
      /^WRONG .*no Haze data/,
    );
  });

  test('haze doctor reports a fault together with its remedy', () => {
    write('file', '');
    const { status, stdout } = haze(['doctor', '--port', '0', '--data-dir', join(folder, 'file/data')]);
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^WRONG {2}data folder .* cannot be used: a part of its path is a file \(ENOTDIR\)\. Specify another folder/m,
    );
  });
});

test('--help after a command describes the command', () => {
  for (const words of [
    ['clone', '--help'],
    ['help', 'clone'],
    ['clone', '-h'],
  ]) {
    expect(haze(words).stdout).toMatch(/^ {2}haze clone URL [\s\S]*\n {2}--branch NAME {2}/);
  }
});

test('haze serve --help shows the three spellings of each option', () => {
  const { stdout } = haze(['serve', '--help']);
  expect(stdout).toMatch(/^ {2}haze serve /);
  expect(stdout).toMatch(/^ {2}--data-dir DIR [^[]*\[HAZE_DATA_DIR,\s+"dataDir"\]$/m);
  expect(haze(['help', 'serve']).stdout).toBe(stdout);
  expect(haze(['exec', '--seed', '1', '--help']).stdout).toMatch(/^ {2}haze exec /);
});

test.skipIf(!existsSync('/dev/full'))('if the disk behind stdout is full, one line reports this', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(process.execPath, [COMMAND, 'run', hello], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  expect(stderr).toMatch(/^haze: stdout: no space left on device \(ENOSPC\)\. Free some space there.*\n$/);
  expect(status).toBe(74);
});
