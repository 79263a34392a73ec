// Converts locations in clang's output (paths from the build folder, columns in bytes) to locations for an editor
// (keys of the program's files, columns in UTF-16 units).
import type { Diagnostic, FixIt } from './diagnostic.ts';
import { type FileContent, joinPath } from './source-files.ts';

interface Program {
  readonly directory: string;
  readonly files: { has(path: string): boolean; get(path: string): FileContent | undefined };
}

/** The same messages with locations in editor units; files outside the program keep clang's path. */
export function locateDiagnostics(diagnostics: readonly Diagnostic[], lines: ProgramLines): Diagnostic[] {
  return diagnostics.map((diagnostic) => locate(diagnostic, lines));
}

function locate(diagnostic: Diagnostic, lines: ProgramLines): Diagnostic {
  const { file, line, column, endLine, endColumn } = diagnostic;
  const notes = diagnostic.notes.map((note) => locate(note, lines));
  const fixIts = diagnostic.fixIts.map((fixIt) => locateFixIt(fixIt, lines));
  if (file === undefined || line === undefined || column === undefined)
    return { ...diagnostic, notes, fixIts };
  return {
    ...diagnostic,
    file: lines.pathOf(file),
    column: lines.columnOf(file, line, column),
    ...(endLine === undefined || endColumn === undefined
      ? {}
      : { endColumn: lines.columnOf(file, endLine, endColumn) }),
    notes,
    fixIts,
  };
}

function locateFixIt(fixIt: FixIt, lines: ProgramLines): FixIt {
  return {
    ...fixIt,
    file: lines.pathOf(fixIt.file),
    startColumn: lines.columnOf(fixIt.file, fixIt.startLine, fixIt.startColumn),
    endColumn: lines.columnOf(fixIt.file, fixIt.endLine, fixIt.endColumn),
  };
}

/** The lines of a program's files, by the paths that clang prints. */
export class ProgramLines {
  readonly #program: Program;
  readonly #lines = new Map<string, string[]>();

  constructor(program: Program) {
    this.#program = program;
  }

  pathOf(file: string): string {
    if (file.startsWith('/')) return file;
    const key = joinPath(this.#program.directory, file);
    return this.#program.files.has(key) ? key : file;
  }

  maybeLine(file: string, line: number): string | undefined {
    return this.#linesOf(this.pathOf(file))[line - 1];
  }

  columnOf(file: string, line: number, byteColumn: number): number {
    const text = this.maybeLine(file, line);
    if (text === undefined) return byteColumn;
    const before = new TextEncoder().encode(text).subarray(0, byteColumn - 1);
    // A column past the end of the line remains the same distance past the end.
    return new TextDecoder().decode(before).length + 1 + (byteColumn - 1 - before.length);
  }

  #linesOf(path: string): string[] {
    let lines = this.#lines.get(path);
    if (lines === undefined) {
      const content = this.#program.files.get(path) ?? '';
      lines = (typeof content === 'string' ? content : new TextDecoder().decode(content)).split('\n');
      this.#lines.set(path, lines);
    }
    return lines;
  }
}
