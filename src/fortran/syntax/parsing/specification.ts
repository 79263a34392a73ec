// Specification statements: declarations, attributes, USE, and derived types with their bindings. parsing/classic.ts
// handles those of FORTRAN 77.

import { refuse } from '../../source/diagnostics.ts';
import type { Cursor } from '../reading/cursor.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { Binding, Entity, TypeSpec, UseItem } from '../tree/syntax-tree.ts';
import { maybeClassic } from './classic.ts';
import { parseExpression } from './expression.ts';
import { parseGenericName } from './headings.ts';
import { maybeStructure } from './structure.ts';
import {
  ENTITY_WORDS,
  emptyAttributes,
  parseAttributes,
  parseBind,
  parseCodimension,
  parseDimension,
  parseEntities,
  parseIntent,
  parseTypeSpec,
} from './types.ts';

const NAME_ATTRIBUTES = [...ENTITY_WORDS, 'codimension'];

const PARSERS = [
  maybeTypeDefinition,
  maybeDeclaration,
  maybeClassic,
  maybeModern,
  maybeAttribute,
  maybeStructure,
];

/** Parses a specification statement, if one comes next. */
export function maybeParseSpecification(c: Cursor): FlatStatement | undefined {
  const at = c.at;
  const start = c.offset;
  for (const parse of PARSERS) {
    const statement = parse(c, at);
    if (statement) return statement;
    c.offset = start;
  }
  return undefined;
}

function maybeDeclaration(c: Cursor, at: number): FlatStatement | undefined {
  const type = parseTypeSpec(c);
  if (!type) return undefined;
  const attributed = c.next === ',';
  const attributes = attributed ? parseAttributes(c) : emptyAttributes();
  const separated = c.accept('::');
  const entitiesAt = c.at;
  const entities = parseEntities(c);
  const modern = attributed || entities.some((e) => e.initial);
  if (!separated && modern) refuse(entitiesAt, 'Expected "::" before the names.');
  return c.ended({ k: 'declaration', at, type, attributes, entities });
}

function maybeTypeDefinition(c: Cursor, at: number): FlatStatement | undefined {
  if (!c.keyword('type') || c.next === '(') return undefined;
  const statement: FlatStatement & { k: '+type' } = {
    k: '+type',
    at,
    name: '',
    abstract: false,
    bind: false,
  };
  const hasAttributes = c.next === ',';
  const seen = new Set<string>();
  while (c.accept(',')) {
    const word = /^[a-z]*/.exec(c.text.slice(c.offset))![0];
    const meaning = word === 'private' ? 'public' : word;
    if (seen.has(meaning)) c.refuse(`${word.toUpperCase()} repeats or contradicts an earlier attribute.`);
    seen.add(meaning);
    if (c.keyword('abstract')) statement.abstract = true;
    else if (c.keyword('public')) statement.access = 'public';
    else if (c.keyword('private')) statement.access = 'private';
    else if (c.keyword('bind')) statement.bind = parseBind(c) !== undefined;
    else if (c.keyword('extends')) {
      c.expect('(');
      statement.extends = c.name('the parent type');
      c.expect(')');
    } else c.fail('Expected an attribute of the type');
  }
  if (hasAttributes) c.expect('::', 'before the name of the type');
  else c.accept('::');
  statement.name = c.name('the name of the type');
  if (c.accept('(')) {
    statement.parameters = parseNames(c);
    c.expect(')', 'after the type parameters');
  }
  return c.ended(statement);
}

function maybeModern(c: Cursor, at: number): FlatStatement | undefined {
  if (c.keyword('use')) return parseUse(c, at);
  if (c.keyword('import')) return parseImport(c, at);
  if (c.keyword('enum')) {
    c.expect(',');
    if (!c.keyword('bind')) c.fail('Expected BIND(C)');
    parseBind(c);
    return c.ended({ k: '+enum', at });
  }
  if (c.keyword('enumerator')) return parseEnumerators(c, at);
  if (c.keyword('sequence')) return c.ended({ k: '+sequence', at });
  if (c.keyword('procedure')) return parseProcedure(c, at);
  if (c.keyword('generic')) return parseGenericBinding(c, at);
  if (c.keyword('final')) {
    c.accept('::');
    const targets = parseNames(c);
    const binding: Binding = { at, k: 'final', name: '', targets, attributes: emptyAttributes() };
    return c.ended({ k: '+bindings', at, bindings: [binding] });
  }
  return undefined;
}

function parseNames(c: Cursor): string[] {
  return c.list(() => c.name());
}

function parseUse(c: Cursor, at: number): FlatStatement {
  const hasNature = c.accept(',');
  const intrinsic = hasNature ? c.keyword('intrinsic') : undefined;
  if (hasNature && !intrinsic && !c.keyword('non_intrinsic')) c.fail('Expected INTRINSIC or NON_INTRINSIC');
  c.accept('::');
  const moduleAt = c.at;
  const module = c.name('the name of a module');
  const isListed = c.accept(',');
  const only = isListed && c.keyword('only');
  if (only) c.expect(':', 'after ONLY');
  const items: UseItem[] = [];
  while (isListed && !c.atEnd) {
    items.push(parseUseItem(c));
    if (!c.accept(',')) break;
  }
  return c.ended({ k: 'use', at, module, moduleAt, only, items, intrinsic });
}

function parseUseItem(c: Cursor): UseItem {
  const at = c.at;
  const local = parseGenericName(c);
  if (!c.accept('=>')) return { at, local, remote: local };
  const remote = parseGenericName(c);
  const renamed = [local, remote].filter((name) => name.includes('('));
  if (renamed.length === 1 || renamed.some((name) => !/^operator\(\.[a-z]+\.\)$/.test(name)))
    refuse(at, 'USE can rename only names and defined operators, such as .plus.');
  return { at, local, remote };
}

