// Inquiries about images and coarrays. There is only one image, number 1. Its cosubscripts are the lower cobounds, and
// a coarray's last upper cobound equals its lower cobound.

import { typeOfKind } from '../../intrinsics/row-kinds/intrinsic-arguments.ts';
import { maybeWhole } from '../../intrinsics/rows/function-rows.ts';
import {
  INTEGER,
  integerConstant,
  intrinsicNode,
  LOGICAL,
  maybeInteger,
} from '../../program/constants/constants.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { opaqueType } from '../../program/declarations/intrinsic-modules.ts';
import { analyse } from '../../program/symbols/names.ts';
import type { MaybeTyped, Scope, Typed } from '../../program/symbols/semantics.ts';
import { type Position, refuse } from '../../source/diagnostics.ts';
import type { Bound } from '../../syntax/tree/syntax-tree.ts';
import { requireScalar } from '../checks/require-scalar.ts';

/** STAT_STOPPED_IMAGE, used for images that do not exist */
const STOPPED = 6000;

const TEAM_FUNCTIONS: ReadonlySet<string> = new Set(
  'failed_images image_index image_status stopped_images team_number this_image'.split(' '),
);

interface Question {
  scope: Scope;
  name: string;
  at: Position;
}

/** The value of an inquiry about images, or undefined for any other function. */
export function maybeImageInquiry(question: Question, args: readonly MaybeTyped[]): MaybeTyped {
  const { scope, name, at } = question;
  const [first, second] = args;
  checkTeam(name, args);
  const answerOf = (value: Typed, kind?: Typed): Typed =>
    coerce(value, typeOfKind('integer', kind, scope.kinds.integer.kind, at), at);
  const answer = (value: number): Typed => answerOf(integerConstant(value, at));
  switch (name) {
    case 'lcobound':
    case 'ucobound':
      return answerOf(chosen(question, cobounds(question, first!)[name], second), args[2]);
    case 'this_image':
      if (!first || isTeam(first)) return answer(1);
      return answerOf(
        chosen(question, cobounds(question, first).lcobound, second && isTeam(second) ? undefined : second),
      );
    case 'image_index':
      return answerOf(imageIndex(question, cobounds(question, first!), second!));
    case 'coshape': {
      const { lcobound, ucobound } = cobounds(question, first!);
      const extents = ucobound.map((high, i) => plus(minus(high, lcobound[i]!), integerConstant(1, at)));
      return answerOf(arrayOf(question, extents), second);
    }
    case 'num_images':
      checkCount(args);
      return second ? answerOf(choose(second, integerConstant(0, at), integerConstant(1, at))) : answer(1);
    case 'image_status': {
      const running = equal(coerce(requireScalar(first!), INTEGER, at), integerConstant(1, at));
      return answerOf(choose(running, integerConstant(0, at), integerConstant(STOPPED, at)));
    }
    case 'failed_images':
    case 'stopped_images':
      return answerOf({ k: 'const-array', at, type: INTEGER, rank: 1, shape: [0], items: [] }, second);
    case 'team_number':
      return answerOf(intrinsicNode('team_number', [first], { at, type: INTEGER }));
    case 'get_team':
      return intrinsicNode('get_team', [], { at, type: opaqueType(scope.program, 'team_type') });
    default:
      return undefined;
  }
}

// TEAM is a scalar; IMAGE_INDEX also accepts a team number.
function checkTeam(name: string, args: readonly MaybeTyped[]): void {
  const team = args[maybeWhole(name)?.takes.split(' ').indexOf('team?') ?? -1];
  if (!team || !TEAM_FUNCTIONS.has(name)) return;
  const isFit = isTeam(team) || (name === 'image_index' && team.type.base === 'integer');
  if (!isFit || team.rank > 0)
    refuse(team.at, `TEAM in ${name.toUpperCase()} must be a scalar of TYPE(TEAM_TYPE).`);
}

