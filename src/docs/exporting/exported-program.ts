// A program embedded in a single HTML file, in the same form as a program in a document.
import type { DataFile } from '../finding/data-file.ts';
import { type DocProgram, type PageTools, resolvePage } from '../finding/doc-page.ts';
import type { Attribute } from '../finding/fence-attributes.ts';
import { readFound } from '../finding/found-program.ts';

export interface ExportedProgram {
  /** Path to the source, for messages. */
  readonly path: string;
  readonly source: string;
  /** Files that are built together with the source, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that the program finds in its working directory. */
  readonly data: readonly DataFile[];
  readonly language: 'C' | 'C++' | 'Fortran';
  readonly core: string;
  readonly arguments: string;
  readonly stdin: string;
  /** An integer in decimal digits. */
  readonly seed: string;
  /** True to show sliders for the program's inputs. */
  readonly controls: boolean;
}

const NO_FILES: PageTools = { readText: () => undefined, readBytes: () => undefined };

/** Describes the program and any problems: a core or a seed that no page supports. */
export function describeExported(program: ExportedProgram): DocProgram {
  const { source, files = {}, core, seed, controls } = program;
  const main = resolveText(program, source, [
    { name: 'core', value: core },
    { name: 'seed', value: seed },
    ...(controls ? [{ name: 'controls', value: undefined }] : []),
  ]);
  const shared = Object.entries(files).map(([name, text]) => ({
    ...resolveText(program, text, [{ name: 'part', value: undefined }]),
    fileName: name,
  }));
  // Fence attributes interpret \n as a line break.
  const options = { ...main.options, arguments: program.arguments, stdin: program.stdin };
  return { ...main, options, shared, data: program.data };
}

function resolveText(
  { path, language }: ExportedProgram,
  text: string,
  attributes: readonly Attribute[],
): DocProgram {
  const place = { file: path, line: 1, textLine: 1, lastLine: text.split('\n').length };
  return resolvePage([readFound({ ...place, language, text, attributes })], NO_FILES)[0]!;
}
