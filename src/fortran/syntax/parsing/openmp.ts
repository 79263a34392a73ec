// OpenMP directives as executed by a single thread. Regions become blocks, which may have variables of their own. Other
// directives make threads wait or take turns: a single thread ignores them, and they are in the tree only so that they
// can be checked.
import { type Position, refuse } from '../../source/diagnostics.ts';
import { DIRECTIVE_MARK } from '../../source/openmp.ts';
import type { RawStatement } from '../../source/reader.ts';
import type { FlatStatement } from '../tree/flat-statement.ts';
import {
  type Clause,
  type Directive,
  isMisshapen,
  isRegion,
  maybeClauseName,
  maybeDirectiveName,
  takesAtEnd,
  takesClause,
} from '../tree/openmp-directives.ts';
import { readData } from './openmp-data.ts';
import { cursorOf } from './statement.ts';

export function isDirective(raw: RawStatement): boolean {
  return raw.text.trimStart().startsWith(DIRECTIVE_MARK);
}

/** Reads the directives in a file and keeps track of which regions are open. */
export class DirectiveReader {
  #open: string[] = [];

  /** The statement for a directive, or undefined for NOTHING. */
  read(raw: RawStatement): FlatStatement | undefined {
    const c = cursorOf(raw);
    const text = c.text.replaceAll(DIRECTIVE_MARK, '').replace(/\s+/g, '');
    const { at } = c;
    if (text.startsWith('end')) return this.#end(text.slice(3), at, c.text);
    const name =
      maybeDirectiveName(text) ?? refuse(at, `The OpenMP directive "${wordsOf(c.text)}" is not supported.`);
    const clauses = readClauses(name, text.slice(name.replaceAll(' ', '').length), at);
    const directive: Directive = { name, clauses };
    checkShapes(clauses, at);
    if (name === 'nothing') return undefined;
    if (!isRegion(name) || isAlone(directive)) return { k: 'directive', at, directive };
    this.#open.push(name);
    return { k: '+openmp', at, directive, data: readData(directive, at) };
  }

  // Reads an END directive. The END of TILE and UNROLL is ignored, because they have no region. Regions that are still
  // open inside are closed as well, because loop regions and ATOMIC need no END.
  #end(text: string, at: Position, written: string): FlatStatement | undefined {
    const name = maybeDirectiveName(text);
    if (name === 'tile' || name === 'unroll') return undefined;
    if (name === undefined || !this.#open.includes(name))
      refuse(at, `"!$omp ${wordsOf(written)}" has no matching directive.`);
    this.#open = this.#open.slice(0, this.#open.lastIndexOf(name));
    const clauses = readEndClauses(name, text.slice(name.replaceAll(' ', '').length), at);
    return { k: '+end', at, what: 'openmp', name, clauses };
  }
}

function wordsOf(text: string): string {
  return /[a-z]+(?:\s+[a-z]+)*/.exec(text)?.[0] ?? text;
}

// True for an ORDERED without a region, which marks a point in a loop at which to wait for another iteration.
function isAlone({ name, clauses }: Directive): boolean {
  return name === 'ordered' && clauses.some((c) => c.name === 'depend' || c.name === 'doacross');
}

/** Directives whose names are directly followed by a list in parentheses. */
const TAKES_LIST = /^(threadprivate|flush|critical|declare simd|declare target)$/;

function readClauses(directive: string, text: string, at: Position): Clause[] {
  const clauses: Clause[] = [];
  let rest = text;
  if (TAKES_LIST.test(directive) && rest.startsWith('(')) {
    const list = balanced(rest, 0, at);
    clauses.push({ name: '', text: list });
    rest = rest.slice(list.length + 2);
  }
  while (rest !== '') {
    const clause = readClause(directive, rest, at);
    clauses.push(clause);
    rest = rest.slice(clause.name.length + (clause.text === undefined ? 0 : clause.text.length + 2));
    if (rest === ',') refuse(at, 'Expected an OpenMP clause after the last comma.');
    rest = rest.replace(/^,/, '');
  }
  return clauses;
}

function readClause(directive: string, rest: string, at: Position): Clause {
  const start = rest.replace(/^,/, '');
  const word = maybeClauseName(start) ?? '';
  if (word === '') {
    const found = /^[a-z_]+/.exec(start)?.[0] ?? start.slice(0, 20);
    refuse(at, `Expected an OpenMP clause, got "${found}".`);
  }
  if (!takesClause(directive, word))
    refuse(at, `The directive ${directive.toUpperCase()} does not accept the clause ${word.toUpperCase()}.`);
  if (start[word.length] !== '(') return { name: word };
  return { name: word, text: balanced(start, word.length, at) };
}

function readEndClauses(directive: string, text: string, at: Position): Clause[] {
  if (text === '') return [];
  const named = /^\([a-z]\w*\)$/.exec(text);
  if (directive === 'critical' && named) return [{ name: '', text: text.slice(1, -1) }];
  const clauses: Clause[] = [];
  for (let rest = text; rest !== ''; ) {
    const word = maybeClauseName(rest) ?? '';
    if (word === '' || !takesAtEnd(directive, word))
      refuse(at, `END ${directive.toUpperCase()} does not accept "${rest.slice(0, 20)}".`);
    const list = rest[word.length] === '(' ? balanced(rest, word.length, at) : undefined;
    clauses.push(list === undefined ? { name: word } : { name: word, text: list });
    rest = rest.slice(word.length + (list === undefined ? 0 : list.length + 2)).replace(/^,(?=.)/, '');
  }
  return clauses;
}

function balanced(text: string, open: number, at: Position): string {
  let depth = 0;
  for (let i = open; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return text.slice(open + 1, i);
  }
  refuse(at, 'An OpenMP clause has no closing ")".');
}

function checkShapes(clauses: readonly Clause[], at: Position): void {
  for (const clause of clauses)
    if (clause.name !== '' && isMisshapen(clause)) {
      const fault = clause.text === undefined ? 'needs "(…)"' : 'does not accept "(…)"';
      refuse(at, `${clause.name.toUpperCase()} ${fault}.`);
    }
}
