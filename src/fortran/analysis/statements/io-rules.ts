// Rules for the specifiers of input and output statements: which variables may be defined, and which values may be
// combined.

import { constantShapeOf } from '../../intrinsics/folding/constant-shape.ts';
import { maybeInteger } from '../../program/constants/constants.ts';
import { shapeKindOf } from '../../program/declarations/resolve.ts';
import { refuseLater } from '../../program/symbols/check-standard.ts';
import { definitionFault } from '../../program/symbols/definable.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import { lookup } from '../../program/symbols/names.ts';
import type { MaybeTyped, Scope, Sym, Typed } from '../../program/symbols/semantics.ts';
import { refuse } from '../../source/diagnostics.ts';
import type { Control, Statement } from '../../syntax/tree/syntax-tree.ts';
import { requireDefaultCharacters } from '../checks/wide.ts';
import { analyse } from '../expressions/expression.ts';
import { INQUIRIES, wordsOf } from './io-specifiers.ts';

type IoStatement = Extract<Statement, { k: 'io' }>;
type Values = ReadonlyMap<string, Control>;

/** Specifiers that store a value, in any statement. */
const STORED = ['iostat', 'size', 'newunit', 'iolength', 'iomsg'];
/** Types of the variables that receive INQUIRE results. */
const ANSWERS = { logical: 'logical', integer: 'integer', text: 'character' } as const;
const TRANSFERS = new Set(['read', 'write', 'print']);

/** Throws if specifiers are invalid; `values` are the statement's values by keyword. */
export function checkSpecifiers(scope: Scope, s: IoStatement, values: Values): void {
  const stored = s.verb === 'inquire' ? [...STORED, ...INQUIRIES.keys()] : STORED;
  for (const keyword of stored) {
    const control = values.get(keyword);
    if (control) checkStored(scope, s, keyword, control);
  }
  checkUnit(scope, s, values);
  for (const [keyword, control] of values) {
    const words = s.verb === 'inquire' ? undefined : wordsOf(s.verb, keyword);
    const text = words && constantText(scope, control);
    // The program itself handles the error at run time.
    if (values.has('err') || values.has('iostat')) break;
    if (words && text !== undefined && !words.includes(text))
      fail(control, `${keyword.toUpperCase()}= is ${listWords(words)}, not "${text}".`);
  }
  if (s.verb === 'open' && !values.has('err') && !values.has('iostat')) checkOpen(scope, values);
  if (TRANSFERS.has(s.verb)) checkTransfer(scope, s, values);
}

function listWords(words: readonly string[]): string {
  const capitals = words.map((word) => word.toUpperCase());
  return `${capitals.slice(0, -1).join(', ')} or ${capitals.at(-1)}`;
}

/** Specifiers that apply to formatted connections and transfers. */
const OF_FORMATS = ['blank', 'decimal', 'delim', 'pad', 'round', 'sign'] as const;

// Rejects combinations of OPEN values where the values are constant (Fortran 2018, 12.5.6).
function checkOpen(scope: Scope, values: Values): void {
  const text = (keyword: string): string | undefined => constantText(scope, values.get(keyword));
  const refuse = (keyword: string, why: string): void => {
    const control = values.get(keyword);
    if (control) fail(control, `${keyword.toUpperCase()}= ${why}.`);
  };
  if (values.has('newunit')) refuse('unit', 'and NEWUNIT= are mutually exclusive');
  const length = values.get('recl') && maybeInteger(analyse(scope, values.get('recl')!.value));
  if (length !== undefined && length <= 0) refuse('recl', 'must be positive');
  const access = text('access');
  if (access === 'stream') refuse('recl', 'is not allowed for files with ACCESS="STREAM"');
  if (access === 'direct') refuse('position', 'is not allowed for files with ACCESS="DIRECT"');
  const status = text('status');
  if (status === 'scratch') refuse('file', 'is not allowed for files with STATUS="SCRATCH"');
  if ((status === 'new' || status === 'replace') && !values.has('file')) refuse('status', 'needs FILE=');
  if (text('form') === 'unformatted')
    for (const keyword of OF_FORMATS) refuse(keyword, 'is not allowed for files with FORM="UNFORMATTED"');
}

