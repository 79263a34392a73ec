// The examples of the gallery: what each is about, and where its text is. The texts come with the page, each in a file of
// its own that is loaded when it is wanted.
import gallery from '../../../examples/gallery.json' with { type: 'json' };
import lift from '../../../examples/lift.c?raw';
import { describeProgram, type Language, type Program } from './program.ts';

export interface Example {
  readonly file: string;
  readonly title: string;
  readonly language: Language;
  readonly core: string;
  /** One sentence of physics or finance. */
  readonly sentence: string;
}

export const EXAMPLES = gallery as readonly Example[];

const TEXTS = import.meta.glob<string>(['../../../examples/*.{c,cpp,f,f90}', '!../../../examples/lift.c'], {
  query: '?raw',
  import: 'default',
});

/** The program that a page begins with. */
export function firstProgram(): Program {
  const [first] = EXAMPLES;
  return toProgram(first!, lift);
}

/** An example with its text. */
export async function openExample(example: Example): Promise<Program> {
  if (example === EXAMPLES[0]) return firstProgram();
  const load = TEXTS[`../../../examples/${example.file}`];
  if (!load) throw new Error(`The example ${example.file} is not part of this page.`);
  return toProgram(example, await load());
}

function toProgram({ title, language, core }: Example, source: string): Program {
  return describeProgram({ title, language, core, source });
}
