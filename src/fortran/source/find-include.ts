// Finds the file that an INCLUDE line or an #include names: next to the including file, or else in one of the -I
// folders. If it is in none of these folders, finds the file whose path ends in the name, provided that there is only
// one.

interface NamedText {
  readonly path: string;
  readonly text: string;
}

/** The result of the search: a file, by index, or the reason why none was found. */
export type FoundInclude =
  | { readonly file: number; readonly text: string }
  | { readonly file?: undefined; readonly why: string };

/** The path with `.` and `..` resolved, or undefined if it leads outside the program's files. */
function maybeJoin(folder: string, name: string): string | undefined {
  const parts: string[] = [];
  for (const part of [...folder.split('/'), ...name.split('/')]) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

/**
 * @param from index of the file that contains the line
 * @param folders the `-I` folders, to which all paths are relative
 */
export function findInclude(
  name: string,
  from: number,
  texts: readonly NamedText[],
  folders: readonly string[],
): FoundInclude {
  const own = texts[from]!.path.split('/').slice(0, -1).join('/');
  for (const folder of [own, ...folders, '']) {
    const path = maybeJoin(folder, name);
    const file = texts.findIndex((text) => text.path === path);
    if (file >= 0) return { file, text: texts[file]!.text };
  }
  const ending = `/${name.replace(/^(\.{0,2}\/)+/, '')}`;
  const [first, ...others] = texts.filter(({ path }) => `/${path}`.endsWith(ending));
  if (!first) return { why: `The included file "${name}" is not among the sources.` };
  if (others.length === 0) return { file: texts.indexOf(first), text: first.text };
  const paths = [first, ...others].map(({ path }) => path).join(' or ');
  return {
    why: `The included file "${name}" could be ${paths}: add the folder of the intended file with -I.`,
  };
}
