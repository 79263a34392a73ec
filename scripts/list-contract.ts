// Contract with stored modules (src/uxhw/contract.ts), one line per item: numbers of operations, distributions and
// queries; imports, hooks and other exports with their signatures. src/runtime/preparing/contract.pins.txt contains
// every line that has ever existed.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOOK_NAMES } from '../src/rewrite/hooks/hooks.ts';
import {
  BINARY_OPERATIONS,
  COMPARISONS,
  PARAMETRIC_KINDS,
  QUERIES,
  ROUNDINGS,
  SINGLE_PRECISION,
  UNARY_OPERATIONS,
} from '../src/uncertainty/core/operations.ts';
import { CONTRACT_VERSION, EXPORTED_VALUES } from '../src/uxhw/contract.ts';
import { findProjectRoot } from './project-root.ts';

const GUEST = join(findProjectRoot(), 'wasm/guest');

/** The file with the pinned lines. */
export const PINS = join(findProjectRoot(), 'src/runtime/preparing/contract.pins.txt');

function numbered(what: string, names: readonly string[]): string[] {
  return names.map((name, number) => `${what} ${number} ${name}`);
}

/** A C declaration with single spaces. */
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

/** The current contract. */
export function listContract(): string[] {
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
    ...numbered('comparison', COMPARISONS),
    ...numbered('rounding', ROUNDINGS),
    ...particles.split(', ').map((mode) => `mode ${mode}`),
    ...imports.map(([, name, declaration]) => `import ${name}: ${oneLine(declaration!)}`).sort(),
    ...[...HOOK_NAMES].sort().map((name) => `hook ${name}`),
    ...[...EXPORTED_VALUES].sort().map((name) => `exported value ${name}`),
    ...exports.map(([, name, declaration]) => `export ${name}: ${oneLine(declaration!)}`).sort(),
  ];
}

/** Contract lines that are not pinned, and pins that are no longer in the contract. */
export function comparePins(): { readonly fresh: readonly string[]; readonly gone: readonly string[] } {
  const pinned = readFileSync(PINS, 'utf8').trimEnd().split('\n');
  const actual = listContract();
  return {
    fresh: actual.filter((line) => !pinned.includes(line)),
    gone: pinned.filter((line) => !actual.includes(line)),
  };
}
