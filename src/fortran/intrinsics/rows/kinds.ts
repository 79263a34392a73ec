// Functions that select a kind.
import { maybeInteger } from '../../program/constants/constants.ts';
import { constantNode } from '../../program/constants/fold-operation.ts';
import { WIDE } from '../../program/constants/wide-characters.ts';
import { KINDS } from '../../program/symbols/entity-kinds.ts';
import type { IntrinsicNode, MaybeTyped } from '../../program/symbols/semantics.ts';
import type { CallPrinting } from '../row-kinds/elemental-row.ts';
import { integer, REAL_LIMITS } from '../row-kinds/row-folds.ts';
import { scalars } from '../row-kinds/scalars.ts';
import type { WholeRow } from '../row-kinds/whole-row.ts';

const KIND_OF = { form: 'transformational', result: 'small' } as const;
/** The ranges of the kinds of UNSIGNED, in ascending order, with the kinds. */
const UNSIGNED_RANGES = [
  [2, 1],
  [4, 2],
  [9, 4],
  [19, 8],
  [38, 16],
] as const;
const REAL_KIND = {
  ...KIND_OF,
  ...scalars({ 'p?': 'integer', 'r?': 'integer', 'radix?': 'integer' }),
  fold: foldSelectedReal,
  c: (call: CallPrinting) => {
    const [digits, range, radix] = ['0', '0', '2'].map((c, i) => call.scalar(i, c));
    return `f_selected_real_kind(f_size(${digits}), f_size(${range}), f_size(${radix}))`;
  },
} as const;

export const OF_KINDS: Readonly<Record<string, WholeRow>> = {
  ieee_selected_real_kind: REAL_KIND,
  selected_char_kind: {
    ...KIND_OF,
    ...scalars({ name: 'character' }),
    since: 2003,
    fold: (e) => {
      const name = constantNode(e.arguments[0]);
      if (name?.k !== 'const') return undefined;
      const text = String(name.value).trimEnd();
      return integer(e, /^(default|ascii)$/i.test(text) ? 1 : /^iso_10646$/i.test(text) ? WIDE : -1);
    },
    c: (call) => {
      const { p, n } = call.place(0);
      return `f_selected_char_kind(${p}, ${n})`;
    },
  },
  selected_int_kind: {
    ...KIND_OF,
    ...scalars({ r: 'integer' }),
    fold: (e) => {
      const r = maybeInteger(e.arguments[0]);
      if (r === undefined) return undefined;
      return integer(e, r <= 2 ? 1 : r <= 4 ? 2 : r <= 9 ? 4 : r <= 18 ? 8 : r <= 38 ? 16 : -1);
    },
    c: (call) => `f_selected_int_kind(f_size(${call.scalar(0)}))`,
  },
  selected_unsigned_kind: {
    ...KIND_OF,
    ...scalars({ r: 'integer' }),
    since: 'GNU',
    fold: (e) => {
      const r = maybeInteger(e.arguments[0]);
      return r === undefined ? undefined : integer(e, UNSIGNED_RANGES.find(([most]) => r <= most)?.[1] ?? -1);
    },
    c: (call) => {
      const r = call.once('int32_t', `f_size(${call.scalar(0)})`);
      return `(${UNSIGNED_RANGES.map(([most, kind]) => `${r} <= ${most} ? ${kind} : `).join('')}-1)`;
    },
  },
  selected_logical_kind: {
    ...KIND_OF,
    ...scalars({ bits: 'integer' }),
    since: 2023,
    fold: (e) => {
      const bits = maybeInteger(e.arguments[0]);
      return bits === undefined ? undefined : integer(e, KINDS.logical.find((n) => bits <= 8 * n) ?? -1);
    },
    c: (call) => {
      const bits = call.once('int32_t', `f_size(${call.scalar(0)})`);
      return `(${KINDS.logical.map((n) => `${bits} <= ${8 * n} ? ${n} : `).join('')}-1)`;
    },
  },
  selected_real_kind: REAL_KIND,
};

function foldSelectedReal(e: IntrinsicNode): MaybeTyped {
  const p = e.arguments[0] ? maybeInteger(e.arguments[0]) : 0;
  const r = e.arguments[1] ? maybeInteger(e.arguments[1]) : 0;
  const radix = e.arguments[2] ? maybeInteger(e.arguments[2]) : 2;
  if (p === undefined || r === undefined || radix === undefined) return undefined;
  if (radix !== 2) return integer(e, -5);
  for (const kind of [4, 8, 16]) {
    const limits = REAL_LIMITS[kind]!;
    if (p <= limits.precision && r <= limits.range) return integer(e, kind);
  }
  return integer(e, p > 33 ? (r > 4931 ? -3 : -1) : -2);
}
