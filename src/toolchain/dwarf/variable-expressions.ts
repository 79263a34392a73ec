// Parses variables and their parts as users write them: `x`, `table[3]`, `table[0:3]` (elements 0 to 3), `p.x`,
// `grid[1][0:2].y`; in Fortran `table(1:3)`, `grid(2,:)%y`. No index means all elements; no member means all members.
import { HazeError } from '../../errors/haze-error.ts';
import { dimensionsOf, type Shape } from './value-shapes.ts';
import { nameInExpression } from './variable-name.ts';

/** A number within a variable. */
export interface WatchedElement {
  /** Path after the variable's name, such as `[3].x`; empty for the variable itself. */
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
  | {
      readonly kind: 'index';
      /** First index; undefined for the array's own lower bound. */
      readonly first: number | undefined;
      readonly last: number | undefined;
      /** In Fortran, number of indices in the parentheses that begin with this index. */
      readonly count?: number;
    };

export type Spelling = 'C' | 'Fortran';

/** Maximum number of elements that an expression may select. */
const MAX_ELEMENTS = 10_000;

/**
 * Parses an expression.
 * @throws HazeError `invalid-expression`
 */
export function parseVariableExpression(text: string, spelling: Spelling = 'C'): VariableExpression {
  const trimmed = text.trim();
  const name = nameInExpression(trimmed);
  if (name === undefined) throw invalidExpression(text, 'it does not begin with a name', spelling);
  if (spelling === 'Fortran') return parseFortranExpression(trimmed, name);
  const steps: Step[] = [];
  let rest = trimmed.slice(name.length);
  while (rest !== '') {
    const member = /^\s*\.\s*([A-Za-z_]\w*)/.exec(rest);
    const index = /^\s*\[\s*(\d+)\s*(?::\s*(\d+)\s*)?\]/.exec(rest);
    if (member) steps.push({ kind: 'member', name: member[1]! });
    else if (index) {
      const first = Number(index[1]);
      const last = Number(index[2] ?? index[1]);
      if (last < first) throw invalidExpression(text, `the range ${first}:${last} is empty`, 'C');
      steps.push({ kind: 'index', first, last });
    } else throw invalidExpression(text, `"${rest}" is neither a member nor an index`, 'C');
    rest = rest.slice((member ?? index)![0].length);
  }
  return { name, steps };
}

// Names are case-insensitive.
function parseFortranExpression(text: string, name: string): VariableExpression {
  const steps: Step[] = [];
  let rest = text.slice(name.length);
  while (rest !== '') {
    const member = /^\s*%\s*([A-Za-z]\w*)/.exec(rest);
    const indices = /^\s*\(([^()]*)\)/.exec(rest);
    if (member) steps.push({ kind: 'member', name: member[1]!.toLowerCase() });
    else if (indices) steps.push(...parseSubscripts(text, indices[1]!));
    else throw invalidExpression(text, `"${rest}" is neither a component nor an index`, 'Fortran');
    rest = rest.slice((member ?? indices)![0].length);
  }
  return { name: name.toLowerCase(), steps };
}

function parseSubscripts(text: string, subscripts: string): Step[] {
  const all = subscripts.split(',');
  return all.map((subscript, i): Step => {
    const found = /^([-+]?\d+)?(?:\s*(:)\s*([-+]?\d+)?)?$/.exec(subscript.trim());
    const [, low, colon = '', high] = found ?? [];
    if (!found || (colon === '' && low === undefined))
      throw invalidExpression(text, `"${subscript}" is not an index`, 'Fortran');
    const first = low === undefined ? undefined : Number(low);
    const last = colon === '' ? first : high === undefined ? undefined : Number(high);
    if (first !== undefined && last !== undefined && last < first)
      throw invalidExpression(text, `the range ${subscript.trim()} is empty`, 'Fortran');
    return { kind: 'index', first, last, ...(i === 0 ? { count: all.length } : {}) };
  });
}

const EXAMPLES: Readonly<Record<Spelling, string>> = {
  C: 'x, table[3], table[0:3] or point.x',
  Fortran: 'x, table(3), table(1:3) or point%x',
};

function invalidExpression(text: string, reason: string, spelling: Spelling): HazeError {
  return new HazeError(
    'invalid-expression',
    `"${text}" is not a variable: ${reason}. Write ${EXAMPLES[spelling]}.`,
    { data: { expression: text } },
  );
}

/**
 * Elements that an expression selects.
 * @throws HazeError `invalid-expression` if the variable has no such part, or the expression selects too many
 * elements
 */
export function selectElements(
  text: string,
  shape: Shape,
  steps: readonly Step[],
  spelling: Spelling = 'C',
): WatchedElement[] {
  const refuse = (reason: string) => invalidExpression(text, reason, spelling);
  const dot = spelling === 'C' ? '.' : '%';
  const elements: WatchedElement[] = [];
  const add = (part: Shape, path: string, offset: number, steps: readonly Step[]): void => {
    const [step, ...rest] = steps;
    // In Fortran, a component of an array means that component of all its elements.
    const isOfAll = part.kind === 'array' && spelling === 'Fortran' && step?.kind === 'member';
    if (!isOfAll && (step?.kind === 'member' || (!step && part.kind === 'structure'))) {
      for (const member of findMembers(refuse, dot, part, step?.name))
        add(member.shape, `${path}${dot}${member.name}`, offset + member.offset, rest);
    } else if (step || part.kind === 'array') {
      if (part.kind !== 'array') throw refuse('the part with an index is not an array');
      const { strideBytes, element, low = 0 } = part;
      const { first, last } = boundsOf(refuse, part, step?.kind === 'index' ? step : undefined);
      const left = isOfAll ? [step!, ...rest] : rest;
      for (let i = first; i <= last; i++)
        add(element, pathOfElement(path, part, i, spelling), offset + (i - low) * strideBytes, left);
    } else if (part.kind === 'number') {
      if (part.sizeBytes > 8) throw refuse(`values of type ${part.type} are not recorded`);
      if (elements.length === MAX_ELEMENTS) throw refuse(`it refers to more than ${MAX_ELEMENTS} numbers`);
      elements.push({ path, offset, sizeBytes: part.sizeBytes });
    }
  };
  add(shape, '', 0, steps);
  return elements;
}

type Refuse = (reason: string) => HazeError;
type ArrayShape = Shape & { readonly kind: 'array' };

function boundsOf(
  refuse: Refuse,
  array: ArrayShape,
  step: (Step & { kind: 'index' }) | undefined,
): { first: number; last: number } {
  const { low = 0, length, rank } = array;
  const highest = low + length - 1;
  if (rank !== undefined && step && step.count !== rank) {
    const { bounds } = dimensionsOf(array, rank);
    throw refuse(
      `the array has ${rank === 1 ? 'one dimension' : `${rank} dimensions`}, (${bounds.join(',')})`,
    );
  }
  const { first = low, last = highest } = step ?? {};
  if (first >= low && last <= highest) return { first, last };
  if (low === 0) throw refuse(`the array has ${length} elements, with 0-based indices`);
  throw refuse(`the array's elements are numbered from ${low} to ${highest}`);
}

// Fortran writes all of an array's indices in a single pair of parentheses.
function pathOfElement(path: string, { rank }: ArrayShape, i: number, spelling: Spelling): string {
  if (spelling === 'C') return `${path}[${i}]`;
  return rank === undefined ? `${path.slice(0, -1)},${i})` : `${path}(${i})`;
}

function findMembers(refuse: Refuse, dot: string, part: Shape, name: string | undefined) {
  if (part.kind !== 'structure') throw refuse(`the part with the member ${dot}${name} is not a structure`);
  const members = part.members.filter((member) => name === undefined || member.name === name);
  if (members.length > 0) return members;
  const names = part.members.map((member) => member.name).join(', ');
  throw refuse(`there is no floating-point member ${dot}${name}; its members are ${names}`);
}
