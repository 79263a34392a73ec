// Tests which comparisons and parts of words the rewriter finds in functions like those that compilers generate.
import { expect, it } from 'vitest';
import wabt from 'wabt';
import * as op from '../encoding/opcode-names.ts';
import { OPCODES } from '../encoding/opcodes.ts';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import { readModule } from '../reading/module-reader.ts';
import { Callees } from './callees.ts';
import { LocalUses } from './local-uses.ts';
import { findPartsAnywhere } from './parts-anywhere.ts';
import { findSortKeys } from './sort-keys.ts';

async function read(body: string, locals = 'i32 i32 i32 i32') {
  const text = `(module (memory 1) (func (param i32 i32 i32) (result i32) (local ${locals}) ${body}))`;
  const features = { exceptions: true };
  const binary = (await wabt()).parseWat('words.wat', text, features).toBinary({}).buffer;
  const info = readModule(binary);
  const list = new InstructionList();
  decodeBody(info, 0, info.bodies[0]!, list);
  return { info, list, uses: new LocalUses(list), callees: new Callees(info, {}) };
}

type Code = Awaited<ReturnType<typeof read>>;

function keysOf({ info, list, uses, callees }: Code) {
  const keys = findSortKeys(info, list, uses, callees, new Set(), true);
  const names = (places: Iterable<number>) => [...places].map((at) => OPCODES[list.opcodes[at]!]!.name);
  return { orders: names(keys.orders.keys()), words: names(keys.words.keys()) };
}

function partsOf({ info, list, uses, callees }: Code): string[] {
  const { parts } = findPartsAnywhere(info, list, uses, callees, new Set());
  return [...parts].map(
    ([at, part]) => `${OPCODES[list.opcodes[at]!]!.name}${part.isSingle ? ' of any number' : ''}`,
  );
}

const COMPARED = `local.get 0 i32.load local.set 3 local.get 1 i32.load local.set 4
  local.get 3 local.get 4 i32.lt_u`;

it.each([
  ['the end of the function', COMPARED],
  ['a return', `${COMPARED} return`],
  ['a return in a block', `local.get 2 (if (then ${COMPARED} return)) i32.const 0`],
  ['a trap', `${COMPARED} drop unreachable`],
])('words that a straight line compares are ordered before %s', async (_, body) => {
  expect(keysOf(await read(body)).orders).toEqual(['i32.lt_u']);
});

it('an assignment before a return does not reach the code after the return', async () => {
  const { orders } = keysOf(
    await read(`local.get 0 i32.load local.set 3 local.get 1 i32.load local.set 4
      local.get 2 (if (then local.get 1 i32.const 4 i32.add local.set 3 i32.const 0 return))
      local.get 3 local.get 4 i32.lt_u`),
  );
  expect(orders).toEqual(['i32.lt_u']);
});

it('a word is no address if only code after a return takes its local as an address', async () => {
  const { orders } = keysOf(
    await read(`(block local.get 2 br_if 0 local.get 0 i32.load local.tee 3 local.get 1 i32.load local.tee 1 i32.gt_u
      local.get 3 local.get 1 i32.lt_u i32.sub return) local.get 1 i32.load`),
  );
  expect(orders).toEqual(['i32.gt_u', 'i32.lt_u']);
});

it('a jump after a try block with a delegate leaves the block around the jump', async () => {
  const { list, uses } = await read(`block block try nop delegate 0 i32.const 1 local.set 0 br 0
    local.get 0 drop end local.get 0 drop end i32.const 0`);
  const jump = list.opcodes.indexOf(op.BR);
  expect(uses.maybeTarget(jump)).toBe(list.opcodes.indexOf(op.BLOCK, 1));
  expect(uses.behind(jump - 1, 0)).toEqual([list.opcodes.lastIndexOf(op.LOCAL_GET, list.count - 1)]);
});

