// CSHIFT and EOSHIFT, which shift the lines of an array along a dimension.
import { type ArrayValue, layoutValue } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import { describeType } from '../../program/constants/constants.ts';
import { isWide, WIDE_BLANK } from '../../program/constants/wide-characters.ts';
import type {
  ConstantValue,
  IntrinsicNode,
  MaybeTyped,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import { type ChosenDimension, changed, pick, without } from '../row-kinds/chosen-dimension.ts';
import type { WholeCall, WholeRow } from '../row-kinds/whole-row.ts';

const SHIFT = { form: 'transformational', result: 'same' } as const;

export const SHIFTS: Readonly<Record<string, WholeRow>> = {
  cshift: {
    ...SHIFT,
    takes: 'array shift dim?',
    ranks: { array: 'array' },
    takesWide: true,
    misfit: ([array, shift]) => lineFault(array!, { SHIFT: shift }),
    rank: ([array]) => array!.rank,
    array: cshift,
  },
  eoshift: {
    ...SHIFT,
    takes: 'array shift boundary? dim?',
    ranks: { array: 'array' },
    takesWide: true,
    misfit: ([array, shift, boundary]) =>
      lineFault(array!, { SHIFT: shift, BOUNDARY: boundary }) ?? boundaryFault(array!, boundary),
    rank: ([array]) => array!.rank,
    array: eoshift,
  },
};

// SHIFT, and BOUNDARY in EOSHIFT, must be scalars or have one element for each line of the array.
function lineFault({ rank }: Typed, others: Record<string, MaybeTyped>): string | undefined {
  const wrong = Object.entries(others).find(([, e]) => e && rank > 0 && e.rank !== 0 && e.rank !== rank - 1);
  return wrong && `${wrong[0]} must be a scalar or an array of rank ${rank - 1}`;
}

function boundaryFault(array: Typed, boundary: MaybeTyped): string | undefined {
  if (!boundary) return array.type.derived ? `BOUNDARY is needed for ${describeType(array.type)}` : undefined;
  const isSame = boundary.type.base === array.type.base && boundary.type.kind === array.type.kind;
  if (!isSame && boundary.type.base !== 'boz') return 'BOUNDARY must have the same type and kind as ARRAY';
  return undefined;
}

// The shift at this position, which is a scalar or an element of an array of shifts.
function shiftAt(
  call: WholeCall,
  dim: ChosenDimension,
  place: { of: string; shape: readonly string[] },
): (indices: readonly string[]) => string {
  if (call.e.arguments[1]!.rank === 0) {
    const value = call.temporary(cType(call.e.arguments[1]!.type), call.scalar(1));
    return () => value;
  }
  const a = call.array(1);
  call.checkExtents(`SHIFT argument of ${place.of}`, a.shape, without(dim, place.shape));
  return (indices) => call.value(a.at(without(dim, indices)));
}

function cshift(call: WholeCall): ArrayValue {
  const a = layoutValue(call.inMemory(0));
  const dim = call.dimension(2, a.shape.length);
  const shift = shiftAt(call, dim, { of: 'CSHIFT', shape: a.shape });
  const n = call.fixed(pick(dim, a.shape));
  return {
    type: call.e.type,
    shape: a.shape,
    at: (indices) =>
      a.at(changed(dim, indices, (i) => `f_turned(${i}, (int32_t)(${shift(indices)} % ${n}), ${n})`)),
  };
}

function eoshift(call: WholeCall): ArrayValue {
  const a = layoutValue(call.inMemory(0));
  const dim = call.dimension(3, a.shape.length);
  const shift = shiftAt(call, dim, { of: 'EOSHIFT', shape: a.shape });
  const boundary = call.e.arguments[2];
  const absent = boundary && call.absence(2);
  const edges = boundary && boundary.rank > 0 ? call.array(2) : undefined;
  if (edges) call.checkExtents('BOUNDARY argument of EOSHIFT', edges.shape, without(dim, a.shape));
  const edge = boundary && !edges && !absent ? call.hoisted(2) : boundary;
  const n = call.fixed(pick(dim, a.shape));
  const length = call.lengthOf(a);
  const target = call.room(a.shape, length);
  call.loops(
    a.shape.map((x) => call.fixed(x)),
    (indices) => {
      const place = call.temporary('int32_t', `${pick(dim, indices)} + f_size(${shift(indices)})`);
      const goal = layoutValue(target).at(indices);
      call.line(`if (${place} >= 0 && ${place} < ${n}) {`);
      call.assign(goal, a.at(changed(dim, indices, () => place)));
      call.line('} else {');
      if (absent) call.line(`if (${absent}) {`);
      if (!edge || absent) call.assign(goal, zeroOf(call.e));
      if (absent) call.line('} else {');
      if (edges) call.assign(goal, edges.at(without(dim, indices)));
      else if (edge) call.assign(goal, edge);
      call.line(absent ? '}}' : '}');
    },
  );
  return layoutValue(target);
}

function zeroOf(e: IntrinsicNode): Typed {
  const { type } = e;
  const zeros: Partial<Record<Type['base'], ConstantValue>> = {
    character: isWide(type) ? WIDE_BLANK : ' ',
    logical: false,
    integer: 0n,
    unsigned: 0n,
    complex: [0, 0],
  };
  const value = zeros[type.base] ?? 0;
  return { k: 'const', at: e.at, type, rank: 0, value };
}
