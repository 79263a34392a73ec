// Maps variables of the C from the Fortran front end back to Fortran: their names, bounds and components.
import type { FortranMember, FortranPart, FortranVariable } from '../../fortran/printing/writer/variables.ts';
import type { ProgramVariable, VariablePlace } from './program-variable.ts';
import type { Member, Shape } from './value-shapes.ts';

/** Debug information about a variable of the generated C. */
export interface GeneratedVariable {
  readonly name: string;
  /** '' outside functions. */
  readonly functionName: string;
  readonly shape: Shape | undefined;
  readonly place: VariablePlace;
}

/** The names of the parts of a complex number. */
export const COMPLEX_PARTS = ['re', 'im'] as const;

/**
 * The Fortran variables of a program, in the order of the table. Variables that only the C code needs are in no table.
 */
export function nameFortranVariables(
  generated: readonly GeneratedVariable[],
  table: readonly FortranVariable[],
): ProgramVariable[] {
  const byName = new Map(generated.map((found) => [keyOf(found.functionName, found.name), found]));
  return table.flatMap((variable): ProgramVariable[] => {
    const { name, file, line, procedure, cName, cFunction, refusal } = variable;
    const named = { name, file, line, functionName: procedure, isFortran: true } as const;
    const shape: Shape = { kind: 'number', type: variable.type, sizeBytes: 0 };
    if (refusal !== undefined) return [{ ...named, shape, place: { kind: 'unknown', reason: refusal } }];
    const found = byName.get(keyOf(cFunction, cName)) ?? byName.get(keyOf('', cName));
    // The compiler drops unused variables.
    const located = found && locate(found, variable);
    return located ? [{ ...named, ...located }] : [];
  });
}

function keyOf(functionName: string, name: string): string {
  return `${functionName}:${name}`;
}

function locate(
  { shape: generated, place }: GeneratedVariable,
  variable: FortranVariable,
): { shape: Shape; place: VariablePlace } | undefined {
  const { shared } = variable;
  if (!shared) {
    const shape = generated && maybeNameShape(generated, variable);
    return shape && { shape, place };
  }
  if (place.kind !== 'static') return undefined;
  const number = numberOf(variable.type, shared.sizeBytes);
  const elementBytes = number.kind === 'number' ? shared.sizeBytes : 2 * shared.sizeBytes;
  const shape = spread(number, elementBytes, variable.bounds);
  return { shape, place: { kind: 'static', address: place.address + shared.offset } };
}

/** A number of a type such as `real(8)`; for complex types, its two parts. */
function numberOf(type: string, sizeBytes: number): Shape {
  const shape: Shape = { kind: 'number', type: type.replace('complex', 'real'), sizeBytes };
  if (!type.startsWith('complex')) return shape;
  const members = COMPLEX_PARTS.map((name, i): Member => ({ name, offset: i * sizeBytes, shape }));
  return { kind: 'structure', members };
}

function maybeNameShape(generated: Shape, part: FortranPart): Shape | undefined {
  if (!part.bounds) return maybeNameElement(generated, part);
  if (generated.kind !== 'array') return undefined;
  const element = maybeNameElement(generated.element, part);
  return element && spread(element, generated.strideBytes, part.bounds);
}

function maybeNameElement(generated: Shape, part: FortranPart): Shape | undefined {
  if (generated.kind === 'number') return numberOf(part.type, generated.sizeBytes);
  if (generated.kind !== 'structure') return undefined;
  if (!part.members) {
    const [real] = generated.members;
    return real?.shape.kind === 'number' ? numberOf(part.type, real.shape.sizeBytes) : undefined;
  }
  const members = part.members.flatMap((member) => nameMember(generated.members, member));
  return members.length > 0 ? { kind: 'structure', members } : undefined;
}

function nameMember(generated: readonly Member[], member: FortranMember): Member[] {
  const found = generated.find(({ name }) => name === member.cName);
  const shape = found && maybeNameShape(found.shape, member);
  if (!shape) return [];
  if (member.isParent && shape.kind === 'structure') {
    return shape.members.map((inner) => ({ ...inner, offset: inner.offset + found.offset }));
  }
  return [{ name: member.name, offset: found.offset, shape }];
}

/** An array whose elements lie in sequence, with the first index varying fastest. */
function spread(element: Shape, elementBytes: number, bounds: FortranPart['bounds']): Shape {
  if (!bounds) return element;
  const lengths = bounds.map(([low, high]) => Math.max(0, high - low + 1));
  let shape = element;
  for (let i = bounds.length - 1; i >= 0; i--) {
    const strideBytes = lengths.slice(0, i).reduce((product, length) => product * length, elementBytes);
    const rank = i === 0 ? { rank: bounds.length } : {};
    shape = { kind: 'array', length: lengths[i]!, strideBytes, element: shape, low: bounds[i]![0], ...rank };
  }
  return shape;
}
