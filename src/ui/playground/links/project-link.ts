// A link with a whole project: its files, the file in the editor, and the program's inputs.

import { bytesOfFile, type InputFile, maybeInputFile, toInputFile } from '../../draft/input-file.ts';
import { maybeProgram, type Program } from '../../draft/program.ts';
import { Project } from '../../project/project.ts';
import { packShareFragment } from '../../share/share-link.ts';
import { checkLinkedFiles } from './check-linked-files.ts';

/** Maximum length of a link. Mail clients, chat programs and some servers truncate longer URLs. */
export const MOST_LINK_CHARACTERS = 60_000;

/** Contents of a link. */
export interface LinkedProject {
  readonly project: Project;
  /** The program's core, arguments and input. The program's source is the file in the editor. */
  readonly program: Program;
}

/** URL of this page with the project in its fragment. @throws HazeError `malformed-link`, `link-too-large` */
export async function linkProject({ project, program }: LinkedProject, page: string): Promise<string> {
  const files = [...project.files].map(([path, bytes]) => toInputFile(path, bytes));
  checkLinkedFiles(files);
  const { source: _source, ...inputs } = program;
  const address = new URL(page);
  address.hash = await packShareFragment({
    project: { name: project.name, current: project.current, files },
    inputs,
  });
  return address.href;
}

/** Project in a link's data; undefined for other data. @throws HazeError `malformed-link` */
export function maybeLinkedProject(data: unknown): LinkedProject | undefined {
  const { project, inputs } = (data ?? {}) as { project?: unknown; inputs?: unknown };
  const { name, current, files } = (project ?? {}) as Partial<Record<string, unknown>>;
  if (typeof name !== 'string' || typeof current !== 'string' || !Array.isArray(files)) return undefined;
  const known = files.map(maybeInputFile);
  if (known.length === 0 || !known.every((file): file is InputFile => file !== undefined)) return undefined;
  checkLinkedFiles(known);
  const opened = new Project(name, new Map(known.map((file) => [file.path, bytesOfFile(file)])));
  const program = maybeProgram({ ...(inputs as object), source: opened.maybeOpen(current)?.text ?? '' });
  return program && { project: opened, program };
}
