// Editor assistance, lazy-loaded on the first keystroke or pointer movement in the editor: bracket closing,
// completion, help for calls, go to definition, search, and the grammar of C and C++.
import { closeBrackets, closeBracketsKeymap, startCompletion } from '@codemirror/autocomplete';
import { cpp } from '@codemirror/lang-cpp';
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
  /** Finds a definition in another file and opens it; returns false if there is none. */
  readonly findElsewhere: FindElsewhere;
}

/** All editor help for a language. */
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

/** Grammar and indentation of C and C++. */
export function grammar(): Extension {
  return cpp();
}

/** Runs a search key that the user pressed before the help was loaded. */
export function search(view: EditorView, key: string): void {
  searchKeymap.find((binding) => binding.key === key)?.run?.(view);
}

/** Offers completions for a name that the user began before the help was loaded. */
export function completeBegun(view: EditorView): void {
  const { doc, selection } = view.state;
  const { head } = selection.main;
  if (/\b[A-Za-z_]\w+$/.test(doc.sliceString(doc.lineAt(head).from, head))) startCompletion(view);
}
