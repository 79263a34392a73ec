import { expect, test } from 'vitest';
import wabt from 'wabt';
import { HazeError } from '../errors/haze-error.ts';
import { ByteWriter } from './encoding/byte-writer.ts';
import { rewriteModule } from './rewrite-module.ts';
import { reencodeModule } from './writing/reencode-module.ts';

const FEATURES = {
  exceptions: true,
  multi_value: true,
  simd: true,
  threads: true,
  tail_call: true,
  memory64: true,
};

async function assemble(text: string): Promise<Uint8Array> {
  const parsed = (await wabt()).parseWat('test.wat', text, FEATURES);
  return parsed.toBinary({ write_debug_names: true }).buffer;
}

function errorOf(action: () => unknown): HazeError {
  try {
    action();
  } catch (error) {
    if (error instanceof HazeError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}

const ADD_HOOK =
  '(func $__ux_f64_add (export "__ux_f64_add") (param f64 f64) (result f64) (f64.add (local.get 0) (local.get 1)))';

function isValid(module: Uint8Array): boolean {
  return WebAssembly.validate(module as Uint8Array<ArrayBuffer>);
}

test('relaxed SIMD is rejected, and the error names the instruction and its function', async () => {
  // wabt does not support i8x16.relaxed_swizzle, which is encoded like i8x16.swizzle except for its opcode.
  const module = await assemble(
    '(module (func $lanes (param v128) (drop (i8x16.swizzle (local.get 0) (local.get 0)))))',
  );
  const at = module.findIndex((byte, i) => byte === 0xfd && module[i + 1] === 0x0e);
  const relaxed = Uint8Array.from([...module.subarray(0, at), 0xfd, 0x80, 0x02, ...module.subarray(at + 2)]);
  // Makes the function, and the code section, one byte longer.
  const code = relaxed.findIndex((byte, i) => byte === 0x0a && relaxed[i + 2] === 1 && i < at);
  relaxed[code + 1]!++;
  relaxed[code + 3]!++;
  expect(errorOf(() => rewriteModule(relaxed, { validate: false })).message).toMatch(
    /relaxed SIMD instruction 0xfd 0x100 in function 0 \(lanes\)/,
  );
});

test('threads and 64-bit memory are rejected with a reason', async () => {
  const atomics = await assemble('(module (memory 1 1) (func $a (drop (i32.atomic.load (i32.const 0)))))');
  expect(errorOf(() => rewriteModule(atomics)).message).toMatch(/atomic instruction .*threads/);
  const shared = await assemble('(module (memory 1 1 shared))');
  expect(errorOf(() => rewriteModule(shared)).message).toMatch(/shared memory/);
  const wide = await assemble('(module (memory i64 1))');
  expect(errorOf(() => rewriteModule(wide)).message).toMatch(/64-bit memory/);
});

test('an unknown opcode is rejected, and the error states its number and function', async () => {
  const module = await assemble('(module (func $f nop nop))');
  const at = module.findIndex((byte, i) => byte === 0x01 && module[i + 1] === 0x01 && module[i + 2] === 0x0b);
  module[at] = 0xef;
  const error = errorOf(() => rewriteModule(module));
  expect(error.message).toMatch(/instruction 0xef in function 0 \(f\)/);
});

test('bytes that are not a module are rejected, and the error states the offset', () => {
  expect(errorOf(() => rewriteModule(new Uint8Array())).data.offset).toBe(0);
  expect(errorOf(() => rewriteModule(new TextEncoder().encode('#!/bin/sh\n'))).code).toBe('malformed-module');
  const cut = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 5, 1]);
  const error = errorOf(() => rewriteModule(cut));
  expect(error.code).toBe('malformed-module');
  expect(error.data.offset).toBe(10);
});

test('a missing slow path is reported, and so is a slow path with the wrong type', async () => {
  const none = await assemble('(module (func $f (param f64) (result f64) (f64.sqrt (local.get 0))))');
  const error = errorOf(() => rewriteModule(none));
  expect(error.code).toBe('missing-hook');
  expect(error.data).toEqual({ hook: '__ux_f64_sqrt', instruction: 'f64.sqrt' });
  const wrong = await assemble(
    '(module (func $__ux_f64_sqrt (export "__ux_f64_sqrt")) (func $f (param f64) (result f64) (f64.sqrt (local.get 0))))',
  );
  expect(errorOf(() => rewriteModule(wrong)).code).toBe('wrong-hook-signature');
});

test('a stripped module is rejected because its runtime cannot be distinguished from the program', async () => {
  const text = `(module ${ADD_HOOK} (func (export "f") (param f64) (result f64) (f64.add (local.get 0) (local.get 0))))`;
  const stripped = (await wabt()).parseWat('test.wat', text).toBinary({ write_debug_names: false }).buffer;
  expect(errorOf(() => rewriteModule(stripped)).code).toBe('missing-function-names');
});

test('excluded functions and the runtime are copied byte for byte', async () => {
  const text = `(module ${ADD_HOOK}
    (func $__wrap_f (param f64) (result f64) (f64.add (local.get 0) (local.get 0)))
    (func $quiet (param f64) (result f64) (f64.add (local.get 0) (local.get 0))))`;
  const module = await assemble(text);
  expect(rewriteModule(module).statistics.rewrittenFunctions).toBe(1);
  const excluded = rewriteModule(module, { exclude: (name) => name === 'quiet' });
  expect(excluded.module).toEqual(module);
});

