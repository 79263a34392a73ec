// Interface blocks, procedures in units, and their dummies.

import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import type {
  InterfaceBlock,
  ProcedureHeading,
  ProgramUnit,
  Statement,
} from '../../syntax/tree/syntax-tree.ts';
import { walkStatements } from '../../syntax/tree/walk-statements.ts';
import {
  addWords,
  become,
  becomeDummy,
  becomeDummyOfEntry,
  becomeGeneric,
  becomeProcedure,
  becomeResult,
  setWritten,
} from '../symbols/change-symbol.ts';
import { implicitProcedure } from '../symbols/implicit-procedure.ts';
import { declare, declareOwn, nearest } from '../symbols/names.ts';
import { secondMeaningFault } from '../symbols/second-meanings.ts';
import { type Procedure, Scope, Sym } from '../symbols/semantics.ts';
import { declareAll, guarded, makeProcedure } from './declare.ts';
import { declareGeneric } from './declare-generic.ts';

/** Declares an interface block: its interface bodies, and the generic name for their procedures. */
export function declareInterface(scope: Scope, block: InterfaceBlock, at: Position): void {
  const specifics: Sym[] = [];
  for (const body of block.bodies) {
    guarded(scope, () => {
      specifics.push(declareInterfaceBody(scope, body, block));
    });
  }
  if (block.generic === undefined) {
    const [first] = block.procedures;
    if (first) refuse(first.at, `"${first.name}" is allowed only in an interface with a generic name.`);
    return;
  }
  const own = scope.symbols.get(block.generic);
  const isProcedure = own?.scope === scope && own.k === 'procedure' && own.procedure?.unit;
  if (isProcedure && !gathersItself(scope, block.generic))
    refuse(own.procedure.at, `"${block.generic}" is already the generic name of other procedures.`);
  const generic = declareGeneric(scope, block.generic, at);
  for (const { name, at: nameAt, ofModule } of block.procedures) {
    // A specific procedure that has the same name as the generic is stored only in the generic.
    const gathered = name === block.generic ? generic.specifics.find((s) => s.name === name) : undefined;
    const symbol = gathered ?? scope.symbols.get(name) ?? lookupProcedure(scope, name, nameAt);
    const isKnown = symbol.k === 'procedure' && !symbol.procedure?.implicitInterface;
    if (ofModule && isKnown && symbol.procedure?.place !== 'module' && !isEntry(scope, name))
      refuse(nameAt, `"${name}" is not a module procedure: write PROCEDURE without MODULE.`);
    specifics.push(symbol);
  }
  const places = new Map(generic.meaning.k === 'generic' ? generic.meaning.places : []);
  for (const { name, at: nameAt } of block.procedures) {
    const symbol = specifics.find((s) => s.name === name);
    if (symbol) places.set(symbol, nameAt);
  }
  for (const symbol of specifics)
    if (!places.has(symbol)) places.set(symbol, symbol.procedure?.at ?? symbol.at);
  const all = [...new Set([...generic.specifics, ...specifics])];
  becomeGeneric(generic, { specifics: all, places });
}

/** True if one of the interface blocks of a generic name contains a procedure of that name. */
function gathersItself(scope: Scope, name: string): boolean {
  const blocks = scope.unit?.specifications.flatMap((s) => (s.k === 'interface' ? [s.block] : [])) ?? [];
  return blocks.some(
    ({ generic, bodies, procedures }) =>
      generic === name && [...bodies, ...procedures].some((one) => one.name === name),
  );
}

// Entries become known once their procedures are declared.
function isEntry(scope: Scope, name: string): boolean {
  const bodies = scope.unit?.contains.map(({ body }) => body) ?? [];
  return bodies.some((body) => body.some((s) => s.k === 'entry' && s.heading.name === name));
}

function lookupProcedure(scope: Scope, name: string, at: Position): Sym {
  const known = scope.parent && nearest(scope.parent, name);
  if (known) return known;
  const symbol = declare(scope, name, at);
  become(symbol, { k: 'procedure', procedure: implicitProcedure(scope, name, at, 'external') });
  return symbol;
}