it.each([
  [
    'sums in place',
    (i: number) => `local.get 0 local.get 0 i32.load offset=${4 * i} local.tee 3 local.get 1 i32.add
      local.tee 4 i32.store offset=${4 * i}`,
  ],
  [
    'assignments of one local',
    (i: number) =>
      `local.get 0 i32.load offset=${4 * i} local.set 3 local.get 3 local.get 1 i32.add local.set 1`,
  ],
])('the search ends within the time limit of a test in long unrolled code: %s', async (_, step) => {
  // A search with quadratic time would take minutes.
  const body = Array.from({ length: 40_000 }, (_, i) => step(i)).join(' ');
  keysOf(await read(`${body} local.get 1`));
});

const WORD = (local: number, offset: number) => `local.get ${local} i32.load offset=${offset}`;

it.each([
  ['words of one object', `${WORD(0, 0)} ${WORD(0, 4)} i32.eq`],
  [
    'a word with one at another offset',
    `${WORD(0, 4)} ${WORD(1, 8)} i32.eq ${WORD(0, 8)} ${WORD(1, 4)} i32.ne i32.and`,
  ],
  [
    'one word of two objects',
    `${WORD(0, 0)} ${WORD(1, 0)} i32.eq ${WORD(0, 4)} ${WORD(1, 4)} i32.lt_s i32.and`,
  ],
  [
    'adjacent words of other objects',
    `${WORD(0, 0)} ${WORD(1, 0)} i32.eq ${WORD(0, 4)} ${WORD(2, 4)} i32.eq i32.and`,
  ],
])('an equality of %s does not compare the halves of doubles', async (_, body) => {
  expect(partsOf(await read(body))).toEqual([]);
});

it('equalities of adjacent words at two addresses compare the halves of doubles', async () => {
  const body = `${WORD(0, 0)} ${WORD(1, 0)} i32.eq (if (then ${WORD(1, 4)} ${WORD(0, 4)} i32.ne local.set 3)) i32.const 0`;
  expect(partsOf(await read(body))).toEqual(['i32.load', 'i32.load', 'i32.load', 'i32.load']);
});

it('an address made of shared sums is followed in time proportional to its length', async () => {
  const sums = Array.from(
    { length: 60 },
    (_, i) => `local.get ${i + 1} local.get ${i + 2} i32.add local.set ${i + 3}`,
  );
  const body = `${sums.join(' ')} local.get 0 local.get 62 i32.load8_u i32.store8 i32.const 0`;
  expect(partsOf(await read(body, 'i32 '.repeat(60)))).toEqual([]);
});

const CARRIED = `local.get 1 local.get 4 i32.store8`;

it.each([
  ['in the skipped code', CARRIED, ''],
  ['at the start of the loop', '', CARRIED],
])(
  'a byte that a later iteration of a loop stores %s remains part of its number',
  async (_, skipped, first) => {
    const body = `(loop ${first} (block (block
    local.get 0 i32.load8_u local.tee 3 local.get 5 i32.xor i32.const 16777619 i32.mul local.set 5
    local.get 2 br_if 0 local.get 3 local.set 4 br 1) ${skipped})
    local.get 0 i32.const 1 i32.add local.tee 0 br_if 0) local.get 5`;
    expect(partsOf(await read(body))).toEqual([]);
  },
);

const STEP = (sum: string, use: string) =>
  `(loop ${use} local.get ${sum} local.get 1 i32.load local.tee 4 i32.add local.set ${sum}
    local.get 2 i32.const 1 i32.sub local.tee 2 br_if 0) local.get 3`;

it.each([
  ['adds up words', STEP('3', ''), ['local.tee']],
  ['adds a stride to the address of integers', STEP('0', 'local.get 0 i32.load local.set 3'), []],
  ['adds a stride to the address of numbers', STEP('0', 'local.get 0 f64.load drop'), []],
  ['adds a stride to the address of a result', STEP('0', 'local.get 0 f64.const 0 f64.store'), []],
])('a loop that %s', async (_, body, words) => {
  expect(keysOf(await read(body)).words).toEqual(words);
});
