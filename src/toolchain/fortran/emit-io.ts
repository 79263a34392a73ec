// Input and output statements: a table of what is constant, a control block, and the branches of ERR=, END= and EOR=.
// The items of a list are printed by emit-io-item.ts.
import { analyse } from './analyse-expression.ts';
import { cType, stringLiteral } from './c-text.ts';
import { hasVectorSubscript } from './check-call.ts';
import { maybeFormatFault } from './check-format.ts';
import { FortranError, type Position } from './diagnostics.ts';
import type { Transfer } from './emit-defined-io.ts';
import { characterPlace, describe, isDesignator, lvalue } from './emit-designator.ts';
import { contiguousLayout } from './emit-inquiry.ts';
import { printItem } from './emit-io-item.ts';
import { maybeNamelist, printNamelist } from './emit-namelist.ts';
import { chars, scalar } from './emit-scalar.ts';
import { layoutOf } from './emit-section.ts';
import { enclosed, settled } from './emit-statement.ts';
import type { Emitter } from './emitter.ts';
import { describeType, maybeInteger, type Typed } from './semantics.ts';
import type { Control, Statement } from './syntax-tree.ts';

type IoStatement = Extract<Statement, { k: 'io' }>;

interface Specifiers {
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
  open: 'unit file status access form recl position action blank delim pad decimal sign round encoding iostat iomsg err newunit asynchronous convert carriagecontrol share',
  close: 'unit status iostat iomsg err',
  rewind: 'unit iostat iomsg err',
  backspace: 'unit iostat iomsg err',
  endfile: 'unit iostat iomsg err',
  flush: 'unit iostat iomsg err',
  wait: 'unit id iostat iomsg err end eor',
};

const INQUIRIES: Record<string, 'logical' | 'integer' | 'text'> = {
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
};

/** Prints an I/O statement. */
export function emitInputOutput(em: Emitter, s: IoStatement): void {
  const x = collect(s);
  em.usesIo = true;
  noteHandlers(x);
  let status = '';
  const lines = em.capture(() => {
    if (hasStatus(x)) {
      status = settled(em, 'int32_t', () => {
        printVerb(em, s, x);
        return finish(em, x);
      });
    } else {
      enclosed(em, () => {
        printVerb(em, s, x);
        em.line('f_io_end(&IO);');
      });
    }
    branch(em, x, status);
  });
  em.line('{');
  em.line(headText(em, x));
  for (const line of lines) em.line(line);
  em.line('}');
}

// Whether anything asks how the statement ended.
function hasStatus(x: Specifiers): boolean {
  return ['iostat', 'err', 'end', 'eor', 'size'].some((key) => x.values.has(key));
}

function headText(em: Emitter, { head, at }: Specifiers): string {
  const values = [
    ...['__FILE__', head.format.p, em.lineNumber(at), head.unit, head.format.n],
    ...[head.writing ? '1' : '0', head.form, head.handled.join(' | ') || '0'],
  ];
  return `static const fstatement S = {${values.join(', ')}};`;
}

function collect(s: IoStatement): Specifiers {
  const values = new Map<string, Control>();
  s.controls.forEach((control, i) => {
    const keyword = control.keyword ?? (POSITIONAL[s.verb] ?? ['unit'])[i];
    if (keyword === undefined) throw new FortranError(control.at, 'Expected keyword= here.');
    if (values.has(keyword)) throw new FortranError(control.at, `${keyword.toUpperCase()}= is given twice.`);
    const allowed = s.verb === 'inquire' ? undefined : ALLOWED[s.verb]!.split(' ');
    const known = allowed
      ? allowed.includes(keyword)
      : ['unit', 'file', 'iostat', 'iomsg', 'err', 'iolength', 'id'].includes(keyword) ||
        keyword in INQUIRIES;
    if (!known)
      throw new FortranError(
        control.at,
        `${s.verb.toUpperCase()} has no specifier ${keyword.toUpperCase()}=.`,
      );
    values.set(keyword, control);
  });
  return { values, at: s.at, head: newHead() };
}

function newHead(): Head {
  return { unit: '0', writing: false, form: 'F_FORMATTED', format: { p: '0', n: '0' }, handled: [] };
}

