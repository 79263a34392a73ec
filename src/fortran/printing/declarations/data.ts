// Static data in C: constants, and initial values of variables and structures. DATA statements are in
// declarations/data-statement.ts, COMMON and EQUIVALENCE in lay-out-storage.ts.

import { layoutValue, objectNode } from '../../program/c/c-arrays.ts';
import { type CharactersC, constantText, cType, stringLiteral } from '../../program/c/c-text.ts';
import { constantLength } from '../../program/constants/constants.ts';
import { initialOf, rankOf, typeOf, variableNode } from '../../program/declarations/resolve.ts';
import { isAllocatable } from '../../program/symbols/designator.ts';
import { needsCopy, needsInit } from '../../program/symbols/needs-copy.ts';
import type {
  EquivalenceGroup,
  Node,
  Program,
  Scope,
  Sym,
  Type,
  Typed,
} from '../../program/symbols/semantics.ts';
import { unprintable } from '../../source/unprintable.ts';
import { assign, assignScalar } from '../assign/assign.ts';
import { assignPointer } from '../assign/pointer.ts';
import { sizeObject } from '../assign/sized-parts.ts';
import { heldAddress } from '../designators/designator.ts';
import { layoutOf } from '../designators/section.ts';
import { constantPlace, isStatic } from '../designators/storage.ts';
import { linesOf } from '../writer/c-tree.ts';
import { Emitter, type Memory } from '../writer/emitter.ts';
import { keepingLengths, loops, lvalue } from '../writer/expressions.ts';
import { hasFrames, shareVariable } from '../writer/frame.ts';
import { checkHeldLengths } from './length-checks.ts';
import { maybeStaticInitial } from './local-initial.ts';

export function printConstant(em: Emitter, name: string, value: Node<'const-array'>): void {
  const { type, items } = value;
  if (type.base === 'derived' && !type.derived!.opaque) {
    printStructureArray(em, name, value);
    return;
  }
  const { size, list } = initializer(type, items);
  em.printer.keep(`static const ${cType(type)} ${name}${size}`, list);
}

function initializer(type: Type, items: readonly Typed[]): { size: string; list: string } {
  if (type.base === 'character') {
    const text = items.map((i) => (i.k === 'const' ? String(i.value) : '')).join('');
    const literal = stringLiteral(text);
    return { size: `[${Number(literal.n) + 1}]`, list: literal.p };
  }
  return { size: `[${Math.max(1, items.length)}]`, list: listOf(items) };
}

function listOf(items: readonly Typed[], type?: Type): string {
  const texts = items.map((i) => (i.k === 'const' ? constantText(i.value, type ?? i.type, i.text) : '0'));
  return `{${texts.join(', ') || '0'}}`;
}

function printStructureArray(em: Emitter, name: string, value: Node<'const-array'>): void {
  const { type, items } = value;
  em.printer.keep(`static ${cType(type)} ${name}[${Math.max(1, items.length)}]`);
  startupOfConstant(em, em.scope, (init) => {
    for (const [i, item] of items.entries())
      assignScalar(init, objectNode({ at: 0, type }, `${name}[${i}]`), item);
  });
}

/** A function that initialises static data before the program starts. */
export function startup(
  em: Emitter,
  scope: Scope,
  print: (init: Emitter) => void,
  list: string[] = em.printer.initialisers,
): void {
  const init = new Emitter(em.printer, scope).with({ isNew: true });
  print(init);
  const { block } = init.parts;
  if (block.nodes.length === 0) return;
  const name = em.printer.fresh('INIT');
  const held = { ...block, mark: block.arena.used ? 'M_' : undefined };
  em.printer.functions.push([`static void ${name}(void) {`, ...linesOf(held), '}']);
  list.push(name);
}

/** A function that computes a constant before the program starts and before any data is initialised. */
export function startupOfConstant(em: Emitter, scope: Scope, print: (init: Emitter) => void): void {
  startup(em, scope, print, em.printer.constantInitialisers);
}

