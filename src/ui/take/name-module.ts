// File name of a program's module.

const MOST_CHARACTERS = 60;

/** Name from the program's title; `program.wasm` for a title without letters and digits. */
export function nameModule(title: string): string {
  const words = title
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, MOST_CHARACTERS)
    .replaceAll(/^-|-$/g, '');
  return `${words || 'program'}.wasm`;
}
