// Tests conditions that each draw may evaluate for itself, in the instructions that compilers generate for such
// conditions.
import { expect, it } from 'vitest';
import wabt from 'wabt';
import { decodeBody, InstructionList } from '../reading/instruction-list.ts';
import { readModule } from '../reading/module-reader.ts';
import { findChoices } from './choices.ts';

const X = 'local.get 0 f64.const 0 f64.gt';
const Y = 'local.get 1 f64.const 1 f64.lt';
const BIT = 'i32.const 1 i32.and';
const BOTH = 'local.get 0 local.get 1';

async function rolesOf(body: string): Promise<string[]> {
  const text = `(module (func (param f64 f64) (local i32) (local f64) ${body} drop))`;
  const binary = (await wabt()).parseWat('choices.wat', text).toBinary({}).buffer;
  const info = readModule(binary);
  const list = new InstructionList();
  decodeBody(info, 0, info.bodies[0]!, list);
  return [...findChoices(info, list)].sort(([a], [b]) => a - b).map(([, role]) => role);
}

it.each([
  [`${BOTH} ${X} select`, ['comparison', 'select']],
  [`${BOTH} ${X} ${BIT} select`, ['comparison', 'left out', 'left out', 'select']],
  [
    `${BOTH} ${X} ${Y} i32.and ${BIT} select`,
    ['comparison', 'comparison', 'and', 'left out', 'left out', 'select'],
  ],
  [`${BOTH} ${X} ${Y} i32.or i32.eqz select`, ['comparison', 'comparison', 'or', 'not', 'select']],
  [`${BOTH} ${X} i32.const 1 i32.xor select`, ['comparison', 'left out', 'not', 'select']],
  [
    `${Y} i32.const 0 ${X} ${BIT} select f64.convert_i32_u`,
    ['comparison', 'comparison', 'left out', 'left out', 'both', 'number'],
  ],
  [`i32.const 1 ${Y} ${X} select f64.convert_i32_u`, ['comparison', 'comparison', 'either', 'number']],
  [`i32.const 0 ${Y} ${X} select f64.convert_i32_u`, ['comparison', 'comparison', 'unless', 'number']],
  [`${Y} i32.const 1 ${X} select f64.convert_i32_u`, ['comparison', 'comparison', 'implied', 'number']],
  [`${BOTH} ${X} local.tee 2 select ${BOTH} local.get 2 select f64.add`, ['comparison', 'select', 'select']],
  [`${X} local.set 2 ${BOTH} local.get 2 select`, ['comparison', 'select']],
  [`${X} ${BIT} f64.convert_i32_u`, ['comparison', 'left out', 'left out', 'number']],
])('%s', async (body, roles) => {
  expect(await rolesOf(body)).toEqual(roles);
});

it.each([
  [
    'a stored condition that is also counted',
    `${X} local.set 2 ${BOTH} local.get 2 select local.get 2 i32.ctz drop`,
  ],
  ['a stored condition that decides a branch', `${BOTH} ${X} local.tee 2 (if (then)) local.get 2 select`],
  ['a stored condition after a branch', `${X} local.set 2 (block) ${BOTH} local.get 2 select`],
  ['a condition with two assignments', `${X} local.set 2 ${Y} local.set 2 ${BOTH} local.get 2 select`],
  ['a choice between integers', `i32.const 4 i32.const 5 ${X} select`],
  ['a choice between a condition and another number', `${BOTH} ${X} i32.const 3 ${Y} select select`],
  ['a sum of conditions', `${BOTH} ${X} ${Y} i32.add select`],
  ['another bit of a condition', `${BOTH} ${X} i32.const 2 i32.and select`],
  ['a condition after a join', `${BOTH} (block (result i32) ${X}) select`],
])("%s stays on the particle's path", async (_, body) => {
  expect(await rolesOf(body)).toEqual([]);
});