function noteHandlers({ values, head }: Specifiers): void {
  for (const [key, flag] of [
    ['iostat', 'F_HAS_IOSTAT'],
    ['err', 'F_HAS_ERR'],
    ['end', 'F_HAS_END'],
    ['eor', 'F_HAS_EOR'],
  ] as const) {
    if (values.has(key)) head.handled.push(flag);
  }
}

// Begins a statement other than a data transfer.
function start(em: Emitter, x: Specifiers): void {
  em.line('f_io_start(&IO, &S);');
  setMessage(em, x);
}

function setMessage(em: Emitter, x: Specifiers): void {
  const iomsg = x.values.get('iomsg');
  if (!iomsg) return;
  const m = characterPlace(em, analyse(em.scope, iomsg.value));
  em.line(`IO.message = ${m.p}; IO.message_length = ${m.n};`);
}

function finish(em: Emitter, x: Specifiers): string {
  const status = em.temporary('int32_t', 'f_io_end(&IO)');
  const size = x.values.get('advance') && x.values.get('size');
  if (size) em.line(`${lvalue(em, analyse(em.scope, size.value))} = IO.characters;`);
  const iostat = x.values.get('iostat');
  if (iostat) {
    const target = analyse(em.scope, iostat.value);
    if (target.type.base !== 'integer' || target.rank > 0)
      throw new FortranError(iostat.at, 'IOSTAT= takes an integer variable.');
    em.line(`${lvalue(em, target)} = ${status};`);
  }
  return status;
}

function labelOf(control: Control): number {
  if (control.value.k !== 'int') throw new FortranError(control.at, 'Expected a statement label.');
  return Number(control.value.text);
}

function branch(em: Emitter, x: Specifiers, status: string): void {
  const end = x.values.get('end');
  const eor = x.values.get('eor');
  const err = x.values.get('err');
  if (end) em.line(`if (${status} == -1) goto L${labelOf(end)};`);
  if (eor) em.line(`if (${status} == -2) goto L${labelOf(eor)};`);
  if (err) em.line(`if (${status} > 0) goto L${labelOf(err)};`);
}

function printVerb(em: Emitter, s: IoStatement, x: Specifiers): void {
  if (s.verb === 'read' || s.verb === 'write' || s.verb === 'print') {
    printTransfer(em, s, x);
    return;
  }
  start(em, x);
  switch (s.verb) {
    case 'open':
      printOpen(em, x);
      break;
    case 'close':
      setUnit(em, x);
      em.line(`f_close(&IO, ${textOf(em, x, 'status')});`);
      break;
    case 'inquire':
      printInquire(em, s, x);
      break;
    default:
      setUnit(em, x);
      em.line(`f_${s.verb}(&IO);`);
  }
}

function textOf(em: Emitter, x: Specifiers, keyword: string): string {
  const control = x.values.get(keyword);
  if (!control) return '0, 0';
  const value = analyse(em.scope, control.value);
  if (value.type.base !== 'character')
    throw new FortranError(
      control.at,
      `${keyword.toUpperCase()}= takes characters; this is ${describeType(value.type)}.`,
    );
  const v = chars(em, value);
  return `${v.p}, ${v.n}`;
}

function integerOf(em: Emitter, x: Specifiers, keyword: string, otherwise: string): string {
  const control = x.values.get(keyword);
  return control ? scalar(em, analyse(em.scope, control.value)) : otherwise;
}

function setUnit(em: Emitter, x: Specifiers): void {
  const unit = x.values.get('unit');
  if (!unit || unit.value.k === 'star') {
    if (!unit && !x.values.has('newunit') && !x.values.has('file'))
      throw new FortranError(x.at, 'The statement needs a unit.');
    return;
  }
  const value = analyse(em.scope, unit.value);
  if (value.type.base !== 'integer')
    throw new FortranError(unit.at, `A unit is an integer; this is ${describeType(value.type)}.`);
  em.line(`IO.unit = ${unitNumber(em, value)};`);
}

function unitNumber(em: Emitter, value: Typed): string {
  return value.type.kind > 4 ? `f_unit(&IO, ${scalar(em, value)})` : scalar(em, value);
}

