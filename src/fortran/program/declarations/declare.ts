// Fills scopes from specification statements. Types, bounds and values are stored as written and resolved on first use
// (resolve.ts), because Fortran allows declarations in almost any order.

import { type Position, refuse, throwFault } from '../../source/diagnostics.ts';
import { FILLER } from '../../syntax/parsing/types.ts';
import type {
  Attributes,
  DimensionSpec,
  Entity,
  Expression,
  SpecificationStatement,
  TypeSpec,
} from '../../syntax/tree/syntax-tree.ts';
import { integerConstant } from '../constants/constants.ts';
import {
  addWords,
  become,
  becomeProcedure,
  becomeVariable,
  setAttributes,
  setResolved,
  setStorage,
  setWritten,
} from '../symbols/change-symbol.ts';
import { refuseLater } from '../symbols/check-standard.ts';
import { implicitProcedure } from '../symbols/implicit-procedure.ts';
import { declare, declareOwn, freshNumber, lookup } from '../symbols/names.ts';
import { refuseDefined, refuseSecondExternal, secondMeaningFault } from '../symbols/second-meanings.ts';
import type { Procedure, Scope, Sym } from '../symbols/semantics.ts';
import { declareDerivedType } from './declare-type.ts';
import { importModule } from './declare-use.ts';
import { resolveInteger } from './resolve.ts';

export function declareAll(scope: Scope, statements: readonly SpecificationStatement[]): void {
  // USE and IMPLICIT come first, because everything else depends on them.
  const uses = statements.filter((s) => s.k === 'use');
  for (const s of uses) guarded(scope, () => importModule(scope, s, uses));
  for (const s of statements) guarded(scope, () => s.k === 'implicit' && declareImplicit(scope, s));
  checkOrder(scope, statements);
  for (const s of statements) {
    if (s.k !== 'use' && s.k !== 'implicit') guarded(scope, () => declareStatement(scope, s));
  }
  for (const s of statements) guarded(scope, () => s.k === 'import' && checkImported(scope, s));
}

// USE, IMPORT and IMPLICIT must appear in this order, before all other declarations.
function checkOrder(scope: Scope, statements: readonly SpecificationStatement[]): void {
  let reached = 0;
  for (const s of statements) {
    const step = FIRST_STEPS.indexOf(s.k);
    if (step < 0) reached = Math.max(reached, ANYWHERE.has(s.k) ? 0 : FIRST_STEPS.length);
    else if (step < reached)
      scope.program.diagnostics.error(s.at, `${s.k.toUpperCase()} must come before all declarations.`);
    else reached = step;
  }
}

const FIRST_STEPS: readonly SpecificationStatement['k'][] = ['use', 'import', 'implicit'];
const ANYWHERE: ReadonlySet<SpecificationStatement['k']> = new Set([
  'parameter',
  'format',
  'entry',
  'directive',
  'data',
]);

/** Runs a step and reports its FortranError. */
export function guarded(scope: Scope, step: () => unknown): void {
  scope.program.diagnostics.attempt(step);
}

type Spec<K extends SpecificationStatement['k']> = Extract<SpecificationStatement, { k: K }>;

function declareImplicit(scope: Scope, s: Spec<'implicit'>): void {
  if (s.externals) scope.declaresExternals = true;
  if (s.none || s.listed) {
    if (scope.implicitNoneAt !== undefined) refuse(s.at, 'IMPLICIT NONE appears here twice.');
    if (s.none && scope.implicit) refuseOtherImplicit(s.at);
    scope.implicitNoneAt = s.at;
    if (s.none) scope.implicit = 'none';
    return;
  }
  if (scope.implicit === 'none') refuseOtherImplicit(s.at);
  scope.implicit ??= new Map();
  for (const rule of s.rules) {
    for (const [first, last] of rule.letters) {
      if (first > last) refuse(s.at, `The letters ${first}-${last} are not in alphabetical order.`);
      for (let code = first.charCodeAt(0); code <= last.charCodeAt(0); code++) {
        const letter = String.fromCharCode(code);
        if (scope.implicit.has(letter)) refuse(s.at, `The letter ${letter} already has an implicit type.`);
        scope.implicit.set(letter, rule.type);
      }
    }
  }
}

