// Gallery examples: a summary of each, and its source text, which is lazy-loaded from a separate file.
import lift from '../../../examples/lift.c?raw';
import { DEFAULT_CORE } from '../../uncertainty/core/default-core.ts';
import { describeProgram, type Language, type Program } from '../draft/program.ts';

export interface Example {
  readonly file: string;
  readonly title: string;
  /** Field of work, used as the heading above the example. */
  readonly field: string;
  readonly language: Language;
  readonly core: string;
  /** Text that precedes the printed value shown in the plot; undefined for the first uncertain value. */
  readonly value?: string | undefined;
  /** Sentence that explains the physics or finance. */
  readonly sentence: string;
}

/** The first example's entry in gallery.json, which is loaded without the other entries. */
export const FIRST = { file: 'lift.c', title: 'Lift of a wing', language: 'C', core: DEFAULT_CORE } as const;

const TEXTS = import.meta.glob<string>(['../../../examples/*.{c,cpp,f,f90}', '!../../../examples/lift.c'], {
  query: '?raw',
  import: 'default',
});

/** The program that a fresh page shows. */
export function firstProgram(): Program {
  return toProgram(FIRST, lift);
}

/** Starter programs for languages other than the language of the first example. */
const STARTS = {
  'C++': { file: 'project-schedule.cpp', title: 'Will it be done in time?', core: DEFAULT_CORE },
  Fortran: { file: 'pendulum.f90', title: 'Gravity from a pendulum', core: DEFAULT_CORE },
} as const;

/** Loads the starter program of a language. */
export async function openStart(language: Language): Promise<Program> {
  if (language === 'C') return firstProgram();
  const program = await openExample({ ...STARTS[language], language, field: '', sentence: '' });
  opened.add(program.source);
  return program;
}

/** Source texts of the starter programs that have been opened. */
const opened = new Set([lift]);

/** Tests whether a program is the unchanged starter program of its language. */
export function isStart({ source }: Program): boolean {
  return opened.has(source);
}

/** Loads an example, including its text. */
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
