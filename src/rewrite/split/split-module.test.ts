import { expect, test } from 'vitest';
import wabt from 'wabt';
import { HazeError } from '../../errors/haze-error.ts';
import { splitModule } from './split-module.ts';

const NAMES = { module: 'parts', load: 'load', memory: 'm', table: 't', global: 'g' };

async function assemble(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array((await wabt()).parseWat('test.wat', text).toBinary({}).buffer);
}

/**
 * Calls of every kind: direct, through the table (with empty slots and one function in two slots), to imports, and in
 * cycles.
 */
const PROGRAM = `(module
  (type $binary (func (param i32 i32) (result i32)))
  (import "host" "note" (func $note (param i32)))
  (memory 1)
  (table 9 9 funcref)
  (global $count (mut i32) (i32.const 5))
  (elem (i32.const 1) $add $multiply $ackermann $add $mean)
  (func $add (type $binary) (call $step) (i32.add (local.get 0) (local.get 1)))
  (func $multiply (type $binary)
    (if (result i32) (i32.eqz (local.get 1)) (then (i32.const 0))
      (else (call $add (local.get 0) (call $multiply (local.get 0) (i32.sub (local.get 1) (i32.const 1)))))))
  (func $ackermann (type $binary)
    (if (result i32) (i32.eqz (local.get 0)) (then (call $add (local.get 1) (i32.const 1)))
      (else (if (result i32) (i32.eqz (local.get 1))
        (then (call $ackermann (i32.sub (local.get 0) (i32.const 1)) (i32.const 1)))
        (else (call $ackermann (i32.sub (local.get 0) (i32.const 1))
          (call $ackermann (local.get 0) (i32.sub (local.get 1) (i32.const 1)))))))))
  (func $mean (param f64 i64 f32) (result f64)
    (f64.div (f64.add (local.get 0) (f64.convert_i64_s (local.get 1))) (f64.promote_f32 (local.get 2))))
  (func $step
    (global.set $count (i32.add (global.get $count) (i32.const 1)))
    (i32.store (i32.const 8) (global.get $count))
    (call $note (i32.load (i32.const 8))))
  (func (export "direct") (param i32 i32) (result i32)
    (i32.add (call $ackermann (local.get 0) (local.get 1)) (call $multiply (local.get 0) (local.get 1))))
  (func (export "byTable") (param i32 i32 i32) (result i32)
    (call_indirect (type $binary) (local.get 1) (local.get 2) (local.get 0)))
  (func (export "mean") (param i32) (result f64)
    (call $mean (f64.const 7) (i64.const -3) (f32.const 8)))
  (func (export "count") (result i32) (global.get $count))
  (data (i32.const 16) "abc"))`;
const FUNCTIONS = 9;

type Exports = Record<string, (...values: number[]) => number>;

/** The program's results, and the numbers that it passes to the host. */
function runAll({ direct, byTable, mean, count }: Exports, notes: number[]): unknown {
  const trapped = (() => {
    try {
      return byTable!(8, 1, 2);
    } catch (error) {
      return (error as Error).constructor.name;
    }
  })();
  return [
    byTable!(3, 1, 2),
    byTable!(1, 20, 22),
    byTable!(4, 20, 22),
    byTable!(2, 6, 7),
    direct!(2, 2),
    mean!(0),
    count!(),
    trapped,
    notes,
  ];
}

class Missing extends Error {
  readonly part: number;
  constructor(part: number) {
    super(`part ${part} is missing`);
    this.part = part;
  }
}

/** Instantiates the first part and the loaded parts. */
function start(
  parts: readonly Uint8Array[],
  loaded: Iterable<number> = [],
): { exports: Exports; notes: number[] } {
  const notes: number[] = [];
  const modules = parts.map((part) => new WebAssembly.Module(part as Uint8Array<ArrayBuffer>));
  const load = (part: number) => {
    throw new Missing(part);
  };
  const first = new WebAssembly.Instance(modules[0]!, {
    host: { note: (value: number) => notes.push(value) },
    parts: { load },
  });
  for (const part of loaded) new WebAssembly.Instance(modules[part]!, { parts: first.exports });
  return { exports: first.exports as Exports, notes };
}

