// Files in a project that its programs cannot find. A program finds only the files in the folder "inputs" and those
// under “Inputs”. If a program fails and its output mentions another file, it probably could not find that file.
import { isInput, isSourceFile, type Project } from './project.ts';

/** A file in a project that the project's program cannot find. */
export interface UnfoundData {
  readonly path: string;
  readonly name: string;
  readonly sentence: string;
}

/** The first file that the output mentions but programs cannot find; undefined if there is none. */
export function maybeUnfoundData(project: Project, printed: string): UnfoundData | undefined {
  for (const path of project.files.keys()) {
    const name = path.split('/').at(-1)!;
    if (isInput(path) || isSourceFile(path) || !name.includes('.')) continue;
    if (!namesFile(printed, name)) continue;
    const sentence = `The program could not open ${name}: it can read only the project’s folder “inputs” and the files under “Inputs”, and “${path}” is in neither.`;
    return { path, name, sentence };
  }
  return undefined;
}

/** Tests whether a string contains a name that is not part of a longer name. */
function namesFile(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '] as const;
    if (!/[\w.-]/.test(around[0]) && !/[\w-]/.test(around[1])) return true;
  }
  return false;
}
