import { expect, test } from 'vitest';
import { createContractModule } from '../../../test/runtime/contract-module.ts';
import { CONTRACT_VERSION } from '../../uxhw/contract.ts';
import { checkContract, contractOf } from './check-contract.ts';
import { rewriteProgram } from './rewrite-program.ts';

test('a module says by the name of an export which cores it was built for', () => {
  expect(contractOf(createContractModule(7))).toBe(7);
  expect(contractOf(createContractModule(CONTRACT_VERSION))).toBe(CONTRACT_VERSION);
});

test('a module of the time before says nothing, and has the first contract', () => {
  expect(contractOf(createContractModule(undefined))).toBe(1);
  expect(contractOf(new TextEncoder().encode('no module'))).toBe(1);
});

test('one for other cores is refused by name before anything is done with it', () => {
  const newer = createContractModule(CONTRACT_VERSION + 1);
  const message = `built by a newer Haze, for cores of contract ${CONTRACT_VERSION + 1}`;
  expect(() => checkContract(newer)).toThrow(message);
  expect(() => rewriteProgram(newer)).toThrow(message);
  expect(() => rewriteProgram(createContractModule(0))).toThrow('built by an older Haze');
  // Its own has come further: this one lacks what else a program has.
  expect(() => rewriteProgram(createContractModule(CONTRACT_VERSION))).toThrow('__ux_records_alive');
});
