// From what a person asks to watch to places in memory; and the list of what can be asked for.
import { HazeError } from '../../errors/haze-error.ts';
import type { ProgramVariable, VariablePlace } from './program-variables.ts';
import { describeShape, type Shape } from './value-shapes.ts';
import { parseVariableExpression, selectElements, type WatchedElement } from './variable-expressions.ts';

/** A variable to watch, by the place of its declaration. */
export interface WatchWish {
  readonly File: string;
  readonly LineNumber: number;
  readonly Expression: string;
}

export interface WatchedVariable extends WatchWish {
  /** Where it lies; several for a function that was compiled several times. */
  readonly places: readonly VariablePlace[];
  readonly elements: readonly WatchedElement[];
}

/** A variable as the REST interface lists it; `Name` can be watched as it stands. */
export interface ListedVariable {
  readonly Object: 'Variable';
  readonly Name: string;
  readonly Type: string;
  readonly File: string;
  readonly Line: number;
  readonly Function: string;
}

/** Every floating-point variable; of structures, their members. */
export function describeVariables(variables: readonly ProgramVariable[]): ListedVariable[] {
  const all = variables.flatMap(({ name, file, line, functionName, shape }) =>
    listParts(name, shape).map(
      (part): ListedVariable => ({
        Object: 'Variable',
        ...part,
        File: file,
        Line: line,
        Function: functionName,
      }),
    ),
  );
  const keys = new Set<string>();
  // Templates are compiled once for each of their uses.
  return all
    .filter((variable) => {
      const key = JSON.stringify(variable);
      return !keys.has(key) && keys.add(key);
    })
    .sort((a, b) => (a.File === b.File ? a.Line - b.Line : a.File < b.File ? -1 : 1));
}

function listParts(name: string, shape: Shape): { Name: string; Type: string }[] {
  if (shape.kind === 'structure') {
    return shape.members.flatMap((member) => listParts(`${name}.${member.name}`, member.shape));
  }
  if (shape.kind === 'array' && innermost(shape).kind === 'structure') {
    return listParts(`${name}[0:${shape.length - 1}]`, shape.element);
  }
  return [{ Name: name, Type: describeShape(shape) }];
}

function innermost(shape: Shape): Shape {
  return shape.kind === 'array' ? innermost(shape.element) : shape;
}

/**
 * Finds what is to be watched.
 * @throws HazeError `unknown-variable` naming the variables that there are, `invalid-expression`
 */
export function findWatched(
  variables: readonly ProgramVariable[],
  wishes: readonly WatchWish[],
): WatchedVariable[] {
  return wishes.flatMap((wish) => {
    const { name, steps } = parseVariableExpression(wish.Expression);
    const inFile = variables.filter(({ file }) => isSameFile(file, wish.File));
    const onLine = inFile.filter(({ line }) => line === wish.LineNumber);
    const found = onLine.filter((variable) => variable.name === name);
    if (found.length === 0) throw unknownVariable(wish, name, inFile, variables);
    return groupByShape(found).map((alike) => ({
      ...wish,
      places: alike.map(({ place }) => place),
      elements: selectElements(wish.Expression, alike[0]!.shape, steps),
    }));
  });
}

// A template may be compiled for several types.
function groupByShape(variables: readonly ProgramVariable[]): ProgramVariable[][] {
  const groups = new Map<string, ProgramVariable[]>();
  for (const variable of variables) {
    const key = JSON.stringify(variable.shape);
    groups.set(key, [...(groups.get(key) ?? []), variable]);
  }
  return [...groups.values()];
}

// The documented samples name files from the root of the repository, and bare.
function isSameFile(file: string, wanted: string): boolean {
  const path = wanted.replace(/^(\.?\/)+/, '');
  return file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`);
}

const MOST_NAMED = 12;

function unknownVariable(
  wish: WatchWish,
  name: string,
  inFile: readonly ProgramVariable[],
  all: readonly ProgramVariable[],
): HazeError {
  const place = `${wish.File}:${wish.LineNumber}`;
  const onLine = inFile.filter(({ line }) => line === wish.LineNumber);
  const sameName = inFile.filter((variable) => variable.name === name);
  const [what, candidates] =
    onLine.length > 0
      ? ['Declared there', onLine]
      : sameName.length > 0
        ? ['It is declared at', sameName]
        : inFile.length > 0
          ? ['In this file there are', inFile]
          : ['There are', all];
  const names = [...new Set(candidates.map(describeCandidate))];
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const hint = names.length === 0 ? 'The program has no floating-point variable' : `${what}: ${shown}${more}`;
  return new HazeError(
    'unknown-variable',
    `There is no floating-point variable "${name}" declared at ${place}. ${hint}.`,
    { data: { file: wish.File, line: wish.LineNumber, expression: wish.Expression } },
  );
}

function describeCandidate({ name, file, line }: ProgramVariable): string {
  return `${name} (${file}:${line})`;
}
