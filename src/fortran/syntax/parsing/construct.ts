// Statements and the constructs that contain them: IF, DO, SELECT, WHERE and others, each with all its statements up to
// its END.

import type { Position } from '../../source/diagnostics.ts';
import { refuse } from '../../source/diagnostics.ts';
import type { Flat, FlatReader } from '../reading/flat-reader.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import { isDeclarative, isLoopRegion } from '../tree/openmp-directives.ts';
import type {
  Branch,
  Expression,
  ProcedureHeading,
  ProgramUnit,
  SpecificationStatement,
  Statement,
} from '../tree/syntax-tree.ts';
import { parseEnum, parseInterface, parseType } from './definition.ts';
import { parseStructure } from './structure.ts';

// DATA, FORMAT and ENTRY may occur among executable statements.
const SPECIFICATION = new Set(
  (
    'declaration attribute parameter implicit common equivalence namelist use import interface ' +
    'type-definition enum procedure-declaration access bind cray-pointer'
  ).split(' '),
);

/** Specifications that are accepted even after executable statements. */
const MAY_BE_LATE = new Set(['namelist', 'parameter', 'implicit']);

/** Statements that end the enclosing block or begin its next part. */
const BOUNDARIES = new Set(
  (
    '+elseif +else +case +guard +rank +elsewhere +end +contains ' +
    '+procedure +program +module +submodule +block-data'
  ).split(' '),
);

/** A block in a SELECT, with the parts of its CASE or guard. */
type Case<K extends FlatStatement['k']> = Omit<Flat<K>, 'k' | 'label'> & { body: Statement[] };

type OpenMpRegion = Statement & { k: 'openmp' };

/** Parses statements until the enclosing block continues or ends. */
export class ConstructParser {
  readonly #reader: FlatReader;
  readonly #parseProcedure: (heading: ProcedureHeading) => ProgramUnit;
  /** Label of a DO loop that ended at the last statement, where outer loops may end as well. */
  #endedLabel: number | undefined;

  /** @param parseProcedure parses the procedure at the next heading; used for the bodies in interface blocks */
  constructor(reader: FlatReader, parseProcedure: (heading: ProcedureHeading) => ProgramUnit) {
    this.#reader = reader;
    this.#parseProcedure = parseProcedure;
  }

