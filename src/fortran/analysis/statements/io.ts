// Input and output statements: their specifiers, the location of the records, the format and the items.

import { assumedSizeFault } from '../../intrinsics/checks/intrinsic.ts';
import { describeType } from '../../program/constants/constants.ts';
import { coerce } from '../../program/constants/conversions.ts';
import { checkDefinable } from '../../program/symbols/definable.ts';
import { isDesignator } from '../../program/symbols/designator.ts';
import { lookup } from '../../program/symbols/names.ts';
import type { Scope, Typed } from '../../program/symbols/semantics.ts';
import type {
  IoBranches,
  IoFormat,
  IoItem,
  IoPlace,
  Transfer,
  TypedIo,
  TypedNamelist,
} from '../../program/walking/typed-io.ts';
import { refuse, throwFault } from '../../source/diagnostics.ts';
import { maybeFormatFault } from '../../syntax/checks/check-format.ts';
import type { Control, Expression } from '../../syntax/tree/syntax-tree.ts';
import { hasVectorSubscript } from '../calls/call-rules.ts';
import { requireScalar } from '../checks/require-scalar.ts';
import { requireDefaultCharacters } from '../checks/wide.ts';
import { analyse, analyseName } from '../expressions/expression.ts';
import { analyseCounter, analyseRange } from './control.ts';
import { checkFormatValue, checkSpecifiers } from './io-rules.ts';
import { collectSpecifiers, type IoStatement, kindOfSpecifier } from './io-specifiers.ts';
import type { Place } from './statement-place.ts';
import { checkNamelistEntry, checkTransferred } from './transfer.ts';

type Values = ReadonlyMap<string, Control>;

/** Specifiers that are checked separately. */
const SPECIAL = new Set(['unit', 'fmt', 'nml', 'err', 'end', 'eor', 'readonly']);

export function analyseIo(place: Place, s: IoStatement): TypedIo {
  const { scope } = place;
  const values = collectSpecifiers(s, scope.program.options.dec);
  checkSpecifiers(scope, s, values);
  const common = { k: 'io', at: s.at, verb: s.verb, branches: branchesOf(values) } as const;
  if (s.verb === 'read' || s.verb === 'write' || s.verb === 'print') {
    const unit = transferPlace(scope, values);
    const specifiers = analyseSpecifiers(scope, s, values);
    const namelist = maybeNamelist(scope, s, values.get('nml') ?? values.get('fmt'));
    const control = values.get('fmt');
    const format: IoFormat =
      namelist || !control ? { k: 'none' } : analyseFormat(place, control, s.verb === 'read');
    const transfer: Transfer = {
      reading: s.verb === 'read',
      form: control ? 'formatted' : 'unformatted',
      edited: control !== undefined && control.value.k !== 'star',
    };
    const items = namelist ? [] : s.items.map((item) => analyseItem(scope, item, transfer));
    return { ...common, specifiers, unit, format, namelist, transfer, items, readonly: false };
  }
  const transfer: Transfer = { reading: false, form: 'measured', edited: false };
  return {
    ...common,
    unit: values.has('newunit') ? { k: 'default' } : unitOf(scope, s, values),
    specifiers: analyseSpecifiers(scope, s, values),
    format: { k: 'none' },
    namelist: undefined,
    transfer,
    items: values.has('iolength') ? s.items.map((item) => analyseItem(scope, item, transfer)) : [],
    readonly: values.has('readonly'),
  };
}

function branchesOf(values: Values): IoBranches {
  const label = (keyword: string): number | undefined => {
    const control = values.get(keyword);
    if (!control) return undefined;
    if (control.value.k !== 'int') refuse(control.at, 'Expected a statement label.');
    return Number(control.value.text);
  };
  return { end: label('end'), eor: label('eor'), err: label('err') };
}

function analyseSpecifiers(scope: Scope, s: IoStatement, values: Values): Map<string, Typed> {
  const analysed = new Map<string, Typed>();
  for (const [keyword, control] of values) {
    if (SPECIAL.has(keyword)) continue;
    const value = analyse(scope, control.value);
    const kind = kindOfSpecifier(s.verb, keyword);
    if (kind === 'text') throwFault(control.at, textFault(keyword, control, value));
    if (kind === 'number' && value.type.base !== 'integer')
      refuse(control.at, `${keyword.toUpperCase()}= needs an integer; this is ${describeType(value.type)}.`);
    analysed.set(keyword, kind === 'number' ? requireScalar(value) : value);
  }
  return analysed;
}

function textFault(keyword: string, control: Control, value: Typed): string | undefined {
  requireDefaultCharacters(value, control.at, `${keyword.toUpperCase()}=`);
  if (value.type.base !== 'character')
    return `${keyword.toUpperCase()}= needs a character value; this is ${describeType(value.type)}.`;
  // Extension: an array variable can be the name of a file.
  if (value.rank > 0 && !(keyword === 'file' && isDesignator(value)))
    return `${keyword.toUpperCase()}= needs a scalar; this is an array.`;
  return undefined;
}