function declareInterfaceBody(scope: Scope, body: ProgramUnit, { abstract, generic }: InterfaceBlock): Sym {
  const heading = body.heading!;
  const isModule = heading.prefix.words.has('module') && !abstract;
  const known = scope.symbols.get(heading.name);
  if (known?.scope === scope && known.written.type)
    refuse(body.at, `"${heading.name}" is already declared and cannot also have an interface.`);
  // A specific procedure that has the same name as the generic is stored only in the generic.
  const isGathered = known?.k === 'generic' && known.scope === scope && generic === heading.name;
  const symbol = isGathered
    ? new Sym(heading.name, scope, body.at)
    : declareOwn(scope, heading.name, body.at);
  if (symbol.procedure?.scope.k === 'interface')
    refuse(body.at, `"${heading.name}" already has an interface.`);
  throwFault(body.at, secondMeaningFault(symbol, body.at, 'procedure'));
  if (symbol.written.dimensions)
    refuse(body.at, `"${heading.name}" is an array and cannot have an interface.`);
  const procedure = createProcedure(scope, body, isModule ? 'module' : 'interface');
  if (heading.prefix.words.has('module')) procedure.scope.imports = 'all';
  if (abstract) addWords(symbol, ['abstract']);
  if (symbol.dummy) procedure.place = 'dummy';
  becomeProcedure(symbol, { procedure });
  declareProcedureBody(procedure);
  return symbol;
}

export function createProcedure(host: Scope, unit: ProgramUnit, place: Procedure['place']): Procedure {
  const heading = unit.heading!;
  const scope = new Scope(
    host.program,
    place === 'interface' || (place === 'module' && unit.endAt < 0) ? 'interface' : 'procedure',
    heading.name,
    host,
    unit,
  );
  const procedure = implicitProcedure(host, heading.name, unit.at, place);
  procedure.implicitInterface = false;
  procedure.scope = scope;
  procedure.unit = unit;
  procedure.isFunction = heading.k === 'function';
  const words = heading.prefix.words;
  procedure.elemental = words.has('elemental');
  procedure.pure = words.has('pure') || (procedure.elemental && !words.has('impure'));
  const { recursive, saveLocals } = host.program.options;
  // -fno-automatic overrides -frecursive.
  procedure.recursive = words.has('recursive') || (recursive && !saveLocals && !words.has('non_recursive'));
  procedure.cName = procedureName(host, heading, place);
  bindProcedure(procedure, heading);
  scope.procedure = procedure;
  scope.cPrefix = `${procedure.cName}_`;
  return procedure;
}

function bindProcedure(procedure: Procedure, heading: ProcedureHeading): void {
  if (!heading.bind) return;
  procedure.bindC = true;
  const name = heading.bind === true ? undefined : heading.bind;
  if (name && procedure.place === 'internal')
    refuse(heading.at, `"${heading.name}" is an internal procedure: its BIND(C) cannot have NAME=.`);
  procedure.bindName = name?.k === 'string' ? name.text.trim() : heading.name;
  if (procedure.bindName !== '') procedure.cName = procedure.bindName;
}

function procedureName(host: Scope, heading: ProcedureHeading, place: Procedure['place']): string {
  if (place === 'module') return `${host.cPrefix}MP_${heading.name}`;
  if (place === 'internal') return `${host.cPrefix}IP_${heading.name}`;
  return `${heading.name}_`;
}

/** Declares a procedure's dummies, result and specifications. */
export function declareProcedureBody(procedure: Procedure): void {
  const { scope } = procedure;
  const unit = procedure.unit!;
  const heading = unit.heading!;
  procedure.dummies = declareDummies(scope, heading, procedure);
  if (procedure.isFunction) {
    const result = declareResult(scope, heading);
    procedure.result = result;
    // The type in the function's prefix may be defined by a USE inside the function, so the prefix is only recorded
    // here.
    if (heading.prefix.type) setWritten(result, { type: heading.prefix.type, declared: true });
  }
  declareAll(scope, unit.specifications);
  noteCalledDummies(scope, unit.body);
  for (const statement of unit.body) {
    if (statement.k === 'entry') guarded(scope, () => declareEntry(procedure, statement.heading));
  }
}

