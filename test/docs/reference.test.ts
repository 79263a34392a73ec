// The library reference: every function lists its errors and parameters, and has an example whose lines print the
// output stated in their comments. Page examples run in test/browser/examples.test.ts, and the haze/vite example in
// test/packages.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { parseDocstring } from '../../scripts/docs-site/reference/docstring.ts';
import { ENTRIES, extractApi } from '../../scripts/docs-site/reference/extract-api.ts';
import { writeReference } from '../../scripts/docs-site/reference/write-reference.ts';
import { listPrinted } from '../docstring-example.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const IN_PAGES = /^haze\/(?:browser|element|vite)$/;
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  exports: Record<string, { types: string }>;
};
const documented = [...extractApi(ROOT)].flatMap(([entry, items]) =>
  items
    .filter(({ kind, canonicalReference }) => kind === 'Function' && !canonicalReference.includes('!~'))
    .map((item) => ({ entry, item, doc: parseDocstring(item.docComment) })),
);
// The folder is inside the project, so that imports of packages resolve.
const folder = mkdtempSync(join(ROOT, 'dist/examples-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('every function is documented with a sentence, parameters, errors and an example', () => {
  const incomplete = documented.filter(
    ({ item, doc }) =>
      doc.text === '' ||
      doc.example === '' ||
      (doc.throws === '' && !item.name?.startsWith('createHaze')) ||
      item.parameters?.some(({ parameterName }) => !doc.parameters.get(parameterName)),
  );
  expect(incomplete.map(({ entry, item }) => `${entry}: ${item.name}`)).toEqual([]);
  expect(documented.length).toBeGreaterThan(20);
});

const inNode = documented.filter(({ entry }) => !IN_PAGES.test(entry));

test.each(inNode.map(({ entry, item, doc }) => [entry, item.name, doc.example]))(
  '%s: the example for %s prints what its comments say',
  (entry, name, example) => {
    const file = join(folder, `${entry}-${name}.mjs`.replaceAll('/', '-'));
    writeFileSync(
      file,
      example.replaceAll(/ from '(haze[\w/-]*)'/g, (_, from) => ` from '${compiledOf(from)}'`),
    );
    const { stdout, stderr, status } = spawnSync(process.execPath, [file], { encoding: 'utf8' });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    const printed = listPrinted(example);
    expect(printed.length).toBeGreaterThan(0);
    expect(stdout.trimEnd().split('\n')).toEqual(printed);
  },
);

/** The compiled module of an entry, before the package is bundled. */
function compiledOf(entry: string): string {
  const { types } = exports[ENTRIES[entry]!]!;
  return pathToFileURL(join(ROOT, types.replace(/\.d\.ts$/, '.js'))).href;
}

test('pages name the entry, link to types, and list types from other entries', () => {
  const pages = new Map(writeReference(ROOT).map(({ entry, text }) => [entry, text]));
  expect([...pages.keys()]).toEqual(Object.keys(ENTRIES));
  expect(pages.get('haze')).toMatch(/^## run\(\)\n\n.*\n\n```ts\nfunction run\(\s*module: Uint8Array/m);
  expect(pages.get('haze')).toContain('Promise&#60;[RunResult](#runresult)&#62;');
  expect(pages.get('haze/ux')).toContain('[HazeError](haze.md#hazeerror)');
  expect(pages.get('haze/browser')).toContain('## connect()');
});
