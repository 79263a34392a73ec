// What a program of a project finds when it runs are the files of the folder "inputs" and those under “Inputs”. One that ends
// with an error and names another file of the project has most likely looked for it in vain.
import { isInput, isSourceFile, type Project } from './project.ts';

/** A sentence about the first file of the project that a text names and that no program finds; undefined where there is none. */
export function maybeUnfoundData(project: Project, printed: string): string | undefined {
  for (const path of project.files.keys()) {
    const name = path.split('/').at(-1)!;
    if (isInput(path) || isSourceFile(path) || !name.includes('.')) continue;
    if (!namesFile(printed, name)) continue;
    return `The program named “${name}”. It finds the files of the project’s folder “inputs” and those under “Inputs”, and “${path}” is neither.`;
  }
  return undefined;
}

/** Whether a text has a name that is no part of a longer one. */
function namesFile(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const around = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '] as const;
    if (!/[\w.-]/.test(around[0]) && !/[\w-]/.test(around[1])) return true;
  }
  return false;
}