function refuseOtherImplicit(at: Position): never {
  refuse(at, 'IMPLICIT NONE and other IMPLICIT statements are mutually exclusive.');
}

function declareStatement(scope: Scope, s: SpecificationStatement): void {
  switch (s.k) {
    case 'declaration':
      if (s.entities.length > 1 && boundName(s.attributes.bind) !== undefined)
        refuse(s.at, 'Several names cannot share one C name.');
      for (const entity of s.entities)
        guarded(scope, () => declareEntity(scope, entity, s.attributes, s.type));
      break;
    case 'attribute':
      if (s.attributes.words.has('save') && s.entities.length === 0 && !s.commons?.length)
        scope.saveAll = true;
      for (const entity of s.entities)
        if (!isOthers(scope, entity.name, s.attributes))
          guarded(scope, () => declareEntity(scope, entity, s.attributes));
      break;
    case 'parameter':
      for (const item of s.items) {
        const symbol = declareOwn(scope, item.name, item.at);
        if (symbol.written.initial)
          refuse(item.at, `"${item.name}" already has a value and cannot also be a constant.`);
        throwFault(item.at, secondMeaningFault(symbol, item.at, 'constant'));
        become(symbol, { k: 'constant' });
        setWritten(symbol, { initial: item.value });
      }
      break;
    case 'common':
      for (const block of s.blocks) declareCommon(scope, block);
      break;
    case 'namelist':
      for (const group of s.groups) {
        const symbol = declare(scope, group.name, s.at);
        if (symbol.scope !== scope)
          refuse(
            s.at,
            `The namelist "${group.name}" is imported by USE and cannot be extended here: give this group a different name.`,
          );
        throwFault(s.at, secondMeaningFault(symbol, s.at, 'namelist'));
        const members = symbol.meaning.k === 'namelist' ? symbol.meaning.members : [];
        become(symbol, { k: 'namelist', members: [...members, ...group.items] });
        for (const item of group.items) if (!lookup(scope, item)) declare(scope, item, s.at);
      }
      break;
    case 'interface':
      scope.program.expressions.declareInterface(scope, s.block, s.at);
      break;
    case 'type-definition':
      declareDerivedType(scope, s);
      break;
    case 'enum':
      declareEnum(scope, s);
      break;
    case 'procedure-declaration':
      for (const entity of s.entities) declareProcedureEntity(scope, entity, s);
      break;
    case 'access':
      if (scope.k !== 'module' || scope.unit?.k === 'submodule')
        refuse(s.at, `${s.access.toUpperCase()} is allowed only among the declarations of a module.`);
      if (s.names.length === 0) {
        if (scope.defaultAccess !== undefined) refuse(s.at, 'The default accessibility is declared twice.');
        scope.defaultAccess = s.access;
      }
      for (const name of s.names) {
        const known = scope.symbols.get(name);
        if (scope.accesses.has(name) || (known?.scope === scope && known.access))
          refuse(s.at, `The accessibility of "${name}" is declared twice.`);
        scope.accesses.set(name, s.access);
        const symbol = declare(scope, name, s.at);
        if (symbol.scope === scope) setAttributes(symbol, { access: s.access });
      }
      break;
    case 'bind':
      if (s.names.length > 1 && boundName(s.bind) !== undefined)
        refuse(s.at, 'Several names cannot share one C name.');
      for (const name of s.names) {
        if (!name.startsWith('/')) bindByStatement(scope, name, s);
        else scope.commonBinds.set(name.slice(1), boundName(s.bind) ?? name.slice(1));
      }
      break;
    case 'cray-pointer':
      declareCrayPointers(scope, s);
      break;
    case 'import':
      declareImport(scope, s);
      break;
    case 'equivalence':
      for (const e of s.groups.flat()) if (e.k === 'ref') declare(scope, e.parts[0]!.name, e.parts[0]!.at);
      break;
    case 'data':
      if (scope.k === 'module')
        for (const e of s.sets.flatMap((set) => set.targets)) declareDataTarget(scope, e);
      break; // laid out once all types are known
    case 'format':
    case 'entry':
      break;
    case 'directive':
      if (s.directive.name === 'threadprivate') declareThreadPrivate(scope, s);
      break;
    case 'use':
    case 'implicit':
      break;
  }
}

