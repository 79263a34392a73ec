// Checks that the files in licenses/ equal their sources in the packages here and, if it exists, in Debian's folder of
// common licences.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

function read(path: string): string {
  return readFileSync(path, 'utf8').replaceAll(/\s+/g, ' ').trim();
}

test.each(['MIT', 'ISC'])('the %s text occurs in the licences of installed packages', (name) => {
  const terms = read(`${ROOT}licenses/${name}.txt`);
  const modules = `${ROOT}node_modules`;
  const paths = readdirSync(modules).map((folder) => `${modules}/${folder}/LICENSE`);
  const texts = paths.filter((path) => existsSync(path)).map(read);
  expect(texts.filter((text) => text.includes(terms)).length).toBeGreaterThan(5);
});

const COMMON = '/usr/share/common-licenses';

test.skipIf(!existsSync(COMMON))("Apache-2.0 and MPL-2.0 match Debian's texts", () => {
  for (const name of ['Apache-2.0', 'MPL-2.0']) {
    expect(readFileSync(`${ROOT}licenses/${name}.txt`)).toEqual(readFileSync(`${COMMON}/${name}`));
  }
});

test('combined licences contain the full text of each part', () => {
  // Removes the indentation of the title, which the LLVM Project's file also has.
  const terms = 'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION';
  const apache = read(`${ROOT}licenses/Apache-2.0.txt`);
  const body = apache.slice(apache.indexOf(terms), apache.indexOf('END OF TERMS AND CONDITIONS'));
  expect(read(`${ROOT}licenses/clang.txt`)).toContain(body);
  expect(read(`${ROOT}licenses/wasi-libc.txt`)).toContain(read(`${ROOT}licenses/MIT.txt`));
});
