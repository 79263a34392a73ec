// Names the files saved for a program.

const MOST_CHARACTERS = 60;

/** File name derived from the program's title; `program` if the title has no letters or digits. */
export function nameFile(title: string, suffix: string): string {
  const words = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
  return `${words || 'program'}.${suffix}`;
}
