// Compares the contract that stored modules rely on with contract.pins.txt. Pinned rows must not change. New rows
// must also be pinned, with the numbers of their families.
import { expect, test } from 'vitest';
import { comparePins } from '../../../scripts/list-contract.ts';
import { FAMILIES } from '../../uxhw/families.ts';

const { fresh, gone } = comparePins();

test('every pinned line of the contract is unchanged', () => {
  expect(
    gone,
    'Modules in stores and files hold these. Put them back, new ones at the end; or raise CONTRACT_VERSION in src/uxhw/contract.ts (older modules are then built again, or refused by name) and renew contract.pins.txt',
  ).toEqual([]);
});

test('every new line of the contract is pinned', () => {
  expect(fresh, '"npm run format" adds these lines to src/runtime/preparing/contract.pins.txt').toEqual([]);
});

test('family numbers are distinct, start at 0 and have no gaps', () => {
  const numbers = FAMILIES.map(({ number }) => number).sort((a, b) => a - b);
  expect(numbers).toEqual(FAMILIES.map((_, i) => i));
});
