// The specifiers of an input or output statement, and the C of their values.
import { analyse } from '../analysis/analyse-expression.ts';
import { describeType } from '../program/describe-type.ts';
import type { Typed } from '../program/semantics.ts';
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { Control, Statement } from '../syntax/syntax-tree.ts';
import { characterPlace } from './emit-designator.ts';
import { chars, scalar } from './emit-scalar.ts';
import type { Emitter } from './emitter.ts';

/** An input or output statement. */
export type IoStatement = Extract<Statement, { k: 'io' }>;

/** What stands in the parentheses of a statement, by keyword. */
export interface Specifiers {
  values: Map<string, Control>;
  at: Position;
  head: Head;
}

/** What is known of a statement before the program runs: C constants, in a table that the run-time library reads. */
interface Head {
  unit: string;
  writing: boolean;
  form: 'F_FORMATTED' | 'F_LIST' | 'F_UNFORMATTED' | 'F_MEASURE';
  format: { p: string; n: string };
  handled: string[];
}

const POSITIONAL: Record<string, string[]> = { read: ['unit', 'fmt'], write: ['unit', 'fmt'] };

const ALLOWED: Record<string, string> = {
  read: 'unit fmt nml rec pos iostat iomsg err end eor advance size blank decimal pad round id asynchronous',
  write: 'unit fmt nml rec pos iostat iomsg err end eor advance decimal delim sign round id asynchronous',
  print: 'fmt',
  open: 'unit file status access form recl position action blank delim pad decimal sign round encoding iostat iomsg err newunit asynchronous convert carriagecontrol share readonly',
  close: 'unit status iostat iomsg err',
  rewind: 'unit iostat iomsg err',
  backspace: 'unit iostat iomsg err',
  endfile: 'unit iostat iomsg err',
  flush: 'unit iostat iomsg err',
  wait: 'unit id iostat iomsg err end eor',
};

/** What INQUIRE can be asked, and what kind of variable takes the answer. */
export const INQUIRIES: Record<string, 'logical' | 'integer' | 'text'> = {
  exist: 'logical',
  opened: 'logical',
  named: 'logical',
  pending: 'logical',
  number: 'integer',
  recl: 'integer',
  nextrec: 'integer',
  pos: 'integer',
  size: 'integer',
  name: 'text',
  access: 'text',
  sequential: 'text',
  direct: 'text',
  form: 'text',
  formatted: 'text',
  unformatted: 'text',
  blank: 'text',
  position: 'text',
  action: 'text',
  read: 'text',
  write: 'text',
  readwrite: 'text',
  delim: 'text',
  pad: 'text',
  stream: 'text',
  decimal: 'text',
  encoding: 'text',
  sign: 'text',
  round: 'text',
  asynchronous: 'text',
  convert: 'text',
  carriagecontrol: 'text',
  share: 'text',
};

/** Specifiers that only DEC's compilers have, and what their words without "=" stand for. */
const OF_DEC = new Set(['carriagecontrol', 'share', 'readonly']);
const BARE_WORDS: Record<string, { keyword: string; text: string }> = {
  readonly: { keyword: 'readonly', text: '' },
  shared: { keyword: 'share', text: 'denynone' },
  noshared: { keyword: 'share', text: 'denyrw' },
};

/** Reads the specifiers of a statement; throws for those that it does not have. */
export function collectSpecifiers(s: IoStatement, isDec: boolean): Specifiers {
  const values = new Map<string, Control>();
  s.controls.forEach((written, i) => {
    const control = s.verb === 'open' && i > 0 && isDec ? withKeyword(written) : written;
    const keyword = control.keyword ?? (POSITIONAL[s.verb] ?? ['unit'])[i];
    if (keyword === undefined) throw new FortranError(control.at, 'Expected keyword= here.');
    if (values.has(keyword)) throw new FortranError(control.at, `${keyword.toUpperCase()}= is given twice.`);
    const allowed = s.verb === 'inquire' ? undefined : ALLOWED[s.verb]!.split(' ');
    const known = allowed
      ? allowed.includes(keyword)
      : ['unit', 'file', 'iostat', 'iomsg', 'err', 'iolength', 'id'].includes(keyword) ||
        keyword in INQUIRIES;
    if (OF_DEC.has(keyword) && known && !isDec)
      throw new FortranError(
        control.at,
        `${s.verb.toUpperCase()} has ${keyword.toUpperCase()}= only with the extensions of DEC: -fdec.`,
      );
    if (!known)
      throw new FortranError(
        control.at,
        `${s.verb.toUpperCase()} has no specifier ${keyword.toUpperCase()}=.`,
      );
    values.set(keyword, control);
  });
  return { values, at: s.at, head: newHead() };
}

// `OPEN (…, SHARED)`
function withKeyword(control: Control): Control {
  const { value, at } = control;
  const word = value.k === 'ref' && value.parts.length === 1 ? BARE_WORDS[value.parts[0]!.name] : undefined;
  if (!word || control.keyword !== undefined) return control;
  return { at, keyword: word.keyword, value: { k: 'string', at, text: word.text } };
}

function newHead(): Head {
  return { unit: '0', writing: false, form: 'F_FORMATTED', format: { p: '0', n: '0' }, handled: [] };
}

/** Prints where IOMSG= wants the message. */
export function setMessage(em: Emitter, x: Specifiers): void {
  const iomsg = x.values.get('iomsg');
  if (!iomsg) return;
  const m = characterPlace(em, analyse(em.scope, iomsg.value));
  em.line(`IO.message = ${m.p}; IO.message_length = ${m.n};`);
}

/** C of the address and length of a specifier's characters. */
export function textOf(em: Emitter, x: Specifiers, keyword: string): string {
  const control = x.values.get(keyword);
  if (!control) return '0, 0';
  const value = analyse(em.scope, control.value);
  if (value.type.base !== 'character')
    throw new FortranError(
      control.at,
      `${keyword.toUpperCase()}= takes characters; this is ${describeType(value.type)}.`,
    );
  if (value.rank > 0 && keyword !== 'file')
    throw new FortranError(control.at, `${keyword.toUpperCase()}= takes a scalar; this is an array.`);
  const v = chars(em, value);
  return `${v.p}, ${v.n}`;
}

/** C of a specifier's number. */
export function integerOf(em: Emitter, x: Specifiers, keyword: string, otherwise: string): string {
  const control = x.values.get(keyword);
  return control ? scalar(em, analyse(em.scope, control.value)) : otherwise;
}

/** C of the number of a unit, which may not fit. */
export function unitNumber(em: Emitter, value: Typed): string {
  return value.type.kind > 4 ? `f_unit(&IO, ${scalar(em, value)})` : scalar(em, value);
}
