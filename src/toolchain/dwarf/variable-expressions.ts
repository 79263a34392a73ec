// What a person writes to name a variable or a part of it: `x`, `table[3]`, `table[0:3]` (elements 0 to 3), `p.x`,
// `grid[1][0:2].y`. Without an index, all elements; without a member, all members.
import { HazeError } from '../../errors/haze-error.ts';
import type { Shape } from './value-shapes.ts';

/** One number in a variable. */
export interface WatchedElement {
  /** Behind the variable's name, such as `[3].x`; '' for the variable itself. */
  readonly path: string;
  readonly offset: number;
  readonly sizeBytes: number;
}

export interface VariableExpression {
  readonly name: string;
  readonly steps: readonly Step[];
}

type Step =
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'index'; readonly first: number; readonly last: number };

/** Most numbers that one expression may stand for. */
const MAX_ELEMENTS = 10_000;

/**
 * Reads an expression.
 * @throws HazeError `invalid-expression`
 */
export function parseVariableExpression(text: string): VariableExpression {
  const trimmed = text.trim();
  const name = /^[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/.exec(trimmed)?.[0];
  if (name === undefined) throw invalidExpression(text, 'it does not begin with a name');
  const steps: Step[] = [];
  let rest = trimmed.slice(name.length);
  while (rest !== '') {
    const member = /^\s*\.\s*([A-Za-z_]\w*)/.exec(rest);
    const index = /^\s*\[\s*(\d+)\s*(?::\s*(\d+)\s*)?\]/.exec(rest);
    if (member) steps.push({ kind: 'member', name: member[1]! });
    else if (index) {
      const first = Number(index[1]);
      const last = Number(index[2] ?? index[1]);
      if (last < first) throw invalidExpression(text, `the range ${first}:${last} is empty`);
      steps.push({ kind: 'index', first, last });
    } else throw invalidExpression(text, `"${rest}" is neither a member nor an index`);
    rest = rest.slice((member ?? index)![0].length);
  }
  return { name, steps };
}

function invalidExpression(text: string, reason: string): HazeError {
  return new HazeError(
    'invalid-expression',
    `"${text}" names no variable: ${reason}. Write x, table[3], table[0:3] or point.x.`,
    { data: { expression: text } },
  );
}

/**
 * The numbers that an expression stands for.
 * @throws HazeError `invalid-expression` when the variable has no such part, or too many
 */
export function selectElements(text: string, shape: Shape, steps: readonly Step[]): WatchedElement[] {
  const elements: WatchedElement[] = [];
  const add = (part: Shape, path: string, offset: number, left: readonly Step[]): void => {
    const [step, ...rest] = left;
    if (step?.kind === 'member' || (!step && part.kind === 'structure')) {
      for (const member of findMembers(text, part, step?.name))
        add(member.shape, `${path}.${member.name}`, offset + member.offset, rest);
    } else if (step || part.kind === 'array') {
      const { length, strideBytes, element } = requireArray(text, part);
      const { first, last } = step ?? { first: 0, last: length - 1 };
      if (last >= length) throw invalidExpression(text, `the array has ${length} elements, from 0 on`);
      for (let i = first; i <= last; i++) add(element, `${path}[${i}]`, offset + i * strideBytes, rest);
    } else if (part.kind === 'number') {
      if (part.sizeBytes > 8) throw invalidExpression(text, `values of type ${part.type} are not recorded`);
      if (elements.length === MAX_ELEMENTS)
        throw invalidExpression(text, `it stands for more than ${MAX_ELEMENTS} numbers`);
      elements.push({ path, offset, sizeBytes: part.sizeBytes });
    }
  };
  add(shape, '', 0, steps);
  return elements;
}

function requireArray(text: string, part: Shape): Shape & { readonly kind: 'array' } {
  if (part.kind === 'array') return part;
  throw invalidExpression(text, 'what has an index is no array');
}

function findMembers(text: string, part: Shape, name: string | undefined) {
  if (part.kind !== 'structure') throw invalidExpression(text, `what has a member .${name} is no structure`);
  const members = part.members.filter((member) => name === undefined || member.name === name);
  if (members.length > 0) return members;
  const names = part.members.map((member) => member.name).join(', ');
  throw invalidExpression(text, `there is no floating-point member .${name}; there are ${names}`);
}
