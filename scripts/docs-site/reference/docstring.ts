// Splits a docstring into its tags.

export interface Docstring {
  /** Markdown that precedes the first tag. */
  readonly text: string;
  readonly parameters: ReadonlyMap<string, string>;
  readonly returns: string;
  /** Error codes and their conditions. */
  readonly throws: string;
  /** Code without its fence; empty if there is no example. */
  readonly example: string;
}

/** @param comment `/** … *\/`; each tag begins a line, as in API Extractor's model */
export function parseDocstring(comment: string): Docstring {
  const lines = comment
    .replace(/^\/\*\*|\*\/\s*$/g, '')
    .replaceAll(/^[ \t]*\* ?/gm, '')
    .trim();
  const [text = '', ...blocks] = lines.split(/^(?=@(?:param|returns|throws|example|defaultValue)\b)/m);
  const parameters = new Map<string, string>();
  const found: Record<string, string> = {};
  for (const block of blocks) {
    const [, tag = '', body = ''] = /^@(\w+)\s*([\s\S]*)$/.exec(block) ?? [];
    const [, name, rest = ''] = (tag === 'param' && /^(\w+)\s*-?\s*([\s\S]*)$/.exec(body)) || [];
    if (name) parameters.set(name, rest.trim());
    else found[tag] = body.trim();
  }
  const [, example = ''] = /^```\w*\n([\s\S]*?)^```/m.exec(found.example ?? '') ?? [];
  const { returns = '', throws = '' } = found;
  return { text: text.trim(), parameters, returns, throws, example };
}
