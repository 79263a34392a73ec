// Flat statements → program units with nested blocks. Reports blocks that are not closed, ends that close nothing,
// and goes on after a faulty statement so that one run finds several errors.
import { type DiagnosticList, lineOf, type Position } from './diagnostics.ts';
import type { FlatStatement } from './flat-statement.ts';
import { parseStatement } from './parse-statement.ts';
import type { RawStatement } from './reader.ts';
import type {
  InterfaceBlock,
  ProcedureHeading,
  ProgramUnit,
  SpecificationStatement,
  Statement,
  TypeComponent,
} from './syntax-tree.ts';

type Flat<K extends FlatStatement['k']> = Extract<FlatStatement, { k: K }>;

const SPECIFICATION = new Set([
  'declaration',
  'attribute',
  'parameter',
  'implicit',
  'data',
  'common',
  'equivalence',
  'namelist',
  'use',
  'import',
  'interface',
  'type-definition',
  'enum',
  'procedure-declaration',
  'access',
  'bind',
  'cray-pointer',
  'format',
  'entry',
]);

const HEADINGS = new Set<FlatStatement['k']>(['+program', '+module', '+submodule', '+block-data']);

const BLOCK_ENDS = new Set([
  'if',
  'do',
  'select',
  'where',
  'forall',
  'associate',
  'block',
  'interface',
  'type',
  'enum',
  'critical',
]);

/** Parses the statements of one file into program units. */
export function parseProgram(
  statements: readonly RawStatement[],
  diagnostics: DiagnosticList,
): ProgramUnit[] {
  const flat: FlatStatement[] = [];
  for (const raw of statements) {
    try {
      flat.push(parseStatement(raw));
    } catch (fault) {
      diagnostics.report(fault);
    }
  }
  return new ProgramParser(flat, diagnostics).parseUnits();
}

class ProgramParser {
  readonly #flat: FlatStatement[];
  readonly #diagnostics: DiagnosticList;
  #next = 0;
  /** the procedures that are parsed are internal ones */
  #internal = false;
  /** no main program has been found yet: a lone END may be one */
  #mayBeMain = true;
  /** label of a DO that a statement just parsed has ended, while outer loops may end there too */
  #endedLabel: number | undefined;

  constructor(flat: FlatStatement[], diagnostics: DiagnosticList) {
    this.#flat = flat;
    this.#diagnostics = diagnostics;
  }

