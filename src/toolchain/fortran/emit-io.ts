// Input and output statements: a control block, one call for each item, and the branches of ERR=, END= and EOR=.
import { checkDefinable } from './analyse-definable.ts';
import { analyse } from './analyse-expression.ts';
import { coerce } from './analyse-operator.ts';
import { cType, stringLiteral, typeCode } from './c-text.ts';
import { maybeFormatFault } from './check-format.ts';
import { FortranError, type Position } from './diagnostics.ts';
import { arrayValue, layoutValue, loops, materialiseValue, rawOf } from './emit-array.ts';
import { maybeTransferFunction, type Transfer } from './emit-defined-io.ts';
import { characterPlace, describe, isDesignator, layoutOf, lvalue } from './emit-designator.ts';
import { contiguousLayout } from './emit-inquiry.ts';
import { maybeNamelist, printNamelist } from './emit-namelist.ts';
import { chars, scalar } from './emit-scalar.ts';
import { loopVariable, settled } from './emit-statement.ts';
import type { Emitter } from './emitter.ts';
import { describeType, type Type, type Typed } from './semantics.ts';
import type { Control, Expression, Statement } from './syntax-tree.ts';

type IoStatement = Extract<Statement, { k: 'io' }>;

interface Specifiers {
  values: Map<string, Control>;
  at: Position;
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
  const specifiers = collect(s);
  em.line('{');
  em.line(`fio IO = {0}; IO.line = ${em.lineNumber(s.at)}; IO.file = __FILE__;`);
  const status = settled(em, 'int32_t', () => {
    setHandlers(em, specifiers);
    printVerb(em, s, specifiers);
    return finish(em, specifiers);
  });
  branch(em, specifiers, status);
  em.line('}');
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
  return { values, at: s.at };
}

