// biome-ignore-all lint/suspicious/noTemplateCurlyInString: a reference of make may have curly brackets
// Expected values follow the GNU make manual (sections are named) and were compared with GNU make 4.3.
import { describe, expect, test } from 'vitest';
import { HazeError } from '../../errors/haze-error.ts';
import { type ConfigMkOptions, interpretConfigMk } from './config-mk.ts';

function expandedValue(name: string, text: string, options: ConfigMkOptions = {}): string {
  return interpretConfigMk(text, options).valueOf(name);
}

function errorOf(text: string, options: ConfigMkOptions = {}): string {
  try {
    const config = interpretConfigMk(text, options);
    for (const name of ['A', 'B', 'SOURCES']) config.valueOf(name);
  } catch (error) {
    if (error instanceof HazeError && error.code === 'config-mk') return error.message;
    throw error;
  }
  return 'no error';
}

const CHAIN = Array.from({ length: 40 }, (_, i) => `X${i} = $(X${i + 1})$(X${i + 1})\n`).join('');

test.each([
  ['recursive', `${CHAIN}X40 = a\nA = $(X0)\n`],
  ['empty', `${CHAIN}A = $(X0)\n`],
  ['simple', `A := a\n${'A := $(A)$(A)\n'.repeat(40)}`],
  ['appended', `A := a\n${'A += $(A)\n'.repeat(40)}`],
  ['nested', `A = ${'$('.repeat(20_000)}${')'.repeat(20_000)}\n`],
])('variables that double forty times, or nest deeply, are rejected immediately: %s', (_, text) => {
  expect(errorOf(text)).toMatch(/^config\.mk:\d+: the references expand to more than 10000000 characters/);
});

test('a substitution reference counts with the length of its result', () => {
  const words = `A := a\n${'A := $(A) $(A)\n'.repeat(16)}`;
  const text = `${words}B := $(A:a=${'x'.repeat(10_000)})\n`;
  expect(errorOf(text)).toMatch(/^config\.mk:18: the references expand to more than 10000000 characters/);
});

test.each([
  [
    'many patterns in a large folder',
    Array.from({ length: 4000 }, (_, i) => `f${i}.c`),
    `A := $(wildcard ${'x* '.repeat(4000)})\n`,
  ],
  [
    'folders combined through ".."',
    Array.from({ length: 100 }, (_, i) => `d${i}/f.c`),
    `A := $(wildcard ${'*/../'.repeat(8)}none)\n`,
  ],
])('the cost of a wildcard grows with the number of paths: %s', (_, paths, text) => {
  expect(errorOf(text, { paths })).toMatch(/^config\.mk:1: the references expand to more than 10000000/);
});

test('a long chain of variables is rejected', () => {
  const chain = Array.from({ length: 50_000 }, (_, i) => `X${i} = $(X${i + 1})\n`).join('');
  expect(errorOf(`${chain}A = $(X0)\n`)).toMatch(/more than 200 variables refer to each other in a chain/);
});

describe('assignments', () => {
  test('a recursive variable is expanded each time it is used', () => {
    expect(expandedValue('A', 'A = $(B)\nB = later\n')).toBe('later');
  });
  test('a simple variable is expanded once, when it is set', () => {
    expect(expandedValue('A', 'B = now\nA := $(B)\nB = later\n')).toBe('now');
    expect(expandedValue('A', 'B = now\nA ::= $(B)\nB = later\n')).toBe('now');
  });
  test('?= sets only unset variables; an empty value counts as set', () => {
    expect(expandedValue('A', 'A ?= one\nA ?= two\n')).toBe('one');
    expect(expandedValue('A', 'A =\nA ?= two\n')).toBe('');
    expect(expandedValue('A', 'A ?= $(B)\nB = late\n')).toBe('late');
  });
  test('+= appends after a single space and keeps the kind of the variable', () => {
    expect(expandedValue('A', 'A = x\nA += $(B)\nB = late\n')).toBe('x late');
    expect(expandedValue('A', 'B = early\nA := x\nA += $(B)\nB = late\n')).toBe('x early');
    expect(expandedValue('A', 'A += $(B)\nB = late\n')).toBe('late');
  });
  test('spaces around the operator are removed, but spaces at the end of a value stay', () => {
    expect(expandedValue('A', '  A\t=   x y  \n')).toBe('x y  ');
    expect(expandedValue('A', 'A=x\n')).toBe('x');
    expect(expandedValue('A', 'A = x # why\n')).toBe('x ');
  });
  test('variable names may be computed', () => {
    expect(expandedValue('my_flags', 'P = my\n$(P)_flags = -O1\n')).toBe('-O1');
  });
  test('before any rule, a line that begins with a tab is an assignment', () => {
    expect(expandedValue('A', '\tA = x\n')).toBe('x');
  });
  test('names that look like directives can be assigned', () => {
    expect(expandedValue('export', 'export = 1\n')).toBe('1');
    expect(expandedValue('ifdef', 'ifdef = 1\n')).toBe('1');
  });
  test('values may contain equal signs and colons', () => {
    expect(expandedValue('A', 'A = -DX=1 -DY:=2\n')).toBe('-DX=1 -DY:=2');
    expect(expandedValue('A', 'A += -DX=1\n')).toBe('-DX=1');
  });
});

