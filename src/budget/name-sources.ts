// Names for a run's sources: the variable that holds a source, or else the text of the call that creates it, or else
// its distribution. A name includes a location, and a number if several sources are created at that location.
import type { PlacedSource } from './placed-trace.ts';
import { type ReadCall, readCall } from './read-call.ts';

/** A source as named in reports. */
export interface SourceName {
  readonly name: string;
  /** Location of the call; '' and 0 if the module has no debug information. */
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** 1-based number of the source among those created at this location. */
  readonly occurrence: number;
  /** The call as written; '' if unknown. */
  readonly expression: string;
  /** The distribution, such as `gauss(5, 0.02)`. */
  readonly distribution: string;
  /** Origin of the Ux text that the program read. */
  readonly input?: InputPlace;
}

/** Origin of Ux text. */
export type InputPlace =
  | { readonly argument: number }
  | { readonly file: string; readonly line: number; readonly field: number };

/** Inputs of a run that may contain Ux text. */
export interface RunInputs {
  readonly arguments: readonly string[];
  /** Contents by path; standard input has the path `stdin`. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Names a run's sources, in order.
 * @param sources contents of the program's files, by path
 */
export function nameSources(
  traced: readonly PlacedSource[],
  sources: Readonly<Record<string, string>>,
  inputs: RunInputs,
): SourceName[] {
  const columns = collectColumns(traced);
  const counts = new Map<string, number>();
  const findInput = inputFinder(inputs);
  return traced.map((source) => {
    const call = findCall(source, sources, columns);
    const input = source.input === undefined ? undefined : findInput(source.input);
    const { file, line, column } = call?.place ?? { file: '', line: 0, column: 0 };
    const key = call ? `${file}:${line}:${column}` : source.text;
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    const name = call?.variable ?? (input ? nameInput(input) : undefined) ?? call?.text ?? source.text;
    const distribution = source.text;
    const expression = call?.text ?? '';
    return {
      name,
      file,
      line,
      column,
      occurrence,
      expression,
      distribution,
      ...(input ? { input } : {}),
    };
  });
}

/**
 * The program's own call that creates a source or, if a function does nothing but return the source, the call to that
 * function.
 */
function findCall(
  { calls }: PlacedSource,
  sources: Readonly<Record<string, string>>,
  columns: ReadonlyMap<string, readonly number[]>,
): ReadCall | undefined {
  let innermost: ReadCall | undefined;
  for (const place of calls) {
    const source = Object.hasOwn(sources, place.file) ? sources[place.file] : undefined;
    if (source === undefined) continue;
    const call = readCall(source, place, columns.get(`${place.file}:${place.line}`) ?? []);
    if (!call) continue;
    innermost ??= call;
    if (!call.isReturned) return call;
  }
  return innermost;
}

function collectColumns(traced: readonly PlacedSource[]): Map<string, readonly number[]> {
  const columns = new Map<string, number[]>();
  for (const { file, line, column } of traced.flatMap(({ calls }) => calls)) {
    const key = `${file}:${line}`;
    const known = columns.get(key);
    if (known) known.push(column);
    else columns.set(key, [column]);
  }
  return columns;
}

/** Finds the origin of Ux text. Repeated strings are matched one after another. */
function inputFinder({ arguments: words, files }: RunInputs): (text: string) => InputPlace | undefined {
  const texts: { text: string; describe: (at: number) => InputPlace }[] = [
    ...words.map((text, i) => ({ text, describe: () => ({ argument: i + 1 }) })),
    ...Object.entries(files).map(([file, text]) => ({
      text,
      describe: (at: number) => ({ file, ...fieldAt(text, at) }),
    })),
  ];
  const behind = new Map<string, number[]>();
  return (wanted) => {
    const from = behind.get(wanted) ?? texts.map(() => 0);
    behind.set(wanted, from);
    for (let i = 0; i < texts.length; i++) {
      const { text, describe } = texts[i]!;
      const at = text.indexOf(wanted, from[i]!);
      if (at < 0) continue;
      from[i] = at + wanted.length;
      return describe(at);
    }
    // The program read the text more often than its inputs contain it, so the first occurrence is used.
    const again = texts.find(({ text }) => text.includes(wanted));
    return again?.describe(again.text.indexOf(wanted));
  };
}

/** Returns the line and the field (both 1-based). Fields are separated by commas, semicolons or white space. */
function fieldAt(text: string, at: number): { line: number; field: number } {
  const before = text.slice(0, at);
  const line = before.split('\n').length;
  const start = before.lastIndexOf('\n') + 1;
  const field = before.slice(start).split(/[,;]|(?<![ \t])[ \t]+(?=\S)/).length;
  return { line, field };
}

function nameInput(input: InputPlace): string {
  if ('argument' in input) return `argument ${input.argument}`;
  return `${input.file}, line ${input.line}, field ${input.field}`;
}
