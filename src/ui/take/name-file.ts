// Names of the saved files of a program.

const MOST_CHARACTERS = 60;

/** Name from the program's title; `program` for a title without letters and digits. */
export function nameFile(title: string, suffix: string): string {
  const words = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
  return `${words || 'program'}.${suffix}`;
}
