// Integers as sequences of bits.
import { cType, suffix } from '../../program/c/c-text.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import { constantNode } from '../../program/constants/fold-operation.ts';
import { type Constant, wrapTo } from '../../program/constants/fold-scalar.ts';
import type { IntrinsicNode, Type, Typed } from '../../program/symbols/semantics.ts';
import {
  BIT_STRING,
  type ElementalC,
  type ElementalRow,
  INTEGER,
  signature,
  TWO_BIT_STRINGS,
} from '../row-kinds/elemental-row.ts';
import type { Arguments } from '../row-kinds/intrinsic-arguments.ts';
import { runtime, unsignedType } from '../row-kinds/row-c.ts';
import { big, unsigned } from '../row-kinds/row-folds.ts';

// The GNU functions AND, OR and XOR accept logical values as well.
const BITS = { bases: ['integer', 'logical', 'unsigned'], count: 2 } as const;
const OF_ONE = { result: 'same', of: BIT_STRING } as const;
const DOUBLE_SHIFT = {
  ...OF_ONE,
  takes: 'i j shift',
  since: 2008,
  alike: ['j'],
  fault: doubleShiftFault,
} as const;
const MASK = { takes: 'i kind?', result: 'integer', since: 2008, of: INTEGER, fault: maskFault } as const;
const UNSIGNED_MASK = {
  takes: 'i kind?',
  result: 'unsigned',
  since: 'GNU',
  of: INTEGER,
  fault: maskFault,
} as const;
const SHIFT = { ...OF_ONE, takes: 'i shift', since: 2008, fault: shiftFault } as const;
const COMPARISON = { takes: 'i j', result: 'logical', since: 2008, of: TWO_BIT_STRINGS } as const;

export const BITS_OF_INTEGERS: Readonly<Record<string, ElementalRow>> = {
  bge: { ...COMPARISON, c: comparison('>=') },
  bgt: { ...COMPARISON, c: comparison('>') },
  ble: { ...COMPARISON, c: comparison('<=') },
  blt: { ...COMPARISON, c: comparison('<') },
  btest: {
    ...signature('i pos', 'logical', BIT_STRING),
    fault: placeFault,
    fold: ([a, b]) => ((unsigned(a!) >> big(b)) & 1n) === 1n,
    c: runtime('btest'),
  },
  dshiftl: { ...DOUBLE_SHIFT, c: runtime('dshiftl') },
  dshiftr: { ...DOUBLE_SHIFT, c: runtime('dshiftr') },
  iand: {
    ...signature('i j', 'promote', BITS),
    fold: ([a, b]) => (isTruth(a) ? a!.value === true && b!.value === true : big(a) & big(b)),
    c: ({ e }, a, b) => (e.type.base === 'logical' ? `(${a} && ${b})` : `(${a} & ${b})`),
  },
  ibclr: {
    takes: 'i pos',
    ...OF_ONE,
    fault: placeFault,
    fold: ([a, b], t) => wrapTo(big(a) & ~(1n << big(b)), t),
    c: runtime('ibclr'),
  },
  ibits: {
    takes: 'i pos len',
    ...OF_ONE,
    fault: (args, name) => {
      const [place, length] = [maybeInteger(args[1]), maybeInteger(args[2])];
      return (
        outside(name, 'POS', place, 0, bitsOf(args)) ??
        outside(name, 'LEN', length, 0, bitsOf(args) - Math.max(0, place ?? 0))
      );
    },
    fold: ([a, b, c], t) => wrapTo((unsigned(a!) >> big(b)) & ((1n << big(c)) - 1n), t),
    c: runtime('ibits'),
  },
  ibset: {
    takes: 'i pos',
    ...OF_ONE,
    fault: placeFault,
    fold: ([a, b], t) => wrapTo(big(a) | (1n << big(b)), t),
    c: runtime('ibset'),
  },
  ieor: {
    ...signature('i j', 'promote', BITS),
    fold: ([a, b]) => (isTruth(a) ? a!.value !== b!.value : big(a) ^ big(b)),
    c: ({ e }, a, b) => (e.type.base === 'logical' ? `(!${a} != !${b})` : `(${a} ^ ${b})`),
  },
  ior: {
    ...signature('i j', 'promote', BITS),
    fold: ([a, b]) => (isTruth(a) ? a!.value === true || b!.value === true : big(a) | big(b)),
    c: ({ e }, a, b) => (e.type.base === 'logical' ? `(${a} || ${b})` : `(${a} | ${b})`),
  },
  ishft: {
    takes: 'i shift',
    ...OF_ONE,
    fault: (args, name) => outside(name, 'SHIFT', maybeInteger(args[1]), -bitsOf(args), bitsOf(args)),
    fold: ([a, b], t) => shifted(a!, big(b), t),
    c: runtime('ishft'),
  },
  ishftc: {
    takes: 'i shift size?',
    ...OF_ONE,
    fault: (args, name) => {
      const given = maybeInteger(args[2]);
      const size = given ?? (args[2] ? undefined : bitsOf(args));
      const sizeFault = outside(name, 'SIZE', given, 1, bitsOf(args));
      if (sizeFault !== undefined || size === undefined) return sizeFault;
      return outside(name, 'SHIFT', maybeInteger(args[1]), -size, size);
    },
    c: (call, i, shift, size) => {
      const { type } = call.e;
      const bits = String(type.kind * 8);
      const absent = size === undefined ? undefined : call.absence(2);
      const count = absent === undefined ? (size ?? bits) : `(${absent} ? ${bits} : ${size})`;
      return `f_ishftc_${suffix(type)}(${i}, ${shift}, ${count})`;
    },
  },
  leadz: { takes: 'i', result: 'small', since: 2008, of: BIT_STRING, c: runtime('leadz') },
  lshift: { takes: 'i shift', result: 'same', since: 'GNU', of: BIT_STRING, c: runtime('shiftl') },
  maskl: { ...MASK, c: ({ e }, i) => `f_maskl_${suffix(e.type)}(${i})` },
  maskr: { ...MASK, c: ({ e }, i) => `f_maskr_${suffix(e.type)}(${i})` },
  merge_bits: {
    ...signature('i j mask', 'same', { bases: ['integer', 'unsigned'], count: 3 }),
    since: 2008,
    alike: ['j', 'mask'],
    fault: kindFault,
    c: ({ e }, i, j, m) => `(${cType(e.type)})((${i} & ${m}) | (${j} & ~${m}))`,
  },
  umaskl: { ...UNSIGNED_MASK, c: ({ e }, i) => `f_maskl_${suffix(e.type)}(${i})` },
  umaskr: { ...UNSIGNED_MASK, c: ({ e }, i) => `f_maskr_${suffix(e.type)}(${i})` },
  not: {
    takes: 'i',
    ...OF_ONE,
    fold: ([a], t) => wrapTo(~big(a), t),
    c: ({ e }, a) => `(${cType(e.type)})(~${a})`,
  },
  popcnt: {
    ...signature('i', 'small', BIT_STRING),
    since: 2008,
    fold: ([a]) => BigInt(countOnes(unsigned(a!))),
    c: ({ e }, i) => onesOf(e, i!),
  },
  poppar: { ...signature('i', 'small', BIT_STRING), since: 2008, c: ({ e }, i) => `(${onesOf(e, i!)} & 1)` },
  rshift: { takes: 'i shift', result: 'same', since: 'GNU', of: BIT_STRING, c: runtime('shifta') },
  shifta: { ...SHIFT, c: runtime('shifta') },
  shiftl: { ...SHIFT, fold: ([a, b], t) => shifted(a!, big(b), t), c: runtime('shiftl') },
  shiftr: { ...SHIFT, fold: ([a, b], t) => shifted(a!, -big(b), t), c: runtime('shiftr') },
  trailz: { takes: 'i', result: 'small', since: 2008, of: BIT_STRING, c: runtime('trailz') },
};