/**
 * Runs the program with the loaded parts, and again for each missing part that a run reports; adds these parts to
 * `loaded`.
 */
function runWithParts<Result>(
  parts: readonly Uint8Array[],
  loaded: number[],
  run: (started: ReturnType<typeof start>) => Result,
): Result {
  for (;;) {
    try {
      return run(start(parts, loaded));
    } catch (error) {
      if (!(error instanceof Missing) || loaded.includes(error.part)) throw error;
      loaded.push(error.part);
    }
  }
}

test('a split module behaves like the whole module, however its functions are assigned to parts', async () => {
  const module = await assemble(PROGRAM);
  const whole = start([module]);
  const expected = runAll(whole.exports, whole.notes);
  for (let seed = 0; seed < 3 ** FUNCTIONS; seed += 37) {
    const partOf = Uint8Array.from({ length: FUNCTIONS }, (_, i) => Math.floor(seed / 3 ** i) % 3);
    const loaded: number[] = [];
    const parts = splitModule(module, partOf, 3, NAMES);
    const results = runWithParts(parts, loaded, ({ exports, notes }) => runAll(exports, notes));
    expect(results, `parts ${partOf}`).toEqual(expected);
    expect(loaded.every((part) => partOf.includes(part))).toBe(true);
    const all = start(parts, [1, 2]);
    expect(runAll(all.exports, all.notes), `all of parts ${partOf}`).toEqual(expected);
  }
});

test('a part is reported on the first call to one of its functions, and not before', async () => {
  const module = await assemble(PROGRAM);
  const partOf = Uint8Array.of(0, 1, 2, 0, 0, 0, 0, 0, 0);
  const parts = splitModule(module, partOf, 3, NAMES);
  const loaded: number[] = [];
  runWithParts(parts, loaded, ({ exports }) => exports.byTable!(1, 2, 3));
  expect(loaded).toEqual([]);
  runWithParts(parts, loaded, ({ exports }) => exports.byTable!(3, 1, 1));
  expect(loaded).toEqual([2]);
  runWithParts(parts, loaded, ({ exports }) => exports.direct!(0, 1));
  expect(loaded).toEqual([2, 1]);
});

test('absent functions of the same part and type share a stub', async () => {
  const functions = Array.from({ length: 50 }, (_, i) => `(func $f${i} (result i32) (i32.const ${i}))`);
  const names = functions.map((_, i) => `$f${i}`).join(' ');
  const text = `(module (memory 1) (table 50 funcref) (elem (i32.const 0) ${names}) ${functions.join(' ')}
    (func (export "call") (param i32) (result i32) (call_indirect (result i32) (local.get 0))))`;
  const partOf = Uint8Array.from({ length: 51 }, (_, i) => (i < 25 ? 1 : i < 50 ? 2 : 0));
  const parts = splitModule(await assemble(text), partOf, 3, NAMES);
  // The index of a stub takes up one byte in each slot.
  expect(parts[0]!.length).toBeLessThan(220);
  for (const i of [0, 24, 25, 49]) expect(runWithParts(parts, [], ({ exports }) => exports.call!(i))).toBe(i);
});

test('splitting the same module again produces the same parts', async () => {
  const module = await assemble(PROGRAM);
  const partOf = Uint8Array.of(0, 1, 2, 0, 1, 2, 0, 1, 2);
  expect(splitModule(module, partOf, 3, NAMES)).toEqual(splitModule(module, partOf, 3, NAMES));
});

test.each([
  ['functions as values', '(table 1 funcref) (elem declare func $f) (func $f (drop (ref.func $f)))'],
  ['two segments', '(table 2 funcref) (elem (i32.const 0) $f) (elem (i32.const 1) $f) (func $f)'],
  ['no table', '(func $f)'],
  ['a table that changes', '(table 1 funcref) (func $f (table.set (i32.const 0) (ref.null func)))'],
  ['a start function', '(table 1 funcref) (start $f) (func $f)'],
])('a module with %s is refused', async (_, text) => {
  const module = await assemble(`(module (memory 1) ${text})`);
  expect(() => splitModule(module, Uint8Array.of(1), 2, NAMES)).toThrow(HazeError);
});
