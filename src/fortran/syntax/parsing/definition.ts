// Definitions that contain their own statements: INTERFACE blocks, derived types and enumerations.
import type { Flat, FlatReader } from '../reading/flat-reader.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { InterfaceBlock, ProcedureHeading, ProgramUnit, Statement } from '../tree/syntax-tree.ts';

/** Parses an interface block; `parseProcedure` parses its bodies. */
export function parseInterface(
  r: FlatReader,
  flat: Flat<'+interface'>,
  parseProcedure: (heading: ProcedureHeading) => ProgramUnit,
): InterfaceBlock {
  const block: InterfaceBlock = { abstract: flat.abstract, bodies: [], procedures: [] };
  if (flat.generic !== undefined) block.generic = flat.generic;
  for (;;) {
    const statement = r.peek;
    if (statement?.k === '+procedure') {
      const unit = parseProcedure(statement.heading);
      const wrong = unit.body[0] ?? unit.contains[0] ?? unit.specifications.find((s) => s.k === 'data');
      if (wrong) r.error(wrong.at, `The interface of "${unit.name}" can contain only declarations.`);
      block.bodies.push(unit);
    } else if (statement?.k === '+module-procedure') {
      block.procedures.push(...statement.names.map((name) => ({ ...name, ofModule: true })));
      if (statement.separated) block.separated = true;
      r.advance();
    } else if (statement?.k === '+bindings') {
      block.procedures.push(...statement.bindings.map((b) => ({ name: b.name, at: b.at })));
      block.plain = true;
      r.advance();
    } else break;
  }
  r.expectEnd('interface', flat.at, flat.generic);
  return block;
}

/** Parses an enumeration. */
export function parseEnum(r: FlatReader, flat: Flat<'+enum'>): Statement {
  const items: (Statement & { k: 'enum' })['items'] = [];
  for (let next = r.peek; next?.k === '+enumerator'; next = r.peek) {
    items.push(...next.items);
    r.advance();
  }
  if (items.length === 0) r.error(flat.at, 'An ENUM needs an ENUMERATOR.');
  r.expectEnd('enum', flat.at);
  return { k: 'enum', at: flat.at, items };
}

/** Parses the definition of a derived type. */
export function parseType(r: FlatReader, flat: Flat<'+type'>): Statement {
  const { k, label, ...heading } = flat;
  const parts = { sequence: false, privateComponents: false, components: [], bindings: [] };
  const type: Statement & { k: 'type-definition' } = { k: 'type-definition', ...heading, ...parts };
  for (let next = r.peek; next && next.k !== '+end'; next = r.peek) {
    r.advance();
    parseTypePart(r, type, next);
  }
  r.expectEnd('type', flat.at, flat.name);
  return type;
}

// PRIVATE or SEQUENCE, each of which may occur at most once and must precede the parts that it affects.
function parseOrder(
  r: FlatReader,
  type: Statement & { k: 'type-definition' },
  part: Flat<'+sequence'> | Flat<'access'>,
  what: 'sequence' | 'privateBindings' | 'privateComponents',
): void {
  const parts = type.contains
    ? type.bindings
    : type.components.filter(({ attributes: { words } }) => !words.has('kind') && !words.has('len'));
  if (part.k === 'access' && (part.access === 'public' || part.names.length > 0))
    r.error(part.at, 'Expected PRIVATE, a component or END TYPE.');
  else if (type[what] || parts.length > 0)
    r.error(
      part.at,
      `${part.k === 'access' ? 'PRIVATE' : 'SEQUENCE'} can appear only once, before the ${type.contains ? 'procedures' : 'components'}.`,
    );
  type[what] = true;
}

function parseTypePart(r: FlatReader, type: Statement & { k: 'type-definition' }, part: FlatStatement): void {
  if (type.contains && part.k !== '+bindings' && part.k !== 'access')
    r.error(part.at, 'Only procedures can follow the CONTAINS of a type.');
  switch (part.k) {
    case 'declaration':
    case 'procedure-declaration': {
      const { at, attributes, entities, type: written } = part;
      const procedureInterface = part.k === 'declaration' ? undefined : (part.interfaceName ?? '');
      type.components.push({ at, attributes, entities, procedureInterface, type: written });
      break;
    }
    case '+bindings':
      for (const { attributes, ...binding } of part.bindings)
        type.bindings.push({
          ...binding,
          attributes: { ...(type.privateBindings ? { access: 'private' } : {}), ...attributes },
        });
      if (part.bindings.length > 1 && part.bindings[0]!.k === 'procedure') type.bindingList = true;
      break;
    case '+sequence':
      parseOrder(r, type, part, 'sequence');
      break;
    case 'access':
      parseOrder(r, type, part, type.contains ? 'privateBindings' : 'privateComponents');
      break;
    case '+contains':
      type.contains = true;
      break;
    default:
      r.error(part.at, 'Expected a component of the type, a type-bound procedure or END TYPE.');
  }
}