test('values that cannot be boxes are not checked', async () => {
  const text = `(module ${ADD_HOOK}
    (func $f (param i32) (result f64) (local f64)
      (local.set 1 (f64.convert_i32_s (local.get 0)))
      (loop (local.set 1 (f64.add (local.get 1) (f64.const 0.5))) (br_if 0 (local.tee 0 (i32.sub (local.get 0) (i32.const 1)))))
      (local.get 1)))`;
  const module = await assemble(text);
  const { module: rewritten } = rewriteModule(module);
  expect(rewritten.length).toBe(module.length);
});

test('slow paths can be removed from the exports', async () => {
  const text = `(module ${ADD_HOOK} (func $f (export "f") (param f64) (result f64) (f64.add (local.get 0) (f64.const 1))))`;
  const { module } = rewriteModule(await assemble(text), { removeHookExports: true });
  const compiled = new WebAssembly.Module(module as Uint8Array<ArrayBuffer>);
  expect(WebAssembly.Module.exports(compiled).map(({ name }) => name)).toEqual(['f']);
});

test('offsets in the new code map back to the old instructions', async () => {
  const text = `(module ${ADD_HOOK}
    (func $f (export "f") (param f64 i32) (result f64) (drop (f64.add (local.get 0) (f64.const 1)))
      (if (f64.eq (f64.const 0) (f64.const 0)) (then unreachable)) (local.get 0)))`;
  const module = await assemble(text);
  const { module: rewritten, codeOffsets } = rewriteModule(module);
  const trapOffset = (bytes: Uint8Array): number => {
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes as Uint8Array<ArrayBuffer>));
    try {
      (exports.f as (x: number, n: number) => number)(1, 0);
    } catch (error) {
      return Number.parseInt(/:0x([0-9a-f]+)/.exec((error as Error).stack ?? '')?.[1] ?? '', 16);
    }
    throw new Error('no trap');
  };
  expect(codeOffsets.originalOffset(trapOffset(rewritten))).toBe(trapOffset(module));
  expect(codeOffsets.originalOffset(0)).toBeUndefined();
});

test('tail calls, multiple results and reference types are preserved', async () => {
  const text = `(module ${ADD_HOOK} (table 2 funcref) (type $t (func (param f64) (result f64)))
    (func $pair (param f64) (result f64 f64) (f64.add (local.get 0) (f64.const 1)) (local.get 0))
    (func $sum (export "sum") (param f64) (result f64) (call $pair (local.get 0)) (f64.add))
    (func $tail (export "tail") (param f64) (result f64) (return_call $sum (f64.add (local.get 0) (f64.const 2))))
    (func $refs (param externref) (result i32) (table.set (i32.const 0) (ref.null func)) (ref.is_null (local.get 0))))`;
  const module = await assemble(text);
  expect(reencodeModule(module)).toEqual(module);
  const { module: rewritten } = rewriteModule(module);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(rewritten as Uint8Array<ArrayBuffer>));
  expect((exports.sum as (x: number) => number)(2)).toBe(5);
  expect((exports.tail as (x: number) => number)(2)).toBe(9);
});

test('code with the newer encoding of exception handling is rewritten', async () => {
  // This wabt release does not support try_table in text form, so the body is written by hand.
  const text = `(module ${ADD_HOOK} (tag $t (param f64))
    (func $f (param f64) (result f64)
      (block (result f64) (nop) (f64.add (local.get 0) (f64.const 1)) (f64.add (local.get 0) (f64.const 1)) (throw $t) (f64.const 0))))`;
  const legacy = await assemble(text);
  const body = [0x02, 0x7c, 0x1f, 0x40, 0x01, 0x00, 0x00, 0x00]; // block (result f64) (try_table (catch $t 0)
  body.push(0x20, 0x00, 0x20, 0x00, 0xa0, 0x08, 0x00, 0x0b, 0x00, 0x0b, 0x0b); // local.get 0 twice f64.add throw 0 end unreachable end end
  const module = replaceLastBody(legacy, body);
  expect(reencodeModule(module)).toEqual(module);
  const { module: rewritten } = rewriteModule(module, { validate: false });
  expect(rewritten.length).toBeGreaterThan(module.length);
  expect(reencodeModule(rewritten)).toEqual(rewritten);
  if (!isValid(module)) expect(errorOf(() => rewriteModule(module)).message).toMatch(/newer engine/);
});

/** The module with the instructions of its last function replaced. Drops all sections after the code except names. */
function replaceLastBody(module: Uint8Array, instructions: number[]): Uint8Array {
  const out = new ByteWriter();
  let position = 8;
  out.copy(module, 0, 8);
  while (position < module.length) {
    const size = module[position + 1]!;
    const end = position + 2 + size;
    if (module[position] === 10) {
      const first = module[position + 3]!;
      const content = [
        2,
        ...module.subarray(position + 3, position + 4 + first),
        instructions.length + 1,
        0,
        ...instructions,
      ];
      out.byte(10);
      out.u32(content.length);
      for (const byte of content) out.byte(byte);
    } else out.copy(module, position, end);
    position = end;
  }
  return out.finish();
}
