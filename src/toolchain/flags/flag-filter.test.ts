import { describe, expect, test } from 'vitest';
import { splitShellWords } from '../sources/shell-words.ts';
import { filterCompileFlags, filterLinkFlags } from './flag-filter.ts';

const filter = (flags: string) =>
  filterCompileFlags({ words: splitShellWords(flags), owner: 'CFLAGS' }, 'src');
const filterLink = (flags: string) => filterLinkFlags({ words: splitShellWords(flags), owner: 'LDFLAGS' });

describe('compiler flags', () => {
  test.each(['-O', '-O0', '-O1', '-Og'])(
    '%s becomes -O1 with inlining, so that bits of numbers can be followed',
    (level) => {
      const remark = `${level} (CFLAGS) is replaced with -O1 -finline-functions, because Haze tracks the bits of a value only within functions.`;
      expect(filter(level)).toEqual({ kept: ['-O1', '-finline-functions'], remarks: [remark] });
    },
  );

  test.each([
    '-Os -Wall -Wextra -Werror',
    '-std=gnu11',
    '-DX -DY=1',
    '-D Z',
    '-Iinclude -I ../lib',
    '-include x.h',
    '-fno-exceptions',
    '-funroll-loops -fwrapv -fno-strict-aliasing',
    '-w -pedantic',
    '-J modules',
    '-x f77-cpp-input',
    '-isystem third/include',
    '-ffp-contract=off',
    '-fno-fast-math',
  ])('%s is passed on', (flags) => {
    expect(filter(flags)).toEqual({ kept: splitShellWords(flags), remarks: [] });
  });

  test.each([
    ['-march=native', 'it names a processor'],
    ['-mavx2', 'it names a processor'],
    ['-mfma', 'it names a processor'],
    [
      '-mrelaxed-simd',
      'the results of relaxed vector instructions depend on the processor; -msimd128 is accepted',
    ],
    ['-m32', '32-bit pointers'],
    ['-pthread', 'there are no threads'],
    ['-fopenmp', 'there are no threads'],
    ['-flto=thin', 'without optimisation across them'],
    ['-fPIC', 'one self-contained module'],
    ['-ffast-math', 'algebra'],
    ['-funsafe-math-optimizations', 'algebra'],
    ['-fno-signed-zeros', 'algebra'],
    ['-ffp-contract=fast', 'algebra'],
    ['-ffp-model=fast', 'algebra'],
    ['-fbuiltin', 'algebra'],
    ['-fno-builtin-sin', 'kept as calls anyway'],
    ['-g3', 'debug information'],
    ['-fsanitize=address', 'do not exist on this target'],
    ['--coverage', 'profiles'],
    ['-MMD', 'dependencies are tracked'],
    ['-c', 'the build itself decides'],
    ['-I/usr/local/include', 'not among the program’s files'],
    ['-I../..', 'is outside the program’s files'],
    ['-L../lib', 'found automatically'],
  ])('%s is dropped', (flag, reason) => {
    const { kept, remarks } = filter(`-O2 ${flag} -DX`);
    expect(kept).toEqual(['-O2', '-DX']);
    expect(remarks).toHaveLength(1);
    expect(remarks[0]).toContain(`dropped ${flag} (CFLAGS): `);
    expect(remarks[0]).toContain(reason);
  });

  test.each(['-MF x.d', '-o main', '-Xclang -ffast-math', '-mllvm -x', '-I /opt/include'])(
    '%s is dropped with its value',
    (flags) => {
      expect(filter(`${flags} -DX`)).toEqual({
        kept: ['-DX'],
        remarks: [expect.stringContaining(`dropped ${flags} (CFLAGS)`)],
      });
    },
  );

  test('-Ofast becomes -O3', () => {
    expect(filter('-Ofast').kept).toEqual(['-O3']);
  });

  test.each(['-E', '-S', '-x c++', '--target=x86_64', '-nostdlib', '-nostdinc++', '-mx32', '@flags.txt'])(
    '%s makes the build fail',
    (flags) => {
      expect(() => filter(flags)).toThrow(`CFLAGS has ${flags}, which cannot be honoured`);
    },
  );

  test('a word that is not a flag makes the build fail', () => {
    expect(() => filter('main.c')).toThrow('CFLAGS has "main.c", which is not a flag');
  });
});

describe('linker flags', () => {
  test('available libraries are passed on', () => {
    expect(filterLink('-lm -lstdc++ -l pthread')).toMatchObject({
      kept: ['-lm', '-lstdc++', '-lpthread'],
      remarks: [],
    });
  });

  test.each(['-lgsl', '-Llib', '-pthread', '-static', '-Wl,--gc-sections', '-Wl,-rpath,/x', '-O2', '-flto'])(
    '%s is dropped',
    (flag) => {
      const { kept, remarks } = filterLink(flag);
      expect(kept).toEqual([]);
      expect(remarks).toEqual([expect.stringContaining(`dropped ${flag} (LDFLAGS): `)]);
    },
  );

  test('a larger stack is accepted', () => {
    expect(filterLink('-Wl,-z,stack-size=33554432')).toMatchObject({ stackSizeBytes: 33554432, remarks: [] });
    expect(filterLink('-Wl,--stack,0x2000000').stackSizeBytes).toBe(0x2000000);
  });

  test.each(['-Wl,--wrap=malloc', '-Wl,--defsym=a=b', '-nostdlib', '-shared', '-T x.ld'])(
    '%s makes the build fail',
    (flags) => {
      expect(() => filterLink(flags)).toThrow('cannot be honoured');
    },
  );
});

test('-fopenmp is passed only to the Fortran front end', () => {
  const flags = { words: ['-fopenmp', '-fopenmp-simd'], owner: 'FFLAGS' };
  expect(filterCompileFlags(flags, '', 'Fortran').kept).toEqual(['-fopenmp']);
  expect(filterCompileFlags(flags, '', 'C').kept).toEqual([]);
});