describe('references', () => {
  test('references may have either kind of bracket or a single character, and $$ is a dollar sign', () => {
    expect(expandedValue('A', 'B = b\nA = $(B)${B}$B$$\n')).toBe('bbb$');
  });
  test('references nest', () => {
    expect(expandedValue('A', 'N = B\nB = C\nC = deep\nA = $($(N)) ${$($(N))}\n')).toBe('C deep');
  });
  test('an unset variable is empty', () => {
    expect(expandedValue('A', 'A = [$(NOPE)]\n')).toBe('[]');
  });
  test('references can substitute a suffix or a pattern', () => {
    const sources = 'S = a.c lib/b.c c.cpp\n';
    expect(expandedValue('A', `${sources}A = $(S:.c=.o)\n`)).toBe('a.o lib/b.o c.cpp');
    expect(expandedValue('A', `${sources}A = \${S:%.c=obj/%.o}\n`)).toBe('obj/a.o obj/lib/b.o c.cpp');
    expect(expandedValue('A', `${sources}X = .c\nA = $(S:$(X)=)\n`)).toBe('a lib/b c.cpp');
  });
  test('a variable that refers to itself causes an error', () => {
    expect(errorOf('A = $(A) x\n')).toMatch(/^config\.mk:1: the variable "A" refers to itself/);
    expect(errorOf('\nA = $(B)\nB = $(A)\n')).toMatch(/^config\.mk:2: the variable "A" refers to itself/);
  });
  test('a simple variable may use its own value', () => {
    expect(expandedValue('A', 'A := x\nA := $(A) y\n')).toBe('x y');
  });
  test('an unclosed reference causes an error', () => {
    expect(errorOf('A := $(B\n')).toContain('config.mk:1: the reference "$(B" is not closed');
  });
});

describe('lines', () => {
  test('a continuation and the spaces around it become a single space', () => {
    expect(expandedValue('A', 'A = a  \\\n\t  b\\\nc \\\n  d\n')).toBe('a b c d');
  });
  test('a backslash before an empty line ends the list', () => {
    expect(expandedValue('A', 'A = a \\\n    b \\\n\nB = c\n').trim()).toBe('a b');
    expect(expandedValue('B', 'A = a \\\n    b \\\n\nB = c\n')).toBe('c');
  });
  test('a backslash at the end of the file is dropped', () => {
    expect(expandedValue('A', 'A = a \\').trim()).toBe('a');
  });
  test('two backslashes at the end of a line are kept', () => {
    expect(expandedValue('A', 'A = a\\\\\nB = c\n')).toBe('a\\\\');
  });
  test('a backslash followed by spaces is reported', () => {
    expect(errorOf('A = a \\ \n  b\n')).toContain('config.mk:1: spaces follow the backslash');
  });
  test('comments may be continued, and number signs may be escaped', () => {
    expect(expandedValue('A', '# A = no\nA = yes\n')).toBe('yes');
    expect(expandedValue('A', 'A = yes\n# goes on \\\nA = no\n')).toBe('yes');
    expect(expandedValue('A', 'A = a\\#b\n')).toBe('a#b');
    expect(expandedValue('A', 'A = a\\\\#b\n')).toBe('a\\');
  });
  test('Windows line endings and a byte order mark are accepted', () => {
    expect(expandedValue('A', '\uFEFFA = a \\\r\n  b\r\nB = c\r\n')).toBe('a b');
  });
});

describe('wildcard', () => {
  const paths = [
    'src/main.c',
    'src/a.c',
    'src/.hidden.c',
    'src/sub/b.c',
    'src/sub/b.h',
    'lib/c.c',
    'src/x1.cpp',
    'src/x22.cpp',
  ];
  const options = { paths, directory: 'src' };
  test.each([
    ['*.c', 'a.c main.c'],
    ['sub/*.c', 'sub/b.c'],
    ['*/*.c', 'sub/b.c'],
    ['../lib/*.c', '../lib/c.c'],
    ['./*.c', './a.c ./main.c'],
    ['x?.cpp', 'x1.cpp'],
    ['x[0-9]*.cpp', 'x1.cpp x22.cpp'],
    ['[!m]*.c', 'a.c'],
    ['.*.c', '.hidden.c'],
    ['main.c nope.c sub', 'main.c sub'],
    ['*.f', ''],
    ['../../*.c', ''],
  ])('%s', (pattern, expected) => {
    expect(expandedValue('A', `A = $(wildcard ${pattern})\n`, options)).toBe(expected);
  });
  test('the argument of wildcard may contain references', () => {
    expect(expandedValue('A', 'D = sub\nA := $(wildcard $(D)/*.c *.cpp)\n', options)).toBe(
      'sub/b.c x1.cpp x22.cpp',
    );
  });
});

