// Every floating-point instruction with every class of special value: the rewritten instruction returns the same bits
// as the plain one. Operands and results are passed as integers, because engines may change the NaN payloads of float
// arguments.

import { beforeAll, expect, test } from 'vitest';
import wabt from 'wabt';
import { OPCODES } from '../../src/rewrite/encoding/opcodes.ts';
import { VECTOR_COUNT, VECTOR_PAGE } from '../../src/rewrite/encoding/vector-opcodes.ts';
import { hookName } from '../../src/rewrite/hooks/hooks.ts';
import { VECTOR_HOOKS } from '../../src/rewrite/hooks/vector-hooks.ts';
import { rewriteModule } from '../../src/rewrite/rewrite-module.ts';
import { HOOKED_INSTRUCTIONS } from './hooked-instructions.ts';

const TYPE_NAMES: Readonly<Record<string, string>> = { i: 'i32', l: 'i64', f: 'f32', d: 'f64' };
const opcodes = HOOKED_INSTRUCTIONS;

function watOfInstruction(opcode: number): string {
  const { name, effect } = OPCODES[opcode]!;
  const [operands = '', results = ''] = effect.split(':');
  const types = [...operands].map((letter) => TYPE_NAMES[letter]!);
  const result = TYPE_NAMES[results]!;
  const gets = types.map((_, i) => `(local.get ${i})`).join(' ');
  const asBits = types.map((type, i) =>
    type === 'f64' ? `(f64.reinterpret_i64 (local.get ${i}))` : `(f32.reinterpret_i32 (local.get ${i}))`,
  );
  const back = result === 'f64' ? 'i64.reinterpret_f64' : result === 'f32' ? 'i32.reinterpret_f32' : '';
  const bits = (type: string): string => type.replace('f', 'i');
  const call = `(${name} ${asBits.join(' ')})`;
  return `(func $${hookName(opcode)} (export "${hookName(opcode)}") (param ${types.join(' ')}) (result ${result})
    (global.set $calls (i32.add (global.get $calls) (i32.const 1))) (${name} ${gets}))
  (func (export "${name}") (param ${types.map(bits).join(' ')}) (result ${bits(result)}) ${back ? `(${back} ${call})` : call})`;
}

const F64_BITS = [
  0x0000000000000000n, // zero
  0x0000000000000001n, // smallest subnormal
  0x000fffffffffffffn, // largest subnormal
  0x0010000000000000n, // smallest normal
  0x3fe0000000000000n, // 0.5, halfway
  0x3ff0000000000000n,
  0x3ff8000000000000n, // 1.5, halfway
  0x4004000000000000n, // 2.5, halfway
  0x3fefffffffffffffn,
  0x36a0000000000000n, // 2^-149, smallest single-precision subnormal
  0x3690000000000000n, // 2^-150, half of the smallest subnormal
  0x47efffffefffffffn, // just below the halfway point to single-precision overflow
  0x47effffff0000000n, // halfway point to single-precision overflow
  0x41dfffffffc00000n, // 2^31 - 1
  0x41e0000000000000n, // 2^31
  0x41efffffffe00000n, // 2^32 - 1
  0x41efffffffffffffn,
  0x41f0000000000000n, // 2^32
  0x43e0000000000000n, // 2^63
  0x43dfffffffffffffn,
  0x43f0000000000000n, // 2^64
  0x43efffffffffffffn,
  0x4330000000000001n, // 2^52 + 1
  0x7fefffffffffffffn, // largest
  0x7ff0000000000000n, // infinity
  0x7ff8000000000000n, // the canonical NaN
  0x7ff8000000000123n, // NaN with a payload
  0x7ff4000000000000n, // signalling NaN
  0x7ffc000000000001n, // a forged box
];

const F32_BITS = [
  0x00000000, 0x00000001, 0x007fffff, 0x00800000, 0x3f000000, 0x3f800000, 0x3fc00000, 0x40200000, 0x3f7fffff,
  0x4effffff, 0x4f000000, 0x4f7fffff, 0x4f800000, 0x5effffff, 0x5f000000, 0x5f7fffff, 0x5f800000, 0x4b000001,
  0x7f7fffff, 0x7f800000, 0x7fc00000, 0x7fc00123, 0x7fa00000, 0x7fe00001,
];

type Bits = number | bigint;

function specialValues(letter: string): Bits[] {
  if (letter === 'd') return [...F64_BITS, ...F64_BITS.map((bits) => BigInt.asIntN(64, bits | (1n << 63n)))];
  return [...F32_BITS, ...F32_BITS.map((bits) => bits | 0x80000000)];
}

type Instruction = (...operands: Bits[]) => Bits;
let plain: Record<string, Instruction>;
let rewritten: Record<string, Instruction>;

beforeAll(async () => {
  const wat = `(module (global $calls (export "calls") (mut i32) (i32.const 0)) ${opcodes.map(watOfInstruction).join('\n')})`;
  const { buffer } = (await wabt()).parseWat('ops.wat', wat).toBinary({ write_debug_names: true });
  const instantiate = (bytes: Uint8Array): Record<string, Instruction> =>
    new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)).exports as never;
  plain = instantiate(buffer);
  rewritten = instantiate(rewriteModule(buffer).module);
});

function outcome(instruction: Instruction, operands: Bits[]): string {
  try {
    return String(instruction(...operands));
  } catch (error) {
    return (error as Error).message;
  }
}

function calls(): number {
  return (rewritten.calls as unknown as WebAssembly.Global).value as number;
}

