import { describe, expect, test } from 'vitest';
import { faultOffsets, maybeProgramFrame } from './program-stack.ts';

describe('the innermost function of the program', () => {
  test('the innermost function is found in a V8 stack, below the runtime functions and abort', () => {
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

  test('the innermost function is found in a Firefox stack', () => {
    expect(maybeProgramFrame('solve@http://localhost/x.wasm:wasm-function[7]:0x80\nmain@…')).toEqual({
      name: 'solve',
      offset: 0x80,
    });
  });

  test('no function is found if the stack contains no function of the program', () => {
    expect(maybeProgramFrame('Error: x\n    at run (file:///x.js:1:1)')).toBeUndefined();
  });
});

describe('the location of an exit', () => {
  const called = '    at -.main (wasm://wasm/-1234:wasm-function[14]:0x160)';
  const ended = [
    'Error',
    '    at exit (file:///run.js:1:1)',
    '    at -._Exit (wasm://wasm/-1234:wasm-function[11]:0x110)',
  ];

  test('after a fault without a line, the location of the exit is the caller of the language’s runtime', () => {
    const fault = '    at -.f_exit_unplaced (wasm://wasm/-1234:wasm-function[12]:0x123)';
    const repeat = '    at -.f_repeat (wasm://wasm/-1234:wasm-function[13]:0x140)';
    expect(faultOffsets([...ended, fault, repeat, called].join('\n'))).toEqual([0x140, 0x160]);
  });

  test('an intentional exit has no location', () => {
    expect(faultOffsets([...ended, called].join('\n'))).toEqual([]);
  });
});
