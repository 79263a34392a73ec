// At run time, every entry of the package exports the names that its types declare, under each condition. Entries that
// only reject the wrong environment are left out.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const ROOT = new URL('../../', import.meta.url);

interface Entry {
  readonly types: string;
  readonly [condition: string]: string;
}

const read = (path: string) => readFileSync(new URL(path, ROOT), 'utf8');
const { exports } = JSON.parse(read('package.json')) as { exports: Record<string, Entry | string> };

/** The names in `export { … }` lists; for a renamed export, the new name. */
function listNamed(text: string, exported: RegExp): string[] {
  return [...text.matchAll(exported)].flatMap(([, names = '']) =>
    names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(/\s+as\s+/).at(-1)!),
  );
}

/** The names of values that a type file declares. */
function listDeclared(path: string): string[] {
  const text = read(path).replace(/\/\*[\s\S]*?\*\//g, '');
  const declared = [...text.matchAll(/^export declare (?:function|const|class|let) (\w+)/gm)];
  const isDefault = /^export default /m.test(text);
  return [
    ...declared.map(([, name]) => name!),
    ...listNamed(text, /^export \{([^}]*)\}/gm),
    ...(isDefault ? ['default'] : []),
  ];
}

/** The names that a script exports. */
function listExported(path: string): string[] {
  const text = read(path);
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|class|let) (\w+)/gm)];
  return [
    ...declared.map(([, name]) => name!),
    ...listNamed(text, /\bexport ?\{([^}]*)\}/g),
    ...(/^export default /m.test(text) ? ['default'] : []),
  ];
}

/** True for an entry for the wrong environment, which stops a build or an import with a message. */
const isRefusal = (path: string) =>
  /^(throw new Error|import ['"])/m.test(read(path).replace(/^\/\/.*$/gm, ''));

const cases = Object.entries(exports).flatMap(([name, entry]) =>
  typeof entry === 'string'
    ? []
    : Object.entries(entry)
        .filter(([condition, path]) => condition !== 'types' && existsSync(new URL(path, ROOT)))
        .filter(([, path]) => !path.startsWith('./entries/') || !isRefusal(path))
        .map(([condition, path]) => ({ name, condition, path, types: entry.types })),
);

test.each(cases)(
  'haze$name exports the names that its types declare, under "$condition"',
  ({ path, types }) => {
    expect(listExported(path).sort()).toEqual(listDeclared(types).sort());
  },
);

test('the element has one entry for servers and one for pages', () => {
  const conditions = cases.filter(({ name }) => name === './element').map(({ condition }) => condition);
  expect(conditions).toContain('node');
});
