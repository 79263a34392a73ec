// Go to definition with F12 or Ctrl-click: in this file, otherwise in another file of the project.
import type { Extension } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import type { Language } from '../../draft/program.ts';
import type { FindInText } from '../../project/project.ts';
import { listSymbols, maybeDefinition } from './list-symbols.ts';

/** Finds a location in another file and opens the file; returns false if there is none. */
export type FindElsewhere = (find: FindInText) => boolean;

function goTo(view: EditorView, at: number, language: Language, findElsewhere: FindElsewhere): boolean {
  const { state } = view;
  const word = state.wordAt(at);
  if (!word) return false;
  const written = state.sliceDoc(word.from, word.to);
  const name = language === 'Fortran' ? written.toLowerCase() : written;
  const found = maybeDefinition(listSymbols(state.doc.toString(), language), name, word.from);
  // Another file may define a name that this file only declares.
  const find: FindInText = (text, other) => maybeDefinition(listSymbols(text, other), name);
  if (!found?.isDefinition && findElsewhere(find)) return true;
  const text = found
    ? `${name} is defined on line ${state.doc.lineAt(found.from).number}`
    : `${name} is not defined here`;
  view.dispatch({
    ...(found && { selection: { anchor: found.from }, scrollIntoView: true }),
    effects: EditorView.announce.of(text),
  });
  return true;
}

export function goToDefinition(language: Language, findElsewhere: FindElsewhere): Extension {
  return [
    keymap.of([
      { key: 'F12', run: (view) => goTo(view, view.state.selection.main.head, language, findElsewhere) },
    ]),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0) return false;
        const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (at === null || !view.state.wordAt(at)) return false;
        event.preventDefault();
        return goTo(view, at, language, findElsewhere);
      },
    }),
  ];
}