describe('conditionals', () => {
  const choose = (condition: string, before = '') =>
    expandedValue('A', `${before}\n${condition}\nA = yes\nelse\nA = no\nendif\n`);
  test.each([
    ['ifeq (a,a)', 'yes'],
    ['ifeq (a, a)', 'yes'],
    ['ifeq (a ,b)', 'no'],
    ["ifeq 'a' 'a'", 'yes'],
    ['ifeq "a" \'a\'', 'yes'],
    ['ifneq ($(V),x)', 'no'],
    ['ifeq ($(V),x)', 'yes'],
    ['ifeq ($(NOPE),)', 'yes'],
    ['ifeq ((a,b),(a,b))', 'yes'],
    ['ifdef V', 'yes'],
    ['ifdef EMPTY', 'no'],
    ['ifdef INDIRECT', 'yes'],
    ['ifndef NOPE', 'yes'],
    ['ifdef $(NOPE)', 'no'],
    ['  ifdef V  # why', 'yes'],
  ])('%s', (condition, expected) => {
    // Manual, "Syntax of Conditionals": ifdef tests whether the variable has a value, without expanding it.
    expect(choose(condition, 'V = x\nEMPTY =\nINDIRECT = $(EMPTY)')).toBe(expected);
  });
  test('else may be followed by a condition', () => {
    const text = (v: string) =>
      `V = ${v}\nifeq ($(V),1)\nA = one\nelse ifeq ($(V),2)\nA = two\nelse\nA = many\nendif\n`;
    expect(['1', '2', '3'].map((v) => expandedValue('A', text(v)))).toEqual(['one', 'two', 'many']);
  });
  test('conditionals can be nested, and skipped lines are not parsed', () => {
    const text =
      'ifdef NOPE\nifeq (broken\nA = $(shell ls)\nall: x\nA != ls\nelse\nA = 1\nendif\nelse\nA = 2\nendif\n';
    expect(expandedValue('A', text)).toBe('2');
  });
  test.each([
    ['ifdef V\nA = 1\n', 'config.mk:1: this conditional is not closed'],
    ['endif\n', 'config.mk:1: "endif" has no preceding ifeq'],
    ['else\n', 'config.mk:1: "else" has no preceding ifeq'],
    ['ifdef V\nelse\nelse\nendif\n', 'config.mk:3: a conditional can have only one "else"'],
    ['ifeq a b\nendif\n', 'config.mk:1: ifeq needs two values'],
    ['ifeq (a b)\nendif\n', 'config.mk:1: ifeq needs two values'],
    ['ifdef A B\nendif\n', 'config.mk:1: ifdef needs the name of one variable'],
  ])('%j causes an error', (text, message) => {
    expect(errorOf(text)).toContain(message);
  });
});

describe('unsupported make features are rejected, with their line', () => {
  test.each([
    ['all: main.o\n', 'rules are not supported ("all: main.o")'],
    ['A = 1\n%.o: %.c\n', 'config.mk:2: rules are not supported'],
    ['include common.mk\n', '"include" is not supported'],
    ['-include common.mk\n', '"-include" is not supported'],
    ['define X\n', '"define" is not supported'],
    ['export A\n', '"export" is not supported'],
    ['export A = 1\n', '"export" is not supported'],
    ['override A = 1\n', '"override" is not supported'],
    ['unexport A\n', '"unexport" is not supported'],
    ['A != ls\n', 'the assignment "!=" is not supported'],
    ['A :::= x\n', 'the assignment ":::=" is not supported'],
    ['A = $(shell ls)\n', 'the function $(shell …) is not supported'],
    ['A := $(patsubst %.c,%.o,$(S))\n', 'the function $(patsubst …) is not supported'],
    ['$(info hello)\n', 'the function $(info …) is not supported'],
    ['just words\n', '"just words" is neither an assignment nor a conditional'],
    ['= x\n', 'there is no name before the assignment'],
  ])('%j', (text, message) => {
    expect(errorOf(text)).toContain(message);
  });
});

test('an error includes its file and line as data', () => {
  try {
    interpretConfigMk('\n\ninclude x\n', { file: 'src/config.mk' });
    expect.unreachable();
  } catch (error) {
    expect((error as HazeError).data).toEqual({ file: 'src/config.mk', line: 3 });
  }
});
