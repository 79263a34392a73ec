import { expect, test } from 'vitest';
import { createContractModule } from '../../../test/runtime/contract-module.ts';
import { CONTRACT_VERSION } from '../../uxhw/contract.ts';
import { checkContract, contractOf } from './check-contract.ts';
import { rewriteProgram } from './rewrite-program.ts';

test('a module names the contract of its cores in an export', () => {
  expect(contractOf(createContractModule(7))).toBe(7);
  expect(contractOf(createContractModule(CONTRACT_VERSION))).toBe(CONTRACT_VERSION);
});

test('a module without a contract uses the first contract', () => {
  expect(contractOf(createContractModule(undefined))).toBe(1);
  expect(contractOf(new TextEncoder().encode('no module'))).toBe(1);
});

test('a module for other cores is rejected with a reason before it is rewritten', () => {
  const newer = createContractModule(CONTRACT_VERSION + 1);
  const message = `built by a newer version of Haze with core contract ${CONTRACT_VERSION + 1}`;
  expect(() => checkContract(newer)).toThrow(message);
  expect(() => rewriteProgram(newer)).toThrow(message);
  expect(() => rewriteProgram(createContractModule(0))).toThrow('built by an older version of Haze');
  // The contract's version is newer, and this module lacks the other parts of a program.
  expect(() => rewriteProgram(createContractModule(CONTRACT_VERSION))).toThrow('__ux_records_alive');
});
