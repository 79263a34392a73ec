import { expect, test } from 'vitest';
import * as op from './opcode-names.ts';
import { OPCODES } from './opcodes.ts';

test('every name maps to the opcode of its instruction', () => {
  const { PREFIXES: _, ...codes } = op;
  const names = Object.values(codes).map((code) => OPCODES[code]?.name.toUpperCase().replace('.', '_'));
  expect(names).toEqual(Object.keys(codes));
  expect(names.length).toBeGreaterThan(40);
});
