// The name of a program's module as a file.

const MOST_CHARACTERS = 60;

/** From the program's title; `program.wasm` for one without any letter or digit. */
export function nameModule(title: string): string {
  const words = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
  return `${words || 'program'}.wasm`;
}
