// Floating-point parts of a variable's type: numbers, arrays, structures.
import { ATTRIBUTE, type DebugInformation, type Entry, TAG } from './entries.ts';

export type Shape =
  | { readonly kind: 'number'; readonly type: string; readonly sizeBytes: number }
  | {
      readonly kind: 'array';
      readonly length: number;
      readonly strideBytes: number;
      readonly element: Shape;
      /** Index of the first element, if not 0. */
      readonly low?: number;
      /** Number of dimensions of a Fortran array. Each dimension is an array within the previous dimension. */
      readonly rank?: number;
    }
  | { readonly kind: 'structure'; readonly members: readonly Member[] };

export interface Member {
  readonly name: string;
  readonly offset: number;
  readonly shape: Shape;
}

const FLOATING_POINT = 0x04;
const COMPLEX_FLOATING_POINT = 0x03;

/** The shape of a type; undefined if it contains no floating-point number. Pointers are not followed. */
export function maybeShapeOf(information: DebugInformation, type: Entry | undefined): Shape | undefined {
  switch (type?.tag) {
    case TAG.baseType:
      return maybeNumber(type) ?? maybeComplex(information, type);
    case TAG.typedef:
    case TAG.constType:
    case TAG.volatileType:
    case TAG.restrictType:
    case TAG.atomicType:
      return maybeShapeOf(information, typeOf(information, type));
    case TAG.arrayType:
      return maybeArray(information, type);
    case TAG.structureType:
    case TAG.classType:
      return maybeStructure(information, type);
    default:
      return undefined;
  }
}

/** The entry to which an entry's type attribute refers. */
export function typeOf(information: DebugInformation, entry: Entry): Entry | undefined {
  const reference = entry.attributes.get(ATTRIBUTE.type);
  return typeof reference === 'number' ? information.byOffset.get(reference) : undefined;
}

/** Type in source notation: `double`, `float[3]`, `real(8), dimension(0:2)`. */
export function describeShape(shape: Shape): string {
  if (shape.kind === 'number') return shape.type;
  if (shape.kind === 'structure') return 'structure';
  if (shape.rank !== undefined) {
    const { element, bounds } = dimensionsOf(shape, shape.rank);
    return `${describeShape(element)}, dimension(${bounds.join(',')})`;
  }
  const lengths: number[] = [];
  let element: Shape = shape;
  for (; element.kind === 'array'; element = element.element) lengths.push(element.length);
  return `${describeShape(element)}${lengths.map((length) => `[${length}]`).join('')}`;
}

/** Bounds of a Fortran array in source notation, `0:2`, and the shape of its elements. */
export function dimensionsOf(array: Shape, rank: number): { bounds: string[]; element: Shape } {
  const bounds: string[] = [];
  let element = array;
  for (let i = 0; i < rank && element.kind === 'array'; i++, element = element.element) {
    bounds.push(`${element.low ?? 0}:${(element.low ?? 0) + element.length - 1}`);
  }
  return { bounds, element };
}

function maybeNumber(type: Entry): Shape | undefined {
  if (type.attributes.get(ATTRIBUTE.encoding) !== FLOATING_POINT) return undefined;
  const sizeBytes = Number(type.attributes.get(ATTRIBUTE.byteSize));
  return { kind: 'number', type: String(type.attributes.get(ATTRIBUTE.name)), sizeBytes };
}

function maybeComplex({ complexParts }: DebugInformation, type: Entry): Shape | undefined {
  if (!complexParts || type.attributes.get(ATTRIBUTE.encoding) !== COMPLEX_FLOATING_POINT) return undefined;
  const sizeBytes = Number(type.attributes.get(ATTRIBUTE.byteSize)) / 2;
  const shape: Shape = { kind: 'number', type: String(type.attributes.get(ATTRIBUTE.name)), sizeBytes };
  return {
    kind: 'structure',
    members: complexParts.map((name, i) => ({ name, offset: i * sizeBytes, shape })),
  };
}

function maybeArray(information: DebugInformation, type: Entry): Shape | undefined {
  const element = maybeShapeOf(information, typeOf(information, type));
  if (!element) return undefined;
  const lengths = type.children.filter(({ tag }) => tag === TAG.subrange).map(lengthOf);
  let shape: Shape = element;
  for (const length of lengths.reverse()) {
    if (length === undefined) return undefined;
    shape = { kind: 'array', length, strideBytes: sizeOf(shape, information, type), element: shape };
  }
  return shape;
}

function lengthOf({ attributes }: Entry): number | undefined {
  const count = attributes.get(ATTRIBUTE.count);
  if (typeof count === 'number') return count;
  const last = attributes.get(ATTRIBUTE.upperBound);
  return typeof last === 'number' ? last + 1 : undefined;
}

function sizeOf(shape: Shape, information: DebugInformation, array: Entry): number {
  if (shape.kind === 'array') return shape.length * shape.strideBytes;
  if (shape.kind === 'number') return shape.sizeBytes;
  return sizeOfType(information, typeOf(information, array));
}

function sizeOfType(information: DebugInformation, type: Entry | undefined): number {
  const size = type?.attributes.get(ATTRIBUTE.byteSize);
  if (typeof size === 'number') return size;
  return type ? sizeOfType(information, typeOf(information, type)) : 0;
}

function maybeStructure(information: DebugInformation, type: Entry): Shape | undefined {
  const members = type.children.flatMap((child): Member[] => {
    const isMember = child.tag === TAG.member || child.tag === TAG.inheritance;
    const offset = child.attributes.get(ATTRIBUTE.memberLocation);
    if (!isMember || typeof offset !== 'number') return [];
    const shape = maybeShapeOf(information, typeOf(information, child));
    if (!shape) return [];
    // Members of a base class are members of the structure itself.
    if (child.tag === TAG.inheritance && shape.kind === 'structure') {
      return shape.members.map((member) => ({ ...member, offset: member.offset + offset }));
    }
    return [{ name: String(child.attributes.get(ATTRIBUTE.name) ?? ''), offset, shape }];
  });
  return members.length > 0 ? { kind: 'structure', members } : undefined;
}
