// BIND(C) procedures whose arguments are descriptors in C (analysis/calls/c-descriptors.ts). Callers use the
// procedure's C signature. A definition consists of an inner C function, which accepts arguments in Fortran's form, and
// an outer function that C calls. A call goes through a function that converts our descriptors to C descriptors, and
// the results back. Procedure pointers, whose target may be in C, use the same function.

import { crossesToC, crossingOf } from '../../analysis/calls/c-descriptors.ts';
import { passMode } from '../../analysis/calls/pass-mode.ts';
import { cType, extent } from '../../program/c/c-text.ts';
import { constantLength, maybeInteger } from '../../program/constants/constants.ts';
import { dimensionsOf, isAssumedRank, rankOf, typeOf } from '../../program/declarations/resolve.ts';
import type { Procedure, Sym, Type } from '../../program/symbols/semantics.ts';
import type { Emitter } from '../writer/emitter.ts';
import { cSignature, hasHiddenLength, parameterType } from '../writer/signature.ts';
import { releaseOf, typeTable } from '../writer/type-parts.ts';

/** The name of the C function that takes arguments in Fortran's form. */
export function innerName(procedure: Procedure): string {
  return crossesToC(procedure) ? `F_${procedure.cName}` : procedure.cName;
}

/** C code around a call: the statements before it, its arguments, and the statements after it. */
interface Crossed {
  before: string[];
  values: string[];
  after: string[];
}

/**
 * The name of the function through which a procedure is called if C and Fortran pass its arguments differently. The
 * first parameter of this function is the procedure's address. Undefined for all other procedures.
 */
export function maybePassage(em: Emitter, procedure: Procedure): string | undefined {
  if (!crossesToC(procedure)) return undefined;
  const known = em.printer.passages.get(procedure);
  if (known) return known;
  const name = em.printer.fresh('TO_C_');
  em.printer.passages.set(procedure, name);
  const { result, parameters } = cSignature(procedure);
  const { head, crossed } = cross(procedure, giveToC);
  const callee = `((${result}(*)(${parameters.join(', ') || 'void'}))PROCEDURE_)`;
  const title = `static ${result} ${name}(${['fproc PROCEDURE_', ...head].join(', ')})`;
  em.printer.prototype(`passage ${name}`, `${title};`);
  em.printer.functions.push(enclose(title, result, callee, crossed));
  return name;
}

/** Prints the function through which C calls a Fortran procedure whose arguments are descriptors in C. */
export function printDoor(em: Emitter, procedure: Procedure): void {
  if (!crossesToC(procedure)) return;
  // C may pass arrays of any rank.
  if (dummiesOf(procedure).some(isAssumedRank)) em.program.hasLongDescriptors = true;
  const { result, parameters } = cSignature(procedure);
  const { crossed } = cross(procedure, takeFromC);
  const list = parameters.map((type, i) => `${type} ${isDescriptor(procedure, i) ? 'C' : 'A'}${i}`);
  const title = `${result} ${procedure.cName}(${list.join(', ') || 'void'})`;
  em.printer.prototype(`definition ${procedure.cName}`, `${title};`);
  em.printer.functions.push(enclose(title, result, innerName(procedure), crossed));
}

function isDescriptor(procedure: Procedure, i: number): boolean {
  return crossingOf(dummiesOf(procedure)[i]!) !== undefined;
}

function dummiesOf(procedure: Procedure): Sym[] {
  return procedure.dummies.filter((d): d is Sym => d !== undefined);
}

// Prints the function, including its conversions; contiguous copies are in the arena.
function enclose(title: string, result: string, callee: string, crossed: Crossed): string[] {
  const { before, values, after } = crossed;
  const copies = before.some((line) => line.includes('f_contiguous('));
  const call = `${callee}(${values.join(', ')})`;
  return [
    `${title} {`,
    ...(copies ? ['fmark MARK_ = f_mark();'] : []),
    ...before,
    result === 'void' ? `${call};` : `${result} VALUE_ = ${call};`,
    ...after,
    ...(copies ? ['f_release(MARK_);'] : []),
    ...(result === 'void' ? [] : ['return VALUE_;']),
    '}',
  ];
}

type CrossOne = (dummy: Sym, i: number, crossed: Crossed) => { length?: string };

