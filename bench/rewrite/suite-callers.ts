// Vectors cannot be passed to JavaScript, so assertions of the WebAssembly suite become functions of a module that
// calls the code under test. These functions return the bits of a result in two halves.

import type { SuiteCommand, SuiteValue } from './suite-commands.ts';

export type SuiteCall = Extract<SuiteCommand, { action: unknown }>;

const LANE_BITS = { i8: 8, i16: 16, i32: 32, i64: 64, f32: 32, f64: 64 } as const;

/** A value's bits as one integer. */
export function bitsOf(value: SuiteValue): bigint {
  if (value.type !== 'v128') return BigInt(value.value);
  const width = LANE_BITS[value.lane_type];
  return value.value.reduce((sum, lane, i) => sum | (BigInt(lane) << BigInt(i * width)), 0n);
}

/** True if the result has the expected bits. */
export function holds(expected: SuiteValue, bits: bigint): boolean {
  const lanes = expected.type === 'v128' ? expected.value : [expected.value];
  const width = BigInt(LANE_BITS[expected.type === 'v128' ? expected.lane_type : expected.type]);
  return lanes.every((lane, i) => {
    const is = BigInt.asUintN(Number(width), bits >> (BigInt(i) * width));
    if (!lane.startsWith('nan:')) return is === BigInt(lane);
    const quiet = width === 64n ? 0x7ff8000000000000n : 0x7fc00000n;
    const withoutSign = BigInt.asUintN(Number(width) - 1, is);
    return lane === 'nan:canonical' ? withoutSign === quiet : (withoutSign & quiet) === quiet;
  });
}

function isNan(bits: bigint, width: number): boolean {
  const withoutSign = BigInt.asUintN(width - 1, bits);
  return withoutSign > (width === 64 ? 0x7ff0000000000000n : 0x7f800000n);
}

function isStrangeNan(bits: bigint, width: number): boolean {
  const canonical = width === 64 ? 0x7ff8000000000000n : 0x7fc00000n;
  return isNan(bits, width) && BigInt.asUintN(width - 1, bits) !== canonical;
}

/**
 * True if a call is worth repeating with boxes: at least one argument becomes a box, and no argument is a NaN other
 * than the canonical NaN. The test's simple runtime would mistake such a NaN for a box.
 */
export function isForBoxes({ type, action, expected }: SuiteCall): boolean {
  if (type === 'action') return true;
  const typeOf = (value: SuiteValue) => (value.type === 'v128' ? value.lane_type : value.type);
  if (!action.args.some((value) => typeOf(value).startsWith('f'))) return false;
  if (expected.some(({ value }) => value?.includes('nan:arithmetic'))) return false;
  return !action.args.some((value) => {
    const own = typeOf(value);
    const widths = own === 'f32' ? [32] : own === 'f64' ? [64] : [32, 64];
    const bits = bitsOf(value);
    const shifts = (width: number) => [0, 32, 64, 96].filter((shift) => shift % width === 0);
    return widths.some((width) =>
      shifts(width).some((shift) => isStrangeNan(BigInt.asUintN(width, bits >> BigInt(shift)), width)),
    );
  });
}

/** An argument in text form; with `boxes`, floating-point numbers except NaN become boxes. */
function argumentText(value: SuiteValue, boxes: boolean): string {
  const bits = bitsOf(value);
  if (value.type === 'i32' || value.type === 'i64') return `(${value.type}.const ${bits})`;
  if (value.type !== 'v128') {
    const width = LANE_BITS[value.type];
    const number = `(${value.type}.reinterpret_i${width} (i${width}.const ${bits}))`;
    return boxes && !isNan(bits, width) ? `(call $box_${value.type} ${number})` : number;
  }
  const halves = [BigInt.asUintN(64, bits), bits >> 64n];
  const vector = `(v128.const i64x2 ${halves.join(' ')})`;
  const lane = value.lane_type;
  if (!boxes || !lane.startsWith('f')) return vector;
  return value.value.reduce((so_far, text, i) => {
    if (isNan(BigInt(text), LANE_BITS[lane])) return so_far;
    const shape = lane === 'f32' ? 'f32x4' : 'f64x2';
    return `(${shape}.replace_lane ${i} ${so_far} (call $box_${lane} (${shape}.extract_lane ${i} ${vector})))`;
  }, vector);
}

/** Code that leaves the two halves of the result on the stack. */
function answerText(expected: SuiteValue | undefined, isCompared: boolean, boxes: boolean): string {
  switch (expected?.type) {
    case undefined:
      return 'i64.const 0 i64.const 0';
    case 'i32':
      return 'i64.extend_i32_u i64.const 0';
    case 'i64':
      return 'i64.const 0';
    case 'f32':
      return `${boxes ? 'call $particle_f32 ' : ''}i32.reinterpret_f32 i64.extend_i32_u i64.const 0`;
    case 'f64':
      return `${boxes ? 'call $particle_f64 ' : ''}i64.reinterpret_f64 i64.const 0`;
    case 'v128': {
      // There are no expected lanes for calls that trap, or that are made only for their effect.
      const particles =
        boxes && isCompared && expected.lane_type.startsWith('f')
          ? `call $particles_${expected.lane_type}`
          : '';
      return `${particles} local.tee $v i64x2.extract_lane 0 local.get $v i64x2.extract_lane 1`;
    }
  }
}

function particlesText(shape: string, lane: string, count: number): string {
  const body = Array.from({ length: count }).reduce<string>(
    (so_far, _, i) =>
      `(${shape}.replace_lane ${i} ${so_far} (call $particle_${lane} (${shape}.extract_lane ${i} (local.get 0))))`,
    '(local.get 0)',
  );
  return `(func $particles_${lane} (param v128) (result v128) ${body})`;
}

/** A module whose function `i` makes call `i`, to exports of `m`, with boxes from `ux`. */
export function callersText(calls: readonly SuiteCall[], boxes: boolean): string {
  const fields = [...new Set(calls.map(({ action }) => action.field))];
  const nameOf = (field: string) => `$f${fields.indexOf(field)}`;
  const imports = fields.map((field) => {
    const { action, expected } = calls.find((call) => call.action.field === field)!;
    const [parameters, results] = [action.args, expected].map((values) =>
      values.map(({ type }) => type).join(' '),
    );
    return `(import "m" ${JSON.stringify(field)} (func ${nameOf(field)} (param ${parameters}) (result ${results})))`;
  });
  const functions = calls.map(({ type, action, expected }, i) => {
    const values = action.args.map((value) => argumentText(value, boxes)).join(' ');
    return `(func (export "${i}") (result i64 i64) (local $v v128)
      ${values} call ${nameOf(action.field)} ${answerText(expected[0], type === 'assert_return', boxes)})`;
  });
  const own = ['f32', 'f64'].flatMap((type) =>
    ['box', 'particle'].map(
      (what) => `(import "ux" "${what}_${type}" (func $${what}_${type} (param ${type}) (result ${type})))`,
    ),
  );
  return `(module ${own.join('\n')} ${imports.join('\n')}
    ${particlesText('f32x4', 'f32', 4)} ${particlesText('f64x2', 'f64', 2)} ${functions.join('\n')})`;
}
