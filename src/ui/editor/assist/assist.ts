// Editor assistance, lazy-loaded on the first keystroke or pointer movement in the editor: bracket closing,
// completion, help for calls, go to definition, search, and the grammar of C and C++.
import {
  autocompletion,
  type Completion,
  type CompletionContext,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  snippet,
  startCompletion,
} from '@codemirror/autocomplete';
import { cpp } from '@codemirror/lang-cpp';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { type Extension, Prec, type Text } from '@codemirror/state';
import { type EditorView, type KeyBinding, keymap } from '@codemirror/view';
import type { Language } from '../../draft/program.ts';
import { KEYWORDS, TYPES } from '../fortran-words.ts';
import { describeName } from './describe-name.ts';
import { type FindElsewhere, goToDefinition } from './go-to-definition.ts';
import type { KnownName } from './known-functions.ts';
import { NameLookup } from './name-lookup.ts';
import { isInText, signatureHelp } from './signature-help.ts';

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

/** Handles a search key that the user pressed before the help was loaded. */
export function search(view: EditorView, key: string): void {
  searchKeymap.find((binding) => binding.key === key)?.run?.(view);
}

/**
 * Offers completions for a name that the user began before the help was loaded, as if its last letter had just been
 * typed.
 */
export function completeBegun(view: EditorView): void {
  view.dispatch({ userEvent: 'input.type' });
}

const C_WORDS =
  `auto break case char const continue default do double else enum extern float for goto if inline int long
  register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while`.split(
    /\s+/,
  );
const CXX_WORDS =
  `bool catch class constexpr const_cast decltype delete dynamic_cast explicit export false friend mutable
  namespace new noexcept nullptr operator override private protected public reinterpret_cast static_assert static_cast
  template this throw true try typename using virtual`.split(/\s+/);
const WORDS: Readonly<Record<Language, readonly string[]>> = {
  C: C_WORDS,
  'C++': [...C_WORDS, ...CXX_WORDS],
  Fortran: [...KEYWORDS, ...TYPES],
};
/** Maximum length of the text that is searched for the program's own names. */
const MOST_LETTERS = 300_000;
const WORD = /[A-Za-z_]\w*/g;

/** Start of an include line, up to a header's name: `#include <st`. */
const INCLUDE = /^\s*#\s*include\s*<[\w./]*$/;

function toCompletion(known: KnownName): Completion {
  const { name, kind, parameters, from } = known;
  const isOwn = known.about !== '';
  const fields = parameters.map(({ text }) => `\${${nameOf(text)}}`).join(', ');
  return {
    label: name,
    type: kind,
    detail: from.replace('#include ', ''),
    info: () => describeName(known),
    boost: isOwn ? 2 : 0,
    ...(isOwn && { apply: snippet(`${name}(${fields})`) }),
  };
}

/** The names of `double mean` and `double (*likelihood)(double)` are `mean` and `likelihood`. */
function nameOf(parameter: string): string {
  return (/\(\*(\w+)\)/.exec(parameter) ?? /\b(\w+)(?:\(:\))?$/.exec(parameter))?.[1] ?? '';
}

function listProgramWords(text: string, before: number, known: ReadonlySet<string>): Completion[] {
  const found = new Set<string>();
  for (const { 0: word, index } of text.slice(0, MOST_LETTERS).matchAll(WORD)) {
    const isBeingWritten = index < before && index + word.length >= before;
    if (word.length > 2 && !isBeingWritten && !known.has(word)) found.add(word);
  }
  return [...found].map((label) => ({ label, type: 'variable' }));
}

/** Offers completions as the user types; Ctrl-Space opens the list. */
function completion(language: Language, names: NameLookup): Extension {
  const words = WORDS[language].map((label) => ({ label, type: 'keyword', boost: 1 }));
  // Text for which the user opened the list. CodeMirror still reports a query as explicit after more text has been
  // typed.
  let asked: Text | undefined;
  const noteText = ({ state }: EditorView) => {
    asked = state.doc;
    return false;
  };
  const opensList = ({ run }: KeyBinding) => run === startCompletion;
  const noteKeys = completionKeymap.filter(opensList).map((binding) => ({ ...binding, run: noteText }));
  const source = async (context: CompletionContext) => {
    const { state, pos } = context;
    const explicit = context.explicit && asked?.eq(state.doc) === true;
    const line = state.doc.lineAt(pos);
    if (language !== 'Fortran' && INCLUDE.test(state.sliceDoc(line.from, pos)))
      return completeHeader(context);
    const word = context.matchBefore(/\b[A-Za-z_]\w*$/);
    if (!word && !explicit) return null;
    if ((word && word.to - word.from < 2 && !explicit) || isInText(state, Math.max(0, pos - 1))) return null;
    await names.loadLibraries();
    if (context.aborted) return null;
    const known = names.all.map(toCompletion);
    const labels = new Set([...known, ...words].map(({ label }) => label));
    const own = listProgramWords(state.doc.toString(), word?.to ?? pos, labels);
    return { from: word?.from ?? pos, options: [...known, ...words, ...own], validFor: /^\w*$/ };
  };
  const completeHeader = async (context: CompletionContext) => {
    const written = context.matchBefore(/(?<![\w./])[\w./]*$/);
    await names.loadLibraries();
    const headers = new Set(names.all.map(({ from }) => /<([^<>]*)>/.exec(from)?.[1]));
    const options = [...headers].flatMap((header) => (header ? [{ label: header, type: 'namespace' }] : []));
    return { from: written?.from ?? context.pos, options, validFor: /^[\w./]*$/ };
  };
  return [Prec.highest(keymap.of(noteKeys)), autocompletion({ override: [source], icons: false })];
}
