import { expect, test } from 'vitest';
import { checkBuildOptions, checkModule, checkRunOptions, checkSources } from './check-options.ts';

const whyNot = (work: () => void) => {
  try {
    work();
    return 'nothing';
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${code}: ${message}`;
  }
};

test.each([
  [undefined, 'usage: build needs the text of a program, or files keyed by path, not undefined.'],
  [['int main;'], 'usage: build needs the text of a program, or files keyed by path, not a list.'],
  [
    new Date(),
    'usage: build needs the text of a program, or files keyed by path, not an object of the class Date.',
  ],
  [
    new Uint8Array(2),
    'usage: build needs text, or files keyed by path, not bytes: decode them, or name the file they belong to: { "main.c": bytes }.',
  ],
  [{ 'a.c': 5 }, 'usage: build: the file "a.c" must be text or bytes (a Uint8Array), not 5.'],
  [new Map([[5, '']]), 'usage: build: the path of a file must be text, not 5.'],
  ['', 'nothing'],
  [{ 'a.c': new Uint8Array(2) }, 'nothing'],
  [new Map([['a.c', '']]), 'nothing'],
  [Object.assign(Object.create(null), { 'a.c': '' }), 'nothing'],
])('valid sources are accepted, and others are rejected with a reason: %o', (sources, answer) => {
  expect(whyNot(() => checkSources(sources as never))).toBe(answer);
});

test.each([
  [{ langauge: 'C' }, 'usage: build: unknown option "langauge". Did you mean "language"?'],
  [{ only: 'a.c' }, 'usage: build: "only" is a list of strings, not "a.c".'],
  [{ form: 'round' }, 'usage: build: "form" is "fixed" or "free", not "round".'],
  [null, 'usage: build: options must be an object, not null.'],
  ['C++', 'usage: build: options must be an object, not "C++".'],
  [
    { signal: new AbortController() },
    'usage: build: "signal" is an AbortSignal (the signal of an AbortController), not an object of the class AbortController.',
  ],
  [{ language: undefined, signal: new AbortController().signal }, 'nothing'],
])('the build options %o are checked', (options, answer) => {
  expect(whyNot(() => checkBuildOptions(options as never))).toBe(answer);
});

test.each([
  [
    { files: ['a'] },
    'usage: run: "files" is an object or a Map of text or bytes (Uint8Array), keyed by path, not a list.',
  ],
  [{ arguments: [5] }, 'usage: run: "arguments" is a string or a list of strings, not a list.'],
  [
    { outputLimitBytes: Number.NaN },
    'usage: run: "outputLimitBytes" is a number of bytes, zero or more, not NaN.',
  ],
  [{ seed: '5' }, 'usage: run: "seed" is a whole number, not "5".'],
  [{ files: new Map([['a', 'x']]), arguments: ['a'], seed: 5n, sources: { x: 4 } }, 'nothing'],
])('valid run options are accepted, and others are rejected with a reason: %o', (options, answer) => {
  expect(whyNot(() => checkRunOptions('run', options as never))).toBe(answer);
});

test('passing a build result instead of its module causes a usage message', () => {
  expect(whyNot(() => checkModule('run', { ok: true, log: '', module: 0 } as never))).toBe(
    'usage: run needs the module from a build: built.module, if built.ok is true.',
  );
  expect(whyNot(() => checkModule('run', undefined as never))).toMatch(
    /^usage: run .* Check built\.ok first/,
  );
});
