// Features in a program that earlier standards lack, as far as they can be recognised from the syntax of its
// statements. The standard of each feature follows gfortran, as tested with its -std=.
import type { Position } from '../../source/diagnostics.ts';
import type {
  Attributes,
  Control,
  Entity,
  Expression,
  InterfaceBlock,
  ProcedureHeading,
  ProgramUnit,
  SpecificationStatement,
  Statement,
  TypeComponent,
  TypeSpec,
} from '../tree/syntax-tree.ts';

/** The standard that introduced a feature; 'GNU' for features that are in no standard, 'deleted' for deleted ones. */
export type Since = 2003 | 2008 | 'TS 29113' | 2018 | 2023 | 'GNU' | 'deleted';

export interface Feature {
  readonly at: Position;
  readonly since: Since;
  /** The feature as it is worded in a message: `the ASSOCIATE construct`. */
  readonly what: string;
}

type Node = Statement | Expression | TypeSpec;
type Found = readonly [since: Since, what: string];

/** Functions that initial values must not call in Fortran 95: functions of reals and of whole arrays. */
const NOT_INITIAL =
  /^(real|dble|float|sngl|cmplx|dcmplx|aint|anint|d?sqrt|d?exp|d?log|a?log10|d?a?(sin|cos|tan)h?|atan2|spread|sum|product|(max|min)(val|loc)|any|all|count|pack|unpack|matmul|dot_product|transpose|cshift|eoshift|merge)$/;

/** Constructs that EXIT may leave only in later standards. */
const CONSTRUCTS: ReadonlySet<string> = new Set(['if', 'select-case', 'select-type', 'associate', 'block']);

/** All features of a program unit that are not in Fortran 95, in source order. */
export function laterFeatures(unit: ProgramUnit): Feature[] {
  const features: Feature[] = [];
  visitUnit(unit, features);
  return features.sort((a, b) => a.at - b.at);
}

function visitUnit(unit: ProgramUnit, features: Feature[]): void {
  const note = (at: Position, ...found: Found[]): void => {
    for (const [since, what] of found) features.push({ at, since, what });
  };
  if (unit.k === 'submodule') note(unit.at, [2008, 'a submodule']);
  if (unit.heading) note(unit.heading.at, ...inHeading(unit.heading));
  if (unit.emptyContainsAt !== undefined)
    note(unit.emptyContainsAt, [2008, 'CONTAINS without a procedure after it']);
  const prefixes = unit.heading?.prefix.words;
  const isPure = prefixes?.has('pure') || prefixes?.has('elemental');
  const arrays = namesWithDimension(unit.specifications);
  for (const s of unit.specifications)
    if (s.k === 'declaration' && s.attributes.words.has('allocatable'))
      for (const e of s.entities) note(e.at, ...inAllocatable(e, s.attributes, unit, arrays));
  const constructs = new Set<string>();
  for (const part of [unit.specifications, unit.body])
    visitNodes(part, (node) => {
      note(node.at, ...inNode(node));
      if (node.k === 'ref') note(node.at, ...inArguments(node));
      if (isPure && node.k === 'stop' && node.error) note(node.at, [2018, 'ERROR STOP in a PURE procedure']);
      if (node.k === 'type-definition') for (const c of node.components) note(c.at, ...inComponent(c));
      if (node.k === 'interface') for (const body of node.block.bodies) visitUnit(body, features);
      if (CONSTRUCTS.has(node.k) && 'name' in node && node.name) constructs.add(node.name);
      if (node.k === 'exit' && node.name && constructs.has(node.name))
        note(node.at, [2008, 'EXIT from a construct other than DO']);
    });
  for (const inner of unit.contains) visitUnit(inner, features);
}

// Visits all statements and expressions in a part of the tree. Interface bodies are separate units.
function visitNodes(part: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(part)) for (const one of part) visitNodes(one, visit);
  else if (typeof part === 'object' && part !== null && !(part instanceof Set)) {
    if ('k' in part && 'at' in part) visit(part as Node);
    for (const [key, inner] of Object.entries(part)) if (key !== 'bodies') visitNodes(inner, visit);
  }
}

function namesWithDimension(specifications: readonly SpecificationStatement[]): Set<string> {
  return new Set(
    specifications.flatMap((s) =>
      s.k === 'attribute' ? s.entities.filter((e) => e.dimension).map((e) => e.name) : [],
    ),
  );
}

function inAllocatable(
  { name, dimension }: Entity,
  attributes: Attributes,
  unit: ProgramUnit,
  arrays: ReadonlySet<string>,
): Found[] {
  if (unit.heading?.arguments.includes(name)) return [[2003, `an ALLOCATABLE dummy argument ("${name}")`]];
  const isArray = dimension !== undefined || attributes.dimension !== undefined || arrays.has(name);
  return isArray ? [] : [[2003, `an ALLOCATABLE scalar ("${name}")`]];
}

