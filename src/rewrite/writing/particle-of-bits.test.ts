import { expect, it } from 'vitest';
import wabt from 'wabt';
import { LOADED_LANES } from '../bits/bit-values.ts';
import { ByteWriter } from '../encoding/byte-writer.ts';
import { PARTICLE_DIGITS } from '../encoding/opcodes.ts';
import { writeParticleOfBits } from './particle-of-bits.ts';
import { SlowPathWriter } from './slow-path-writer.ts';

const NOP = 0x01;
const CALL = 0x10;

/** Number of hooks that the code for four lanes in memory calls. */
async function callsFor(lanes: readonly number[]): Promise<number> {
  const code = new ByteWriter();
  const slow: SlowPathWriter = Object.assign(Object.create(SlowPathWriter.prototype), {
    code,
    hints: [],
    locals: { scratchOf: () => 0 },
    callHookOf: (hook: number) => {
      code.instruction(CALL, Number(hook !== PARTICLE_DIGITS));
    },
  });
  writeParticleOfBits(slow, LOADED_LANES, 0);
  const written = code.bytes.subarray(0, code.length);
  const text = `(module
    (import "guest" "digits" (func (param i32 i32) (result i32)))
    (import "guest" "double" (func (param i64) (result i64)))
    (memory (export "memory") 1)
    (func (export "run") (local v128) i32.const 0 v128.load ${'nop '.repeat(written.length)} drop))`;
  const module = (await wabt()).parseWat('lanes.wat', text, { simd: true }).toBinary({}).buffer;
  const start = module.findIndex((_, i) =>
    module.subarray(i, i + written.length).every((byte) => byte === NOP),
  );
  module.set(written, start);
  let calls = 0;
  const count = <T>(bits: T) => {
    calls++;
    return bits;
  };
  const imports = { guest: { digits: count<number>, double: count<bigint> } };
  const { instance } = await WebAssembly.instantiate(module as Uint8Array<ArrayBuffer>, imports);
  const { memory, run } = instance.exports as { memory: WebAssembly.Memory; run: () => void };
  new Int32Array(memory.buffer).set(lanes);
  run();
  return calls;
}

it.each([
  ['small integers', [1, 0, -1, -65536], 0],
  ['integers that are NaN if read as floats', [-3_000_000, 0x7f900000, -8_000_000, 0], 0],
  ['a box of a float', [1, 0x7fe10101, -1, 0], 6],
  ['a box with a changed sign', [1, 2, 3, 0xffe54321 | 0], 6],
  ['a box of a double', [0x12345, 0x7ffc0123, 0, 0], 6],
])('the guest looks for boxes in lanes from memory only if one may exist: %s', async (_, lanes, calls) => {
  expect(await callsFor(lanes)).toBe(calls);
});
