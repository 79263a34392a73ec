// .gitmodules: folders in a repository that are themselves repositories, with their addresses. Format: git-config(1),
// "Syntax".

export interface Submodule {
  /** Folder within the repository. */
  readonly path: string;
  /** Address as written; it may be relative. */
  readonly url: string;
  /** The submodule's branch; `''` for the default branch. */
  readonly branch: string;
}

const SECTION = /^\[\s*submodule\s+"((?:[^"\\]|\\.)*)"\s*\]\s*(.*)/s;
const VARIABLE = /^([A-Za-z][\w-]*)\s*=\s*(.*)/s;

/** Submodules in a `.gitmodules`, by folder. Sections without a path or URL are ignored. */
export function parseGitmodules(text: string): Map<string, Submodule> {
  const sections: Record<string, string>[] = [];
  for (const raw of text.replace(/^\uFEFF/, '').split(/\r?\n/)) {
    let line = raw.trim();
    if (line.startsWith('[')) {
      const section = SECTION.exec(line);
      sections.push({});
      if (!section) continue;
      sections[sections.length - 1]!.name = section[1]!;
      line = section[2]!;
    }
    const variable = VARIABLE.exec(line);
    const current = sections.at(-1);
    if (variable && current?.name !== undefined)
      current[variable[1]!.toLowerCase()] = readValue(variable[2]!);
  }
  const submodules = new Map<string, Submodule>();
  for (const { path, url, branch = '' } of sections) {
    if (!path || !url) continue;
    const folder = path.replace(/^\.\//, '').replace(/(?<!\/)\/+$/, '');
    submodules.set(folder, { path: folder, url, branch: branch === '.' ? '' : branch });
  }
  return submodules;
}

// Reads a value: quotes preserve spaces and comment characters, a backslash escapes the next character, and the value
// ends at a comment.
function readValue(text: string): string {
  let value = '';
  let kept = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '"') isQuoted = !isQuoted;
    else if (letter === '\\') {
      at += 1;
      value += { n: '\n', t: '\t', b: '\b' }[text[at] ?? ''] ?? text[at] ?? '';
      kept = value.length;
    } else if (!isQuoted && (letter === '#' || letter === ';')) break;
    else value += letter;
    if (isQuoted) kept = value.length;
  }
  return value.slice(0, kept) + value.slice(kept).trimEnd();
}