function declareImport(scope: Scope, { at, access, names }: Spec<'import'>): void {
  const { parent } = scope;
  if (!parent || parent.k === 'global')
    refuse(at, 'IMPORT is allowed only in nested scopes, such as interfaces.');
  if (scope.unit?.heading?.prefix.words.has('module') && scope.k !== 'block')
    refuse(
      at,
      'The interface of a MODULE procedure has access to all names in its host: it cannot contain IMPORT.',
    );
  for (const name of names)
    if (!lookup(parent, name)) refuse(at, `IMPORT cannot find "${name}" in the host of this interface.`);
  const known = scope.imports === 'all' ? [] : scope.imports;
  const isAll = access === 'all' || (!access && (names.length === 0 || scope.imports === 'all'));
  scope.imports = isAll ? 'all' : new Set([...known, ...names]);
}

// A name listed in IMPORT cannot be declared again; with IMPORT, ALL, this applies to all names of the host.
function checkImported(scope: Scope, { access, names }: Spec<'import'>): void {
  for (const name of access === 'all' ? scope.symbols.keys() : names) {
    const own = scope.symbols.get(name);
    if (own?.scope === scope && name !== scope.procedure?.name && lookup(scope.parent!, name))
      refuse(own.at, `"${name}" belongs to the host: after IMPORT it cannot be declared again here.`);
  }
}

// A module variable may be declared only by DATA, and USE must still find it.
function declareDataTarget(scope: Scope, e: Expression): void {
  if (e.k === 'implied-do') for (const item of e.items) declareDataTarget(scope, item);
  else if (e.k === 'ref' && !lookup(scope, e.parts[0]!.name)) declare(scope, e.parts[0]!.name, e.at);
}

// Each thread has its own copy of a THREADPRIVATE variable, and the copy must exist as long as the thread.
function declareThreadPrivate(scope: Scope, { directive, at }: Spec<'directive'>): void {
  for (const item of directive.clauses[0]?.text?.split(',') ?? []) {
    const block = /^\/(\w+)\/$/.exec(item)?.[1];
    const members = block === undefined ? [declareOwn(scope, item, at)] : scope.commons.get(block);
    if (!members) refuse(at, `No COMMON block "${block}" is declared before THREADPRIVATE.`);
    for (const symbol of members) addWords(symbol, ['threadprivate']);
  }
}

function bindByStatement(scope: Scope, name: string, s: Spec<'bind'>): void {
  const symbol = declareOwn(scope, name, s.at);
  const own = scope.procedure?.name === name || symbol.result;
  if (symbol.k === 'procedure' || own || scope.program.moduleNames.has(name))
    refuse(s.at, `"${name}" is not a variable: the BIND statement is only for variables and COMMON blocks.`);
  if (symbol.has('bind')) refuse(s.at, `"${name}" already has BIND(C).`);
  if (scope.k !== 'module') refuse(s.at, `"${name}" cannot have BIND(C): only module variables can.`);
  bindName(symbol, s.bind);
}

function boundName(bind: Attributes['bind']): string | undefined {
  return typeof bind === 'object' && bind.k === 'string' ? bind.text.trim() : undefined;
}

// True if VOLATILE or ASYNCHRONOUS applies to a variable of the host or of a module and does not create a new variable.
function isOthers(scope: Scope, name: string, attributes: Attributes): boolean {
  const { words } = attributes;
  if (words.size === 0 || ![...words].every((w) => w === 'volatile' || w === 'asynchronous')) return false;
  const known = scope.symbols.get(name);
  if (known) return known.scope !== scope;
  if (scope.parent === undefined || !lookup(scope.parent, name)) return false;
  const declared = scope.unit?.specifications.some(
    (s) => s.k === 'declaration' && s.entities.some((e) => e.name === name),
  );
  return declared !== true;
}