function parseImport(c: Cursor, at: number): FlatStatement {
  if (c.accept(',')) {
    const access = (['only', 'none', 'all'] as const).find((word) => c.keyword(word));
    if (access === 'only') c.expect(':');
    if (access) return c.ended({ k: 'import', at, access, names: access === 'only' ? parseNames(c) : [] });
  }
  c.accept('::');
  return c.ended({ k: 'import', at, names: c.atEnd ? [] : parseNames(c) });
}

function parseEnumerators(c: Cursor, at: number): FlatStatement {
  const separated = c.accept('::');
  const items = c.list(() => {
    const item = { at: c.at, name: c.name() };
    if (c.next === '=' && !separated) c.fail('Expected "::" before the names');
    return c.accept('=') ? { ...item, value: parseExpression(c) } : item;
  });
  return c.ended({ k: '+enumerator', at, items });
}

// `procedure(iface), pointer :: p`, the binding `procedure, pass :: a => b`, or `procedure a, b` in an interface.
function parseProcedure(c: Cursor, at: number): FlatStatement {
  let interfaceName: string | undefined;
  let type: TypeSpec | undefined;
  let parenthesized = false;
  if (c.accept('(')) {
    parenthesized = true;
    if (!c.sees(')')) {
      const start = c.offset;
      type = parseTypeSpec(c);
      if (type && !c.sees(')')) {
        type = undefined;
        c.offset = start;
      }
      if (!type) interfaceName = c.name('the name of an interface');
    }
    c.expect(')', 'after the interface');
  }
  const attributes = parseAttributes(c);
  c.accept('::');
  if (parenthesized && (attributes.words.has('pointer') || !attributes.words.has('deferred'))) {
    const entities = parseEntities(c);
    return c.ended({ k: 'procedure-declaration', at, attributes, entities, interfaceName, type });
  }
  const bindings = c.list((): Binding => {
    const bindingAt = c.at;
    const name = c.name();
    if (interfaceName !== undefined && c.sees('=>')) c.refuse('A deferred procedure cannot have a target.');
    const targets = [c.accept('=>') ? c.name('the name of a procedure') : name];
    return { at: bindingAt, k: 'procedure', name, targets, attributes, interfaceName };
  });
  return c.ended({ k: '+bindings', at, bindings });
}

function parseGenericBinding(c: Cursor, at: number): FlatStatement {
  const attributes = parseAttributes(c);
  c.expect('::');
  const name = parseGenericName(c);
  c.expect('=>');
  const binding: Binding = { at, k: 'generic', name, targets: parseNames(c), attributes };
  return c.ended({ k: '+bindings', at, bindings: [binding] });
}

function maybeAttribute(c: Cursor, at: number): FlatStatement | undefined {
  if (c.keyword('intent')) {
    const attributes = { ...emptyAttributes(), intent: parseIntent(c) };
    c.accept('::');
    return c.ended({ k: 'attribute', at, attributes, entities: parseEntities(c) });
  }
  for (const access of ['public', 'private'] as const) {
    if (c.keyword(access)) return parseAccess(c, at, access);
  }
  if (c.keyword('bind')) {
    const bind = parseBind(c);
    c.accept('::');
    const names = c.list(() => {
      if (!c.accept('/')) return c.name();
      const name = c.name();
      c.accept('/');
      return `/${name}`;
    });
    return c.ended({ k: 'bind', at, bind, names });
  }
  const word = NAME_ATTRIBUTES.find((w) => c.keyword(w));
  if (word === undefined) return undefined;
  if (word === 'pointer' && c.next === '(') return parseCrayPointers(c, at);
  const attributes = emptyAttributes();
  attributes.words.add(word);
  c.accept('::');
  return c.ended({ k: 'attribute', at, attributes, ...parseAttributeEntities(c) });
}

// `POINTER (p, x), (q, y(10))`: x is located at the address in the integer p.
function parseCrayPointers(c: Cursor, at: number): FlatStatement {
  const pairs = c.list(() => {
    c.expect('(', 'before the pointer');
    const pointer = c.name('the name of an integer');
    c.expect(',', 'between pointer and pointee');
    const pointee: Entity = { at: c.at, name: c.name('the name of the pointee') };
    if (c.next === '(') pointee.dimension = parseDimension(c);
    c.expect(')', 'after the pointee');
    return { pointer, pointee };
  });
  return c.ended({ k: 'cray-pointer', at, pairs });
}

function parseAttributeEntities(c: Cursor): { entities: Entity[]; commons: string[] } {
  const entities: Entity[] = [];
  const commons: string[] = [];
  while (!c.atEnd) {
    if (c.accept('/')) {
      commons.push(c.name('the name of a COMMON block'));
      c.expect('/');
    } else {
      const entity: Entity = { at: c.at, name: c.name() };
      if (c.next === '(') entity.dimension = parseDimension(c);
      if (c.next === '[') entity.codimension = parseCodimension(c);
      entities.push(entity);
    }
    if (!c.accept(',')) break;
  }
  return { entities, commons };
}

function parseAccess(c: Cursor, at: number, access: 'public' | 'private'): FlatStatement {
  c.accept('::');
  const names: string[] = [];
  while (!c.atEnd) {
    names.push(parseGenericName(c));
    if (!c.accept(',')) break;
  }
  return c.ended({ k: 'access', at, access, names });
}
