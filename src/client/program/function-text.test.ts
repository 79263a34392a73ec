// Tests the text format of functions: wabt assembles the text again, and the instructions must be identical, byte for
// byte.
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { readModule } from '../../rewrite/reading/module-reader.ts';
import { writeFunctionText } from './function-text.ts';

const FEATURES = { exceptions: true, tail_call: true, simd: true, bulk_memory: true, reference_types: true };

async function assemble(text: string): Promise<Uint8Array> {
  const parsed = (await wabt()).parseWat('test.wat', text, FEATURES);
  return parsed.toBinary({ write_debug_names: true }).buffer;
}

/** The contents of both modules, apart from the functions. */
const AROUND = `(type (func)) (type (func (param i32 f64) (result f64))) (type (func (param i32) (result i32)))
  (import "env" "host" (func $host (type 0)))
  (memory 1) (table 4 funcref) (global (mut i32) (i32.const 0)) (tag (type 0))`;
const BEHIND = '(elem func 1) (data "abc")';

const FUNCTIONS = `
  (func $numbers (param i32 f64) (result f64) (local i64 f32)
    i64.const -9223372036854775808 local.set 2
    f32.const -0.1 local.set 3
    i32.const -1 i32.const 100000 i32.add drop
    f64.const nan:0x8000000000001 drop f64.const -inf drop f32.const 0x1p-149 drop
    local.get 0 f64.load offset=16 drop
    local.get 0 f64.load align=1 drop
    local.get 0 i64.load16_s offset=4 align=1 drop
    local.get 0 local.get 0 i32.store8
    local.get 1)
  (func $blocks (param i32) (result i32)
    block
      loop
        local.get 0
        if (result i32)
          i32.const 1
        else
          i32.const 2
        end
        br_table 0 1 0
      end
    end
    try
      call $host
    catch 0
      nop
    catch_all
      rethrow 0
    end
    local.get 0 local.get 0 call_indirect (type 2) drop
    f64.const 1 f64.const 2 local.get 0 select (result f64) drop
    ref.null func drop
    i32.const 0 i32.const 0 i32.const 1 memory.init 0
    i32.const 0 i32.const 0 i32.const 1 memory.copy
    i32.const 1 memory.grow drop
    local.get 0 return_call 2)
  (func $vectors
    v128.const i32x4 1 2 3 4
    v128.const f64x2 1 2
    i8x16.shuffle 0 1 2 3 4 5 6 7 16 17 18 19 20 21 22 23
    i32.const 0 v128.load offset=8 f64x2.add
    i32.const 0 v128.load32_splat i8x16.extract_lane_s 3
    drop drop
    i32.const 0 v128.const i64x2 0 0 v128.load8_lane 5 drop)`;

test('reassembling the text of a function reproduces its instructions', async () => {
  const module = await assemble(`(module ${AROUND} ${FUNCTIONS} ${BEHIND})`);
  const texts = [1, 2, 3].map((index) => writeFunctionText(module, index).text);
  const again = await assemble(`(module ${AROUND} ${texts.join('\n')} ${BEHIND})`);
  const bodies = (bytes: Uint8Array) =>
    readModule(bytes).bodies.map(({ start, end }) => [...bytes.subarray(start, end)]);
  expect(bodies(again)).toEqual(bodies(module));
});

test('blocks are indented, and calls show function names', async () => {
  const module = await assemble(`(module ${AROUND} ${FUNCTIONS} ${BEHIND})`);
  const lines = writeFunctionText(module, 2).text.split('\n');
  expect(lines.slice(0, 11)).toEqual([
    '(func (;2 blocks;) (type 2) (param i32) (result i32)',
    '  block',
    '    loop',
    '      local.get 0',
    '      if (result i32)',
    '        i32.const 1',
    '      else',
    '        i32.const 2',
    '      end',
    '      br_table 0 1 0',
    '    end',
  ]);
  expect(lines).toContain('    call 0 (;host;)');
});

test('a long function shows its beginning and the number of omitted instructions', async () => {
  const module = await assemble(`(module ${AROUND} ${FUNCTIONS} ${BEHIND})`);
  const { text, leftOut } = writeFunctionText(module, 1, 2);
  expect(text.trimEnd().split('\n').at(-1)).toBe(`  ;; ${leftOut} more instructions`);
  expect(leftOut).toBeGreaterThan(10);
});