const NAN: Readonly<Record<string, (bits: Bits) => boolean>> = {
  d: (bits) => (BigInt(bits) & 0x7fffffffffffffffn) > 0x7ff0000000000000n,
  f: (bits) => (Number(bits) & 0x7fffffff) > 0x7f800000,
};

test.each(opcodes.map((opcode) => OPCODES[opcode]!))('$name gives the same bits', ({ name, effect }) => {
  const [letters = ''] = effect.split(':');
  const values = specialValues(letters[0]!);
  const seconds: (Bits | undefined)[] = letters.length === 2 ? values : [undefined];
  for (const first of values) {
    for (const second of seconds) {
      const operands = second === undefined ? [first] : [first, second];
      const message = `${name}(${operands.map((bits) => bits.toString(16)).join(', ')})`;
      expect(outcome(rewritten[name]!, operands), message).toBe(outcome(plain[name]!, operands));
    }
  }
});

test.each(opcodes.map((opcode) => OPCODES[opcode]!))(
  '$name calls its slow path only for NaN',
  ({ name, effect }) => {
    const [letters = ''] = effect.split(':');
    const isNan = NAN[letters[0]!]!;
    const one: Bits = letters[0] === 'd' ? 0x3ff0000000000000n : 0x3f800000;
    for (const value of specialValues(letters[0]!)) {
      for (const operands of letters.length === 2
        ? [
            [value, one],
            [one, value],
          ]
        : [[value]]) {
        const before = calls();
        outcome(rewritten[name]!, operands);
        const signOnly = name.endsWith('copysign') && operands[1] === value;
        if (isNan(value) && !signOnly) expect(calls(), `${name}(${operands})`).toBe(before + 1);
        const harmless = name.endsWith('copysign') || !/\.(add|sub|mul|div|sqrt)$/.test(name);
        if (!isNan(value) && harmless) expect(calls(), `${name}(${operands})`).toBe(before);
      }
    }
  },
);

const vectorOpcodes = VECTOR_HOOKS.flatMap((hook, opcode) =>
  hook && opcode < VECTOR_PAGE + VECTOR_COUNT ? [opcode] : [],
);

/**
 * An instruction on vectors. Each operand is passed as two integers, and each half of the result is returned by its own
 * function.
 */
function watOfVectors(opcode: number): string {
  const { name, effect } = OPCODES[opcode]!;
  const count = effect.indexOf(':');
  const parameters = '(param i64) '.repeat(2 * count);
  const operand = (i: number) =>
    `(i64x2.replace_lane 1 (i64x2.splat (local.get ${2 * i})) (local.get ${2 * i + 1}))`;
  const call = `(${name} ${Array.from({ length: count }, (_, i) => operand(i)).join(' ')})`;
  return [0, 1]
    .map(
      (half) =>
        `(func (export "${name} ${half}") ${parameters} (result i64) (i64x2.extract_lane ${half} ${call}))`,
    )
    .join('\n');
}

/** Two 32-bit numbers, or one 64-bit number, as 64 bits. */
function halfOf(isWide: boolean, values: readonly Bits[], at: number): bigint {
  const value = (i: number) => BigInt(values[i % values.length]!);
  return isWide
    ? value(at)
    : BigInt.asIntN(64, (BigInt.asUintN(32, value(at + 3)) << 32n) | BigInt.asUintN(32, value(at)));
}

/**
 * The bits of one half of a result, in which all NaNs are treated as equal, because the resulting NaN depends on the
 * processor.
 */
function lanesOf(half: bigint, isWide: boolean): (bigint | 'NaN')[] {
  const lanes = isWide ? [half] : [BigInt.asUintN(32, half), BigInt.asUintN(32, half >> 32n)];
  return lanes.map((bits) => (NAN[isWide ? 'd' : 'f']!(bits) ? 'NaN' : bits));
}

test('every vector instruction gives the same lanes', async () => {
  const wat = `(module (global $calls (export "calls") (mut i32) (i32.const 0))
    ${opcodes.map(watOfInstruction).join('\n')} ${vectorOpcodes.map(watOfVectors).join('\n')})`;
  const { buffer } = (await wabt())
    .parseWat('vectors.wat', wat, { simd: true })
    .toBinary({ write_debug_names: true });
  const instantiate = (bytes: Uint8Array): Record<string, (...halves: bigint[]) => bigint> =>
    new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>)).exports as never;
  const before = instantiate(buffer);
  const after = instantiate(rewriteModule(buffer).module);
  expect(vectorOpcodes.length).toBe(48);
  for (const opcode of vectorOpcodes) {
    const { name, effect } = OPCODES[opcode]!;
    const { from, to } = VECTOR_HOOKS[opcode]!;
    const isWide = from === 'f64x2';
    const values = specialValues(isWide ? 'd' : 'f');
    const isBinary = effect.startsWith('vv');
    for (let i = 0; i < values.length; i++) {
      for (let k = 0; k < (isBinary ? values.length : 1); k++) {
        const first = [halfOf(isWide, values, i), halfOf(isWide, values, i + 5)];
        const second = [halfOf(isWide, values, k), halfOf(isWide, values, k + 11)];
        const operands = isBinary ? [...first, ...second] : first;
        for (const half of [0, 1]) {
          const [plainLanes, lanes] = [before, after].map((module) =>
            lanesOf(module[`${name} ${half}`]!(...operands), to === 'f64x2' || to === 'i64x2'),
          );
          if (String(lanes) !== String(plainLanes)) expect(lanes, `${name}(${operands})`).toEqual(plainLanes);
        }
      }
    }
  }
  expect((after.calls as unknown as WebAssembly.Global).value).toBeGreaterThan(1000);
});