function bindName(symbol: Sym, bind: Attributes['bind'], at = symbol.at): void {
  if (symbol.has('bind')) refuse(at, `"${symbol.name}" already has BIND(C).`);
  addWords(symbol, ['bind']);
  const name = boundName(bind) ?? symbol.name;
  if (name !== '') setAttributes(symbol, { bindName: name });
}

function declareEntity(scope: Scope, entity: Entity, attributes: Attributes, type?: TypeSpec): void {
  if (attributes.words.has('kind') || attributes.words.has('len'))
    refuse(entity.at, 'KIND and LEN are allowed only for the parameters of a derived type.');
  if (entity.name === FILLER) refuse(entity.at, '%FILL is allowed only for components of a STRUCTURE.');
  const symbol = declareOwn(scope, entity.name, entity.at);
  if (type) setType(symbol, entity, type);
  else if (entity.length !== undefined) setWritten(symbol, { length: entity.length });
  applyAttributes(symbol, attributes);
  const dimension = entity.dimension ?? attributes.dimension;
  if (dimension) setBounds(symbol, dimension, entity.at);
  const codimension = entity.codimension ?? attributes.codimension;
  if (codimension) {
    setWritten(symbol, { codimensions: codimension });
    becomeVariable(symbol);
  }
  setInitial(symbol, entity);
  if (entity.data) setWritten(symbol, { data: entity.data });
}

function setBounds(symbol: Sym, dimensions: DimensionSpec, at: Position): void {
  if (symbol.written.dimensions) refuse(at, `The bounds of "${symbol.name}" are declared twice.`);
  setWritten(symbol, { dimensions });
  becomeVariable(symbol);
}

function setInitial(symbol: Sym, { initial, pointer }: Entity): void {
  if (!initial) return;
  setWritten(symbol, { initial, isTarget: pointer === true });
}

function setType(symbol: Sym, entity: Entity, type: TypeSpec): void {
  if (symbol.written.type) refuse(entity.at, `The type of "${entity.name}" is declared twice.`);
  if (symbol.k === 'type')
    refuse(entity.at, `"${entity.name}" is a derived type and cannot also be a variable.`);
  refuseDefined(symbol, entity.at);
  setWritten(symbol, { type, declared: true });
  if (entity.length !== undefined) setWritten(symbol, { length: entity.length });
}

function outsideModuleFault(symbol: Sym, attributes: Attributes): string | undefined {
  if (symbol.scope.k === 'module' && symbol.scope.unit?.k !== 'submodule') return undefined;
  const word = attributes.access ?? (attributes.words.has('protected') ? 'protected' : undefined);
  if (word)
    return `"${symbol.name}" cannot be ${word.toUpperCase()}: that is allowed only for declarations in a module.`;
  return undefined;
}

const MEANINGS = [
  ['parameter', 'constant'],
  ['intrinsic', 'intrinsic'],
] as const;

function applyAttributes(symbol: Sym, attributes: Attributes): void {
  throwFault(symbol.at, outsideModuleFault(symbol, attributes));
  if (attributes.words.has('external')) refuseSecondExternal(symbol, symbol.at);
  for (const [word, kind] of MEANINGS)
    if (attributes.words.has(word)) throwFault(symbol.at, secondMeaningFault(symbol, symbol.at, kind));
  refuseRepeated(symbol, attributes);
  addWords(symbol, attributes.words);
  setAttributes(symbol, { intent: attributes.intent, access: attributes.access });
  if (attributes.bind) bindName(symbol, attributes.bind);
  if (attributes.words.has('parameter')) become(symbol, { k: 'constant' });
  else if (attributes.words.has('external')) makeProcedure(symbol);
  else if (attributes.words.has('intrinsic')) become(symbol, { k: 'intrinsic' });
  else if (/allocatable|pointer|target|contiguous|optional/.test([...attributes.words].join()))
    if (!symbol.dummy) becomeVariable(symbol);
}

/** Attributes that GNU Fortran allows to be repeated. */
const REPEATABLE = /^(save|value|volatile|asynchronous|protected|contiguous)$/;

