// What stored modules rely on (src/uxhw/contract.ts), held against contract.pins.txt: numbers of operations, distributions
// and questions, imports, hooks and other exports with their signatures. Whatever was there stays as it was. What is new is
// pinned with it; a family's number stands in its row.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { HOOK_NAMES } from '../rewrite/hooks.ts';
import {
  BINARY_OPERATIONS,
  PARAMETRIC_KINDS,
  QUERIES,
  SINGLE_PRECISION,
  UNARY_OPERATIONS,
} from '../uncertainty/operations.ts';
import { CONTRACT_VERSION, EXPORTED_VALUES } from '../uxhw/contract.ts';
import { FAMILIES } from '../uxhw/families.ts';

const GUEST = fileURLToPath(new URL('../../wasm/guest', import.meta.url));
const PINS = new URL('./contract.pins.txt', import.meta.url);

function numbered(what: string, names: readonly string[]): string[] {
  return names.map((name, number) => `${what} ${number} ${name}`);
}

/** A declaration of C with single spaces. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function readGuest(): string {
  const names = readdirSync(GUEST, { recursive: true, encoding: 'utf8' }).sort();
  return names
    .filter((name) => /\.(c|h|cpp)$/.test(name))
    .map((name) => readFileSync(join(GUEST, name), 'utf8'))
    .join('\n');
}

function listContract(): string[] {
  const guest = readGuest();
  const imports = [...guest.matchAll(/^UX_IMPORT\((?!name\))(\w+)\)([^;]*);/gm)];
  const exports = [...guest.matchAll(/UX_EXPORT\((?!name\))(\w+)\)([^{;]*)[{;]/g)];
  const particles = /enum \{ (UX_MODE_[^}]*) \}/.exec(guest)![1]!;
  return [
    `version ${CONTRACT_VERSION}`,
    `flag of single precision 0x${SINGLE_PRECISION.toString(16)}`,
    ...numbered('unary', UNARY_OPERATIONS),
    ...numbered('binary', BINARY_OPERATIONS),
    ...numbered('parametric', PARAMETRIC_KINDS),
    ...numbered('query', QUERIES),
    ...particles.split(', ').map((mode) => `mode ${mode}`),
    ...imports.map(([, name, declaration]) => `import ${name}: ${oneLine(declaration!)}`).sort(),
    ...[...HOOK_NAMES].sort().map((name) => `hook ${name}`),
    ...[...EXPORTED_VALUES].sort().map((name) => `exported value ${name}`),
    ...exports.map(([, name, declaration]) => `export ${name}: ${oneLine(declaration!)}`).sort(),
  ];
}

const pinned = readFileSync(PINS, 'utf8').trimEnd().split('\n');
const actual = listContract();

test('what modules that exist rely on is as it was', () => {
  const gone = pinned.filter((line) => !actual.includes(line));
  expect(
    gone,
    'Modules in stores and files hold these. Put them back, new ones at the end; or raise CONTRACT_VERSION in src/uxhw/contract.ts (older modules are then built again, or refused by name) and renew contract.pins.txt',
  ).toEqual([]);
});

test('what is new is pinned from now on', () => {
  const fresh = actual.filter((line) => !pinned.includes(line) && !line.startsWith('parametric '));
  expect(fresh, 'Add these lines to src/runtime/contract.pins.txt').toEqual([]);
});

test('numbers of families begin at 0, without a gap or a second one', () => {
  const numbers = FAMILIES.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(FAMILIES.map((_, i) => i));
});
