// USE: imports a module's public names into a scope, with ONLY and renaming. Lists the standards that introduced names
// in the intrinsic modules after Fortran 2003.

import { refuse, refuseWord } from '../../source/diagnostics.ts';
import { suggest } from '../../source/spelling.ts';
import type { Since } from '../../syntax/checks/later-features.ts';
import type { SpecificationStatement } from '../../syntax/tree/syntax-tree.ts';
import { maybeLater } from '../symbols/check-standard.ts';
import { type Scope, Sym } from '../symbols/semantics.ts';
import { intrinsicModule, intrinsicModuleNames } from './intrinsic-modules.ts';

type Use = Extract<SpecificationStatement, { k: 'use' }>;

/** Imports the names that a USE statement makes available in a scope; `all` are the USE statements of the scope. */
export function importModule(scope: Scope, use: Use, all: readonly Use[] = [use]): void {
  const other = all.find(
    (u) => u.module === use.module && u.intrinsic !== undefined && u.intrinsic !== use.intrinsic,
  );
  if (other && use.intrinsic !== undefined)
    refuse(
      use.moduleAt,
      `"${use.module}" is used both as an intrinsic module and as a module of the program.`,
    );
  const own = use.intrinsic ? undefined : scope.program.modules.get(use.module);
  const module = own ?? (use.intrinsic === false ? undefined : intrinsicModule(scope.program, use.module));
  if (!module) {
    // A module that uses itself through other modules is reported at its heading.
    if (scope.program.moduleNames.has(use.module)) return;
    refuseWord(
      use.moduleAt,
      `There is no module "${use.module}": no source in this build defines it.`,
      use.module,
      [...scope.program.moduleNames, ...intrinsicModuleNames()],
    );
  }
  const lacks = (name: string): string | undefined => {
    const since = own ? undefined : sinceInModule(use.module, name);
    return since && maybeLater(scope, since, `"${name}" of the module "${use.module}"`);
  };
  // All USE statements for a module act together: a name that is renamed in one of them is known only by its new names.
  const renamed = new Set(
    all
      .filter((u) => u.module === use.module)
      .flatMap((u) => u.items.filter((item) => item.local !== item.remote).map((item) => item.remote)),
  );
  if (!use.only) {
    for (const [name, symbol] of module.symbols) {
      if (!renamed.has(name) && isPublic(module, symbol, name) && !lacks(name))
        bring(scope, name, symbol, use);
    }
  }
  for (const item of use.items) {
    // Values of types from intrinsic modules are compared without a procedure.
    if (!own && /^operator\((==|\/=)\)$/.test(item.remote)) continue;
    const symbol = module.symbols.get(item.remote);
    if (!symbol || !isPublic(module, symbol, item.remote)) {
      const why = symbol ? 'is private in' : 'is not in';
      const message = `"${item.remote}" ${why} the module "${use.module}".`;
      const names = [...module.symbols]
        .filter(([name, s]) => isPublic(module, s, name))
        .map(([name]) => name);
      const [text, fix] = symbol ? [message, undefined] : suggest(message, item.remote, names);
      scope.program.diagnostics.error(item.at, text, item.local === item.remote ? fix : undefined);
      continue;
    }
    const fault = lacks(item.remote);
    if (fault) scope.program.diagnostics.error(item.at, fault);
    bring(scope, item.local, symbol, use);
  }
}

function isPublic(module: Scope, symbol: Sym, name: string): boolean {
  const own = symbol.scope === module ? symbol.access : undefined;
  return (module.accesses.get(name) ?? own ?? module.defaultAccess) !== 'private';
}

function bring(scope: Scope, name: string, symbol: Sym, use: Use): void {
  const known = scope.symbols.get(name);
  if (!known || known === symbol) {
    scope.symbols.set(name, symbol);
    return;
  }
  if (known.k === 'generic' || symbol.k === 'generic') {
    scope.symbols.set(name, mergeGenerics(scope, name, known, symbol, use));
    return;
  }
  const { procedure } = known;
  if (known.scope === scope && procedure?.unit && procedure.place !== 'interface')
    refuse(procedure.at, `"${name}" is imported by USE and cannot also be a procedure here.`);
  // Two entities with the same name are an error only if the name is used, so the later entity is stored separately.
  if (known.scope === scope) {
    if (known.dummy || known.result) scope.ambiguous.add(name);
    return;
  }
  const isSame = procedure && procedure.cName === symbol.procedure?.cName;
  // Some names occur in several intrinsic modules with the same meaning.
  const areIntrinsic = !known.scope.unit && !symbol.scope.unit;
  if (!isSame && !areIntrinsic) scope.ambiguous.add(name);
  scope.symbols.set(name, symbol);
}

/** Merges two generics into one that has the procedures of both. */
function mergeGenerics(scope: Scope, name: string, a: Sym, b: Sym, use: { at: number }): Sym {
  return new Sym(name, scope, use.at, {
    k: 'generic',
    specifics: [...new Set([...specifics(a), ...specifics(b)])],
    places: new Map(),
    derived: a.derived ?? b.derived,
  });
}

function specifics(symbol: Sym): readonly Sym[] {
  return symbol.procedure ? [symbol] : symbol.specifics;
}

const LATER: Readonly<Record<string, readonly (readonly [RegExp, Since])[]>> = {
  iso_c_binding: [
    [/^c_(int(_least|_fast)?128_t|float128(_complex)?)$/, 'GNU'],
    [/^c_sizeof$/, 2008],
    [/^c_ptrdiff_t$/, 'TS 29113'],
  ],
  iso_fortran_env: [
    [/^(int(8|16|32|64)|real(32|64|128)|(character|integer|logical|real)_kinds)$/, 2008],
    [/^(atomic_(int|logical)_kind|compiler_(options|version)|iostat_inquire_internal_unit|lock_type)$/, 2008],
    [/^stat_(locked|locked_other_image|stopped_image|unlocked)$/, 2008],
    [/^(stat_failed_image|event_type|team_type|(initial|parent|current)_team)$/, 2018],
    [/^(logical(8|16|32|64)|real16)$/, 'GNU'],
  ],
};

/** The first standard in which an intrinsic module contains this name; undefined for names from Fortran 2003. */
function sinceInModule(module: string, name: string): Since | undefined {
  const rows = Object.hasOwn(LATER, module) ? LATER[module] : undefined;
  return rows?.find(([pattern]) => pattern.test(name))?.[1];
}
