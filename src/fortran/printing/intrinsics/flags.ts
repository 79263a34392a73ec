// Arithmetic that raises the IEEE exception flags, used in programs that read them: calls to wasm/fortran/flags.c.
import { maybeElemental } from '../../intrinsics/rows/function-rows.ts';
import { cType, suffix } from '../../program/c/c-text.ts';
import type { Node, Sym, Type, Typed } from '../../program/symbols/semantics.ts';
import type { Emitter } from '../writer/emitter.ts';

type Binary = { op: string; type: Type; left: Typed; right: Typed; at: number };

const OPERATIONS: Record<string, string> = { '+': 'add', '-': 'sub', '*': 'mul', '/': 'div' };
/**
 * C code that computes `a + b` or `a * b` in a loop over reals and raises flags; undefined if no flag can be raised.
 */
export function maybeFlaggedStep(
  em: Emitter,
  op: '+' | '*',
  type: Type,
  a: string,
  b: string,
): string | undefined {
  if (!em.program.raisesFlags || type.base !== 'real') return undefined;
  return `f_flag_${OPERATIONS[op]}_${suffix(type)}(${a}, ${b})`;
}

const ORDERED = new Set(['<', '<=', '>', '>=']);

/** C code that performs an operation on reals and raises flags; undefined if no flag can be raised. */
export function maybeFlagged(em: Emitter, e: Binary, left: string, right: string): string | undefined {
  const { type } = e.left;
  if (!em.program.raisesFlags || (type.base !== 'real' && type.base !== 'complex')) return undefined;
  if (e.op === '==' || e.op === '/=') return undefined;
  const s = suffix(type);
  if (e.op === '**') return `f_flag_power_${s}(${left}, ${right})`;
  if (!ORDERED.has(e.op)) return `f_flag_${OPERATIONS[e.op]}_${s}(${left}, ${right})`;
  const [a, b] = [em.once(cType(type), left), em.once(cType(type), right)];
  return `(f_flag_ordered_${s}(${a}, ${b}) && ${a} ${e.op} ${b})`;
}

/** C code that performs a conversion and raises flags; undefined if no flag can be raised. */
export function maybeFlaggedConversion(em: Emitter, c: string, e: Typed, to: Type): string | undefined {
  const from = e.type;
  if (!em.program.raisesFlags) return undefined;
  const real = [from, to].filter((t) => t.base === 'real');
  if (real.length === 2) return to.kind < from.kind ? `f_flag_narrow(${c})` : undefined;
  if (real.length === 0 || (from.base !== 'integer' && to.base !== 'integer')) return undefined;
  // Only initial values are converted to REAL(16), which holds them exactly.
  if (to.kind === 16 && to.base === 'real') return undefined;
  if (to.base === 'real') return `f_flag_of_integer_${suffix(to)}(${c})`;
  return `(${cType(to)})f_flag_integer_${suffix(from)}(${c}, ${8 * to.kind})`;
}

/** True if a C library function raises its own flags. */
export function raisesFlags(em: Emitter, e: Typed & { k: 'intrinsic' }): boolean {
  const { base } = e.arguments[0]!.type;
  const isRaised = (maybeElemental(e.name)?.flags ?? 'missing') !== 'missing';
  return em.program.raisesFlags && isRaised && (base === 'real' || base === 'complex');
}

/** C code for a call to a C library function, including its flags. */
export function flaggedCall(e: Node<'intrinsic'>, c: string, args: string[]): string {
  const { type } = e.arguments[0]!;
  const s = suffix(type);
  if (e.name === 'sqrt') return `f_flag_sqrt_${s}(${args[0]})`;
  const flags = maybeElemental(e.name)?.flags;
  if (flags === 'exact') return `f_flag_exact_${s}(${[c, ...args].join(', ')})`;
  return `f_flag_call_${s}(${c}, ${args[0]}, ${flags === 'pole' ? 1 : 0})`;
}

/**
 * Statements that hide the caller's flags from a procedure that uses an IEEE module, and statements that restore them.
 */
export function keepFlags(em: Emitter): { enter: string[]; leave: string[] } {
  const own = em.program.raisesFlags && [...em.scope.symbols.values()].some(isOfIeee);
  if (!own) return { enter: [], leave: [] };
  return { enter: ['int32_t FLAGS_ = f_flags; f_flags = 0;'], leave: ['f_flags |= FLAGS_;'] };
}

function isOfIeee(symbol: Sym): boolean {
  return /^ieee_/.test(symbol.name) && /^ieee_/.test(symbol.scope.name);
}