  /**
   * Reads statements up to the next middle or end of the enclosing block, or up to and including the statement with the
   * label `endLabel`.
   */
  parseStatements(specifications: SpecificationStatement[], body: Statement[], endLabel?: number): void {
    for (;;) {
      const flat = this.#reader.peek;
      if (!flat || BOUNDARIES.has(flat.k)) return;
      this.#reader.advance();
      let statement: Statement | undefined;
      try {
        statement = this.#parseBlock(flat);
      } catch (fault) {
        this.#reader.report(fault);
      }
      if (statement) this.#place(statement, specifications, body);
      if (endLabel !== undefined && (flat.label === endLabel || this.#endedLabel === endLabel)) {
        this.#endedLabel = endLabel;
        return;
      }
      if (endLabel === undefined) this.#endedLabel = undefined;
    }
  }

  #place(statement: Statement, specifications: SpecificationStatement[], body: Statement[]): void {
    if (SPECIFICATION.has(statement.k)) {
      if (body.length > 0 && !body.every(mayBeStatementFunction) && !MAY_BE_LATE.has(statement.k))
        this.#reader.error(statement.at, 'A declaration cannot follow executable statements.');
      specifications.push(statement as SpecificationStatement);
    } else if (statement.k === 'directive' && isDeclarative(statement.directive.name)) {
      if (body.length > 0 && !body.every(mayBeStatementFunction))
        this.#reader.error(
          statement.at,
          `The directive ${statement.directive.name.toUpperCase()} must be among the declarations.`,
        );
      specifications.push(statement);
    } else if (statement.k === 'data' || (statement.k === 'format' && body.length === 0)) {
      specifications.push(statement);
    } else body.push(statement);
  }

  #parseBlock(flat: FlatStatement): Statement | undefined {
    const statement = this.#parseConstruct(flat);
    if (statement && flat.label !== undefined) statement.label = flat.label;
    return statement;
  }

  #parseConstruct(flat: FlatStatement): Statement | undefined {
    const { at } = flat;
    switch (flat.k) {
      case '+if':
        return this.#parseIf(flat);
      case '+do':
        return this.#parseDo(flat);
      case '+select-case':
        return { k: 'select-case', ...this.#parseCases(flat, '+case') };
      case '+select-type':
        return { k: 'select-type', ...this.#parseCases(flat, '+guard') };
      case '+select-rank':
        return { k: 'select-rank', ...this.#parseCases(flat, '+rank') };
      case '+where':
        return this.#parseWhere(flat);
      case '+forall':
        return { k: 'forall', at, loops: flat.loops, mask: flat.mask, body: this.#parseBody('forall', at) };
      case '+associate': {
        const { name, items } = flat;
        return { k: 'associate', at, items, body: this.#parseBody('associate', at, name), name };
      }
      case '+block': {
        const specifications: SpecificationStatement[] = [];
        const body = this.#parseBody('block', at, flat.name, specifications);
        return { k: 'block', at, specifications, body, name: flat.name };
      }
      // CRITICAL becomes a block, because there is only one image, which never waits. A team exists until its construct
      // ends.
      case '+critical':
      case '+change-team': {
        const what = flat.k === '+critical' ? 'critical' : 'team';
        const body: Statement[] = [flat.enter];
        this.parseStatements(misplaced(body), body);
        const end = this.#reader.expectEnd(what, at, flat.name);
        if (end?.k === '+end' && end.leave) body.push(end.leave);
        keepLabel(end, body);
        const closed = what === 'critical' ? 'CRITICAL' : 'CHANGE TEAM';
        return { k: 'block', at, specifications: [], body, name: flat.name, closed };
      }
      case '+openmp':
        return this.#parseOpenMp(flat);
      case '+interface':
        return { k: 'interface', at, block: parseInterface(this.#reader, flat, this.#parseProcedure) };
      case '+type':
        return parseType(this.#reader, flat);
      case '+structure':
        return parseStructure(this.#reader, flat);
      case '+enum':
        return parseEnum(this.#reader, flat);
      default:
        if (!flat.k.startsWith('+')) return flat as Statement;
        this.#reader.error(at, 'This statement is not allowed here.');
        return undefined;
    }
  }

  #parseOpenMp(flat: Flat<'+openmp'>): Statement {
    const { directive, data, at } = flat;
    const region: OpenMpRegion = { k: 'openmp', at, directive, data, body: [] };
    if (isLoopRegion(directive.name)) this.#parseLoopRegion(region);
    else if (directive.name === 'atomic') this.#parseAtomic(region);
    else if (this.#reader.peek?.k === '+block') this.#parseNext(region);
    else {
      this.parseStatements(misplaced(region.body), region.body);
      if (!this.#endsHere(directive.name)) {
        this.#reader.expectEnd('openmp', at);
        return region;
      }
    }
    // Loops, BLOCK constructs and atomic statements do not need the directive's END.
    const end = this.#reader.peek;
    if (end?.k !== '+end' || !this.#endsHere(directive.name)) return region;
    this.#reader.advance();
    region.directive = { ...directive, clauses: [...directive.clauses, ...(end.clauses ?? [])] };
    return region;
  }

  #endsHere(region: string): boolean {
    const end = this.#reader.peek;
    return end?.k === '+end' && end.what === 'openmp' && end.name === region;
  }

  #parseNext(region: OpenMpRegion): Statement | undefined {
    const next = this.#reader.peek;
    if (!next || BOUNDARIES.has(next.k)) return undefined;
    this.#reader.advance();
    const statement = this.#parseBlock(next);
    if (statement) region.body.push(statement);
    if (next.label !== undefined) this.#endedLabel = next.label;
    return statement;
  }

  #parseLoopRegion(region: OpenMpRegion): void {
    let statement = this.#parseNext(region);
    // TILE and UNROLL determine the form of the loop after them.
    while (statement?.k === 'directive') statement = this.#parseNext(region);
    if (statement?.k !== 'do' && statement?.k !== 'do-concurrent' && statement?.k !== 'openmp')
      this.#reader.error(region.at, 'Expected a DO loop after this directive.');
    const variable =
      statement?.k === 'do' && region.directive.name !== 'simd' ? statement.loop?.variable : undefined;
    if (variable) region.data = { ...region.data, loop: variable };
  }

  // Parses one statement or, with CAPTURE, possibly also a second one that reads or changes the variable.
  #parseAtomic(region: OpenMpRegion): void {
    const first = this.#parseNext(region);
    if (this.#endsHere('atomic') || !region.directive.clauses.some((c) => c.name === 'capture')) return;
    const decides = first?.k === 'if' && first.branches.length > 1;
    if (this.#reader.peek?.k === 'assignment' || (this.#reader.peek?.k === '+if' && !decides))
      this.#parseNext(region);
  }

  #parseBody(
    what: string,
    at: Position,
    name?: string,
    specifications?: SpecificationStatement[],
  ): Statement[] {
    const body: Statement[] = [];
    this.parseStatements(specifications ?? misplaced(body), body);
    keepLabel(this.#reader.expectEnd(what, at, name), body);
    return body;
  }

  #parseIf({ at, condition, name }: Flat<'+if'>): Statement {
    const branches = this.#parseBranches<{ condition?: Expression | undefined }>(
      { at, condition, body: [] },
      (middle, last) => {
        if (middle.k !== '+elseif' && middle.k !== '+else') return undefined;
        if (!last.condition) refuse(middle.at, 'This IF already has an ELSE.');
        return { at: middle.at, condition: middle.k === '+elseif' ? middle.condition : undefined, body: [] };
      },
    );
    keepLabel(this.#reader.expectEnd('if', at, name), branches.at(-1)?.body);
    return { k: 'if', at, branches, name };
  }

  // Parses the branches of IF or WHERE; `maybeNext` recognises the statement that begins another branch.
  #parseBranches<Head>(
    first: Branch<Head>,
    maybeNext: (middle: FlatStatement, last: Branch<Head>) => Branch<Head> | undefined,
  ): Branch<Head>[] {
    const branches: Branch<Head>[] = [];
    for (let branch: Branch<Head> | undefined = first; branch; ) {
      this.parseStatements(misplaced(branch.body), branch.body);
      branches.push(branch);
      const middle = this.#reader.peek;
      branch = middle && maybeNext(middle, branch);
      if (branch) this.#reader.advance();
    }
    return branches;
  }

  #parseDo(flat: Flat<'+do'>): Statement {
    const body: Statement[] = [];
    if (flat.endLabel !== undefined) {
      this.#endedLabel = undefined;
      this.parseStatements(misplaced(body), body, flat.endLabel);
      if (this.#endedLabel !== flat.endLabel) this.#parseLabelledEnd(flat, body);
    } else {
      this.parseStatements(misplaced(body), body);
      keepLabel(this.#reader.expectEnd('do', flat.at, flat.name), body);
    }
    const { at, name, loop, condition, endLabel } = flat;
    if (!flat.concurrent) return { k: 'do', at, body, loop, condition, endLabel, name };
    const { locality, ...header } = flat.concurrent;
    const inner: Statement[] = locality ? [{ k: 'block', at, specifications: [], body, locality }] : body;
    return { k: 'do-concurrent', at, ...header, body: inner, name };
  }

  // `DO 10 … 10 END DO`
  #parseLabelledEnd(flat: Flat<'+do'>, body: Statement[]): void {
    const end = this.#reader.peek;
    if (end?.k === '+end' && end.what === 'do' && end.label === flat.endLabel) {
      this.#reader.advance();
      body.push({ k: 'continue', at: end.at, label: end.label! });
      return;
    }
    this.#reader.error(flat.at, `The label ${flat.endLabel} that ends this DO is missing.`);
  }

  // Parses the blocks of a SELECT, each preceded by its CASE or guard.
  #parseCases<S extends Flat<`+select-${'case' | 'type' | 'rank'}`>, K extends '+case' | '+guard' | '+rank'>(
    flat: S,
    middle: K,
  ): Omit<S, 'k' | 'label'> & { cases: Case<K>[] } {
    const cases: Case<K>[] = [];
    for (let first = this.#reader.peek; first?.k === middle; first = this.#reader.peek) {
      this.#reader.advance();
      const body: Statement[] = [];
      this.parseStatements(misplaced(body), body);
      const { k, label, ...head } = first as Flat<'+case' | '+guard' | '+rank'>;
      cases.push({ ...head, body } as Case<K>);
    }
    keepLabel(this.#reader.expectEnd('select', flat.at, flat.name), cases.at(-1)?.body);
    const { k, label, ...head } = flat;
    return { ...head, cases };
  }

  #parseWhere({ at, mask }: Flat<'+where'>): Statement {
    const branches = this.#parseBranches<{ mask?: Expression | undefined }>(
      { at, mask, body: [] },
      (middle, last) => {
        if (middle.k !== '+elsewhere') return undefined;
        if (!last.mask)
          refuse(middle.at, 'This ELSEWHERE never applies: the previous ELSEWHERE has no mask.');
        return { at: middle.at, mask: middle.mask, body: [] };
      },
    );
    this.#reader.expectEnd('where', at);
    return { k: 'where', at, branches };
  }
}

// Declarations that occur in a block of statements are kept in order, so that the analysis can report them.
function misplaced(body: Statement[]): SpecificationStatement[] {
  return body as SpecificationStatement[];
}

function mayBeStatementFunction(statement: Statement): boolean {
  if (statement.k === 'format' || statement.k === 'data' || statement.k === 'entry') return true;
  if (statement.k !== 'assignment' || statement.target.k !== 'ref') return false;
  const part = statement.target.parts[0];
  return statement.target.parts.length === 1 && part?.lists.length === 1;
}

// Keeps the label of an END statement at the end of the construct's last block, so that branches can reach it.
function keepLabel(end: FlatStatement | undefined, body: Statement[] | undefined): void {
  if (end?.label !== undefined) body?.push({ k: 'continue', at: end.at, label: end.label });
}