export function printStructure(em: Emitter, e: Node<'structure'>): string {
  const type = e.type.derived!;
  const name = em.printer.fresh();
  em.line(
    `${type.cName} ${name}; ${needsInit(type) ? `${type.cName}_init(&${name});` : `memset(&${name}, 0, sizeof ${name});`}`,
  );
  sizeObject(em, e.type, name);
  setComponents(em.with({ assigning: false, isNew: true }), name, e);
  if (type.extensible) em.line(`*(const ftype **)&${name} = &${type.cName}_type;`);
  if (needsCopy(type) && em.taken !== e) {
    em.arena.used = true;
    em.line(`f_own_temporary(f_duplicate((const char *)&${name}, sizeof ${name}), 1, &${type.cName}_type);`);
  }
  return name;
}

// The components in a constructor are set to its values without further conversion.
function setComponents(em: Emitter, name: string, e: Node<'structure'>): void {
  e.type.derived!.components.forEach((component, i) => {
    const value = e.values[i];
    if (!value) return;
    const { type, dims } = component;
    const base = objectNode(e, name);
    const target: Typed = { k: 'component', at: e.at, type, rank: dims?.length ?? 0, base, component };
    if (component.pointer || component.type.base === 'procedure') {
      assignPointer(em, target, value);
      if (component.pointer) checkHeldLengths(em, target);
    } else if (component.allocatable && isAllocatable(unconverted(value))) copyAllocatable(em, target, value);
    else if (value.k !== 'null') keepingLengths(em, target, value, () => assign(em, target, value));
  });
}

function unconverted(value: Typed): Typed {
  return value.k === 'convert' ? unconverted(value.operand) : value;
}

// Copies an allocatable variable into an allocatable component, which remains unallocated if the variable is
// unallocated.
function copyAllocatable(em: Emitter, target: Typed, value: Typed): void {
  em.under(heldAddress(em, unconverted(value)), () => assign(em, target, value));
}

/** The static variable that holds a constant structure. */
export function printConstantStructure(em: Emitter, symbol: Sym): string {
  return constantPlace(em, symbol, (name) => {
    const value = initialOf(symbol);
    if (!value) unprintable(symbol.at, 'a constant structure without value', symbol.name);
    em.printer.keep(`static ${cType(typeOf(symbol))} ${name}`);
    startupOfConstant(em, symbol.scope, (init) =>
      assignScalar(init, objectNode({ at: 0, type: typeOf(symbol) }, name), value),
    );
  });
}

/** The static memory of a character constant that cannot be folded and is therefore computed at program start. */
export function printConstantText(em: Emitter, symbol: Sym): CharactersC {
  const length = constantLength(typeOf(symbol));
  const value = initialOf(symbol);
  if (!value || length === undefined)
    unprintable(symbol.at, 'constant characters without value', symbol.name);
  const p = constantPlace(em, symbol, (name) => {
    em.printer.keep(`static char ${name}[${Math.max(1, length)}]`);
    startupOfConstant(em, symbol.scope, (init) =>
      assignScalar(init, objectNode({ at: 0, type: typeOf(symbol) }, name, String(length)), value),
    );
  });
  return { p, n: String(length) };
}

/** Prints a static variable with its initial value. */
export function printStatic(em: Emitter, symbol: Sym, declaration: string): void {
  const { printer } = em;
  const value = initialOf(symbol) ?? maybeStaticInitial(symbol);
  const type = typeOf(symbol);
  const isPlain =
    !symbol.pointer && !symbol.allocatable && !['derived', 'class', 'character'].includes(type.base);
  if (value && isPlain && !symbol.bindName) {
    if (value.k === 'const' && rankOf(symbol) === 0 && value.type.base !== 'hollerith') {
      printer.keep(declaration, constantText(value.value, type, value.text));
      return;
    }
    if (value.k === 'const-array') {
      printer.keep(declaration, listOf(value.items, type));
      return;
    }
  }
  printer.keep(declaration);
  if (!value) {
    const isStructure = type.base === 'derived' && !symbol.pointer && !symbol.allocatable;
    if (isStructure && needsInit(type.derived!) && !printer.begun.has(symbol))
      startup(em, symbol.scope, (init) => initialiseStructures(init, symbol));
    return;
  }
  startup(em, symbol.scope, (init) => {
    const target = variableNode(symbol);
    if (symbol.pointer) assignPointer(init, target, value);
    else assign(init, target, value);
  });
}

