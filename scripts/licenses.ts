// Licences for everything that the site distributes: packages whose code is in a bundle, as reported by the bundler,
// and copied files. They are written to licenses.txt next to the pages. A licence that is not on the list makes the
// build fail, because a person must read it first.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Licences that require only that their text be included, or (MPL) access to the source, to which their packages
 * refer.
 */
const ALLOWED: ReadonlySet<string> = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause CC0-1.0 ISC MIT MPL-2.0 Unlicense Zlib'.split(' '),
);

/** Packages whose licence a person has read, with the licence's name as in package.json. */
const READ: Readonly<Record<string, string>> = {
  // The fonts' own licence, which only requires that its text be included.
  'dejavu-fonts-ttf': 'SEE LICENSE IN README.md AND LICENSE',
  // MIT, except that products with more than a million users or dollars per month must show the name; the page shows
  // it where the user selects the package.
  '@wasmer/sdk': 'SEE LICENSE IN LICENSE',
};

/** Packages that are distributed although no bundle contains their modules. */
const COPIED = ['@yowasp/clang', '@resvg/resvg-wasm', 'dejavu-fonts-ttf', '@wasmer/sdk', 'brotli-dec-wasm'];
/** Components of the compiler package and of the programs' runtime, with texts in licenses/. */
const INSIDE = ['clang', 'wasi-libc'];

/** Packages, by their folder. */
export type Packages = Set<string>;

/** Records which package each module in a bundle belongs to. */
export function recordPackages(packages: Packages): Plugin {
  return {
    name: 'record-packages',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        for (const id of chunk.moduleIds) {
          const [folder] = /^.*\/node_modules\/(@[^/]+\/)?[^/]+(?=\/)/.exec(id.replaceAll('\\', '/')) ?? [];
          if (folder) packages.add(folder.replace(/^\0/, ''));
        }
      }
    },
  };
}

/** True when the allowed licences satisfy an SPDX expression. */
export function isAllowed(expression: string): boolean {
  const words = expression.replace(/[()]/g, '').split(/\s+OR\s+/);
  return words.some((choice) => choice.split(/\s+AND\s+/).every((name) => ALLOWED.has(name.trim())));
}

/** The complete text. @throws Error that names a package whose licence is not allowed or has no text */
export function describeLicenses(root: string, packages: Packages): string {
  const folders = new Set([...packages, ...COPIED.map((name) => join(root, 'node_modules', name))]);
  const parts = [...folders].map((folder) => describePackage(root, folder)).sort();
  const inside = INSIDE.map((name) => readFileSync(join(root, 'licenses', `${name}.txt`), 'utf8'));
  const own = `Haze\n\n${readFileSync(join(root, 'LICENSE'), 'utf8')}`;
  const rule = `\n${'='.repeat(80)}\n\n`;
  return [own, ...inside, ...parts].map((part) => `${part.trim()}\n`).join(rule);
}

interface PackageDescription {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string };
  readonly homepage?: string;
  readonly repository?: string | { readonly url: string };
}

function describePackage(root: string, folder: string): string {
  const described = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageDescription;
  const { name, version, license = 'none', author, homepage, repository } = described;
  if (!isAllowed(license) && READ[name] !== license) {
    throw new Error(
      `${name} ${version} is shipped with the site, but its licence ("${license}") is not on the list in scripts/licenses.ts. ` +
        'Read the licence; then add it there, or remove the package.',
    );
  }
  const source = homepage ?? (typeof repository === 'object' ? repository.url : repository) ?? '';
  const heading = `${name} ${version}: ${license}\n${source}`.trim();
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file));
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
  if (texts.length > 0) return [heading, ...texts].join('\n\n');
  const holder = typeof author === 'object' ? author.name : author;
  const text = readFileSync(join(root, 'licenses', `${license}.txt`), 'utf8');
  return `${heading}\n\nCopyright (c) ${holder ?? `the authors of ${name}`}\n\n${text}`;
}
