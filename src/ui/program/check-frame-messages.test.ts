import { expect, test } from 'vitest';
import { checkThemeValue, maybeFromFrame, maybeToFrame } from './check-frame-messages.ts';

test('a frame accepts known attributes, but no URL', () => {
  const attributes = {
    core: 'C0-S',
    seed: 3,
    lang: 'de',
    src: 'https://site.example/private.txt',
    toolchain: 'x',
  };
  const files = { 'a.h': 'int a;' };
  const message = maybeToFrame({ haze: 'show', source: 'int x;', files, problem: '', attributes });
  expect(message).toEqual({
    haze: 'show',
    source: 'int x;',
    files,
    problem: '',
    attributes: {
      core: 'C0-S',
      language: null,
      editable: null,
      arguments: null,
      stdin: null,
      seed: null,
      label: null,
      controls: null,
      compact: null,
      file: null,
      margin: null,
      lang: 'de',
      dir: null,
    },
  });
});

test.each([
  undefined,
  'run',
  [],
  { haze: 'fetch' },
  { haze: 'show', source: {}, problem: '' },
  { haze: 'theme', colorScheme: 'dark' },
])('a frame does not accept %j', (data) => {
  expect(maybeToFrame(data)).toBeUndefined();
});

test('files that are not text are rejected, and so is any data other than text and bytes', () => {
  const change = { haze: 'change', attributes: {}, files: { 'a.h': {} }, data: { a: 1 } };
  expect(maybeToFrame(change)).not.toHaveProperty('files');
  expect(maybeToFrame(change)).not.toHaveProperty('data');
  const data = { 'a.csv': '1', 'b.bin': Uint8Array.of(1) };
  expect(maybeToFrame({ ...change, data })).toMatchObject({ data });
});

test('a theme keeps only Haze’s own properties', () => {
  const properties = { '--haze-text': 'red', 'background-image': 'url(x)', '--haze-line': 1 };
  expect(maybeToFrame({ haze: 'theme', colorScheme: 'dark', properties })).toEqual({
    haze: 'theme',
    colorScheme: 'dark',
    properties: { '--haze-text': 'red' },
  });
});

test.each([
  { haze: 'size', heightPx: '3px' },
  { haze: 'event', name: 'click', detail: {} },
  { haze: 'event', name: 'haze-change', detail: { source: 3 } },
  null,
])('a page does not accept %j', (data) => {
  expect(maybeFromFrame(data)).toBeUndefined();
});

test('a theme value cannot refer to a URL that would be fetched', () => {
  const all = () => true;
  expect(checkThemeValue('--haze-text', 'light-dark(#9a3412, #fdba74)', all)).toBe(
    'light-dark(#9a3412, #fdba74)',
  );
  const hidden = [
    'url(/x)',
    'URL("/x")',
    'image-set("/x" 1x)',
    'var(--x)',
    'u\\72l(/x)',
    'env(x)',
    'src("/x")',
  ];
  expect(hidden.map((value) => checkThemeValue('--haze-text', value, all))).toEqual(hidden.map(() => ''));
  expect(checkThemeValue('--haze-text', '3px', () => false)).toBe('');
  expect(checkThemeValue('background', 'red', all)).toBe('');
});

test('a module must consist of bytes, and a message can announce that the page has a module', () => {
  const attributes = {};
  const shown = maybeToFrame({ haze: 'show', source: '', problem: '', attributes, hasModule: true });
  expect(shown).toMatchObject({ hasModule: true });
  expect(maybeToFrame({ haze: 'module', module: new Uint8Array(2) })).toHaveProperty('module');
  expect(maybeToFrame({ haze: 'module', module: 'https://other.example/' })).toEqual({ haze: 'module' });
  expect(maybeFromFrame({ haze: 'want-module', module: 'x' })).toEqual({ haze: 'want-module' });
});