/** Prints a call to a derived type's initialiser for each element of a variable. */
export function initialiseStructures(em: Emitter, symbol: Sym): void {
  const type = typeOf(symbol);
  const target = variableNode(symbol);
  if (target.rank === 0) {
    em.line(`${type.derived!.cName}_init(&${lvalue(em, target)});`);
    sizeObject(em, type, lvalue(em, target));
    return;
  }
  const layout = layoutOf(em, target);
  loops(em, layoutValue(layout).shape, (i) => {
    const { c } = layoutValue(layout).at(i);
    em.line(`${type.derived!.cName}_init(&${c});`);
    sizeObject(em, type, c);
  });
}

// ---- COMMON and EQUIVALENCE -----------------------------------------------------------------------------------------

export function printEquivalences(em: Emitter, scope: Scope): void {
  const groups = new Set<EquivalenceGroup>();
  for (const symbol of scope.symbols.values())
    if (symbol.storage.equivalence && symbol.scope === scope) groups.add(symbol.storage.equivalence.group);
  for (const group of groups) {
    if (group.common === undefined) {
      const name = em.printer.fresh('EQ');
      em.printer.groups.set(group, name);
      const suffix = `[${Math.max(1, group.size)}]`;
      // With AUTOMATIC or RECURSIVE, each call has its own variables, except for those that retain their values.
      const automatic = group.members.some((s) => s.has('automatic'));
      const keeps =
        group.members.some((s) => (!automatic && isStatic(s)) || s.written.initial) ||
        byDefaults(group.members).length > 0;
      if (automatic && !keeps) em.parts.frame.push({ type: 'F_ALIGNED char', name, suffix });
      else if (hasFrames(em.procedure) && !keeps) shareVariable(em, 'F_ALIGNED char', name, suffix);
      else em.printer.keep(`static char ${name}${suffix} F_ALIGNED`);
    }
    for (const symbol of byDefaults(group.members))
      startup(em, scope, (init) => initialiseStructures(init, symbol));
    for (const symbol of group.members) if (symbol.written.initial) initialiseShared(em, symbol);
  }
}

// The structures in a group whose types have initial values, in order of increasing precedence: the structure with the
// most initial values comes last.
function byDefaults(members: readonly Sym[]): Sym[] {
  const defaults = (s: Sym): number => typeOf(s).derived!.components.filter((c) => c.initialSource).length;
  return members
    .filter((s) => typeOf(s).base === 'derived' && !typeOf(s).derived!.opaque && defaults(s) > 0)
    .sort((a, b) => defaults(a) - defaults(b));
}

/** The initial values of variables in COMMON or EQUIVALENCE. */
export function initialiseShared(em: Emitter, symbol: Sym): void {
  const value = initialOf(symbol);
  if (!value) return;
  startup(em, symbol.scope, (init) => assign(init, variableNode(symbol), value));
}

// ---- DATA -----------------------------------------------------------------------------------------------------------

export function memoryOfCommons({ commons }: Program): Memory[] {
  return [...commons.values()].map((block) => {
    // The program's C code may define a block that has a C name.
    const linkage = block.bind === block.cName ? '__attribute__((weak))' : 'static';
    return { declaration: `${linkage} char ${block.cName}[${Math.max(1, block.size)}] F_ALIGNED` };
  });
}
