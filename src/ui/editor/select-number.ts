// Makes a double click on a number select its digits, point and exponent, but not the sign. By default, the editor
// treats these parts as several words.
import type { EditorView } from '@codemirror/view';

const NUMBER = /(?<![\w.])(?:\d[\d']*\.?\d*|\.\d+)(?:[eEdD][+-]?\d+)?\w*/g;

/** Start and end of the number at a position in a line; undefined if there is no number. */
export function findNumber(
  line: string,
  at: number,
): { readonly from: number; readonly to: number } | undefined {
  for (const { index, 0: text } of line.matchAll(NUMBER))
    if (index <= at && at <= index + text.length) return { from: index, to: index + text.length };
  return undefined;
}

/** Extends the selection from a word to the whole number. */
export function selectNumber(view: EditorView): void {
  const { from, to } = view.state.selection.main;
  const line = view.state.doc.lineAt(from);
  if (from === to || to > line.to) return;
  const found = findNumber(line.text, from - line.from);
  if (found && line.from + found.to >= to)
    view.dispatch({ selection: { anchor: line.from + found.from, head: line.from + found.to } });
}