function inHeading({ bind, prefix, name }: ProcedureHeading): Found[] {
  const found: Found[] = [];
  if (bind) found.push([2003, `BIND(C) of "${name}"`]);
  if (prefix.words.has('impure')) found.push([2008, `the prefix IMPURE of "${name}"`]);
  if (prefix.words.has('module')) found.push([2008, `the prefix MODULE of "${name}"`]);
  if (prefix.words.has('elemental') && prefix.words.has('recursive'))
    found.push([2018, `the prefix RECURSIVE on the ELEMENTAL procedure "${name}"`]);
  return found;
}

function inArguments({ parts }: Extract<Node, { k: 'ref' }>): Found[] {
  const isByValue = parts.some(({ lists }) => lists.some((list) => list.some((a) => a.byValue)));
  return isByValue ? [['GNU', 'the argument list function %VAL']] : [];
}

const INTRINSIC_MODULE = /^(iso_c_binding|iso_fortran_env|ieee_(arithmetic|exceptions|features))$/;

function inNode(node: Node): Found[] {
  switch (node.k) {
    case 'declaration':
    case 'attribute':
    case 'procedure-declaration':
      return [
        ...(node.k === 'procedure-declaration' ? ([[2003, 'the PROCEDURE statement']] as Found[]) : []),
        ...inAttributes(node.attributes),
        ...node.entities.flatMap((entity) => inEntity(entity, node.attributes)),
      ];
    case 'type-definition':
      return inType(node);
    case 'use':
      return inUse(node);
    case 'interface':
      return inInterface(node.block);
    case 'allocate':
    case 'deallocate':
      return inAllocate(node);
    case 'io':
      return node.controls.flatMap((control) => inControl(control, node.verb)).concat(inVerb(node.verb));
    case 'pointer-assignment': {
      const last = node.target.k === 'ref' ? node.target.parts.at(-1) : undefined;
      const hasBounds = last?.lists.length === 1 && last.lists[0]!.some((a) => a.range?.low);
      return hasBounds ? [[2003, 'a pointer assignment with bounds']] : [];
    }
    case 'stop':
      if (node.pause) return [['deleted', 'the PAUSE statement']];
      if (node.quiet) return [[2018, 'QUIET= in STOP']];
      return node.error ? [[2008, 'ERROR STOP']] : [];
    case 'call': {
      const { name } = node.target.parts[0]!;
      if (!name.startsWith('%')) return [];
      const later = /team|event|fail/.test(name);
      return [[later ? 2018 : 2008, `the ${name.slice(1).replace('_', ' ').toUpperCase()} statement`]];
    }
    case 'array':
      return node.type ? [[2003, 'the type in an array constructor']] : [];
    case 'complex':
      return node.re.k === 'ref' || node.im.k === 'ref'
        ? [[2003, 'a named constant in a complex constant']]
        : [];
    case 'implicit':
      return node.listed ? [[2018, 'a list after IMPLICIT NONE']] : [];
    case 'parameter':
      return node.bare ? [['GNU', 'PARAMETER without parentheses']] : [];
    case 'class-star':
      return [
        node.assumed
          ? ['TS 29113', 'an assumed type, TYPE(*)']
          : [2003, 'an unlimited polymorphic type, "*"'],
      ];
    case 'intrinsic':
      return node.asType ? [[2008, 'TYPE(…) for an intrinsic type']] : [];
    case 'character':
      return node.length === ':' ? [[2003, 'a deferred length']] : [];
    case 'derived':
      return node.polymorphic ? [[2003, 'CLASS']] : [];
    default:
      return Object.hasOwn(BY_KIND, node.k) ? [BY_KIND[node.k]!] : [];
  }
}

/** Statements that exist only in later standards. */
const BY_KIND: Readonly<Record<string, Found>> = {
  associate: [2003, 'the ASSOCIATE construct'],
  'select-type': [2003, 'SELECT TYPE'],
  enum: [2003, 'ENUM'],
  import: [2003, 'the IMPORT statement'],
  bind: [2003, 'the BIND statement'],
  block: [2008, 'the BLOCK construct'],
  'do-concurrent': [2008, 'DO CONCURRENT'],
  'assign-label': ['deleted', 'the ASSIGN statement'],
  'assigned-goto': ['deleted', 'the assigned GO TO'],
};

const WORDS: Readonly<Record<string, Since>> = {
  protected: 2003,
  value: 2003,
  volatile: 2003,
  asynchronous: 2003,
  contiguous: 2008,
};

function inAttributes(attributes: Attributes): Found[] {
  const { words, bind, intent, codimension } = attributes;
  const found: Found[] = [...words]
    .filter((word) => Object.hasOwn(WORDS, word))
    .map((word) => [WORDS[word]!, `the attribute ${word.toUpperCase()}`]);
  if (bind) found.push([2003, 'the attribute BIND(C)']);
  if (intent && words.has('pointer')) found.push([2003, 'INTENT of a pointer']);
  if (codimension) found.push([2008, 'a coarray']);
  return found;
}

