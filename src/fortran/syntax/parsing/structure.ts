// Structures in DEC compilers: STRUCTURE with nested UNION and MAP, and RECORD. They become type definitions with
// SEQUENCE. Their names are stored with the slashes around them, because a variable may have the same name.
import { refuse } from '../../source/diagnostics.ts';
import type { Cursor } from '../reading/cursor.ts';
import type { Flat, FlatReader } from '../reading/flat-reader.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type {
  DataValue,
  DimensionSpec,
  Entity,
  Expression,
  Statement,
  TypeSpec,
} from '../tree/syntax-tree.ts';
import { emptyAttributes, FILLER, parseEntities } from './types.ts';

type TypeDefinition = Statement & { k: 'type-definition' };

/** Parses STRUCTURE, UNION, MAP or RECORD, if one comes next. */
export function maybeStructure(c: Cursor, at: number): FlatStatement | undefined {
  if (c.keyword('structure')) return parseHeading(c, at);
  if (c.keyword('union')) return c.atEnd ? { k: '+union', at } : undefined;
  if (c.keyword('map')) return c.atEnd ? { k: '+map', at } : undefined;
  if (c.keyword('record') && c.next === '/') return parseRecords(c, at);
  return undefined;
}

function parseHeading(c: Cursor, at: number): FlatStatement {
  const heading: FlatStatement & { k: '+structure' } = { k: '+structure', at, entities: [] };
  if (c.next === '/') heading.name = parseSlashed(c);
  if (!c.atEnd) heading.entities = parseEntities(c);
  if (heading.name === undefined && heading.entities.length === 0) c.fail('Expected the name of a structure');
  return c.ended(heading);
}

/** Parses `/name/`. */
function parseSlashed(c: Cursor): string {
  c.expect('/', 'before the name of the structure');
  const name = c.name('the name of a structure');
  c.expect('/', 'after the name of the structure');
  return `/${name}/`;
}

function parseRecords(c: Cursor, at: number): FlatStatement {
  const name = parseSlashed(c);
  const type: TypeSpec = { k: 'derived', at, name, polymorphic: false };
  const attributes = emptyAttributes();
  return c.ended({ k: 'declaration', at, type, attributes, entities: parseEntities(c) });
}

/** Parses a structure up to its END; `nested` are the structures defined inside it. */
export function parseStructure(r: FlatReader, flat: Flat<'+structure'>): TypeDefinition {
  const { at } = flat;
  // An unnamed structure is the type of the components that are declared along with it.
  const name = flat.name ?? `/structure%${at}/`;
  const properties = {
    structure: true,
    abstract: false,
    bind: false,
    sequence: true,
    privateComponents: false,
  };
  const lists = { components: [], bindings: [], nested: [] };
  const type: TypeDefinition = { k: 'type-definition', at, name, ...properties, ...lists };
  new StructureParser(r, type).parseParts([]);
  r.expectEnd('structure', at);
  return type;
}

class StructureParser {
  readonly #reader: FlatReader;
  readonly #type: TypeDefinition;
  #unions = 0;
  #fillers = 0;

  constructor(reader: FlatReader, type: TypeDefinition) {
    this.#reader = reader;
    this.#type = type;
  }

  /** Parses components up to an END. */
  parseParts(overlay: readonly number[]): void {
    for (let part = this.#reader.peek; part && part.k !== '+end'; part = this.#reader.peek) {
      this.#reader.advance();
      if (part.k === 'declaration') this.#add(part, overlay);
      else if (part.k === '+structure') this.#nest(part, overlay);
      else if (part.k === '+union') this.#parseUnion(part.at, overlay);
      else this.#reader.error(part.at, 'Expected a component of the structure, UNION or END STRUCTURE.');
    }
  }

  #add(part: Statement & { k: 'declaration' }, overlay: readonly number[]): void {
    const { at, type, attributes } = part;
    const entities = part.entities.map((entity) => {
      const named = entity.name === FILLER ? { ...entity, name: `FILL${++this.#fillers}` } : entity;
      return withInitial(named, type, attributes.dimension);
    });
    this.#type.components.push({ at, type, attributes, entities, overlay });
  }

  #nest(flat: Flat<'+structure'>, overlay: readonly number[]): void {
    const inner = parseStructure(this.#reader, flat);
    this.#type.nested!.push(inner);
    const { at, entities } = flat;
    if (entities.length === 0)
      this.#reader.error(at, 'A STRUCTURE nested in another must name the components it declares.');
    const type: TypeSpec = { k: 'derived', at, name: inner.name, polymorphic: false };
    this.#add({ k: 'declaration', at, type, attributes: emptyAttributes(), entities }, overlay);
  }

  #parseUnion(at: number, overlay: readonly number[]): void {
    const union = ++this.#unions;
    for (let map = 1, next = this.#reader.peek; next?.k === '+map'; next = this.#reader.peek, map++) {
      this.#reader.advance();
      this.parseParts([...overlay, union, map]);
      this.#reader.expectEnd('map', next.at);
    }
    this.#reader.expectEnd('union', at);
  }
}

// `integer a(2) /1, 2/`: turns the values between slashes into an initial value or, for an array component, into an
// array of the component's type.
function withInitial(entity: Entity, type: TypeSpec, shape: DimensionSpec | undefined): Entity {
  const { data, ...rest } = entity;
  if (!data) return entity;
  const dimension = entity.dimension ?? shape;
  if (!dimension || dimension === 'assumed-rank') {
    const [first] = data;
    if (!first || data.length > 1 || first.repeat)
      refuse(entity.at, `"${entity.name}" is a scalar and takes only one value.`);
    return { ...rest, initial: first.value };
  }
  const { at } = entity;
  const values: Expression = { k: 'array', at, items: data.map(repeated) };
  if (type.k !== 'character') values.type = type;
  return { ...rest, initial: { ...values, inElementOrder: true } };
}

function repeated({ at, repeat, value }: DataValue): Expression {
  if (!repeat) return value;
  const type: TypeSpec = { k: 'intrinsic', at, base: 'integer' };
  const loop = { at, variable: 'i', type, first: { k: 'int', at, text: '1' } as const, last: repeat };
  return { k: 'implied-do', at, items: [value], loop };
}
