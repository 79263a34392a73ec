import { expect, test } from 'vitest';
import { tryImportsAgain } from '../../scripts/import-again.ts';

const describe = (code: string, dynamicImports: readonly string[] = ['assets/part.js']) => ({
  fileName: 'assets/page.js',
  code,
  dynamicImports,
});

/** Runs a module's code with a function that resolves its imports by URL. */
function run(
  code: string,
  importModule: (address: string) => Promise<unknown>,
  more: readonly string[] = [],
): Promise<unknown> {
  const own = tryImportsAgain(describe(code), () => more)
    .replaceAll('import.meta.url', '"https://host/assets/page.js"')
    .replaceAll('import(', 'importModule(')
    .replace('export default', 'return');
  return new Function('importModule', own)(importModule);
}

test('a failed import is retried once with a new URL', async () => {
  const asked: string[] = [];
  const part = await run('export default import(`./part.js`)', async (address) => {
    asked.push(address);
    if (asked.length === 1) throw new TypeError('Failed to fetch');
    return 'part';
  });
  expect(part).toBe('part');
  expect(asked[1]).toMatch(/^https:\/\/host\/assets\/\.\/part\.js\?again=\d+$/);
});

test('a second failure rejects with the first error, and an error from the module itself is passed on unchanged', async () => {
  const failures = [new TypeError('first'), new TypeError('second')];
  const fails = run('export default import("./part.js")', async () => {
    throw failures.shift();
  });
  await expect(fails).rejects.toThrow('first');
  const throwsItself = run('export default import("./part.js")', async () => {
    throw new RangeError('of its own');
  });
  await expect(throwsItself).rejects.toThrow('of its own');
});

test('a file’s imports are loaded alongside it, and failures to load them are ignored', async () => {
  const asked: string[] = [];
  const load = async (address: string) => {
    asked.push(address);
    if (address !== './part.js') throw new TypeError('Failed to fetch');
    return 'part';
  };
  expect(await run('export default import(`./part.js`)', load, ['assets/deep.js', 'far.js'])).toBe('part');
  expect(asked).toEqual(['./deep.js', '../far.js', './part.js']);
});

test('files without imports stay unchanged, as does everything other than the build’s imports', () => {
  const text = 'const text="import(`./other.js`)"';
  expect(tryImportsAgain(describe(text))).toBe(text);
  expect(tryImportsAgain(describe('import(`./part.js`)', []))).toBe('import(`./part.js`)');
});
