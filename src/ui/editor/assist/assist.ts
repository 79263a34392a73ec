// What helps while one writes, loaded with the first key or movement in the editor: brackets that close themselves, completion,
// help for calls, and the way to a name's definition.
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import type { Extension } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { Language } from '../../playground/program.ts';
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
    keymap.of(closeBracketsKeymap),
    signatureHelp(names),
    completion(language, names),
    goToDefinition(language, findElsewhere),
  ];
}
