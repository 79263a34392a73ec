// Files that a program of a project does not find. A program finds the files of the folder "inputs" and the files under
// “Inputs”. A program that fails and names another file probably could not find it.
import { isInput, isSourceFile, type Project } from './project.ts';

/** File of a project that its program does not find. */
export interface UnfoundData {
  readonly path: string;
  readonly name: string;
  readonly sentence: string;
}

/** The first file that a text names and no program finds; undefined for none. */
export function maybeUnfoundData(project: Project, printed: string): UnfoundData | undefined {
  for (const path of project.files.keys()) {
    const name = path.split('/').at(-1)!;
    if (isInput(path) || isSourceFile(path) || !name.includes('.')) continue;
    if (!namesFile(printed, name)) continue;
    const sentence = `The program opened ${name}, which was not found: it finds only the project’s folder “inputs” and files under “Inputs”, and “${path}” is neither.`;
    return { path, name, sentence };
  }
  return undefined;
}

/** Tests if a text has a name that is not part of a longer name. */
function namesFile(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '] as const;
    if (!/[\w.-]/.test(around[0]) && !/[\w-]/.test(around[1])) return true;
  }
  return false;
}