// A dummy that is called is a procedure, for its callers as well, even if no other statement declares it.
function noteCalledDummies(scope: Scope, body: readonly Statement[]): void {
  walkStatements(body, (s) => {
    if (s.k !== 'call' || s.target.parts.length !== 1) return;
    const symbol = scope.symbols.get(s.target.parts[0]!.name);
    if (symbol?.dummy && symbol.k === 'unknown' && !symbol.written.declared && !symbol.written.dimensions)
      makeProcedure(symbol);
  });
}

function declareDummies(scope: Scope, heading: ProcedureHeading, procedure: Procedure): (Sym | undefined)[] {
  const twice = heading.arguments.find((name, i, all) => name !== '*' && all.indexOf(name) < i);
  if (twice !== undefined) refuse(heading.at, `"${twice}" is already a dummy argument of "${heading.name}".`);
  return heading.arguments.map((name) => {
    if (name === '*') {
      if (procedure.isFunction)
        refuse(heading.at, `"${heading.name}" is a function and cannot have an alternate return.`);
      procedure.alternateReturns = true;
      return undefined;
    }
    const symbol = declare(scope, name, heading.at);
    if (symbol.procedure?.unit)
      refuse(
        symbol.procedure.at,
        `"${name}" is a dummy argument of "${heading.name}" and cannot also be a procedure in it.`,
      );
    becomeDummy(symbol);
    return symbol;
  });
}

function declareResult(scope: Scope, heading: ProcedureHeading): Sym {
  const result = declare(scope, heading.result ?? heading.name, heading.at);
  if (result.dummy) refuse(heading.at, `"${result.name}" cannot be both the result and an argument.`);
  if (result.procedure?.unit)
    refuse(
      result.procedure.at,
      `"${result.name}" is the result of "${heading.name}" and cannot also be a procedure in it.`,
    );
  becomeResult(result);
  return result;
}

// The name of an entry must not have another meaning in its procedure or in the enclosing scope.
function knownEntryFault(
  { scope, place, result, name, isFunction, entries }: Procedure,
  heading: ProcedureHeading,
): string | undefined {
  const own = scope.symbols.get(heading.name);
  const around = place === 'module' ? scope.parent?.symbols.get(heading.name) : undefined;
  const isProcedure = around?.procedure && (around.procedure.unit || around.procedure.entryOf);
  if (isProcedure || own?.procedure?.unit)
    return `There is already a procedure named "${heading.name}": an entry cannot have the same name.`;
  if (result && result.name === heading.name && result.name !== name)
    return `"${heading.name}" is the result of "${name}" and cannot be an entry.`;
  if (own && (own.dummy || !isFunction))
    return `"${heading.name}" is ${own.dummy ? 'a dummy argument' : 'declared'} in "${name}" and cannot be an entry.`;
  const called = [name, heading.name, ...entries.map((e) => e.name)].find((n) =>
    heading.arguments.includes(n),
  );
  if (called !== undefined)
    return `"${called}" is the name of this procedure or of an entry and cannot be a dummy argument.`;
  return undefined;
}

function declareEntry(procedure: Procedure, heading: ProcedureHeading): void {
  const { scope } = procedure;
  throwFault(heading.at, knownEntryFault(procedure, heading));
  const entry = implicitProcedure(scope, heading.name, heading.at, procedure.place);
  entry.implicitInterface = false;
  entry.isFunction = procedure.isFunction;
  entry.entryOf = procedure;
  entry.cName =
    procedure.place === 'module' ? `${scope.parent!.cPrefix}MP_${heading.name}` : `${heading.name}_`;
  bindProcedure(entry, heading);
  entry.dummies = declareDummies(scope, heading, entry);
  if (entry.alternateReturns) procedure.alternateReturns = true;
  for (const dummy of entry.dummies)
    if (dummy && !procedure.dummies.includes(dummy)) becomeDummyOfEntry(dummy);
  if (procedure.isFunction) entry.result = declareResult(scope, heading);
  procedure.entries.push(entry);
  const host = scope.parent;
  if (procedure.place === 'module' && host) {
    const symbol = declare(host, heading.name, heading.at);
    becomeProcedure(symbol, { procedure: entry });
  } else if (procedure.place === 'external') {
    scope.program.externals.set(heading.name, entry);
  } else {
    refuse(heading.at, 'ENTRY is not allowed in an internal procedure.');
  }
}
