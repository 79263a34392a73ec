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
    if (statement?.k === '+procedure') block.bodies.push(parseProcedure(statement.heading));
    else if (statement?.k === '+module-procedure') {
      block.procedures.push(...statement.names.map((name) => ({ ...name, ofModule: true })));
      if (statement.separated) block.separated = true;
      r.advance();
    } else if (statement?.k === '+bindings') {
      block.procedures.push(...statement.bindings.map((b) => ({ name: b.name, at: b.at })));
      block.plain = true;
      r.advance();
    } else break;
  }
  const end = r.expectEnd('interface', flat.at);
  if (end?.k === '+end' && end.name !== undefined && end.name !== flat.generic)
    r.error(
      end.at,
      `Expected END INTERFACE${flat.generic === undefined ? '' : ` ${flat.generic.toUpperCase()}`}.`,
    );
  return block;
}

/** Parses an enumeration. */
export function parseEnum(r: FlatReader, flat: Flat<'+enum'>): Statement {
  const items: (Statement & { k: 'enum' })['items'] = [];
  for (let next = r.peek; next?.k === '+enumerator'; next = r.peek) {
    items.push(...next.items);
    r.advance();
  }
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
  r.expectEnd('type', flat.at);
  return type;
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
      type.bindings.push(...part.bindings);
      if (part.bindings.length > 1 && part.bindings[0]!.k === 'procedure') type.bindingList = true;
      break;
    case '+sequence':
      type.sequence = true;
      break;
    case 'access':
      type.privateComponents = true;
      break;
    case '+contains':
      type.contains = true;
      break;
    default:
      r.error(part.at, 'Expected a component of the type, a type-bound procedure or END TYPE.');
  }
}