function cross(procedure: Procedure, one: CrossOne): { head: string[]; crossed: Crossed } {
  const crossed: Crossed = { before: [], values: [], after: [] };
  const head: string[] = [];
  const lengths: string[] = [];
  const lengthNames: string[] = [];
  const dummies = dummiesOf(procedure);
  dummies.forEach((dummy, i) => {
    head.push(`${parameterType(dummy)} A${i}`);
    if (hasHiddenLength(procedure, dummy)) lengthNames.push(`int32_t N${i}`);
    if (crossingOf(dummy) === undefined) {
      crossed.values.push(`A${i}`);
      return;
    }
    const { length } = one(dummy, i, crossed);
    if (length !== undefined) lengths.push(length);
  });
  crossed.values.push(...lengths);
  return { head: [...head, ...lengthNames], crossed };
}

// ---- types and attributes -------------------------------------------------------------------------------------------

function typeOfC(type: Type): string {
  const { base, kind, derived } = type;
  if (base === 'derived') {
    if (derived?.opaque === 'c_ptr') return 'CFI_type_cptr';
    if (derived?.opaque === 'c_funptr') return 'CFI_type_cfunptr';
    return derived?.bind ? 'CFI_type_struct' : 'CFI_type_other';
  }
  if (!/^(integer|logical|real|complex|character)$/.test(base)) return 'F_ANY_TYPE';
  return `HAZE_CFI_TYPE(CFI_type_${base[0]!.toUpperCase()}${base.slice(1)}, ${kind})`;
}

const isHeld = (dummy: Sym): boolean => dummy.allocatable || dummy.pointer;

function attributeOf(dummy: Sym): string {
  if (dummy.allocatable) return 'CFI_attribute_allocatable';
  return dummy.pointer ? 'CFI_attribute_pointer' : 'CFI_attribute_other';
}

const needsNoGaps = (dummy: Sym): boolean => dummy.has('contiguous') && !isHeld(dummy);

// ---- to C -----------------------------------------------------------------------------------------------------------

// A is the argument in Fortran's form, and C is the C descriptor.
const giveToC: CrossOne = (dummy, i, crossed) => {
  const a = `A${i}`;
  const c = `C${i}`;
  const type = typeOf(dummy);
  const mode = passMode(dummy);
  const end = `${typeOfC(type)}, ${attributeOf(dummy)}`;
  if (mode === 'any') {
    crossed.values.push(`(${a} ? ${a}->p : (void *)0)`);
    return {};
  }
  if (dummy.allocatable && dummy.intent === 'out') crossed.before.push(emptied(mode, a, type));
  const declare = (value: string): void => {
    crossed.before.push(`fcdesc ${c}_;`, `CFI_cdesc_t *${c} = ${value};`);
  };
  crossed.values.push(c);
  switch (mode) {
    case 'cell':
      // A null pointer of deferred length has no length.
      if (type.length === ':') crossed.before.push(`if (${a} && !${a}->p) ${a}->len = 0;`);
      declare(`${a} ? f_to_c_scalar(&${c}_, ${a}->p, ${a}->len, ${end}) : 0`);
      crossed.after.push(
        `if (${a}) { ${a}->p = ${c}->base_addr; if (${a}->p) ${a}->len = (int32_t)${c}->elem_len; }`,
      );
      break;
    case 'pointer':
      declare(`${a} ? f_to_c_scalar(&${c}_, *${a}, (int32_t)sizeof(${cType(type)}), ${end}) : 0`);
      crossed.after.push(`if (${a}) *${a} = ${c}->base_addr;`);
      break;
    case 'characters':
      declare(`${a} ? f_to_c_scalar(&${c}_, ${a}, N${i}, ${end}) : 0`);
      break;
    case 'array':
      crossed.before.push(...describeCharacters(dummy, i));
      declare(`f_to_c(&${c}_, ${a} ? &D${i} : 0, ${end})`);
      break;
    default:
      giveArray(dummy, i, crossed, declare);
  }
  return {};
};

function emptied(mode: string, a: string, type: Type): string {
  if (mode === 'cell') return `if (${a}) { free(${a}->p); ${a}->p = 0; }`;
  if (mode === 'descriptor') return `if (${a}) f_free_array(${a}, ${releaseOf(type, a)});`;
  const release = releaseOf(type, a);
  const end = release === '0' ? '' : `if (*${a}) (${release})(*${a}); `;
  return `if (${a}) { ${end}free(*${a}); *${a} = 0; }`;
}