// ---- READ, WRITE, PRINT -------------------------------------------------------------------------------------------------

function printTransfer(em: Emitter, s: IoStatement, x: Specifiers): void {
  const reading = s.verb === 'read';
  x.head.writing = !reading;
  const place = transferPlace(em, x, s.verb);
  // What is only known at run time stands between the beginning of the statement and that of the transfer.
  const settings = em.capture(() => {
    setMessage(em, x);
    setModes(em, x);
  });
  const group = maybeNamelist(em, x.values.get('nml') ?? x.values.get('fmt'));
  const format = group ? [] : em.capture(() => setFormat(em, x));
  if (group || settings.length + format.length > 0 || place.k === 'array') {
    em.line('f_io_start(&IO, &S);');
    if (place.k === 'unit') em.line(`IO.unit = ${place.c};`);
    else if (place.k === 'internal') em.line(`f_internal(&IO, ${place.c});`);
    else if (place.k === 'array') em.line(`f_internal_array(&IO, ${place.c});`);
    for (const line of [...settings, ...format]) em.line(line);
    if (group) {
      printNamelist(em, group, x.at, reading);
      return;
    }
    em.line('f_io_begin(&IO);');
  } else if (place.k === 'unit') em.line(`f_io_transfer_unit(&IO, &S, ${place.c});`);
  else if (place.k === 'internal') em.line(`f_io_transfer_internal(&IO, &S, ${place.c});`);
  else em.line('f_io_transfer(&IO, &S);');
  const control = x.values.get('fmt');
  const form = control ? 'formatted' : 'unformatted';
  const to: Transfer = { reading, form, edited: control !== undefined && control.value.k !== 'star' };
  for (const item of s.items) printItem(em, item, to);
}

function setModes(em: Emitter, x: Specifiers): void {
  for (const key of ['rec', 'pos'] as const) {
    if (x.values.has(key)) em.line(`IO.${key} = ${integerOf(em, x, key, '0')}; IO.has_${key} = 1;`);
  }
  if (x.values.has('advance')) em.line(`f_advance(&IO, ${textOf(em, x, 'advance')});`);
  for (const key of ['decimal', 'sign', 'delim', 'blank', 'pad', 'round'] as const) {
    if (x.values.has(key)) em.line(`f_set_mode(&IO, "${key}", ${textOf(em, x, key)});`);
  }
}

/** Where the records are: a unit that the head names, one that the program computes, or characters. */
type Place = { k: 'head' } | { k: 'unit' | 'internal' | 'array'; c: string };

function transferPlace(em: Emitter, x: Specifiers, verb: string): Place {
  const unit = x.values.get('unit');
  if (!unit || unit.value.k === 'star') {
    x.head.unit = verb === 'read' ? '5' : '6';
    return { k: 'head' };
  }
  const value = analyse(em.scope, unit.value);
  if (value.type.base === 'integer') {
    const number = value.type.kind > 4 ? undefined : maybeInteger(value);
    if (number === undefined) return { k: 'unit', c: unitNumber(em, value) };
    x.head.unit = String(number);
    return { k: 'head' };
  }
  if (value.type.base !== 'character')
    throw new FortranError(
      unit.at,
      `A unit is an integer or characters; this is ${describeType(value.type)}.`,
    );
  if (hasVectorSubscript(value))
    throw new FortranError(unit.at, 'An internal file can not be a section by a vector subscript.');
  if (value.rank > 0) return { k: 'array', c: `&${describe(em, layoutOf(em, value), '0')}` };
  const v = isDesignator(value) ? characterPlace(em, value) : chars(em, value);
  return { k: 'internal', c: `${v.p}, ${v.n}` };
}

