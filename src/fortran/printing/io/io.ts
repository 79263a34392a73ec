// Input and output statements: a table of constants, a control block, and branches for ERR=, END= and EOR=.
// io/transfer.ts prints data transfers.

import { INQUIRIES } from '../../analysis/statements/io-specifiers.ts';
import type { IoBranches, TypedIo } from '../../program/walking/typed-io.ts';
import { lineOf, type Position } from '../../source/diagnostics.ts';
import { characterPlace } from '../designators/designator.ts';
import type { Emitter } from '../writer/emitter.ts';
import { enclosed, settled } from '../writer/enclose.ts';
import { lvalue, scalar } from '../writer/expressions.ts';
import { gotoLabel } from '../writer/open-construct.ts';
import { type Head, setMessage, textOf, unitNumber } from './head.ts';
import { printItem } from './item.ts';
import { printTransfer } from './transfer.ts';

/** Prints an I/O statement. */
export function emitInputOutput(em: Emitter, s: TypedIo): void {
  em.parts.usesIo = true;
  const head = newHead(s);
  const body = em.capture(() => {
    let status = '';
    if (hasStatus(s)) {
      status = settled(em, 'int32_t', () => {
        printVerb(em, s, head);
        return finish(em, s);
      });
    } else {
      enclosed(em, () => {
        printVerb(em, s, head);
        em.line('f_io_end(&IO);');
      });
    }
    branch(em, s.branches, status);
  });
  em.inBraces('', () => {
    em.line(headText(s.at, head));
    em.add(body);
  });
}

// True if the program uses the status of the statement.
function hasStatus({ specifiers, branches }: TypedIo): boolean {
  const isAsked = specifiers.has('iostat') || specifiers.has('size');
  return isAsked || Object.values(branches).some((label) => label !== undefined);
}

function newHead({ specifiers, branches }: TypedIo): Head {
  const handled = [
    ...(specifiers.has('iostat') ? ['F_HAS_IOSTAT'] : []),
    ...(branches.err === undefined ? [] : ['F_HAS_ERR']),
    ...(branches.end === undefined ? [] : ['F_HAS_END']),
    ...(branches.eor === undefined ? [] : ['F_HAS_EOR']),
  ];
  return { unit: '0', writing: false, form: 'F_FORMATTED', format: { p: '0', n: '0' }, handled };
}

function headText(at: Position, head: Head): string {
  const values = [
    '__FILE__',
    head.format.p,
    String(lineOf(at)),
    head.unit,
    head.format.n,
    head.writing ? '1' : '0',
    head.form,
    head.handled.join(' | ') || '0',
  ];
  return `static const fstatement S = {${values.join(', ')}};`;
}

// Starts a statement other than a data transfer.
function start(em: Emitter, s: TypedIo): void {
  em.line('f_io_start(&IO, &S);');
  setMessage(em, s);
}

function finish(em: Emitter, { specifiers }: TypedIo): string {
  const status = em.temporary('int32_t', 'f_io_end(&IO)');
  const size = specifiers.get('advance') && specifiers.get('size');
  if (size) em.line(`${lvalue(em, size)} = IO.characters;`);
  const iostat = specifiers.get('iostat');
  if (iostat) em.line(`${lvalue(em, iostat)} = ${status};`);
  return status;
}

function branch(em: Emitter, { end, eor, err }: IoBranches, status: string): void {
  if (end !== undefined) em.line(`if (${status} == -1) ${gotoLabel(em, end)}`);
  if (eor !== undefined) em.line(`if (${status} == -2) ${gotoLabel(em, eor)}`);
  if (err !== undefined) em.line(`if (${status} > 0) ${gotoLabel(em, err)}`);
}

function printVerb(em: Emitter, s: TypedIo, head: Head): void {
  if (s.verb === 'read' || s.verb === 'write' || s.verb === 'print') {
    printTransfer(em, s, head);
    return;
  }
  start(em, s);
  switch (s.verb) {
    case 'open':
      printOpen(em, s);
      break;
    case 'close':
      setUnit(em, s);
      em.line(`f_close(&IO, ${textOf(em, s, 'status')});`);
      break;
    case 'inquire':
      printInquire(em, s, head);
      break;
    default:
      setUnit(em, s);
      em.line(`f_${s.verb}(&IO);`);
  }
}

function setUnit(em: Emitter, { unit, verb }: TypedIo): void {
  if (unit.k === 'unit') em.line(`IO.unit = ${unitNumber(em, unit.value, verb)};`);
}

/** Specifiers of OPEN with character values, in the order in which the C code sets them. */
const OPEN_TEXTS = (
  'file status access form position action blank delim pad decimal sign ' +
  'convert round encoding asynchronous carriagecontrol share'
).split(' ');

function printOpen(em: Emitter, s: TypedIo): void {
  const newunit = s.specifiers.get('newunit');
  if (!newunit) setUnit(em, s);
  em.line('fopenspec O = {0};');
  for (const key of OPEN_TEXTS)
    if (s.specifiers.has(key)) em.line(`f_open_set(&O, "${key}", ${textOf(em, s, key)});`);
  const recl = s.specifiers.get('recl');
  if (recl) em.line(`O.recl = ${scalar(em, recl)}; O.has_recl = 1;`);
  if (s.readonly) em.line('O.readonly = 1;');
  // The unit number is chosen only now, because functions called in the statement may have opened files.
  if (newunit) em.line('IO.unit = f_new_unit();');
  em.line('f_open(&IO, &O);');
  if (newunit) em.line(`if (IO.status == 0) ${lvalue(em, newunit)} = IO.unit;`);
}

function printInquire(em: Emitter, s: TypedIo, head: Head): void {
  const iolength = s.specifiers.get('iolength');
  if (iolength) {
    head.form = 'F_MEASURE';
    head.writing = true;
    em.line('f_io_begin(&IO);');
    for (const item of s.items) printItem(em, item, s.transfer);
    em.line(`${lvalue(em, iolength)} = IO.characters;`);
    return;
  }
  em.line('finquiry Q = {0};');
  if (s.specifiers.has('file')) em.line(`f_inquire_file(&IO, &Q, ${textOf(em, s, 'file')});`);
  else {
    setUnit(em, s);
    em.line('f_inquire_unit(&IO, &Q);');
  }
  for (const [key, target] of s.specifiers) {
    const kind = INQUIRIES.get(key);
    if (!kind) continue;
    if (kind === 'text') {
      const t = characterPlace(em, target);
      em.line(`f_inquire_text(&Q, "${key}", ${t.p}, ${t.n});`);
    } else {
      const size = kind === 'integer' ? `, ${target.type.kind}` : '';
      em.line(`${lvalue(em, target)} = f_inquire_${kind}(&Q, "${key}"${size});`);
    }
  }
}
