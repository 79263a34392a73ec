// Assumed-rank dummies, `x(..)`: descriptors whose rank is known only at run time. Creates such descriptors for actual
// arguments, reads them in inquiry functions, and prints SELECT RANK, which gives them a rank.

import type { ArrayValue } from '../../program/c/c-arrays.ts';
import { compactLayout, layoutValue } from '../../program/c/c-arrays.ts';
import { charactersIn, cType } from '../../program/c/c-text.ts';
import { isAssumedRank } from '../../program/declarations/resolve.ts';
import { isAllocatable, isPointer } from '../../program/symbols/designator.ts';
import type { MaybeTyped, Node, Sym, Typed } from '../../program/symbols/semantics.ts';
import type { RankCase, TypedOf } from '../../program/walking/typed-statements.ts';
import type { Branch } from '../writer/c-tree.ts';
import type { Emitter } from '../writer/emitter.ts';
import { scalar } from '../writer/expressions.ts';
import { closeConstruct, openConstruct } from '../writer/open-construct.ts';
import { typeTable } from '../writer/type-parts.ts';
import { isOptionalDummy } from './absent.ts';
import { givenCharacters, pointerCell } from './designator.ts';
import { referenceTo } from './reference.ts';
import { cellType, nameOf } from './storage.ts';

type Intrinsic = Node<'intrinsic'>;

/** The C pointer to an assumed-rank variable's descriptor; undefined for anything else. */
export function maybeRankDescriptor(em: Emitter, e: MaybeTyped): string | undefined {
  return e?.k === 'variable' && isAssumedRank(e.sym) ? nameOf(em, e.sym) : undefined;
}

/**
 * Creates a descriptor of rank 0 for a scalar that is passed to an assumed-rank dummy. If the callee allocates through
 * the descriptor, the allocation is passed back to the actual argument.
 */
export function describeScalar(em: Emitter, actual: Typed, dummy: Sym, after: string[]): string {
  const d = em.printer.fresh('D');
  const { type } = actual;
  const held = (dummy.allocatable || dummy.pointer) && (isAllocatable(actual) || isPointer(actual));
  if (type.base === 'class-star') {
    const any = em.temporary('fclass', pointerCell(em, actual));
    em.line(`fdesc ${d} = {${any}.p, f_any_size(${any}), ${any}.t, 0};`);
  } else if (type.base === 'character') {
    const v = givenCharacters(em, actual);
    em.line(`fdesc ${d} = {(void *)${v.p}, ${v.n}, ${typeTable(type, '')}, 0};`);
  } else {
    const p = em.temporary('void *', held ? pointerCell(em, actual) : `(void *)${referenceTo(em, actual)}`);
    const table =
      type.base === 'class' ? `(${p} ? f_table(${p}) : ${typeTable(type, '')})` : typeTable(type, '');
    em.line(`fdesc ${d} = {${p}, (int32_t)sizeof(${cType(type)}), ${table}, 0};`);
  }
  if (held) {
    const cell = pointerCell(em, actual);
    after.push(`memcpy(&${cell}, &${d}, sizeof ${cell});`);
  }
  const mayBeAbsent = isOptionalDummy(actual) || (!held && (isAllocatable(actual) || isPointer(actual)));
  const absent = dummy.optional && mayBeAbsent;
  return absent ? `(${d}.base ? &${d} : (fdesc *)0)` : `&${d}`;
}

export function passRankOn(em: Emitter, actual: Node<'variable'>, dummy: Sym): string {
  const d = nameOf(em, actual.sym);
  const held = (s: Sym): boolean => s.allocatable || s.pointer;
  // Unless the variable is a pointer or allocatable, its lower bounds are not passed on but become 1.
  if (held(dummy) && !held(actual.sym)) {
    const own = em.temporary('fdesc', `*${d}`);
    em.line(`for (int32_t I_ = 0; I_ < ${own}.rank; I_++) ${own}.dim[I_].lb = 1;`);
    return `&${own}`;
  }
  return dummy.optional && held(actual.sym) && !held(dummy) ? `(${d} && ${d}->base ? ${d} : (fdesc *)0)` : d;
}

// ---- inquiries ----------------------------------------------------------------------------------------------------

// Only allocatable variables and pointers have lower bounds other than 1.
function lowText(e: Node<'variable'>, d: string, i: string): string {
  return e.sym.allocatable || e.sym.pointer ? `${d}->dim[${i}].lb` : '1';
}

function boundText(e: Intrinsic, of: Node<'variable'>, d: string, i: string): string {
  const n = `${d}->dim[${i}].ext`;
  const low = lowText(of, d, i);
  if (e.name === 'lbound') return `f_lbound(${low}, ${n})`;
  // For an assumed-size array, the last extent and the last upper bound are -1.
  return `(${n} < 0 ? ${low} + ${n} - 1 : f_ubound(${low}, ${n}))`;
}