function transferPlace(scope: Scope, values: Values): IoPlace {
  const unit = values.get('unit');
  if (!unit || unit.value.k === 'star') return { k: 'default' };
  const value = analyse(scope, unit.value);
  if (value.type.base === 'integer') return { k: 'unit', value: requireScalar(value) };
  if (value.type.base !== 'character')
    refuse(unit.at, `A unit must be an integer or a character value; this is ${describeType(value.type)}.`);
  if (hasVectorSubscript(value))
    refuse(unit.at, 'An internal file cannot be an array section with a vector subscript.');
  return { k: 'internal', value };
}

function unitOf(scope: Scope, s: IoStatement, values: Values): IoPlace {
  if (s.verb === 'inquire' && (values.has('iolength') || values.has('file'))) return { k: 'default' };
  const unit = values.get('unit');
  if (!unit && !values.has('file')) refuse(s.at, 'The statement needs a unit.');
  if (!unit || unit.value.k === 'star') return { k: 'default' };
  const value = analyse(scope, unit.value);
  if (value.type.base !== 'integer')
    refuse(unit.at, `A unit must be an integer; this is ${describeType(value.type)}.`);
  return { k: 'unit', value: requireScalar(value) };
}

function analyseFormat(
  { scope, formats, assignedLabels }: Place,
  control: Control,
  reading: boolean,
): IoFormat {
  const { value } = control;
  if (value.k === 'star') return { k: 'list' };
  if (value.k === 'int') {
    const text =
      formats.get(Number(value.text)) ??
      refuse(control.at, `There is no FORMAT with the label ${value.text}.`);
    return { k: 'constant', text };
  }
  const format = analyse(scope, value);
  requireDefaultCharacters(format, control.at, 'A format');
  if (format.k === 'const' && format.type.base === 'character') {
    const text = String(format.value);
    const { decFormats: widthsOfTypes, legacyFiles: missingPeriods, standard } = scope.program.options;
    const isBefore2018 = /^f(95|2003|2008|2008ts)$/.test(standard);
    const isOld = standard === 'f95';
    const fault = maybeFormatFault(text, { widthsOfTypes, missingPeriods, reading, isOld, isBefore2018 });
    if (fault) refuse(value.k === 'string' ? control.value.at + 1 + fault.offset : control.at, fault.message);
    return { k: 'constant', text };
  }
  checkFormatValue(format, control);
  const isArray = format.rank > 0 && !format.type.derived && format.type.base !== 'procedure';
  // A format stored in a numeric array is read from the given element to the end of the array.
  const isRest = format.k === 'element' && !format.type.derived;
  if (format.type.base === 'character' || isArray || isRest) return { k: 'value', value: format };
  if (format.type.base !== 'integer')
    refuse(
      control.at,
      `A format must be a character value or a label; this is ${describeType(format.type)}.`,
    );
  // ASSIGN has stored the label of a FORMAT in the variable.
  const assigned = [...formats].filter(([label]) => assignedLabels.has(label));
  if (assigned.length === 0)
    refuse(control.at, 'This integer is not a format: no ASSIGN statement stores the label of a FORMAT.');
  return { k: 'assigned', value: format, formats: assigned };
}

// The group that a control of READ or WRITE names, if any.
function maybeNamelist(
  scope: Scope,
  s: IoStatement,
  control: Control | undefined,
): TypedNamelist | undefined {
  if (control?.value.k !== 'ref' || control.value.parts.length !== 1) return undefined;
  const group = lookup(scope, control.value.parts[0]!.name);
  if (group?.meaning.k !== 'namelist') return undefined;
  const transfer: Transfer = { reading: s.verb === 'read', form: 'formatted', edited: false };
  // A group declared in a module refers to the module's variables, even if their names are hidden here.
  const home = group.scope.k === 'module' ? group.scope : scope;
  const { at } = s;
  const members = group.meaning.members.map((name) => {
    const value = analyseName(home, name, at);
    checkNamelistEntry(scope, name, value, transfer);
    return { name, value };
  });
  return { name: group.name, members };
}

function analyseItem(scope: Scope, item: Expression, to: Transfer): IoItem {
  if (item.k === 'implied-do') {
    const variable = analyseCounter(scope, item.loop);
    const range = analyseRange(scope, item.loop, variable);
    return { k: 'loop', variable, ...range, items: item.items.map((inner) => analyseItem(scope, inner, to)) };
  }
  const value = analyse(scope, item);
  if (to.reading && !isDesignator(value)) refuse(item.at, 'READ can store values only in variables.');
  if (to.reading) checkDefinable(scope, value, item.at);
  throwFault(value.at, assumedSizeFault(value));
  const settled = value.type.base === 'boz' ? coerce(value, { base: 'integer', kind: 8 }, value.at) : value;
  checkTransferred(scope, settled, to);
  return { k: 'value', value: settled };
}
