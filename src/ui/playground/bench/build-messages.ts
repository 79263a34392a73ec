// Messages from the last build, and the file contents that were built. In a project, each message belongs to a file.
// Locations in a file that has changed since the build are no longer valid.
import type { Project } from '../../project/project.ts';
import type { Diagnostic } from '../../service/service-records.ts';

/** Message shown instead of applying a fix that would change the wrong text. */
export const CHANGED_SINCE =
  'This part of the program has changed since it was built, so the fix no longer applies. Run the program again, then apply its new fix.';

export class BuildMessages {
  #diagnostics: readonly Diagnostic[] = [];
  /** The project's files at the time of the build; undefined for a single-file program. */
  #built: { readonly project: Project; readonly files: ReadonlyMap<string, Uint8Array> } | undefined;

  /** Begins a build of these files. */
  begin(project: Project | undefined): void {
    this.#diagnostics = [];
    this.#built = project && { project, files: new Map(project.files) };
  }

  end(diagnostics: readonly Diagnostic[]): void {
    this.#diagnostics = diagnostics;
  }

  /** Messages for the file in the editor; none if the file has changed since the build. */
  listFor(project: Project | undefined): readonly Diagnostic[] {
    if (!project) return this.#built ? [] : this.#diagnostics;
    if (!this.isAsBuilt(project, project.current)) return [];
    return this.#diagnostics.filter(({ file }) => findFile(project, file) === project.current);
  }

  /** Tests whether a file's text is still the text that was built. */
  isAsBuilt(project: Project, path: string): boolean {
    if (this.#built?.project !== project) return false;
    return this.#built.files.get(path) === project.files.get(path);
  }
}

/** Finds the project file for a path in a message; undefined if the editor cannot show the file. */
export function findFile(project: Project, file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const { directory } = project;
  const paths = [file, `${directory}/${file}`];
  return paths.find((path) => project.files.has(path) && project.maybeText(path) !== undefined);
}
