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
type Of<K extends Node['k']> = Extract<Node, { k: K }>;
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

/** A feature, if the condition applies. */
const when = (condition: unknown, ...found: Found): Found[] => (condition ? [found] : []);

function inHeading({ bind, prefix, name }: ProcedureHeading): Found[] {
  const has = (word: string) => prefix.words.has(word);
  return [
    ...when(bind, 2003, `BIND(C) of "${name}"`),
    ...when(has('impure'), 2008, `the prefix IMPURE of "${name}"`),
    ...when(has('module'), 2008, `the prefix MODULE of "${name}"`),
    ...when(
      has('elemental') && has('recursive'),
      2018,
      `the prefix RECURSIVE on the ELEMENTAL procedure "${name}"`,
    ),
  ];
}

function inArguments({ parts }: Of<'ref'>): Found[] {
  const isByValue = parts.some(({ lists }) => lists.some((list) => list.some((a) => a.byValue)));
  return when(isByValue, 'GNU', 'the argument list function %VAL');
}

const INTRINSIC_MODULE = /^(iso_c_binding|iso_fortran_env|ieee_(arithmetic|exceptions|features))$/;

function inDeclaration(node: Of<'declaration' | 'attribute' | 'procedure-declaration'>): Found[] {
  return [
    ...inAttributes(node.attributes),
    ...node.entities.flatMap((entity) => inEntity(entity, node.attributes)),
  ];
}

/** The features of each kind of statement, expression and type. */
const FEATURES: { readonly [K in Node['k']]?: (node: Of<K>) => Found[] } = {
  declaration: inDeclaration,
  attribute: inDeclaration,
  'procedure-declaration': (node) => [[2003, 'the PROCEDURE statement'], ...inDeclaration(node)],
  'type-definition': inType,
  use: inUse,
  interface: ({ block }) => inInterface(block),
  allocate: inAllocate,
  deallocate: inAllocate,
  io: ({ controls, verb }) => [
    ...controls.flatMap((control) => inControl(control, verb)),
    ...when(verb === 'flush' || verb === 'wait', 2003, `the ${verb.toUpperCase()} statement`),
  ],
  'pointer-assignment': ({ target }) => {
    const last = target.k === 'ref' ? target.parts.at(-1) : undefined;
    const hasBounds = last?.lists.length === 1 && last.lists[0]!.some((a) => a.range?.low);
    return when(hasBounds, 2003, 'a pointer assignment with bounds');
  },
  stop: ({ pause, quiet, error }) => {
    if (pause) return [['deleted', 'the PAUSE statement']];
    return quiet ? [[2018, 'QUIET= in STOP']] : when(error, 2008, 'ERROR STOP');
  },
  call: ({ target }) => {
    const { name } = target.parts[0]!;
    const since = /team|event|fail/.test(name) ? 2018 : 2008;
    const statement = `the ${name.slice(1).replace('_', ' ').toUpperCase()} statement`;
    return when(name.startsWith('%'), since, statement);
  },
  array: ({ type }) => when(type, 2003, 'the type in an array constructor'),
  complex: ({ re, im }) =>
    when(re.k === 'ref' || im.k === 'ref', 2003, 'a named constant in a complex constant'),
  implicit: ({ listed }) => when(listed, 2018, 'a list after IMPLICIT NONE'),
  parameter: ({ bare }) => when(bare, 'GNU', 'PARAMETER without parentheses'),
  'class-star': ({ assumed }) => [
    assumed ? ['TS 29113', 'an assumed type, TYPE(*)'] : [2003, 'an unlimited polymorphic type, "*"'],
  ],
  intrinsic: ({ asType }) => when(asType, 2008, 'TYPE(…) for an intrinsic type'),
  character: ({ length }) => when(length === ':', 2003, 'a deferred length'),
  derived: ({ polymorphic }) => when(polymorphic, 2003, 'CLASS'),
  associate: () => [[2003, 'the ASSOCIATE construct']],
  'select-type': () => [[2003, 'SELECT TYPE']],
  enum: () => [[2003, 'ENUM']],
  import: () => [[2003, 'the IMPORT statement']],
  bind: () => [[2003, 'the BIND statement']],
  block: () => [[2008, 'the BLOCK construct']],
  'do-concurrent': () => [[2008, 'DO CONCURRENT']],
  'assign-label': () => [['deleted', 'the ASSIGN statement']],
  'assigned-goto': () => [['deleted', 'the assigned GO TO']],
};

function inNode(node: Node): Found[] {
  return (FEATURES[node.k] as ((node: Node) => Found[]) | undefined)?.(node) ?? [];
}

const WORDS: Readonly<Record<string, Since>> = {
  protected: 2003,
  value: 2003,
  volatile: 2003,
  asynchronous: 2003,
  contiguous: 2008,
};

function inAttributes({ words, bind, intent, codimension }: Attributes): Found[] {
  return [
    ...[...words].flatMap((word) =>
      when(Object.hasOwn(WORDS, word), WORDS[word]!, `the attribute ${word.toUpperCase()}`),
    ),
    ...when(bind, 2003, 'the attribute BIND(C)'),
    ...when(intent && words.has('pointer'), 2003, 'INTENT of a pointer'),
    ...when(codimension, 2008, 'a coarray'),
  ];
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
  return when(separated, 2008, '"::" in MODULE PROCEDURE');
}

function inType(type: Of<'type-definition'>): Found[] {
  return [
    ...when(type.extends, 2003, 'EXTENDS'),
    ...when(type.parameters, 2003, 'a parameterized derived type'),
    ...when(type.structure, 'GNU', 'STRUCTURE'),
    ...when(type.abstract, 2003, 'an ABSTRACT type'),
    ...when(type.bind, 2003, 'BIND(C) of a type'),
    ...when(type.contains, 2003, 'CONTAINS in a type'),
    ...when(type.contains && type.bindings.length === 0, 2008, 'CONTAINS without a procedure after it'),
    ...when(type.bindingList, 2008, 'more than one procedure in a PROCEDURE statement'),
  ];
}

function inComponent({ type, attributes, entities }: TypeComponent): Found[] {
  const name = entities[0]?.name;
  if (!type) return [[2003, `a procedure pointer as a component ("${name}")`]];
  return when(attributes.words.has('allocatable'), 2003, `an ALLOCATABLE component ("${name}")`);
}

function inUse({ intrinsic, module, items }: Of<'use'>): Found[] {
  return [
    ...when(intrinsic, 2003, 'INTRINSIC in USE'),
    ...when(!intrinsic && INTRINSIC_MODULE.test(module), 2003, `the intrinsic module "${module}"`),
    ...when(
      items.some((item) => item.local !== item.remote && item.local.startsWith('operator(')),
      2003,
      'renaming an operator in USE',
    ),
  ];
}

function inAllocate(statement: Of<'allocate' | 'deallocate'>): Found[] {
  return [
    ...statement.controls.flatMap(({ keyword }) => [
      ...when(keyword === 'source' || keyword === 'errmsg', 2003, `${keyword?.toUpperCase()}=`),
      ...when(keyword === 'mold', 2008, 'MOLD='),
    ]),
    ...when(statement.k === 'allocate' && statement.type, 2003, 'the type in ALLOCATE'),
  ];
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