function inEntity({ name, dimension, codimension, data, initial }: Entity, attributes: Attributes): Found[] {
  const found: Found[] = initialCalls(initial);
  const bounds = dimension ?? attributes.dimension;
  if (codimension) found.push([2008, `a coarray ("${name}")`]);
  if (data) found.push(['GNU', `an initial value between slashes ("${name}")`]);
  if (Array.isArray(bounds) && bounds.length > 7)
    found.push([2008, `an array of rank ${bounds.length} ("${name}")`]);
  if (bounds === 'assumed-rank') found.push(['TS 29113', `an assumed rank ("${name}")`]);
  else if (attributes.words.has('parameter') && bounds?.at(-1)?.high === '*')
    found.push([2008, `the shape "*" for a named constant ("${name}")`]);
  return found;
}

// Recognises calls by their names alone, because arrays with the name of such a function are rare.
function initialCalls(initial: Expression | undefined): Found[] {
  const names: string[] = [];
  visitNodes(initial, (node) => {
    const part = node.k === 'ref' && node.parts.length === 1 ? node.parts[0]! : undefined;
    if (part && part.lists.length > 0 && NOT_INITIAL.test(part.name)) names.push(part.name);
  });
  return names.map((name) => [2003, `the function "${name}" in an initial value`]);
}

function inInterface({ abstract, separated, plain }: InterfaceBlock): Found[] {
  if (abstract) return [[2003, 'ABSTRACT INTERFACE']];
  if (plain) return [[2003, 'PROCEDURE without MODULE in an interface']];
  return separated ? [[2008, '"::" in MODULE PROCEDURE']] : [];
}

function inType(type: Extract<Statement, { k: 'type-definition' }>): Found[] {
  const found: Found[] = [];
  if (type.extends) found.push([2003, 'EXTENDS']);
  if (type.parameters) found.push([2003, 'a parameterized derived type']);
  if (type.structure) found.push(['GNU', 'STRUCTURE']);
  if (type.abstract) found.push([2003, 'an ABSTRACT type']);
  if (type.bind) found.push([2003, 'BIND(C) of a type']);
  if (type.contains) found.push([2003, 'CONTAINS in a type']);
  if (type.contains && type.bindings.length === 0)
    found.push([2008, 'CONTAINS without a procedure after it']);
  if (type.bindingList) found.push([2008, 'more than one procedure in a PROCEDURE statement']);
  return found;
}

function inComponent({ type, attributes, entities }: TypeComponent): Found[] {
  const name = entities[0]?.name;
  if (!type) return [[2003, `a procedure pointer as a component ("${name}")`]];
  return attributes.words.has('allocatable') ? [[2003, `an ALLOCATABLE component ("${name}")`]] : [];
}

function inUse(use: Extract<Statement, { k: 'use' }>): Found[] {
  const found: Found[] = [];
  if (use.intrinsic) found.push([2003, 'INTRINSIC in USE']);
  else if (INTRINSIC_MODULE.test(use.module)) found.push([2003, `the intrinsic module "${use.module}"`]);
  if (use.items.some((item) => item.local !== item.remote && item.local.startsWith('operator(')))
    found.push([2003, 'renaming an operator in USE']);
  return found;
}

function inAllocate(statement: Extract<Statement, { k: 'allocate' | 'deallocate' }>): Found[] {
  const found: Found[] = statement.controls.flatMap(({ keyword }): Found[] => {
    if (keyword === 'source' || keyword === 'errmsg') return [[2003, `${keyword.toUpperCase()}=`]];
    return keyword === 'mold' ? [[2008, 'MOLD=']] : [];
  });
  if (statement.k === 'allocate' && statement.type) found.push([2003, 'the type in ALLOCATE']);
  return found;
}

function inVerb(verb: string): Found[] {
  return verb === 'flush' || verb === 'wait' ? [[2003, `the ${verb.toUpperCase()} statement`]] : [];
}

/** Specifiers of input and output statements, along with the verbs for which gfortran checks them. */
const SPECIFIERS: Readonly<Record<string, readonly [since: Since, verbs: RegExp]>> = {
  iomsg: [2003, /./],
  decimal: [2003, /open|read|write/],
  round: [2003, /open|read|write/],
  encoding: [2003, /open/],
  asynchronous: [2003, /open/],
  sign: [2003, /open/],
  delim: [2003, /write/],
  blank: [2003, /read/],
  pad: [2003, /read/],
  newunit: [2008, /open/],
  convert: ['GNU', /open|inquire/],
};

function inControl({ keyword }: Control, verb: string): Found[] {
  const row = keyword !== undefined && Object.hasOwn(SPECIFIERS, keyword) ? SPECIFIERS[keyword] : undefined;
  return row?.[1].test(verb) ? [[row[0], `${keyword!.toUpperCase()}= in ${verb.toUpperCase()}`]] : [];
}