function setHandlers(em: Emitter, x: Specifiers): void {
  const flags: string[] = [];
  if (x.values.has('iostat')) flags.push('F_HAS_IOSTAT');
  for (const [key, flag] of [
    ['err', 'F_HAS_ERR'],
    ['end', 'F_HAS_END'],
    ['eor', 'F_HAS_EOR'],
  ] as const) {
    if (x.values.has(key)) flags.push(flag);
  }
  if (flags.length > 0) em.line(`IO.handled = ${flags.join(' | ')};`);
  const iomsg = x.values.get('iomsg');
  if (iomsg) {
    const m = characterPlace(em, analyse(em.scope, iomsg.value));
    em.line(`IO.message = ${m.p}; IO.message_length = ${m.n};`);
  }
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
  switch (s.verb) {
    case 'read':
    case 'write':
    case 'print':
      printTransfer(em, s, x);
      break;
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
  em.line(`IO.writing = ${reading ? 0 : 1};`);
  setTransferUnit(em, x, s.verb);
  for (const key of ['rec', 'pos'] as const) {
    if (x.values.has(key)) em.line(`IO.${key} = ${integerOf(em, x, key, '0')}; IO.has_${key} = 1;`);
  }
  if (x.values.has('advance')) em.line(`f_advance(&IO, ${textOf(em, x, 'advance')});`);
  for (const key of ['decimal', 'sign', 'delim', 'blank', 'pad', 'round'] as const) {
    if (x.values.has(key)) em.line(`f_set_mode(&IO, "${key}", ${textOf(em, x, key)});`);
  }
  const group = maybeNamelist(em, x.values.get('nml') ?? x.values.get('fmt'));
  if (group) {
    printNamelist(em, group, x.at, reading);
    return;
  }
  setFormat(em, x);
  em.line('f_io_begin(&IO);');
  const format = x.values.get('fmt');
  const form = format ? 'formatted' : 'unformatted';
  const to: Transfer = { reading, form, edited: format !== undefined && format.value.k !== 'star' };
  for (const item of s.items) printItem(em, item, to);
}

function setTransferUnit(em: Emitter, x: Specifiers, verb: string): void {
  const unit = x.values.get('unit');
  if (!unit || unit.value.k === 'star') {
    em.line(`IO.unit = ${verb === 'read' ? 5 : 6};`);
    return;
  }
  const value = analyse(em.scope, unit.value);
  if (value.type.base === 'integer') {
    em.line(`IO.unit = ${unitNumber(em, value)};`);
    return;
  }
  if (value.type.base !== 'character')
    throw new FortranError(
      unit.at,
      `A unit is an integer or characters; this is ${describeType(value.type)}.`,
    );
  if (value.rank === 0) {
    const v = isDesignator(value) ? characterPlace(em, value) : chars(em, value);
    em.line(
      `IO.internal = (char *)${v.p}; IO.record_length = ${v.n}; IO.record_count = 1; IO.record_stride = IO.record_length;`,
    );
  } else {
    const d = describe(em, layoutOf(em, value), '0');
    em.line(`f_internal_array(&IO, &${d});`);
  }
}

function setFormat(em: Emitter, x: Specifiers): void {
  const control = x.values.get('fmt');
  if (!control) {
    em.line('IO.form = F_UNFORMATTED;');
    return;
  }
  const { value } = control;
  if (value.k === 'star') {
    em.line('IO.form = F_LIST;');
    return;
  }
  if (value.k === 'int') {
    const text = em.formatLabels.get(Number(value.text));
    if (text === undefined)
      throw new FortranError(control.at, `There is no FORMAT with the label ${value.text}.`);
    const c = stringLiteral(text);
    em.line(`IO.format = ${c.p}; IO.format_length = ${c.n};`);
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

function printItem(em: Emitter, item: Expression, to: Transfer): void {
  if (item.k === 'implied-do') {
    printLoop(em, item, to);
    return;
  }
  const value = analyse(em.scope, item);
  if (to.reading && !isDesignator(value))
    throw new FortranError(item.at, 'READ can store only into variables.');
  if (to.reading) checkDefinable(em.scope, value, item.at);
  transfer(em, value, to);
}

function printLoop(em: Emitter, item: Extract<Expression, { k: 'implied-do' }>, to: Transfer): void {
  const variable = loopVariable(em, item.loop.variable, item.loop.at);
  const c = cType(variable.type);
  const value = (e: Expression): string =>
    em.temporary(c, scalar(em, coerce(analyse(em.scope, e), variable.type, e.at)));
  const first = value(item.loop.first);
  const last = value(item.loop.last);
  const step = item.loop.step ? value(item.loop.step) : '1';
  const name = em.lvalue(variable);
  const test =
    step === '1' ? `${name} <= ${last}` : `(${step} > 0 ? ${name} <= ${last} : ${name} >= ${last})`;
  em.line(`for (${name} = ${first}; ${test}; ${name} += ${step}) {`);
  for (const inner of item.items) printItem(em, inner, to);
  em.line('}');
}

function transfer(em: Emitter, value: Typed, to: Transfer): void {
  const { type } = value;
  if (type.base === 'procedure' || type.base === 'void' || value.k === 'null')
    throw new FortranError(value.at, 'This has no value that could be read or written.');
  if (type.base === 'boz') {
    transfer(em, coerce(value, { base: 'integer', kind: 8 }, value.at), to);
    return;
  }
  if (type.derived && !type.derived.opaque) {
    transferStructure(em, value, to);
    return;
  }
  if (type.base === 'class-star') throw new FortranError(value.at, 'CLASS(*) can not be read or written.');
  if (value.rank > 0) transferArray(em, value);
  else transferScalar(em, value);
}

function transferArray(em: Emitter, value: Typed): void {
  const layout = isDesignator(value) ? layoutOf(em, value) : undefined;
  if (layout?.dims.some((d) => d.index)) {
    loops(
      em,
      layout.dims.map((d) => d.extent),
      (i) => transferScalar(em, layoutValue(layout).at(i)),
    );
    return;
  }
  const array =
    layout ??
    ((): ReturnType<typeof layoutOf> => {
      const v = arrayValue(em, value);
      return v.layout ?? materialiseValue(em, v);
    })();
  const d = describe(em, array, '0');
  em.line(`f_io_array(&IO, ${typeCode(value.type)}, ${value.type.kind}, &${d});`);
}

function transferScalar(em: Emitter, value: Typed): void {
  const { type } = value;
  if (type.base === 'character' || type.base === 'hollerith') {
    const v =
      type.base === 'hollerith' && value.k === 'const'
        ? stringLiteral(String(value.value))
        : chars(em, value);
    em.line(`f_io_item(&IO, F_CHARACTER, 1, (void *)${v.p}, ${v.n});`);
    return;
  }
  const code = type.derived?.opaque ? 'F_INTEGER' : typeCode(type);
  const kind = type.derived?.opaque ? 4 : type.kind;
  const p = isDesignator(value)
    ? `&${lvalue(em, value)}`
    : `&${em.temporary(cType(type), rawOf(em, value).c)}`;
  em.line(`f_io_item(&IO, ${code}, ${kind}, ${p}, ${kind});`);
}

function transferStructure(em: Emitter, value: Typed, to: Transfer): void {
  if (value.rank > 0) {
    const array = arrayValue(em, value);
    const layout = array.layout ?? materialiseValue(em, array);
    loops(
      em,
      layout.dims.map((d) => em.fixed(d.extent)),
      (i) => transferStructure(em, layoutValue(layout).at(i), to),
    );
    return;
  }
  const place: Typed = isDesignator(value)
    ? value
    : { ...rawOf(em, value), lvalue: true, c: em.temporary(cType(value.type), rawOf(em, value).c) };
  const defined = maybeTransferFunction(em, place, to);
  if (defined === undefined) {
    transferComponents(em, place, to);
    return;
  }
  em.line(`if (f_defined_wanted(&IO)) ${defined}(&IO, (void *)&${lvalue(em, place)});`);
  if (!to.edited) return;
  // Edit descriptors other than DT take the components.
  em.line('else {');
  if (hasPointers(value.type)) em.line(`f_defined_refuse(&IO, "${value.type.derived!.name}");`);
  else transferComponents(em, place, to);
  em.line('}');
}

function hasPointers(type: Type): boolean {
  if (type.base === 'class') return true;
  return (type.derived?.components ?? []).some(
    (c) => c.pointer || c.allocatable || c.type.base === 'procedure' || hasPointers(c.type),
  );
}

function transferComponents(em: Emitter, place: Typed, to: Transfer): void {
  if (place.type.base === 'class' && to.form !== 'measured')
    throw new FortranError(
      place.at,
      `A polymorphic value, ${describeType(place.type)}, can only be read or written by a procedure of its type, bound as ${to.reading ? 'READ' : 'WRITE'}(${to.form.toUpperCase()}).`,
    );
  for (const component of place.type.derived!.components) {
    if (component.pointer || component.type.base === 'procedure') {
      throw new FortranError(
        place.at,
        `The component "${component.name}" is a pointer; this value can not be read or written as a whole.`,
      );
    }
    const rank = component.dims?.length ?? 0;
    transfer(em, { k: 'component', at: place.at, type: component.type, rank, base: place, component }, to);
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
    em.line('IO.writing = 1; IO.form = F_MEASURE; f_io_begin(&IO);');
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
