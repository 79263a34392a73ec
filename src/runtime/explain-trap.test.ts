import { describe, expect, test } from 'vitest';
import { maybeExplainTrap, maybeProgramFrame } from './explain-trap.ts';

describe('the innermost function of the program is named', () => {
  test('from a stack as V8 prints it, past those of the runtime and of abort', () => {
    const stack = [
      'RuntimeError: unreachable',
      '    at -.__ux_f64_add (wasm://wasm/-1234:wasm-function[9]:0x10)',
      '    at -.abort (wasm://wasm/-1234:wasm-function[12]:0x123)',
      '    at -.compute(double, int) (wasm://wasm/-1234:wasm-function[13]:0x140)',
      '    at -.__original_main (wasm://wasm/-1234:wasm-function[14]:0x160)',
    ];
    expect(maybeProgramFrame(stack.join('\n'))).toEqual({ name: 'compute(double, int)', offset: 0x140 });
    expect(maybeProgramFrame([...stack.slice(0, 3), stack[4]].join('\n'))?.name).toBe('main');
  });

  test('from a stack as Firefox prints it', () => {
    expect(maybeProgramFrame('solve@http://localhost/x.wasm:wasm-function[7]:0x80\nmain@…')).toEqual({
      name: 'solve',
      offset: 0x80,
    });
  });

  test('not at all when no function of the program is on the stack', () => {
    expect(maybeProgramFrame('Error: x\n    at run (file:///x.js:1:1)')).toBeUndefined();
  });
});

describe('each trap has one explanation, whatever the engine calls it', () => {
  test.each([
    ['divide by zero', 'an integer was divided by zero', 136],
    ['integer divide by zero', 'an integer was divided by zero', 136],
    ['memory access out of bounds', 'memory outside of the program', 139],
    ['index out of bounds', 'memory outside of the program', 139],
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

  test('what is no trap is not explained', () => {
    expect(maybeExplainTrap(new TypeError('x is not a function'))).toBeUndefined();
  });
});
