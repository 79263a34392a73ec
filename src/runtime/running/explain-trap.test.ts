import { describe, expect, test } from 'vitest';
import { maybeExplainTrap } from './explain-trap.ts';

describe('each trap has one explanation, whatever the engine calls it', () => {
  test.each([
    ['divide by zero', 'an integer was divided by zero', 136],
    ['integer divide by zero', 'an integer was divided by zero', 136],
    ['memory access out of bounds', 'memory outside the program', 139],
    ['index out of bounds', 'memory outside the program', 139],
    ['float unrepresentable in integer range', 'converted to an integer that cannot hold it', 136],
    ['null function or function signature mismatch', 'through a pointer that is null', 139],
    ['indirect call to null', 'through a pointer that is null', 139],
    ['unreachable', 'the program aborted', 134],
    ['unreachable executed', 'the program aborted', 134],
  ])('%s', (text, part, exitStatus) => {
    const explanation = maybeExplainTrap(new WebAssembly.RuntimeError(text));
    expect(explanation?.message).toContain(part);
    expect(explanation?.exitStatus).toBe(exitStatus);
  });

  test('an error other than a trap is not explained', () => {
    expect(maybeExplainTrap(new TypeError('x is not a function'))).toBeUndefined();
  });
});