  get #peek(): FlatStatement | undefined {
    return this.#flat[this.#next];
  }

  get #lastAt(): Position {
    return this.#flat[Math.min(this.#next, this.#flat.length - 1)]?.at ?? 0;
  }

  parseUnits(): ProgramUnit[] {
    const units: ProgramUnit[] = [];
    while (this.#peek) {
      const unit = this.#parseUnit();
      if (unit) units.push(unit);
    }
    return units;
  }

  #parseUnit(): ProgramUnit | undefined {
    const heading = this.#peek!;
    const unit: ProgramUnit = {
      at: heading.at,
      k: 'program',
      name: '',
      specifications: [],
      body: [],
      contains: [],
      endAt: heading.at,
    };
    switch (heading.k) {
      case '+program':
        unit.name = heading.name;
        break;
      case '+module':
        unit.k = 'module';
        unit.name = heading.name;
        break;
      case '+submodule':
        unit.k = 'submodule';
        unit.name = heading.name;
        unit.parent = heading.parent;
        break;
      case '+block-data':
        unit.k = 'block-data';
        unit.name = heading.name;
        break;
      case '+procedure':
        return this.#parseProcedure(heading.heading);
      case '+end':
        // A lone END is a main program that does nothing.
        if ((heading.what === '' || heading.what === 'program') && this.#mayBeMain) break;
        this.#diagnostics.error(heading.at, `${endText(heading.what)} closes nothing here.`);
        this.#next++;
        return undefined;
      default: // a main program without PROGRAM statement
    }
    if (HEADINGS.has(heading.k)) this.#next++;
    if (unit.k === 'program') this.#mayBeMain = false;
    this.#parseUnitBody(unit, unit.k === 'block-data' ? 'block data' : unit.k);
    return unit;
  }

  #parseProcedure(heading: ProcedureHeading): ProgramUnit {
    const unit: ProgramUnit = {
      at: heading.at,
      k: 'procedure',
      name: heading.name,
      heading,
      specifications: [],
      body: [],
      contains: [],
      endAt: heading.at,
    };
    this.#next++;
    this.#parseUnitBody(unit, heading.k === 'module-procedure' ? 'procedure' : heading.k);
    return unit;
  }

  #parseUnitBody(unit: ProgramUnit, what: string): void {
    this.#parseStatements(unit.specifications, unit.body);
    const hasContains = this.#peek?.k === '+contains';
    if (hasContains) this.#next++;
    else if (this.#peek?.k === '+procedure' && unit.k !== 'block-data' && this.#endsLater(what))
      this.#diagnostics.error(
        this.#peek.at,
        `Expected CONTAINS before the first procedure of "${unit.name}".`,
      );
    else {
      this.#parseUnitEnd(unit, what);
      return;
    }
    this.#parseContains(unit);
    this.#parseUnitEnd(unit, what);
  }

  // Whether the unit goes on behind a procedure that stands in it: its END comes before another unit begins.
  #endsLater(what: string): boolean {
    let depth = 0;
    for (const flat of this.#flat.slice(this.#next)) {
      if (flat.k === '+procedure') depth++;
      else if (flat.k === '+program' || flat.k === '+module' || flat.k === '+submodule') return false;
      else if (flat.k === '+end' && /^(function|subroutine|procedure)$/.test(flat.what)) depth--;
      else if (flat.k === '+end' && flat.what === what && depth === 0) return true;
      if (depth < 0) return false;
    }
    return false;
  }

  #parseContains(unit: ProgramUnit): void {
    // Only procedures of modules may have procedures of their own inside a CONTAINS.
    if (this.#internal)
      this.#diagnostics.error(this.#lastAt, 'An internal procedure can not contain procedures.');
    const outer = this.#internal;
    this.#internal = unit.k === 'program' || unit.k === 'procedure';
    this.#parseContained(unit);
    this.#internal = outer;
  }

  #parseContained(unit: ProgramUnit): void {
    for (;;) {
      const statement = this.#peek;
      if (statement?.k === '+procedure') {
        unit.contains.push(this.#parseProcedure(statement.heading));
      } else if (statement?.k === '+module-procedure' && statement.prefixed) {
        const { name, at } = statement.names[0]!;
        const heading: ProcedureHeading = {
          at,
          k: 'module-procedure',
          name,
          arguments: [],
          prefix: { words: new Set(['module']) },
        };
        unit.contains.push(this.#parseProcedure(heading));
      } else if (statement && statement.k !== '+end') {
        this.#diagnostics.error(statement.at, 'Only procedures can stand behind CONTAINS.');
        this.#next++;
      } else return;
    }
  }

  #parseUnitEnd(unit: ProgramUnit, what: string): void {
    const end = this.#peek;
    unit.endAt = end?.at ?? this.#lastAt;
    if (end?.k !== '+end') {
      const place = end ? '' : ' before the end of the file';
      this.#diagnostics.error(
        unit.endAt,
        `Expected END ${what.toUpperCase()} for "${unit.name || 'main program'}" of line ${lineOf(unit.at)}${place}.`,
      );
      if (end) this.#next++;
      return;
    }
    if (end.what !== '' && end.what !== what) {
      this.#diagnostics.error(
        end.at,
        `Expected END ${what.toUpperCase()}, but found END ${end.what.toUpperCase()}.`,
      );
    } else if (end.name !== undefined && unit.name !== '' && end.name !== unit.name) {
      this.#diagnostics.error(
        end.at,
        `Expected the name "${unit.name}" behind END ${what.toUpperCase()}, but found "${end.name}".`,
      );
    }
    if (end.label !== undefined) unit.body.push({ k: 'continue', at: end.at, label: end.label });
    this.#next++;
  }

  // Reads statements until a middle or an end of the enclosing block stands next.
  #parseStatements(specifications: SpecificationStatement[], body: Statement[], endLabel?: number): void {
    for (;;) {
      const flat = this.#peek;
      if (!flat || isBoundary(flat.k)) return;
      this.#next++;
      let statement: Statement | undefined;
      try {
        statement = this.#parseBlock(flat);
      } catch (fault) {
        this.#diagnostics.report(fault);
      }
      if (statement) {
        if (
          SPECIFICATION.has(statement.k) &&
          statement.k !== 'format' &&
          statement.k !== 'entry' &&
          statement.k !== 'data'
        ) {
          if (body.length > 0 && !body.every(mayBeStatementFunction))
            this.#lateSpecification(statement, specifications);
          else specifications.push(statement as SpecificationStatement);
        } else if (statement.k === 'data' || (statement.k === 'format' && body.length === 0)) {
          specifications.push(statement);
        } else body.push(statement);
      }
      if (endLabel !== undefined && (flat.label === endLabel || this.#endedLabel === endLabel)) {
        this.#endedLabel = endLabel;
        return;
      }
      if (endLabel === undefined) this.#endedLabel = undefined;
    }
  }

  #lateSpecification(statement: Statement, specifications: SpecificationStatement[]): void {
    if (statement.k !== 'namelist' && statement.k !== 'parameter' && statement.k !== 'implicit') {
      this.#diagnostics.error(statement.at, 'A declaration can not stand behind executable statements.');
    }
    specifications.push(statement as SpecificationStatement);
  }

  #parseBlock(flat: FlatStatement): Statement | undefined {
    switch (flat.k) {
      case '+if':
        return this.#parseIf(flat);
      case '+do':
        return this.#parseDo(flat);
      case '+select-case':
        return this.#parseSelectCase(flat);
      case '+select-type':
        return this.#parseSelectType(flat);
      case '+select-rank':
        return this.#parseSelectRank(flat);
      case '+where':
        return this.#parseWhere(flat);
      case '+forall': {
        const body = this.#parseBody('forall', flat.at);
        return labelled(flat, {
          k: 'forall',
          at: flat.at,
          loops: flat.loops,
          ...(flat.mask ? { mask: flat.mask } : {}),
          body,
        });
      }
      case '+associate': {
        const body = this.#parseBody('associate', flat.at, flat.name);
        return named(flat, { k: 'associate', at: flat.at, items: flat.items, body });
      }
      case '+block': {
        const specifications: SpecificationStatement[] = [];
        const body: Statement[] = [];
        this.#parseStatements(specifications, body);
        keepLabel(this.#expectEnd('block', flat.at, flat.name), body);
        return named(flat, { k: 'block', at: flat.at, specifications, body });
      }
      case '+interface':
        return { k: 'interface', at: flat.at, block: this.#parseInterface(flat) };
      case '+type':
        return this.#parseType(flat);
      case '+enum':
        return this.#parseEnum(flat);
      default:
        if (flat.k.startsWith('+')) {
          this.#diagnostics.error(flat.at, 'This statement can not stand here.');
          return undefined;
        }
        return flat as Statement;
    }
  }

  #parseBody(what: string, at: Position, name?: string): Statement[] {
    const body: Statement[] = [];
    this.#parseStatements(misplaced(body), body);
    keepLabel(this.#expectEnd(what, at, name), body);
    return body;
  }

  #expectEnd(what: string, at: Position, name?: string): FlatStatement | undefined {
    const end = this.#peek;
    if (end?.k === '+end' && end.what === what) {
      this.#next++;
      if (
        end.name !== name &&
        (end.name !== undefined || name !== undefined) &&
        ['if', 'do', 'select', 'block', 'associate'].includes(what)
      ) {
        this.#diagnostics.error(
          end.at,
          `Expected ${name === undefined ? 'no name' : `the name "${name}"`} behind END ${what.toUpperCase()}.`,
        );
      }
      return end;
    }
    const found = end ? describeEnd(end) : 'the file ends';
    this.#diagnostics.error(
      end?.at ?? this.#lastAt,
      `Expected END ${what.toUpperCase()} for the ${what.toUpperCase()} of line ${lineOf(at)}, but ${found}.`,
    );
    // The end of another block is taken for this one's, so that one slip gives one message.
    if (end?.k === '+end' && BLOCK_ENDS.has(end.what)) {
      this.#next++;
      return end;
    }
    // A middle of another block would be met again and again.
    if (end && end.k !== '+end' && end.k !== '+contains') this.#next++;
    return undefined;
  }

  #parseIf(flat: Flat<'+if'>): Statement {
    const branches: (Statement & { k: 'if' })['branches'] = [];
    let branch: (typeof branches)[number] = { at: flat.at, condition: flat.condition, body: [] };
    for (;;) {
      this.#parseStatements(misplaced(branch.body), branch.body);
      branches.push(branch);
      const middle = this.#peek;
      if (middle?.k === '+elseif') branch = { at: middle.at, condition: middle.condition, body: [] };
      else if (middle?.k === '+else') branch = { at: middle.at, body: [] };
      else break;
      this.#next++;
    }
    keepLabel(this.#expectEnd('if', flat.at, flat.name), branches.at(-1)?.body);
    return named(flat, { k: 'if', at: flat.at, branches });
  }

  #parseDo(flat: Flat<'+do'>): Statement {
    const body: Statement[] = [];
    if (flat.endLabel !== undefined) {
      this.#endedLabel = undefined;
      this.#parseStatements(misplaced(body), body, flat.endLabel);
      if (this.#endedLabel !== flat.endLabel) this.#parseLabelledEnd(flat, body);
    } else {
      this.#parseStatements(misplaced(body), body);
      keepLabel(this.#expectEnd('do', flat.at, flat.name), body);
    }
    if (flat.concurrent) return named(flat, { k: 'do-concurrent', at: flat.at, ...flat.concurrent, body });
    const statement: Statement & { k: 'do' } = { k: 'do', at: flat.at, body };
    if (flat.loop) statement.loop = flat.loop;
    if (flat.condition) statement.condition = flat.condition;
    if (flat.endLabel !== undefined) statement.endLabel = flat.endLabel;
    return named(flat, statement);
  }

  // `DO 10 … 10 END DO`
  #parseLabelledEnd(flat: Flat<'+do'>, body: Statement[]): void {
    const end = this.#peek;
    if (end?.k === '+end' && end.what === 'do' && end.label === flat.endLabel) {
      this.#next++;
      body.push({ k: 'continue', at: end.at, label: end.label! });
      return;
    }
    this.#diagnostics.error(flat.at, `The label ${flat.endLabel} that ends this DO is not there.`);
  }

  #parseSelectCase(flat: Flat<'+select-case'>): Statement {
    const cases: (Statement & { k: 'select-case' })['cases'] = [];
    for (let middle = this.#peek; middle?.k === '+case'; middle = this.#peek) {
      this.#next++;
      const body: Statement[] = [];
      this.#parseStatements(misplaced(body), body);
      cases.push(middle.ranges ? { at: middle.at, ranges: middle.ranges, body } : { at: middle.at, body });
    }
    keepLabel(this.#expectEnd('select', flat.at, flat.name), cases.at(-1)?.body);
    return named(flat, { k: 'select-case', at: flat.at, value: flat.value, cases });
  }

  #parseSelectType(flat: Flat<'+select-type'>): Statement {
    const cases: (Statement & { k: 'select-type' })['cases'] = [];
    for (let middle = this.#peek; middle?.k === '+guard'; middle = this.#peek) {
      this.#next++;
      const body: Statement[] = [];
      this.#parseStatements(misplaced(body), body);
      cases.push({ at: middle.at, guard: middle.guard, ...(middle.type ? { type: middle.type } : {}), body });
    }
    keepLabel(this.#expectEnd('select', flat.at, flat.name), cases.at(-1)?.body);
    const statement: Statement & { k: 'select-type' } = {
      k: 'select-type',
      at: flat.at,
      value: flat.value,
      cases,
    };
    if (flat.associate !== undefined) statement.associate = flat.associate;
    return named(flat, statement);
  }

  #parseSelectRank(flat: Flat<'+select-rank'>): Statement {
    const cases: (Statement & { k: 'select-rank' })['cases'] = [];
    for (let middle = this.#peek; middle?.k === '+rank'; middle = this.#peek) {
      this.#next++;
      const body: Statement[] = [];
      this.#parseStatements(misplaced(body), body);
      cases.push({ at: middle.at, rank: middle.rank, body });
    }
    this.#expectEnd('select', flat.at, flat.name);
    const statement: Statement & { k: 'select-rank' } = {
      k: 'select-rank',
      at: flat.at,
      value: flat.value,
      cases,
    };
    if (flat.associate !== undefined) statement.associate = flat.associate;
    return named(flat, statement);
  }

  #parseWhere(flat: Flat<'+where'>): Statement {
    const branches: (Statement & { k: 'where' })['branches'] = [];
    let branch: (typeof branches)[number] = { at: flat.at, mask: flat.mask, body: [] };
    for (;;) {
      this.#parseStatements(misplaced(branch.body), branch.body);
      branches.push(branch);
      const middle = this.#peek;
      if (middle?.k !== '+elsewhere') break;
      this.#next++;
      branch = { at: middle.at, ...(middle.mask ? { mask: middle.mask } : {}), body: [] };
    }
    this.#expectEnd('where', flat.at);
    return labelled(flat, { k: 'where', at: flat.at, branches });
  }

  #parseInterface(flat: Flat<'+interface'>): InterfaceBlock {
    const block: InterfaceBlock = { abstract: flat.abstract, bodies: [], procedures: [] };
    if (flat.generic !== undefined) block.generic = flat.generic;
    for (;;) {
      const statement = this.#peek;
      if (statement?.k === '+procedure') block.bodies.push(this.#parseProcedure(statement.heading));
      else if (statement?.k === '+module-procedure') {
        block.procedures.push(...statement.names);
        this.#next++;
      } else if (statement?.k === '+bindings') {
        block.procedures.push(...statement.bindings.map((b) => ({ name: b.name, at: b.at })));
        this.#next++;
      } else break;
    }
    this.#expectEnd('interface', flat.at);
    return block;
  }

  #parseEnum(flat: Flat<'+enum'>): Statement {
    const items: (Statement & { k: 'enum' })['items'] = [];
    for (let next = this.#peek; next?.k === '+enumerator'; next = this.#peek) {
      items.push(...next.items);
      this.#next++;
    }
    this.#expectEnd('enum', flat.at);
    return { k: 'enum', at: flat.at, items };
  }

  #parseType(flat: Flat<'+type'>): Statement {
    const type: Statement & { k: 'type-definition' } = {
      k: 'type-definition',
      at: flat.at,
      name: flat.name,
      abstract: flat.abstract,
      bind: flat.bind,
      sequence: false,
      privateComponents: false,
      components: [],
      bindings: [],
    };
    if (flat.extends !== undefined) type.extends = flat.extends;
    if (flat.access) type.access = flat.access;
    for (let next = this.#peek; next && next.k !== '+end'; next = this.#peek) {
      this.#next++;
      this.#parseTypePart(type, next);
    }
    this.#expectEnd('type', flat.at);
    return type;
  }

  #parseTypePart(type: Statement & { k: 'type-definition' }, part: FlatStatement): void {
    const component: TypeComponent = { at: part.at, attributes: { words: new Set() }, entities: [] };
    switch (part.k) {
      case 'declaration':
        type.components.push({
          ...component,
          type: part.type,
          attributes: part.attributes,
          entities: part.entities,
        });
        break;
      case 'procedure-declaration':
        component.attributes = part.attributes;
        component.entities = part.entities;
        component.procedureInterface = part.interfaceName ?? '';
        if (part.type) component.type = part.type;
        type.components.push(component);
        break;
      case '+bindings':
        type.bindings.push(...part.bindings);
        break;
      case '+sequence':
        type.sequence = true;
        break;
      case 'access':
        type.privateComponents = true;
        break;
      case '+contains':
        break;
      default:
        this.#diagnostics.error(
          part.at,
          'Expected a component of the type, a type-bound procedure or END TYPE.',
        );
    }
  }
}

