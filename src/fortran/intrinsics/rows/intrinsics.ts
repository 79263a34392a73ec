// Facts about intrinsic procedures, keyed by their names. The analysis (expressions/intrinsic.ts), folding and printing
// look up generic names in rows/.

import type { Base } from '../../program/symbols/entity-kinds.ts';
import { specificNames, specificOf } from '../../program/symbols/specific-names.ts';
import type { IntrinsicSince, ResultRule } from '../row-kinds/elemental-row.ts';
import { listRows } from './function-rows.ts';
import { listSubroutines } from './subroutine-rows.ts';

export interface Intrinsic {
  name: string;
  /** Names in order. Those of optional arguments end in `?`, and a final `...` means that the last arguments repeat. */
  arguments: string[];
  /** The arguments that a subroutine accepts. */
  takes?: readonly Taken[];
  form: 'elemental' | 'inquiry' | 'transformational' | 'subroutine';
  rule: ResultRule;
  /**
   * The first standard that includes the intrinsic, which is rejected under an earlier -std=; absent if all standards
   * include it.
   */
  since?: IntrinsicSince | undefined;
}

/** An argument that an intrinsic subroutine accepts. */
export interface Taken {
  /** The allowed types; if absent, any type or procedure is allowed. */
  readonly bases: readonly Base[] | undefined;
  readonly rank: number | 'any';
  readonly isDefined: boolean;
}

/** The position of the argument of this name, or -1 if there is none. */
export function placeOfArgument({ arguments: names }: Intrinsic, wanted: string): number {
  return names.findIndex((name) => name.replace('?', '') === wanted);
}

/** The letters for argument types in the rows of subroutines; `a` is any type or a procedure. */
const TYPES = {
  c: ['character'],
  i: ['integer'],
  l: ['logical'],
  n: ['integer', 'real'],
  m: ['integer', 'unsigned'],
  r: ['real'],
  u: ['real', 'unsigned'],
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

/** The function of this name, which may be a specific name. */
export function intrinsicFunction(name: string): Intrinsic | undefined {
  const intrinsic = INTRINSICS.get(specificOf(name)?.generic ?? name);
  return intrinsic?.form === 'subroutine' ? undefined : intrinsic;
}

export function intrinsicSubroutine(name: string): Intrinsic | undefined {
  return INTRINSICS.get(`call ${name}`);
}

/**
 * The first standard that includes the intrinsic procedure of this name, which may be a specific name; undefined if all
 * standards do.
 */
export function sinceOf(name: string): IntrinsicSince | undefined {
  const specific = specificOf(name);
  if (specific) return specific.isGnu ? 'GNU' : undefined;
  return (INTRINSICS.get(name) ?? INTRINSICS.get(`call ${name}`))?.since;
}

/** The names of all intrinsic functions that are available without USE. */
export function intrinsicNames(): string[] {
  return [...INTRINSICS.keys(), ...specificNames()].filter(isIntrinsicFunction);
}

// Names that are intrinsic only where their module is used.
const MODULE_ONLY = /^(ieee_|c_|f_c_string$)/;

/** True if a name denotes an intrinsic function that is available without USE. */
export function isIntrinsicFunction(name: string): boolean {
  return !MODULE_ONLY.test(name) && intrinsicFunction(name) !== undefined;
}

/** True if a name denotes an intrinsic subroutine that is available without USE. */
export function isIntrinsicSubroutine(name: string): boolean {
  return !MODULE_ONLY.test(name) && intrinsicSubroutine(name) !== undefined;
}