function fail(control: Control, message: string): never {
  refuse(control.at, message);
}

function checkStored(scope: Scope, s: IoStatement, keyword: string, control: Control): void {
  if (keyword === 'size' && s.verb === 'open') return;
  const name = `${keyword.toUpperCase()}=`;
  const value = analyse(scope, control.value);
  const isText = keyword === 'iomsg';
  requireDefaultCharacters(value, control.at, name);
  if (isText && value.type.base !== 'character') fail(control, `${name} needs a character variable.`);
  if (!isText && STORED.includes(keyword) && value.type.base !== 'integer')
    fail(control, `${name} needs an integer variable.`);
  const answer = s.verb === 'inquire' ? INQUIRIES.get(keyword) : undefined;
  if (answer && value.type.base !== ANSWERS[answer])
    fail(control, `${name} needs ${answer === 'integer' ? 'an' : 'a'} ${ANSWERS[answer]} variable.`);
  if (value.rank !== 0) fail(control, `${name} needs a scalar.`);
  const { integer, logical } = scope.kinds;
  if (value.type.base === 'integer' && value.type.kind !== integer.kind)
    refuseLater(scope, 2003, `an integer that is not of the default kind in ${name}`, control.at);
  if (value.type.base === 'logical' && value.type.kind !== logical.kind)
    refuseLater(scope, 2008, `a LOGICAL that is not of the default kind in ${name}`, control.at);
  const fault = definitionFault(scope, value);
  if (fault) fail(control, `${name} stores a value: ${fault}`);
}

function checkUnit(scope: Scope, s: IoStatement, values: Values): void {
  const unit = values.get('unit');
  const isAsked = unit && unit.value.k !== 'star' && s.verb === 'inquire';
  const number = isAsked ? maybeInteger(analyse(scope, unit.value)) : undefined;
  if (number === -1 || number === -2) fail(unit!, `Invalid unit number ${number}.`);
  if (s.verb === 'inquire' && unit && values.has('file'))
    fail(unit, 'INQUIRE needs a unit or FILE=, not both.');
  if (s.verb === 'inquire' && values.has('iolength') && values.size > 1)
    fail(values.get('iolength')!, 'IOLENGTH= cannot be combined with other specifiers.');
  if (s.verb === 'inquire' && values.has('id') && !values.has('pending'))
    fail(values.get('id')!, 'ID= needs PENDING=.');
  const newunit = values.get('newunit');
  if (s.verb === 'open' && !unit && !newunit) refuse(s.at, 'OPEN needs a unit or NEWUNIT=.');
  const status = values.get('status');
  if (newunit && !values.has('file') && status?.value.k !== 'ref') {
    const text = status?.value.k === 'string' ? status.value.text.trim().toLowerCase() : '';
    if (text !== 'scratch') fail(newunit, 'NEWUNIT= needs FILE= or STATUS="SCRATCH".');
  }
}

function checkTransfer(scope: Scope, s: IoStatement, values: Values): void {
  const unit = values.get('unit');
  if (s.verb === 'write' && !unit) refuse(s.at, 'WRITE needs a unit.');
  const place = unit && unit.value.k !== 'star' ? analyse(scope, unit.value) : undefined;
  const isInternal = place?.type.base === 'character';
  const pos = values.get('pos');
  const rec = values.get('rec');
  if (pos && rec) fail(pos, 'POS= and REC= are mutually exclusive.');
  const format = values.get('fmt');
  const isListed = format?.value.k === 'star' || groupOf(scope, values)?.k === 'namelist';
  if (rec && isListed) fail(rec, 'REC= cannot be combined with the format "*" or a namelist.');
  if (format && values.has('nml')) fail(format, 'A format and NML= are mutually exclusive.');
  if (s.verb === 'write' && unit?.value.k === 'star' && !format && !values.has('nml'))
    fail(unit, 'The unit "*" needs a format.');
  if (!format && !values.has('nml'))
    for (const keyword of OF_FORMATS)
      if (values.has(keyword)) fail(values.get(keyword)!, `${keyword.toUpperCase()}= needs a format.`);
  const delimiter = values.get('delim');
  if (delimiter && !isListed) fail(delimiter, 'DELIM= needs the format "*" or a namelist.');
  const advance = values.get('advance');
  if (advance && rec) fail(advance, 'ADVANCE= and REC= are mutually exclusive.');
  if (advance && (isListed || !format)) fail(advance, 'ADVANCE= needs a format.');
  const size = values.get('size');
  if (size && !advance) fail(size, 'SIZE= needs ADVANCE="NO".');
  if (advance && isInternal) fail(advance, 'An internal file cannot have ADVANCE=.');
  if (place && isInternal && !isDesignator(place))
    fail(unit!, 'An internal file must be a variable, but this unit is a value.');
  for (const control of [pos, rec])
    if (control && isInternal) fail(control, 'An internal file cannot have POS= or REC=.');
  if (isInternal && !values.has('fmt') && !values.has('nml'))
    fail(unit!, 'Unformatted input and output need a file, but this unit is a character value.');
  for (const keyword of ['end', 'eor']) {
    const branch = values.get(keyword);
    if (branch && s.verb === 'write') fail(branch, `${keyword.toUpperCase()}= is not allowed in WRITE.`);
  }
  checkWords(scope, values);
  checkGroup(scope, s, values);
}