// Declarations inside a block of statements are kept in order, so that the analysis can name them.
function misplaced(body: Statement[]): SpecificationStatement[] {
  return body as SpecificationStatement[];
}

function isBoundary(k: FlatStatement['k']): boolean {
  switch (k) {
    case '+elseif':
    case '+else':
    case '+case':
    case '+guard':
    case '+rank':
    case '+elsewhere':
    case '+end':
    case '+contains':
    case '+procedure':
    case '+program':
    case '+module':
    case '+submodule':
    case '+block-data':
      return true;
    default:
      return false;
  }
}

function mayBeStatementFunction(statement: Statement): boolean {
  if (statement.k === 'format' || statement.k === 'data' || statement.k === 'entry') return true;
  if (statement.k !== 'assignment' || statement.target.k !== 'ref') return false;
  const part = statement.target.parts[0];
  return statement.target.parts.length === 1 && part?.lists.length === 1;
}

function endText(what: string): string {
  return `END ${what.toUpperCase()}`.trimEnd();
}

// A branch to the end of a construct goes to the end of its last block.
function keepLabel(end: FlatStatement | undefined, body: Statement[] | undefined): void {
  if (end?.label !== undefined) body?.push({ k: 'continue', at: end.at, label: end.label });
}

function describeEnd(flat: FlatStatement): string {
  if (flat.k === '+end') return `found ${endText(flat.what)}`;
  if (flat.k.startsWith('+')) return `found ${flat.k.slice(1).toUpperCase()}`;
  return 'found another statement';
}

function named<T extends Statement>(flat: FlatStatement & { name?: string }, statement: T): T {
  const result = labelled(flat, statement);
  return flat.name === undefined ? result : Object.assign(result, { name: flat.name });
}

function labelled<T extends Statement>(flat: FlatStatement, statement: T): T {
  return flat.label === undefined ? statement : Object.assign(statement, { label: flat.label });
}
