import { describe, expect, test } from 'vitest';
import { planBuild } from './build-plan.ts';
import type { BuildRequest } from './build-result.ts';

const C_DEFAULTS = ['-O2', '-Wall', '-Werror=implicit-function-declaration'];
const CXX_DEFAULTS = ['-O2', '-Wall', '-std=c++17'];

const pathsOf = (request: BuildRequest) =>
  planBuild(request).sources.map(({ path, language }) => `${path} ${language}`);
const plan = (configMk: string) => planBuild({ sources: { 'a.c': '', 'b.cpp': '' }, configMk });

test.each([
  ['CFLAGS = -O1 -g', true],
  ['OPTFLAGS = -gdwarf-4', true],
  ['CFLAGS = -g0 -gz', false],
  ['FFLAGS = -g', false],
  ['', false],
])('debug information depends on a flag for a language in use: "%s"', (configMk, expected) => {
  expect(plan(`${configMk}\n`).debug).toBe(expected);
});

describe('sources', () => {
  test('without config.mk, every source under the folder is built, and nothing outside it', () => {
    const sources = {
      'src/a.c': '',
      'src/sub/b.cc': '',
      'src/b.h': '',
      'lib/c.c': '',
      'src/d.txt': '',
      'src/m.f90': '',
    };
    expect(pathsOf({ sources, directory: 'src' })).toEqual([
      'src/a.c C',
      'src/m.f90 Fortran',
      'src/sub/b.cc C++',
    ]);
    expect(pathsOf({ sources, directory: './src/' })).toHaveLength(3);
  });
  test('SOURCES determines the sources and their order, even outside the build folder', () => {
    const sources = {
      'src/a.c': '',
      'src/z.c': '',
      'lib/c.cpp': '',
      'src/config.mk': 'SOURCES = z.c ../lib/c.cpp z.c\n',
    };
    expect(pathsOf({ sources, directory: 'src' })).toEqual(['src/z.c C', 'lib/c.cpp C++']);
  });
  test('an empty SOURCES counts as absent', () => {
    expect(pathsOf({ sources: { 'a.c': '', 'config.mk': 'SOURCES =\n' } })).toEqual(['a.c C']);
  });
  test('the text in the request takes precedence over the file', () => {
    const sources = { 'a.c': '', 'b.c': '', 'config.mk': 'SOURCES = a.c\n' };
    expect(pathsOf({ sources, configMk: 'SOURCES = b.c\n' })).toEqual(['b.c C']);
  });
  test('a request that specifies a language has a single source, regardless of its name and of SOURCES', () => {
    const request: BuildRequest = {
      sources: { 'main.c': '' },
      language: 'C++',
      configMk: 'SOURCES = other.c\n',
    };
    expect(pathsOf(request)).toEqual(['main.c C++']);
    expect(planBuild(request).remarks).toEqual(['SOURCES is not used: this build has only one source.']);
  });
  test.each<[string, BuildRequest, string]>([
    ['an empty program', { sources: {} }, 'The program is empty'],
    ['a program without a source', { sources: { 'a.h': '' } }, 'There is no source in the program'],
    [
      'a missing build folder',
      { sources: { 'a.c': '' }, directory: 'src' },
      'There is no source in the folder "src"',
    ],
    [
      'a missing source',
      { sources: { 'a.c': '', 'config.mk': 'X = 1\nSOURCES = nope.c\n' } },
      'config.mk:2: SOURCES names "nope.c", but there is no such file',
    ],
    [
      'a header in SOURCES',
      { sources: { 'a.h': '', 'config.mk': 'SOURCES = a.h\n' } },
      'config.mk:1: SOURCES names "a.h", whose suffix',
    ],
    [
      'a path outside the program',
      { sources: { 'a.c': '', 'config.mk': 'SOURCES = ../../a.c\n' } },
      'leads outside the program',
    ],
  ])('%s causes an error', (_name, request, message) => {
    expect(() => planBuild(request)).toThrow(message);
  });
});

describe('flags', () => {
  test('defaults come first, then OPTFLAGS, CPPFLAGS and the language’s flags', () => {
    const { sources } = plan('CFLAGS = -O1 -DC\nCXXFLAGS = -std=c++20\nCPPFLAGS = -DP\nOPTFLAGS = -O3\n');
    expect(sources.map(({ flags }) => flags)).toEqual([
      [...C_DEFAULTS, '-O3', '-DP', '-O1', '-finline-functions', '-DC'],
      [...CXX_DEFAULTS, '-O3', '-DP', '-std=c++20'],
    ]);
  });
  test('quotes follow shell rules', () => {
    expect(plan(`CFLAGS = -DNAME='"a b"' -DX=\\"y\\"\n`).sources[0]!.flags).toEqual([
      ...C_DEFAULTS,
      '-DNAME="a b"',
      '-DX="y"',
    ]);
  });
  test('each dropped flag is reported once', () => {
    const { remarks } = plan('CPPFLAGS = -march=native\nLDFLAGS = -lnope\nEXTRA_LIBS = -lm\n');
    expect(remarks).toEqual([
      expect.stringContaining('dropped -march=native (CPPFLAGS)'),
      expect.stringContaining('dropped -lnope (LDFLAGS)'),
    ]);
  });
  test('available libraries appear in the link command', () => {
    expect(plan('LDFLAGS = -lm\nEXTRA_LIBS = -lpthread\n').linkFlags).toEqual(['-lm', '-lpthread']);
  });
  test('a flag can enlarge the stack but not shrink it', () => {
    expect(plan('LDFLAGS = -Wl,-z,stack-size=1024\n').stackSizeBytes).toBe(8 * 1024 * 1024);
    expect(plan('LDFLAGS = -Wl,-z,stack-size=33554432\n').stackSizeBytes).toBe(33554432);
  });
  test.each([
    ['CFLAGS = `pkg-config --cflags x`\n', 'config.mk:1: CFLAGS runs a command'],
    ['X = 1\nLDFLAGS = $$(pkg-config --libs x)\n', 'config.mk:2: LDFLAGS runs a command'],
    ['CFLAGS = -DX="\n', 'The double quote'],
    ['CFLAGS = $(shell ls)\n', 'config.mk:1: the function $(shell …)'],
  ])('%j causes an error', (text, message) => {
    expect(() => plan(text)).toThrow(message);
  });
});