function setFormat(em: Emitter, x: Specifiers): void {
  const control = x.values.get('fmt');
  if (!control) {
    x.head.form = 'F_UNFORMATTED';
    return;
  }
  const { value } = control;
  if (value.k === 'star') {
    x.head.form = 'F_LIST';
    return;
  }
  if (value.k === 'int') {
    const text = em.formatLabels.get(Number(value.text));
    if (text === undefined)
      throw new FortranError(control.at, `There is no FORMAT with the label ${value.text}.`);
    x.head.format = stringLiteral(text);
    return;
  }
  const format = analyse(em.scope, value);
  if (format.k === 'const' && format.type.base === 'character') {
    const fault = maybeFormatFault(String(format.value));
    if (fault)
      throw new FortranError(
        value.k === 'string' ? control.value.at + 1 + fault.offset : control.at,
        fault.message,
      );
    x.head.format = stringLiteral(String(format.value));
    return;
  }
  setVariableFormat(em, format, control);
}

function setVariableFormat(em: Emitter, value: Typed, control: Control): void {
  if (value.type.base === 'character' && value.rank === 0) {
    const v = chars(em, value);
    em.line(`IO.format = ${v.p}; IO.format_length = ${v.n};`);
  } else if (value.type.base === 'character' || (value.rank > 0 && !value.type.derived)) {
    const layout = contiguousLayout(em, value);
    const count = layout.dims.map((d) => d.extent).join(' * ');
    const size = value.type.base === 'character' ? layout.length : `(int32_t)sizeof(${cType(value.type)})`;
    em.line(`IO.format = (char *)${layout.pointer}; IO.format_length = ${count} * ${size};`);
  } else if (value.type.base === 'integer') {
    // ASSIGN put the label of a FORMAT into the variable.
    const cases = [...em.formatLabels]
      .filter(([l]) => em.assignedLabels.has(l))
      .map(([label, text]) => {
        const c = stringLiteral(text);
        return `case ${label}: IO.format = ${c.p}; IO.format_length = ${c.n}; break;`;
      });
    em.line(`switch (${scalar(em, value)}) { ${cases.join(' ')} default:; }`);
  } else {
    throw new FortranError(
      control.at,
      `A format is characters or a label; this is ${describeType(value.type)}.`,
    );
  }
}

// ---- OPEN and INQUIRE ---------------------------------------------------------------------------------------------------

function printOpen(em: Emitter, x: Specifiers): void {
  const newunit = x.values.get('newunit');
  if (newunit) em.line('IO.unit = f_new_unit();');
  else setUnit(em, x);
  em.line('fopenspec O = {0};');
  for (const key of [
    'file',
    'status',
    'access',
    'form',
    'position',
    'action',
    'blank',
    'delim',
    'pad',
    'decimal',
    'sign',
    'convert',
    'round',
    'encoding',
    'asynchronous',
  ]) {
    if (x.values.has(key)) em.line(`f_open_set(&O, "${key}", ${textOf(em, x, key)});`);
  }
  if (x.values.has('recl')) em.line(`O.recl = ${integerOf(em, x, 'recl', '0')}; O.has_recl = 1;`);
  em.line('f_open(&IO, &O);');
  if (newunit) em.line(`if (IO.status == 0) ${lvalue(em, analyse(em.scope, newunit.value))} = IO.unit;`);
}

function printInquire(em: Emitter, s: IoStatement, x: Specifiers): void {
  const iolength = x.values.get('iolength');
  if (iolength) {
    x.head.form = 'F_MEASURE';
    x.head.writing = true;
    em.line('f_io_begin(&IO);');
    for (const item of s.items) printItem(em, item, { reading: false, form: 'measured', edited: false });
    em.line(`${lvalue(em, analyse(em.scope, iolength.value))} = IO.characters;`);
    return;
  }
  em.line('finquiry Q = {0};');
  if (x.values.has('file')) em.line(`f_inquire_file(&IO, &Q, ${textOf(em, x, 'file')});`);
  else {
    setUnit(em, x);
    em.line('f_inquire_unit(&IO, &Q);');
  }
  for (const [key, control] of x.values) {
    const kind = INQUIRIES[key];
    if (!kind) continue;
    const target = analyse(em.scope, control.value);
    if (kind === 'text') {
      const t = characterPlace(em, target);
      em.line(`f_inquire_text(&Q, "${key}", ${t.p}, ${t.n});`);
    } else {
      const size = kind === 'integer' ? `, ${target.type.kind}` : '';
      em.line(`${lvalue(em, target)} = f_inquire_${kind}(&Q, "${key}"${size});`);
    }
  }
}