function refuseRepeated(symbol: Sym, { words, intent, access }: Attributes): void {
  const word =
    [...words].find((w) => symbol.has(w)) ??
    (intent && symbol.intent && 'intent') ??
    (access && symbol.access);
  if (word === undefined) return;
  const what = `a second ${word.toUpperCase()} for "${symbol.name}"`;
  if (REPEATABLE.test(word)) refuseLater(symbol.scope, 'GNU', what, symbol.at);
  else refuse(symbol.at, `"${symbol.name}" already has ${word.toUpperCase()}.`);
}

/** Turns a symbol into a procedure with an unknown interface. */
export function makeProcedure(symbol: Sym): Procedure {
  const { scope, name, at, dummy } = symbol;
  const procedure = symbol.procedure ?? implicitProcedure(scope, name, at, dummy ? 'dummy' : 'external');
  becomeProcedure(symbol, { procedure });
  return procedure;
}

function declareCommon(scope: Scope, block: { name: string; entities: Entity[] }): void {
  let members = scope.commons.get(block.name);
  if (!members) {
    members = [];
    scope.commons.set(block.name, members);
  }
  for (const entity of block.entities) {
    const symbol = declareOwn(scope, entity.name, entity.at);
    becomeVariable(symbol);
    if (entity.dimension) setBounds(symbol, entity.dimension, entity.at);
    if (symbol.storage.common || members.includes(symbol))
      refuse(entity.at, `"${entity.name}" is already in COMMON.`);
    setStorage(symbol, { common: { block: block.name, offset: 0 } });
    members.push(symbol);
  }
}

// Declares Cray pointers and pointees. The pointer is an integer as wide as an address, unless it is declared
// otherwise. The pointee has no storage of its own.
function declareCrayPointers(scope: Scope, s: Spec<'cray-pointer'>): void {
  if (!scope.program.options.crayPointers) refuse(s.at, 'Cray pointers need the flag -fcray-pointer.');
  for (const { pointer, pointee } of s.pairs) {
    const holder = declareOwn(scope, pointer, s.at);
    if (!holder.written.type) setWritten(holder, { type: { k: 'intrinsic', at: s.at, base: 'integer' } });
    becomeVariable(holder);
    const symbol = declareOwn(scope, pointee.name, pointee.at);
    if (symbol.storage.cray) refuse(pointee.at, `"${pointee.name}" already has a Cray pointer.`);
    setStorage(symbol, { cray: holder });
    becomeVariable(symbol);
    if (pointee.dimension) setWritten(symbol, { dimensions: pointee.dimension });
  }
}

function declareEnum(scope: Scope, s: Spec<'enum'>): void {
  let value = 0;
  for (const item of s.items) {
    const symbol = declareOwn(scope, item.name, item.at);
    throwFault(item.at, secondMeaningFault(symbol, item.at, 'constant'));
    if (symbol.k === 'constant') refuse(item.at, `"${item.name}" is already a constant.`);
    if (item.value) value = resolveInteger(scope, item.value);
    if (value !== (value | 0))
      refuse(item.at, `The enumerator "${item.name}" would be ${value}, which does not fit in INTEGER(4).`);
    become(symbol, { k: 'constant' });
    setResolved(symbol, { type: { base: 'integer', kind: 4 }, initial: integerConstant(value, item.at) });
    value++;
  }
}

function declareProcedureEntity(scope: Scope, entity: Entity, s: Spec<'procedure-declaration'>): void {
  const symbol = declareOwn(scope, entity.name, entity.at);
  throwFault(entity.at, secondMeaningFault(symbol, entity.at, 'procedure'));
  if (s.interfaceName === entity.name) refuse(entity.at, `"${entity.name}" cannot be its own interface.`);
  applyAttributes(symbol, s.attributes);
  becomeProcedure(symbol, { interfaceName: s.interfaceName });
  if (s.type) setWritten(symbol, { type: s.type });
  setInitial(symbol, entity);
}

export function staticName(symbol: Sym): string {
  return `${symbol.scope.host.cPrefix}SV${freshNumber(symbol.scope.program)}_${symbol.name}`;
}
