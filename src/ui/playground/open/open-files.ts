// Opens files from a drop or the browser's dialog as the open program, its inputs, or a project.
import type { FolderFile } from '../../../client/project/project-files.ts';
import { messageOf } from '../../../errors/message-of.ts';
import { checkInputSizes, type InputFile, toInputFile } from '../../draft/input-file.ts';
import { describeProgram } from '../../draft/program.ts';
import { languageOf, Project } from '../../project/project.ts';
import type { Workbench } from '../bench/workbench.ts';
import { newProgram } from './new-program.ts';
import { readDropped } from './read-dropped.ts';
import { type SortedFiles, sortFiles } from './sort-files.ts';
import type { Drop } from './take-drops.ts';

/** Opens a new program or dropped files, or shows the browser's file dialog. */
export async function openNext(bench: Workbench, next: 'new' | 'files' | Drop): Promise<void> {
  if (next === 'files') chooseFiles(bench);
  else if (next !== 'new') await openFiles(bench, next);
  else {
    const { language, core } = bench.state.program;
    bench.programs.openTemplate(newProgram(language, core), (other) => newProgram(other, core));
    bench.change({ side: 'code', writeTab: 'program' });
  }
}

/** Shows the browser's file dialog, and opens the chosen files. */
function chooseFiles(bench: Workbench): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.hidden = true;
  input.addEventListener('change', () => {
    input.remove();
    void openFiles(bench, { files: [...(input.files ?? [])], entries: [] });
  });
  input.addEventListener('cancel', () => input.remove());
  // Some browsers discard an input that is not in the document.
  document.body.append(input);
  input.click();
}

/** Opens files and folders; a message names those that cannot be opened. */
async function openFiles(bench: Workbench, drop: Drop): Promise<void> {
  const choice = bench.noteChoice();
  let { isLatest } = choice;
  try {
    const found = await readDropped(drop);
    const sorted = sortFiles(found.map(({ path }) => path));
    // Inputs are added to the open program, so they neither replace another choice nor are replaced.
    if (sorted.kind === 'inputs') isLatest = () => true;
    else if (sorted.kind !== 'refused' && isLatest()) choice.claim();
    const use = await read(bench, sorted, found);
    if (!isLatest()) return;
    use();
    document.querySelector<HTMLDialogElement>('dialog[open]')?.close();
    bench.change({ side: 'code', writeTab: 'program' });
  } catch (error) {
    if (isLatest()) bench.say(messageOf(error));
  }
}

/** Reads the files. The returned function opens them. @throws Error for files that cannot be opened */
async function read(
  bench: Workbench,
  sorted: SortedFiles,
  found: readonly FolderFile[],
): Promise<() => void> {
  const files = found.map(({ file }) => file);
  switch (sorted.kind) {
    case 'refused':
      throw new Error(sorted.problem);
    case 'inputs': {
      const inputs = await readInputs(files);
      return () => bench.programs.addInputs(inputs);
    }
    case 'program': {
      const { source: title } = sorted;
      const all = await readInputs(files);
      const text = all.find(({ path }) => path === title)!;
      if (!('text' in text)) throw new Error(`${title} is not UTF-8 text, so the editor cannot open it.`);
      const { core } = bench.state.program;
      const inputs = all.filter((file) => file !== text);
      const language = languageOf(title);
      const program = describeProgram({ title, language, core, source: text.text, files: inputs });
      return () => bench.programs.open(program);
    }
    case 'zip': {
      const { readZip } = await import('../../../client/project/project-files.ts');
      const [file] = files;
      const unpacked = await readZip(await readBytes(file!), file!.name);
      return openerOf(bench, file!.name.replace(/\.zip$/i, ''), unpacked);
    }
    case 'project': {
      const { readFolderFiles } = await import('../../../client/project/project-files.ts');
      const list = files.map((file, index) => ({ path: sorted.paths[index]!, file }));
      return openerOf(bench, sorted.name, await readFolderFiles(list));
    }
  }
}

function openerOf(bench: Workbench, name: string, files: ReadonlyMap<string, Uint8Array>): () => void {
  const project = new Project(name, files);
  const first = project.firstFile();
  if (first === undefined) throw new Error(`"${name}" contains nothing that the editor can show.`);
  return () => bench.projects.open(project, first);
}

function readInputs(files: readonly File[]): Promise<InputFile[]> {
  checkInputSizes(files);
  return Promise.all(files.map(async (file) => toInputFile(file.name, await readBytes(file))));
}

async function readBytes(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}