function giveArray(dummy: Sym, i: number, crossed: Crossed, declare: (value: string) => void): void {
  const a = `A${i}`;
  const type = typeOf(dummy);
  const end = `${typeOfC(type)}, ${attributeOf(dummy)}`;
  if (!isHeld(dummy)) {
    if (needsNoGaps(dummy)) closeGaps(dummy, i, crossed);
    declare(`f_to_c(&C${i}_, ${needsNoGaps(dummy) ? 'D' : 'A'}${i}, ${end})`);
    return;
  }
  // An unallocated object still has its rank and element size.
  const textLength = constantLength(type) ?? (type.length === ':' ? 0 : undefined);
  const length = type.base === 'character' ? textLength : `(int32_t)sizeof(${cType(type)})`;
  const rank = isAssumedRank(dummy) ? '' : `${a}->rank = ${rankOf(dummy)}; `;
  const size = length === undefined ? '' : `if (!${a}->base) ${a}->elem = ${length}; `;
  crossed.before.push(`if (${a}) { ${rank}${size}}`);
  declare(`f_to_c(&C${i}_, ${a}, ${end})`);
  crossed.after.push(`f_from_c(${a}, C${i}, ${typeTable(type, '')});`);
}

// Makes D point to the array itself, or to a contiguous copy of it in P.
function closeGaps(dummy: Sym, i: number, crossed: Crossed): void {
  const copies = dummy.intent === 'out' ? 0 : 1;
  crossed.before.push(`fdesc P${i}, *D${i} = f_contiguous(&P${i}, A${i}, ${copies});`);
  if (dummy.intent !== 'in') crossed.after.push(`f_contiguous_back(A${i}, D${i});`);
}

function describeCharacters(dummy: Sym, i: number): string[] {
  const dims = dimensionsOf(dummy)!;
  const lines = [
    `fdesc D${i} = {A${i}, N${i}, ${typeTable(typeOf(dummy), '')}, ${dims.length}};`,
    `int32_t S${i} = N${i};`,
  ];
  dims.forEach((dim, k) => {
    const n = dim.high ? extent(String(maybeInteger(dim.low)), String(maybeInteger(dim.high))) : '-1';
    lines.push(`D${i}.dim[${k}] = (fbounds){1, ${n}, S${i}}; S${i} *= ${n};`);
  });
  return lines;
}

// ---- from C ---------------------------------------------------------------------------------------------------------

const takeFromC: CrossOne = (dummy, i, crossed) => {
  const c = `C${i}`;
  const type = typeOf(dummy);
  const mode = passMode(dummy);
  switch (mode) {
    case 'any':
      crossed.before.push(`fclass A${i} = {${c}, 0, ${typeTable(type, '')}};`);
      crossed.values.push(`(${c} ? &A${i} : 0)`);
      return {};
    case 'cell': {
      const kept = `if (A${i}.p) ${c}->elem_len = (size_t)A${i}.len;`;
      crossed.before.push(
        `fstr A${i} = {0}; if (${c}) A${i} = (fstr){${c}->base_addr, (int32_t)${c}->elem_len};`,
      );
      crossed.values.push(`(${c} ? &A${i} : 0)`);
      crossed.after.push(`if (${c}) { ${c}->base_addr = A${i}.p; ${kept} }`);
      return {};
    }
    case 'pointer':
      crossed.before.push(`${cType(type)} *A${i} = ${c} ? ${c}->base_addr : 0;`);
      crossed.values.push(`(${c} ? &A${i} : 0)`);
      crossed.after.push(`if (${c}) ${c}->base_addr = A${i};`);
      return {};
    case 'characters':
      crossed.values.push(`(char *)(${c} ? ${c}->base_addr : 0)`);
      return { length: `(${c} ? (int32_t)${c}->elem_len : 0)` };
    default:
      crossed.before.push(`fdesc Q${i}, *A${i} = f_from_c(&Q${i}, ${c}, ${typeTable(type, '')});`);
      if (mode === 'array' || needsNoGaps(dummy)) closeGaps(dummy, i, crossed);
      if (mode === 'array') {
        crossed.values.push(`(char *)(D${i} ? D${i}->base : 0)`);
        return { length: `(${c} ? (int32_t)${c}->elem_len : 0)` };
      }
      crossed.values.push(`${needsNoGaps(dummy) ? 'D' : 'A'}${i}`);
      if (isHeld(dummy)) crossed.after.push(`f_back_to_c(${c}, A${i});`);
      return {};
  }
};
