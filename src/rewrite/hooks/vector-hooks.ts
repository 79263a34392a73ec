// Describes which vector instructions need slow paths because their lanes may be boxes, and how each lane is treated.
// Vectors have no hooks of their own: the slow path splits a vector, calls the hook of the scalar instruction for every
// lane, and combines the results.

import { OPCODES, opcodeOf, PARTICLE_BITS_F32, PARTICLE_BITS_F64 } from '../encoding/opcodes.ts';
import { ABS_BY_BITS, COPYSIGN_BY_BITS, PARTICLE_BITS, VECTOR_PAGE } from '../encoding/vector-opcodes.ts';
import type { HookKind } from './hooks.ts';

/** Lane layout of a floating-point vector. */
export type FloatShape = 'f32x4' | 'f64x2';

export interface VectorHook {
  readonly kind: Exclude<HookKind, 'none'>;
  /** Scalar instruction whose hook is called for each lane. */
  readonly scalar: number;
  /** Lane layout of the operands, which also determines the number of lanes to test. */
  readonly from: FloatShape;
  readonly laneCount: number;
  /** Lane layout of the result; lanes for which the hook is not called are 0. */
  readonly to: 'f32x4' | 'f64x2' | 'i32x4' | 'i64x2';
  /**
   * Use of the hook's result: as the lane itself, as a mask of no bits (0) or all bits (1), to select the second
   * operand's lane, or with its sign bit cleared.
   */
  readonly answer: 'lane' | 'mask' | 'second' | 'without-sign';
  /** True if the hook receives the operands in reverse order. */
  readonly isSwapped?: boolean;
  /** Number of operands that the hook receives. */
  readonly operandCount: 1 | 2;
  /** Number of operands that are tested for a NaN, which requires the slow path. */
  readonly testedCount?: 1;
}

const UNARY = /^f(32x4|64x2)\.(abs|neg|sqrt|ceil|floor|trunc|nearest)$/;
const BINARY = /^f(32x4|64x2)\.(add|sub|mul|div|min|max)$/;
const COMPARISON = /^f(32x4|64x2)\.(eq|ne|lt|gt|le|ge)$/;
const CHOICE = /^f(32x4|64x2)\.(pmin|pmax)$/;
const TRUNCATION = /^i32x4\.trunc_sat_f(32x4|64x2)_([su])/;

function describeShape(
  name: string,
): Pick<VectorHook, 'from' | 'laneCount'> & { readonly letter: 'f32' | 'f64' } {
  return name === '32x4'
    ? { from: 'f32x4', laneCount: 4, letter: 'f32' }
    : { from: 'f64x2', laneCount: 2, letter: 'f64' };
}

function maybeHookOf(name: string): VectorHook | undefined {
  const one = UNARY.exec(name) ?? BINARY.exec(name);
  if (one) {
    const { letter, ...shape } = describeShape(one[1]!);
    const operandCount = UNARY.test(name) ? 1 : 2;
    const scalar = opcodeOf(`${letter}.${one[2]}`);
    return { kind: 'arithmetic', scalar, ...shape, to: shape.from, answer: 'lane', operandCount };
  }
  const comparison = COMPARISON.exec(name);
  if (comparison) {
    const { letter, ...shape } = describeShape(comparison[1]!);
    const to = letter === 'f32' ? 'i32x4' : 'i64x2';
    const scalar = opcodeOf(`${letter}.${comparison[2]}`);
    return { kind: 'comparison', scalar, ...shape, to, answer: 'mask', operandCount: 2 };
  }
  const choice = CHOICE.exec(name);
  if (choice) {
    // pmin(a, b) is b < a ? b : a, and pmax(a, b) is a < b ? b : a.
    const { letter, ...shape } = describeShape(choice[1]!);
    const isSwapped = choice[2] === 'pmin';
    const scalar = opcodeOf(`${letter}.lt`);
    return {
      kind: 'comparison',
      scalar,
      ...shape,
      to: shape.from,
      answer: 'second',
      isSwapped,
      operandCount: 2,
    };
  }
  const truncation = TRUNCATION.exec(name);
  if (truncation) {
    const { letter, ...shape } = describeShape(truncation[1]!);
    const scalar = opcodeOf(`i32.trunc_sat_${letter}_${truncation[2]}`);
    return { kind: 'truncation', scalar, ...shape, to: 'i32x4', answer: 'lane', operandCount: 1 };
  }
  return undefined;
}

const OWN_HOOKS: readonly (readonly [opcode: number, hook: VectorHook])[] = [
  [
    opcodeOf('f32x4.demote_f64x2_zero'),
    {
      kind: 'truncation',
      scalar: opcodeOf('f32.demote_f64'),
      from: 'f64x2',
      laneCount: 2,
      to: 'f32x4',
      answer: 'lane',
      operandCount: 1,
    },
  ],
  [
    opcodeOf('f64x2.promote_low_f32x4'),
    {
      kind: 'truncation',
      scalar: opcodeOf('f64.promote_f32'),
      from: 'f32x4',
      laneCount: 2,
      to: 'f64x2',
      answer: 'lane',
      operandCount: 1,
    },
  ],
  ...(['f32x4', 'f64x2'] as const).flatMap((from): [number, VectorHook][] => {
    const isWide = from === 'f64x2';
    const shape = { from, laneCount: isWide ? 2 : 4 };
    const letter = isWide ? 'f64' : 'f32';
    return [
      [
        ABS_BY_BITS[from],
        {
          kind: 'arithmetic',
          scalar: opcodeOf(`${letter}.abs`),
          ...shape,
          to: from,
          answer: 'lane',
          operandCount: 1,
        },
      ],
      [
        COPYSIGN_BY_BITS[from],
        {
          kind: 'comparison',
          scalar: opcodeOf(`${letter}.copysign`),
          ...shape,
          to: from,
          answer: 'lane',
          operandCount: 2,
          testedCount: 1,
        },
      ],
      [
        PARTICLE_BITS[from],
        {
          kind: 'comparison',
          scalar: isWide ? PARTICLE_BITS_F64 : PARTICLE_BITS_F32,
          ...shape,
          to: isWide ? 'i64x2' : 'i32x4',
          answer: 'without-sign',
          operandCount: 1,
        },
      ],
    ];
  }),
];

/** Slow path of each vector instruction, by opcode; undefined if none is needed. */
export const VECTOR_HOOKS: readonly (VectorHook | undefined)[] = (() => {
  const hooks = OPCODES.map((opcode) =>
    opcode && opcode.code >= VECTOR_PAGE ? maybeHookOf(opcode.name) : undefined,
  );
  for (const [opcode, hook] of OWN_HOOKS) hooks[opcode] = hook;
  return hooks;
})();