/**
 * The C value of an inquiry that has an assumed-rank argument and a scalar result; undefined for any other function.
 */
export function maybeRankInquiry(em: Emitter, e: Intrinsic): string | undefined {
  const argument = e.arguments[0];
  const d = maybeRankDescriptor(em, argument);
  if (d === undefined || argument?.k !== 'variable') return undefined;
  const dim = (): string =>
    em.once('int32_t', `f_rank_dimension(${d}, f_size(${scalar(em, e.arguments[1]!)}))`);
  const cast = `(${cType(e.type)})`;
  const bytes = (): string => `(int64_t)(f_rank_size(${d}) * f_bare_element(${d}))`;
  const inquiries: Readonly<Record<string, () => string | undefined>> = {
    rank: () => `${d}->rank`,
    size: () => cast + (e.arguments[1] ? `${d}->dim[${dim()}].ext` : `f_rank_size(${d})`),
    lbound: () => cast + boundText(e, argument, d, dim()),
    ubound: () => cast + boundText(e, argument, d, dim()),
    allocated: () => `(${d}->base != 0)`,
    associated: () => (e.arguments[1] ? undefined : `(${d}->base != 0)`),
    is_contiguous: () => `f_rank_contiguous(${d})`,
    c_loc: () => `${d}->base`,
    loc: () => `(int32_t)${d}->base`,
    len: () => cast + charactersIn(`${d}->elem`, argument.type),
    c_sizeof: bytes,
    sizeof: bytes,
    storage_size: () => `${cast}(8 * f_bare_element(${d}))`,
  };
  return inquiries[e.name]?.();
}

/** SHAPE, LBOUND or UBOUND of an assumed-rank variable: an array with one element per dimension. */
export function maybeRankArray(em: Emitter, e: Intrinsic): ArrayValue | undefined {
  const argument = e.arguments[0];
  const d = maybeRankDescriptor(em, argument);
  if (d === undefined || argument?.k !== 'variable') return undefined;
  const values = em.printer.fresh();
  const c = cType(e.type);
  const value = e.name === 'shape' ? `${d}->dim[I_].ext` : boundText(e, argument, d, 'I_');
  em.line(
    `${c} ${values}[F_MAX_RANK]; for (int32_t I_ = 0; I_ < ${d}->rank; I_++) ${values}[I_] = ${value};`,
  );
  return layoutValue(compactLayout(e.type, values, [em.temporary('int32_t', `${d}->rank`)], '1'), e.at);
}

// ---- SELECT RANK --------------------------------------------------------------------------------------------------

export function emitSelectRank(outer: Emitter, s: TypedOf<'select-rank'>): void {
  const { em, open } = openConstruct(outer, s.construct);
  em.inBraces('', () => {
    const d = em.temporary('fdesc *', nameOf(em, s.selector.sym));
    const rank = em.temporary('int32_t', `f_rank_case(${d})`);
    const branches = s.cases.map((c): Branch => {
      const body = em.capture(() => {
        bindRank(em, c, d);
        em.with({ scope: c.scope }).statements(c.body);
      });
      return { test: c.rank === 'any' ? undefined : `${rank} == ${c.rank === '*' ? -1 : c.rank}`, body };
    });
    em.choose(branches);
  });
  closeConstruct(em, open);
}

// Uses the descriptor to initialise the C variables for the name in a branch.
function bindRank(em: Emitter, { symbol, rank }: RankCase, d: string): void {
  const c = em.printer.fresh('R');
  em.printer.names.set(symbol, c);
  if (rank === 'any') {
    em.line(`fdesc *${c} = ${d}; int32_t ${c}_N = ${d}->elem;`);
  } else if (rank === 0) bindScalar(em, symbol, d);
  else if (rank === '*') {
    em.line(`${cType(symbol.resolved.type!)} *${c} = ${d}->base; int32_t ${c}_N = ${d}->elem;`);
  } else {
    em.line(`fdesc *${c} = ${d}; char *${c}_B = ${d}->base; int32_t ${c}_N = ${d}->elem;`);
    for (let i = 0; i < rank; i++)
      em.line(`int32_t ${c}_E${i + 1} = ${d}->dim[${i}].ext, ${c}_S${i + 1} = ${d}->dim[${i}].stride;`);
  }
}

function bindScalar(em: Emitter, symbol: Sym, d: string): void {
  const c = nameOf(em, symbol);
  const type = symbol.resolved.type!;
  if (symbol.allocatable || symbol.pointer || type.base === 'class-star')
    em.line(`${cellType(symbol)} *${c} = (void *)${d};`);
  else em.line(`${cType(type)} *${c} = ${d}->base; int32_t ${c}_N = ${d}->elem;`);
}