// The shorter operand is extended with zeros.
function comparison(op: string): ElementalC {
  return ({ e }, a, b) => {
    const [s, t] = e.arguments.map((x) => unsignedType(x!.type));
    return `((${s})${a} ${op} (${t})${b})`;
  };
}

// C expression for the number of bits that are set.
function onesOf(e: IntrinsicNode, value: string): string {
  const { type } = e.arguments[0]!;
  const taken = `(${unsignedType(type)})${value}`;
  return type.kind === 16 ? `f_count_bits(${taken})` : `__builtin_popcountll(${taken})`;
}

function countOnes(value: bigint): number {
  let n = 0;
  for (let v = value; v > 0n; v >>= 1n) n += Number(v & 1n);
  return n;
}

function shifted(a: Constant, by: bigint, type: Type): bigint {
  return wrapTo(by >= 0n ? unsigned(a) << by : unsigned(a) >> -by, type);
}

function isTruth(e: { value: unknown } | undefined): boolean {
  return typeof e?.value === 'boolean';
}

function bitsOf([i]: Arguments): number {
  return (i!.type.kind || 4) * 8;
}

// Constant bit positions and counts must lie within the integer.
function outside(
  name: string,
  what: string,
  n: number | undefined,
  low: number,
  high: number,
): string | undefined {
  return n !== undefined && (n < low || n > high)
    ? `${what} of ${name.toUpperCase()} must be from ${low} to ${high}, not ${n}.`
    : undefined;
}

function placeFault(args: Arguments, name: string): string | undefined {
  return outside(name, 'POS', maybeInteger(args[1]), 0, bitsOf(args) - 1);
}

function shiftFault(args: Arguments, name: string): string | undefined {
  return outside(name, 'SHIFT', maybeInteger(args[1]), 0, bitsOf(args));
}

// The operands must have the same kind, because no bits may be lost.
function kindFault(operands: Arguments, name: string): string | undefined {
  const [kind, ...others] = operands.map((e) => e!.type.kind);
  const other = others.find((k) => k !== kind);
  if (other === undefined) return undefined;
  return `The arguments of "${name}" must have the same kind, but their kinds are ${kind} and ${other}.`;
}

function doubleShiftFault(args: Arguments, name: string): string | undefined {
  const fault = kindFault(args.slice(0, 2), name);
  return fault ?? outside(name, 'SHIFT', maybeInteger(args[2]), 0, bitsOf(args));
}

function maskFault([count, kind]: Arguments, name: string): string | undefined {
  const bits = (maybeInteger(kind) ?? count!.type.kind) * 8;
  const wrong = integersOf(count!).find((n) => n !== undefined && (n < 0 || n > bits));
  return wrong === undefined
    ? undefined
    : `The number of bits for "${name}" must be from 0 to ${bits}, not ${wrong}.`;
}

function integersOf(e: Typed): (number | undefined)[] {
  const node = constantNode(e);
  return node?.k === 'const-array' ? node.items.map((item) => maybeInteger(item)) : [maybeInteger(e)];
}
