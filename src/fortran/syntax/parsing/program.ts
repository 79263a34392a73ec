// Turns flat statements into program units with nested blocks. Reports unclosed blocks and unmatched ENDs. Carries on
// after an invalid statement, so that a single run finds several errors.
import { type DiagnosticList, lineOf } from '../../source/diagnostics.ts';
import type { RawStatement } from '../../source/reader.ts';
import { endText, FlatReader } from '../reading/flat-reader.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import type { ProcedureHeading, ProgramUnit } from '../tree/syntax-tree.ts';
import { ConstructParser } from './construct.ts';
import { DirectiveReader, isDirective } from './openmp.ts';
import { parseStatement } from './statement.ts';
import { UnfinishedStatement } from './unfinished-statement.ts';

/** Parses a file's statements into program units. */
export function parseProgram(
  statements: readonly RawStatement[],
  diagnostics: DiagnosticList,
): ProgramUnit[] {
  const flat: FlatStatement[] = [];
  const directives = new DirectiveReader();
  for (const raw of statements) {
    try {
      const statement = isDirective(raw) ? directives.read(raw) : parseStatement(raw);
      if (statement) flat.push(statement);
    } catch (fault) {
      diagnostics.report(fault);
      if (fault instanceof UnfinishedStatement) flat.push(fault.meant);
    }
  }
  return new ProgramParser(new FlatReader(flat, diagnostics)).parseUnits();
}

class ProgramParser {
  readonly #reader: FlatReader;
  readonly #constructs: ConstructParser;
  /** True if the procedures being parsed are internal. */
  #internal = false;
  /** True before the main program, which may consist of nothing but an END. */
  #mayBeMain = true;

  constructor(reader: FlatReader) {
    this.#reader = reader;
    this.#constructs = new ConstructParser(reader, (heading) => this.#parseProcedure(heading));
  }

  parseUnits(): ProgramUnit[] {
    const units: ProgramUnit[] = [];
    while (this.#reader.peek) {
      const unit = this.#parseUnit();
      if (unit) units.push(unit);
    }
    return units;
  }

  #parseUnit(): ProgramUnit | undefined {
    const heading = this.#reader.peek!;
    const { at } = heading;
    switch (heading.k) {
      case '+program':
      case '+module':
      case '+submodule':
      case '+block-data': {
        this.#reader.advance();
        const k = heading.k.slice(1) as 'program' | 'module' | 'submodule' | 'block-data';
        const parent = heading.k === '+submodule' ? heading.parent : undefined;
        return this.#parseUnitBody({ k, at, name: heading.name, parent }, k.replace('-', ' '));
      }
      case '+procedure':
        return this.#parseProcedure(heading.heading);
      case '+end':
        // A lone END is a main program that does nothing.
        if ((heading.what === '' || heading.what === 'program') && this.#mayBeMain) break;
        this.#reader.error(at, `${endText(heading.what)} has no matching statement.`);
        this.#reader.advance();
        return undefined;
      default: // a main program without a PROGRAM statement
    }
    return this.#parseUnitBody({ k: 'program', at, name: '' }, 'program');
  }

  #parseProcedure(heading: ProcedureHeading): ProgramUnit {
    this.#reader.advance();
    const { at, name, k } = heading;
    return this.#parseUnitBody(
      { k: 'procedure', at, name, heading },
      k === 'module-procedure' ? 'procedure' : k,
    );
  }

  #parseUnitBody(
    heading: Pick<ProgramUnit, 'k' | 'at' | 'name' | 'heading' | 'parent'>,
    what: string,
  ): ProgramUnit {
    const unit: ProgramUnit = { ...heading, specifications: [], body: [], contains: [], endAt: heading.at };
    if (unit.k === 'program') this.#mayBeMain = false;
    this.#constructs.parseStatements(unit.specifications, unit.body);
    const next = this.#reader.peek;
    if (next?.k === '+contains') {
      if (unit.k === 'block-data') this.#reader.error(next.at, 'BLOCK DATA cannot contain procedures.');
      this.#reader.advance();
    } else if (this.#reader.peek?.k === '+procedure' && unit.k !== 'block-data' && this.#endsLater(what))
      this.#reader.error(
        this.#reader.peek.at,
        `Expected CONTAINS before the first procedure of "${unit.name}".`,
      );
    else return this.#parseUnitEnd(unit, what);
    this.#parseContains(unit);
    if (next?.k === '+contains' && unit.contains.length === 0) unit.emptyContainsAt = next.at;
    return this.#parseUnitEnd(unit, what);
  }

  // True if the END of the unit comes before the next unit starts, which means that the unit continues after a
  // procedure inside it.
  #endsLater(what: string): boolean {
    let depth = 0;
    for (const flat of this.#reader.rest) {
      if (flat.k === '+procedure') depth++;
      else if (flat.k === '+program' || flat.k === '+module' || flat.k === '+submodule') return false;
      else if (flat.k === '+end' && /^(function|subroutine|procedure)$/.test(flat.what)) depth--;
      else if (flat.k === '+end' && flat.what === what && depth === 0) return true;
      if (depth < 0) return false;
    }
    return false;
  }

  #parseContains(unit: ProgramUnit): void {
    // Only procedures that are not internal themselves may contain procedures after a CONTAINS.
    if (this.#internal)
      this.#reader.error(this.#reader.lastAt, 'An internal procedure cannot contain procedures.');
    const outer = this.#internal;
    this.#internal = unit.k === 'program' || unit.k === 'procedure';
    this.#parseContained(unit);
    this.#internal = outer;
  }

  #parseContained(unit: ProgramUnit): void {
    for (;;) {
      const statement = this.#reader.peek;
      if (statement?.k === '+procedure') {
        unit.contains.push(this.#parseProcedure(statement.heading));
      } else if (statement?.k === '+module-procedure' && statement.prefixed) {
        const { name, at } = statement.names[0]!;
        const prefix = { words: new Set(['module']) };
        unit.contains.push(this.#parseProcedure({ at, k: 'module-procedure', name, arguments: [], prefix }));
      } else if (statement && statement.k !== '+end') {
        this.#reader.error(statement.at, 'Only procedures can follow CONTAINS.');
        this.#reader.advance();
      } else return;
    }
  }

  #parseUnitEnd(unit: ProgramUnit, what: string): ProgramUnit {
    const end = this.#reader.peek;
    unit.endAt = end?.at ?? this.#reader.lastAt;
    if (end?.k !== '+end') {
      const place = end ? '' : ' before the end of the file';
      this.#reader.error(
        unit.endAt,
        `Expected END ${what.toUpperCase()} for "${unit.name || 'main program'}" on line ${lineOf(unit.at)}${place}.`,
      );
      if (end) this.#reader.advance();
      return unit;
    }
    if (end.what !== '' && end.what !== what)
      this.#reader.error(
        end.at,
        `Expected END ${what.toUpperCase()}, but found END ${end.what.toUpperCase()}.`,
      );
    else if (end.name !== undefined && unit.name !== '' && end.name !== unit.name) {
      this.#reader.error(
        end.at,
        `Expected the name "${unit.name}" after END ${what.toUpperCase()}, got "${end.name}".`,
      );
    }
    if (end.label !== undefined) unit.body.push({ k: 'continue', at: end.at, label: end.label });
    this.#reader.advance();
    return unit;
  }
}
