// The first program in README.md, shown in its image.

/** Core used for the image, which can compute a value's budget. */
export const PICTURE_CORE = 'C0-Joint';

/** @throws Error if the text contains no program */
export function readFirstProgram(readme: string): string {
  const [, program] = /^```c haze [^\n]*\n([\s\S]*?)^```/m.exec(readme) ?? [];
  if (program === undefined) throw new Error('README.md has no program');
  return program;
}
