// Editor help, lazy-loaded with the first key or movement in the editor: closing brackets, completion, help for calls,
// go to definition, and search.
import { closeBrackets, closeBracketsKeymap, startCompletion } from '@codemirror/autocomplete';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import type { Extension } from '@codemirror/state';
import { type EditorView, keymap } from '@codemirror/view';
import type { Language } from '../../draft/program.ts';
import { completion } from './completion.ts';
import { type FindElsewhere, goToDefinition } from './go-to-definition.ts';
import { NameLookup } from './name-lookup.ts';
import { signatureHelp } from './signature-help.ts';

export interface AssistOptions {
  readonly language: Language;
  /** Looks for a definition in other files, and goes there; answers whether there is one. */
  readonly findElsewhere: FindElsewhere;
}

/** Everything that helps in a language. */
export function assist({ language, findElsewhere }: AssistOptions): Extension {
  const names = new NameLookup(language);
  return [
    closeBrackets(),
    keymap.of([...closeBracketsKeymap, ...searchKeymap]),
    highlightSelectionMatches(),
    signatureHelp(names),
    completion(language, names),
    goToDefinition(language, findElsewhere),
  ];
}

/** Does what a key of the search does, one that was pressed before there was help. */
export function search(view: EditorView, key: string): void {
  searchKeymap.find((binding) => binding.key === key)?.run?.(view);
}

/** Offers completions of a name that was begun before there was help. */
export function completeBegun(view: EditorView): void {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  if (/\w$/.test(doc.sliceString(doc.lineAt(head).from, head))) startCompletion(view);
}
