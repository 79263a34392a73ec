// Facts about an intrinsic procedure, by its name. Analysis (expressions/intrinsic.ts), folding and printing go by the
// generic names of rows/.

import type { Base } from '../../program/symbols/entity-kinds.ts';
import { specificNames, specificOf } from '../../program/symbols/specific-names.ts';
import type { IntrinsicSince, ResultRule } from '../row-kinds/elemental-row.ts';
import { listRows } from './function-rows.ts';
import { listSubroutines } from './subroutine-rows.ts';

export interface Intrinsic {
  name: string;
  /** names in order; optional ones end in `?`; a last `...` repeats */
  arguments: string[];
  /** the arguments that a subroutine accepts */
  takes?: readonly Taken[];
  form: 'elemental' | 'inquiry' | 'transformational' | 'subroutine';
  rule: ResultRule;
  /** First standard that has it, when some standards do not; -std= of the others refuses it. */
  since?: IntrinsicSince | undefined;
}

/** Argument that an intrinsic subroutine accepts. */
export interface Taken {
  /** any, procedures too, when absent */
  readonly bases: readonly Base[] | undefined;
  readonly rank: number | 'any';
  readonly isDefined: boolean;
}

/** The position of the argument with that name; -1 if there is none. */
export function placeOfArgument({ arguments: names }: Intrinsic, wanted: string): number {
  return names.findIndex((name) => name.replace('?', '') === wanted);
}

/** The letters for types of arguments in rows of subroutines; `a` is any type, or a procedure. */
const TYPES = {
  c: ['character'],
  i: ['integer'],
  l: ['logical'],
  n: ['integer', 'real'],
  r: ['real'],
  t: ['derived'],
  w: ['integer', 'logical'],
  a: undefined,
} as const satisfies Record<string, readonly Base[] | undefined>;

function parseTable(): Map<string, Intrinsic> {
  const table = new Map<string, Intrinsic>();
  for (const [name, row] of listRows())
    table.set(name, {
      name,
      form: 'form' in row ? row.form : 'elemental',
      rule: row.result,
      since: row.since,
      arguments: row.takes.split(' ').filter((argument) => argument !== ''),
    });
  for (const [name, row] of listSubroutines())
    table.set(`call ${name}`, {
      name: row.name ?? name,
      form: 'subroutine',
      rule: 'int4',
      since: row.since,
      ...parseTaken(row.takes.split(' ').filter((argument) => argument !== '')),
    });
  return table;
}

function parseTaken(words: readonly string[]): Required<Pick<Intrinsic, 'arguments' | 'takes'>> {
  const parsed = words.map((word) => {
    const [, argument, mark, type, rank] = /^(.+)([:=])(\w)([1*]?)$/.exec(word)!;
    const taken: Taken = {
      bases: TYPES[type as keyof typeof TYPES],
      rank: rank === '*' ? 'any' : Number(rank),
      isDefined: mark === '=',
    };
    return { argument: argument!, taken };
  });
  return { arguments: parsed.map((p) => p.argument), takes: parsed.map((p) => p.taken) };
}

const INTRINSICS = parseTable();

/** The function of a name, specific names included. */
export function intrinsicFunction(name: string): Intrinsic | undefined {
  const intrinsic = INTRINSICS.get(specificOf(name)?.generic ?? name);
  return intrinsic?.form === 'subroutine' ? undefined : intrinsic;
}

/** The subroutine of a name. */
export function intrinsicSubroutine(name: string): Intrinsic | undefined {
  return INTRINSICS.get(`call ${name}`);
}

/**
 * First standard of the intrinsic procedure of a name, specific names included; undefined when all standards have it.
 */
export function sinceOf(name: string): IntrinsicSince | undefined {
  const specific = specificOf(name);
  if (specific) return specific.isGnu ? 'GNU' : undefined;
  return (INTRINSICS.get(name) ?? INTRINSICS.get(`call ${name}`))?.since;
}

/** The names of all intrinsic functions that need no USE. */
export function intrinsicNames(): string[] {
  return [...INTRINSICS.keys(), ...specificNames()].filter(isIntrinsicFunction);
}

// These are intrinsic only where their module is used.
const MODULE_ONLY = /^(ieee_|c_|f_c_string$)/;

/** True when a name is an intrinsic function that needs no USE. */
export function isIntrinsicFunction(name: string): boolean {
  return !MODULE_ONLY.test(name) && intrinsicFunction(name) !== undefined;
}

/** True when a name is an intrinsic subroutine that needs no USE. */
export function isIntrinsicSubroutine(name: string): boolean {
  return !MODULE_ONLY.test(name) && intrinsicSubroutine(name) !== undefined;
}
