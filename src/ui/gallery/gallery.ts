// The examples of the gallery: what each is about, and where its text is. The texts come with the page, each in a file of
// its own that is loaded when it is wanted.
import lift from '../../../examples/lift.c?raw';
import { describeProgram, type Language, type Program } from '../draft/program.ts';

export interface Example {
  readonly file: string;
  readonly title: string;
  /** Field of work, the heading above the example. */
  readonly field: string;
  readonly language: Language;
  readonly core: string;
  /** The words before the printed value that its picture is of; the first uncertain one when absent. */
  readonly value?: string | undefined;
  /** One sentence of physics or finance. */
  readonly sentence: string;
}

/** Entry of gallery.json for the first example, which loads without the others. */
export const FIRST = { file: 'lift.c', title: 'Lift of a wing', language: 'C', core: 'C0-S+' } as const;

const TEXTS = import.meta.glob<string>(['../../../examples/*.{c,cpp,f,f90}', '!../../../examples/lift.c'], {
  query: '?raw',
  import: 'default',
});

/** The program that a page begins with. */
export function firstProgram(): Program {
  return toProgram(FIRST, lift);
}

/** An example with its text. */
export async function openExample(example: Example): Promise<Program> {
  if (example.file === FIRST.file) return firstProgram();
  const load = TEXTS[`../../../examples/${example.file}`];
  if (!load) throw new Error(`The example ${example.file} is not part of this page.`);
  return toProgram(example, await load());
}

function toProgram(
  { title, language, core }: Pick<Example, 'title' | 'language' | 'core'>,
  source: string,
): Program {
  return describeProgram({ title, language, core, source });
}