// NUM_IMAGES([TEAM or DISTANCE, FAILED, DISTANCE, TEAM_NUMBER]): all of these arguments are scalars.
function checkCount(args: readonly MaybeTyped[]): void {
  args.forEach((a, i) => {
    if (!a) return;
    const wanted = i === 1 ? 'LOGICAL' : i === 0 ? 'TYPE(TEAM_TYPE) or INTEGER' : 'INTEGER';
    const isFit = i === 1 ? a.type.base === 'logical' : a.type.base === 'integer' || (i === 0 && isTeam(a));
    if (!isFit || a.rank > 0) refuse(a.at, `Argument ${i + 1} of NUM_IMAGES must be a scalar of ${wanted}.`);
  });
}

const isTeam = (e: Typed): boolean => e.type.derived?.name === 'team_type';

const ofIntegers =
  (op: '-' | '+') =>
  (left: Typed, right: Typed): Typed => ({ ...left, k: 'binary', op, type: INTEGER, left, right });
const minus = ofIntegers('-');
const plus = ofIntegers('+');
const equal = (left: Typed, right: Typed): Typed => {
  const rank = Math.max(left.rank, right.rank);
  return { k: 'binary', at: left.at, rank, op: '==', type: LOGICAL, left, right };
};

function choose(mask: Typed, yes: Typed, no: Typed): Typed {
  return intrinsicNode('merge', [yes, no, mask], { at: mask.at, type: INTEGER });
}

function arrayOf({ at }: Question, values: Typed[]): Typed {
  return { k: 'array', at, type: INTEGER, rank: 1, items: values.map((value) => ({ k: 'value', value })) };
}

// All values, or the value for a single codimension.
function chosen(question: Question, values: Typed[], dim: MaybeTyped): Typed {
  if (!dim) return arrayOf(question, values);
  const n = maybeInteger(dim);
  if (n === undefined)
    return values.reduceRight((rest, value, i) =>
      choose(equal(coerce(dim, INTEGER, dim.at), integerConstant(i + 1, dim.at)), value, rest),
    );
  const value = values[n - 1] ?? refuse(dim.at, `The coarray has ${values.length} codimension(s), not ${n}.`);
  return value;
}

// The cosubscripts of image 1, the only image, are the lower cobounds.
function imageIndex(question: Question, bounds: Cobounds, sub: Typed): Typed {
  const { at } = question;
  const lows = arrayOf(question, bounds.lcobound);
  const same = equal(coerce(sub, INTEGER, sub.at), lows);
  const all = intrinsicNode('all', [same, undefined], { at, type: LOGICAL });
  return choose(all, integerConstant(1, at), integerConstant(0, at));
}

interface Cobounds {
  lcobound: Typed[];
  ucobound: Typed[];
}

function cobounds(question: Question, e: Typed): Cobounds {
  const { name, at } = question;
  const held =
    coarrayOf(e) ?? refuse(e.at, `The argument COARRAY of ${name.toUpperCase()} must be a coarray.`);
  const { coarray, codims, scope } = held;
  const deferred = codims.every((b) => !b.low && !b.high);
  const asked = (inquiry: string, i: number): Typed =>
    intrinsicNode(inquiry, [coarray, integerConstant(i + 1, at)], { at, type: INTEGER });
  const lcobound = codims.map((b, i) => (deferred ? asked('lcobound', i) : coboundOf(scope, b.low, at)));
  const ucobound = codims.map((b, i) => {
    if (deferred) return asked('ucobound', i);
    return b.high === '*' || !b.high ? lcobound[i]! : coboundOf(scope, b.high, at);
  });
  return { lcobound, ucobound };
}

function coboundOf(scope: Scope, e: Bound['low'], at: Position): Typed {
  return e ? coerce(analyse(scope, e), INTEGER, at) : integerConstant(1, at);
}

/** The coarray to which an expression belongs, with its codimensions as declared. */
export function coarrayOf(e: Typed): { coarray: Typed; codims: Bound[]; scope: Scope } | undefined {
  switch (e.k) {
    case 'variable':
      if (e.sym.written.codimensions)
        return { coarray: e, codims: e.sym.written.codimensions, scope: e.sym.scope };
      return e.sym.association ? coarrayOf(e.sym.association) : undefined;
    case 'component':
      if (e.component.codims)
        return { coarray: e, codims: e.component.codims, scope: e.base.type.derived!.scope };
      return coarrayOf(e.base);
    default:
      return 'base' in e && e.k !== 'part' ? coarrayOf(e.base) : undefined;
  }
}
