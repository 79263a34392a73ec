// Input and output statements: a table of what is constant, a control block, and the branches of ERR=, END= and EOR=.
// Data transfers are printed by emit-transfer.ts.
import { analyse } from '../analysis/analyse-expression.ts';
import { checkSpecifiers } from '../analysis/check-io.ts';
import { describeType } from '../program/describe-type.ts';
import { FortranError } from '../source/diagnostics.ts';
import type { Control } from '../syntax/syntax-tree.ts';
import { characterPlace, lvalue } from './emit-designator.ts';
import { printItem } from './emit-io-item.ts';
import { enclosed, settled } from './emit-statement.ts';
import { printTransfer } from './emit-transfer.ts';
import type { Emitter } from './emitter.ts';
import {
  collectSpecifiers,
  INQUIRIES,
  type IoStatement,
  integerOf,
  type Specifiers,
  setMessage,
  textOf,
  unitNumber,
} from './io-specifiers.ts';

/** Prints an I/O statement. */
export function emitInputOutput(em: Emitter, s: IoStatement): void {
  const x = collectSpecifiers(s, em.program.options.dec);
  checkSpecifiers(em.scope, s, x.values, Object.keys(INQUIRIES));
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
    'carriagecontrol',
    'share',
  ]) {
    if (x.values.has(key)) em.line(`f_open_set(&O, "${key}", ${textOf(em, x, key)});`);
  }
  if (x.values.has('recl')) em.line(`O.recl = ${integerOf(em, x, 'recl', '0')}; O.has_recl = 1;`);
  if (x.values.has('readonly')) em.line('O.readonly = 1;');
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