// Checks the constant values of specifiers at compile time.
function checkWords(scope: Scope, values: Values): void {
  const control = values.get('asynchronous');
  const value = control && analyse(scope, control.value);
  if (control && value && (value.k !== 'const' || value.type.base !== 'character'))
    fail(control, 'ASYNCHRONOUS= must be a constant in a data transfer.');
  const id = values.get('id');
  if (id && constantText(scope, control) !== 'yes') fail(id, 'ID= needs ASYNCHRONOUS="YES".');
}

function constantText(scope: Scope, control: Control | undefined): string | undefined {
  const value: MaybeTyped = control && analyse(scope, control.value);
  const isText = value?.k === 'const' && typeof value.value === 'string';
  return isText ? String(value.value).trim().toLowerCase() : undefined;
}

// The NAMELIST group given by NML= or in place of the format.
function groupOf(scope: Scope, values: Values): Sym | undefined {
  const value = (values.get('nml') ?? values.get('fmt'))?.value;
  return value?.k === 'ref' && value.parts.length === 1 ? lookup(scope, value.parts[0]!.name) : undefined;
}

// Reading a group stores values in all its variables.
function checkGroup(scope: Scope, s: IoStatement, values: Values): void {
  const control = values.get('nml') ?? values.get('fmt');
  const group = groupOf(scope, values);
  const named = values.get('nml');
  if (named && group?.k !== 'namelist') fail(named, 'NML= needs the name of a namelist.');
  if (group?.k === 'namelist' && s.items.length > 0)
    fail(control!, 'A namelist READ or WRITE cannot have an item list.');
  if (s.verb === 'print' && control && group?.k === 'namelist')
    refuseLater(scope, 'GNU', 'PRINT of a namelist', control.at);
  if (s.verb !== 'read' || !control || group?.meaning.k !== 'namelist') return;
  for (const name of group.meaning.members) {
    const symbol = lookup(group.scope, name);
    if (symbol?.intent === 'in')
      fail(control, `"${name}" of the namelist "${group.name}" has INTENT(IN): READ cannot assign to it.`);
  }
}

// True if an array is contiguous and its size is known.
function isHeldWhole(e: Typed): boolean {
  return e.k === 'variable' && !e.sym.pointer && (e.sym.allocatable || shapeKindOf(e.sym) === 'explicit');
}

/** Throws if a format is numeric, unless it is a variable that contains the label of a FORMAT statement. */
export function checkFormatValue(value: Typed, control: Control): void {
  if (value.type.base === 'integer' && value.rank === 0 && !isDesignator(value))
    fail(
      control,
      'A format must be a character value, a label, or an integer variable assigned a label by ASSIGN.',
    );
  if (value.k === 'element' && value.type.base !== 'character' && !isHeldWhole(value.base))
    fail(control, 'A format that starts at an array element needs an allocatable or explicit-shape array.');
  if (value.rank > 0 && constantShapeOf(value)?.includes(0))
    fail(control, 'A format cannot be an empty array.');
}
