// Source between the tags of <haze-program>: escaped (`&lt;`), in a <script type="text/plain">, or pasted unchanged. In
// pasted text, the parser turns `#include <stdio.h>` into an element, from whose name the header is restored.

export interface ReadSource {
  readonly text: string;
  /** Message about text that cannot be recovered; '' if the text is complete. */
  readonly problem: string;
}

/** Reads an element's source, without surrounding empty lines and common indentation. */
export function readSource(element: Element): ReadSource {
  const script = element.querySelector('script, textarea, template, pre');
  if (script) {
    const holder = script instanceof HTMLTemplateElement ? script.content : script;
    const text = script instanceof HTMLTextAreaElement ? script.value : (holder.textContent ?? '');
    return { text: trimSource(text), problem: '' };
  }
  const state = { text: '', problem: '' };
  collect(element, state);
  return { text: trimSource(state.text), problem: state.problem };
}

function collect(node: Node, state: { text: string; problem: string }): void {
  for (const child of node.childNodes) {
    if (child instanceof Text) state.text += child.data;
    else if (child instanceof Element) {
      // Header names and element names are both lower-case.
      const isHeader = /#[ \t]*include[ \t]*$/.test(state.text) && child.attributes.length === 0;
      state.text += `<${child.localName}${isHeader ? '>' : ''}`;
      if (!isHeader) {
        const line = state.text.split('\n').length;
        state.problem ||= `Part of the source was parsed as the page's HTML: there is a tag "<${child.localName}" near line ${line}. Write &lt; for <, or put the source into <script type="text/plain">.`;
      }
      collect(child, state);
    }
  }
}

function trimSource(text: string): string {
  const lines = text
    .replaceAll('\r\n', '\n')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0]);
  const [first = ''] = indents;
  let shared = first.length;
  for (const indent of indents) while (!indent.startsWith(first.slice(0, shared))) shared -= 1;
  // Columns are significant in Fortran's fixed form, so an indentation of six or more is preserved.
  if (shared >= 6 && !first.includes('\t') && lines.some((line) => /^[cC*!]|^ {5}\S/.test(line))) shared = 0;
  return lines.map((line) => line.slice(shared)).join('\n');
}
