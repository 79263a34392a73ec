// Locates watched variables in memory, and lists all variables that can be watched.
import { HazeError } from '../../errors/haze-error.ts';
import { maybeLanguageOfPath } from '../sources/language.ts';
import type { ProgramVariable, VariablePlace } from './program-variable.ts';
import { describeShape, dimensionsOf, type Shape } from './value-shapes.ts';
import {
  parseVariableExpression,
  type Spelling,
  selectElements,
  type WatchedElement,
} from './variable-expressions.ts';

/** A variable to watch, identified by its declaration. */
export interface WatchWish {
  readonly File: string;
  readonly LineNumber: number;
  readonly Expression: string;
}

export interface WatchedVariable extends WatchWish {
  /** The variable's places; more than one if its function was compiled several times. */
  readonly places: readonly VariablePlace[];
  readonly elements: readonly WatchedElement[];
}

/** A variable as the REST interface lists it; `Name` can be used to watch the variable. */
export interface ListedVariable {
  readonly Object: 'Variable';
  readonly Name: string;
  readonly Type: string;
  readonly File: string;
  readonly Line: number;
  readonly Function: string;
}

/** Lists every floating-point variable that can be watched; for structures, lists their members. */
export function describeVariables(variables: readonly ProgramVariable[]): ListedVariable[] {
  const located = variables.filter(({ place }) => place.kind !== 'unknown');
  const all = located.flatMap(({ name, file, line, functionName, shape, isFortran }) =>
    listParts(name, shape, isFortran ? '%' : '.').map(
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
  // Removes duplicates, because templates are compiled separately for each use.
  return all
    .filter((variable) => {
      const key = JSON.stringify(variable);
      return !keys.has(key) && keys.add(key);
    })
    .sort((a, b) => (a.File === b.File ? a.Line - b.Line : a.File < b.File ? -1 : 1));
}

function listParts(name: string, shape: Shape, dot: '.' | '%'): { Name: string; Type: string }[] {
  if (shape.kind === 'structure') {
    return shape.members.flatMap((member) => listParts(`${name}${dot}${member.name}`, member.shape, dot));
  }
  if (shape.kind === 'array' && innermost(shape).kind === 'structure') {
    if (shape.rank === undefined) return listParts(`${name}[0:${shape.length - 1}]`, shape.element, dot);
    const { bounds, element } = dimensionsOf(shape, shape.rank);
    return listParts(`${name}(${bounds.join(',')})`, element, dot);
  }
  return [{ Name: name, Type: describeShape(shape) }];
}

function innermost(shape: Shape): Shape {
  return shape.kind === 'array' ? innermost(shape.element) : shape;
}

/**
 * Finds the variables to watch.
 * @throws HazeError `unknown-variable` listing the variables that exist, `invalid-expression`
 */
export function findWatched(
  variables: readonly ProgramVariable[],
  wishes: readonly WatchWish[],
): WatchedVariable[] {
  return wishes.flatMap((wish) => {
    const inFile = variables.filter(({ file }) => isSameFile(file, wish.File));
    const spelling = spellingOf(wish, inFile);
    const { name, steps } = parseVariableExpression(wish.Expression, spelling);
    const onLine = inFile.filter(({ line }) => line === wish.LineNumber);
    const found = onLine.filter((variable) => variable.name === name);
    const located = found.filter(isLocated);
    if (located.length === 0) throw unknownVariable(wish, name, inFile, variables.filter(isLocated));
    return groupByShape(located).map((alike) => ({
      ...wish,
      places: alike.map(({ place }) => place),
      elements: selectElements(wish.Expression, alike[0]!.shape, steps, spelling),
    }));
  });
}

// An included Fortran file can have any name, so the language is also determined from its variables.
function spellingOf({ File }: WatchWish, inFile: readonly ProgramVariable[]): Spelling {
  const isFortran = inFile.some((variable) => variable.isFortran);
  return isFortran || maybeLanguageOfPath(File) === 'Fortran' ? 'Fortran' : 'C';
}

type LocatedVariable = ProgramVariable & { readonly place: VariablePlace };

function isLocated(variable: ProgramVariable): variable is LocatedVariable {
  return variable.place.kind !== 'unknown';
}

// Separates the instances of a template that were compiled for different types.
function groupByShape(variables: readonly LocatedVariable[]): LocatedVariable[][] {
  const groups = new Map<string, LocatedVariable[]>();
  for (const variable of variables) {
    const key = JSON.stringify(variable.shape);
    groups.set(key, [...(groups.get(key) ?? []), variable]);
  }
  return [...groups.values()];
}

// In the documented samples, file names are relative to the repository's root, or just base names.
function isSameFile(file: string, wanted: string): boolean {
  const path = wanted.replace(/^(\.?\/)+/, '');
  return file === path || file.endsWith(`/${path}`) || path.endsWith(`/${file}`);
}

const MOST_NAMED = 12;

function unknownVariable(
  wish: WatchWish,
  name: string,
  declared: readonly ProgramVariable[],
  all: readonly ProgramVariable[],
): HazeError {
  const place = `${wish.File}:${wish.LineNumber}`;
  const data = { file: wish.File, line: wish.LineNumber, expression: wish.Expression };
  const known = declared.find((variable) => variable.name === name && variable.line === wish.LineNumber);
  if (known?.place.kind === 'unknown') {
    const message = `The variable "${name}" at ${place} cannot be traced: ${known.place.reason}.`;
    return new HazeError('unknown-variable', message, { data });
  }
  const inFile = declared.filter(isLocated);
  const onLine = inFile.filter(({ line }) => line === wish.LineNumber);
  const sameName = inFile.filter((variable) => variable.name === name);
  const [what, candidates] =
    onLine.length > 0
      ? ['Declared there', onLine]
      : sameName.length > 0
        ? ['It is declared at', sameName]
        : inFile.length > 0
          ? ['This file declares', inFile]
          : ['There are', all];
  const names = [...new Set(candidates.map(describeCandidate))];
  const shown = names.slice(0, MOST_NAMED).join(', ');
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : '';
  const hint = names.length === 0 ? 'The program has no floating-point variable' : `${what}: ${shown}${more}`;
  return new HazeError(
    'unknown-variable',
    `There is no floating-point variable "${name}" declared at ${place}. ${hint}.`,
    { data },
  );
}

function describeCandidate({ name, file, line }: ProgramVariable): string {
  return `${name} (${file}:${line})`;
}
