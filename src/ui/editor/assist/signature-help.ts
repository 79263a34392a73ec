// Signature help: the called function's declaration above the cursor, with the current parameter highlighted. Escape
// hides the help until the next call. Ctrl-Shift-Space describes the name at the cursor, including for screen readers.
import { completionStatus, hasNextSnippetField, hasPrevSnippetField } from '@codemirror/autocomplete';
import { syntaxTree } from '@codemirror/language';
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { describeName, sayName } from './describe-name.ts';
import { type EnclosingCall, maybeCallAt } from './find-call.ts';
import type { KnownName } from './known-functions.ts';
import type { NameLookup } from './name-lookup.ts';

interface Help {
  readonly call: EnclosingCall;
  readonly tooltip: Tooltip;
  readonly isHidden: boolean;
}

const hide = StateEffect.define<null>();

/** Tests whether a position is inside a string or a comment. */
export function isInText(state: EditorState, at: number): boolean {
  return /comment|string|character/i.test(syntaxTree(state).resolveInner(at, 1).name);
}

function maybeHelp(state: EditorState, names: NameLookup): Help | undefined {
  const { head, empty } = state.selection.main;
  if (!empty) return undefined;
  const call = maybeCallAt(state.doc.toString(), head, (at) => isInText(state, at));
  const known = call && names.maybeFind(call.name);
  if (!call || known?.kind !== 'function') return undefined;
  const tooltip: Tooltip = {
    pos: call.from,
    above: true,
    create: () => ({ dom: describeName(known, call.parameter) }),
  };
  return { call, tooltip, isHidden: false };
}

function signatureField(names: NameLookup): StateField<Help | undefined> {
  return StateField.define<Help | undefined>({
    create: () => undefined,
    update: (before, transaction) => {
      if (transaction.effects.some((effect) => effect.is(hide)))
        return before && { ...before, isHidden: true };
      if (!transaction.docChanged && !transaction.selection) return before;
      // Merely moving the cursor does not open the help.
      if (!transaction.docChanged && !before) return before;
      const after = maybeHelp(transaction.state, names);
      const isSame = before?.call.name === after?.call.name && before?.isHidden === true;
      return after && { ...after, isHidden: isSame };
    },
    provide: (field) => showTooltip.from(field, (help) => (help && !help.isHidden ? help.tooltip : null)),
  });
}

/** Finds the known name at a position. */
function maybeNameAt(state: EditorState, at: number, names: NameLookup) {
  const word = state.wordAt(at);
  if (!word || isInText(state, word.from)) return undefined;
  const known = names.maybeFind(state.sliceDoc(word.from, word.to));
  return known && { known, ...{ from: word.from, to: word.to } };
}

/** Describes the name at the cursor or, if there is none, the enclosing call. */
function describeAtCursor(
  view: EditorView,
  names: NameLookup,
  show: (known: KnownName, at: number) => void,
): boolean {
  const { state } = view;
  const { head } = state.selection.main;
  const found = maybeNameAt(state, head, names);
  const call = maybeCallAt(state.doc.toString(), head, (at) => isInText(state, at));
  const known = found?.known ?? (call && names.maybeFind(call.name));
  if (!known) return false;
  show(known, found?.from ?? call!.from);
  return true;
}

const shown = StateEffect.define<Tooltip | null>();
const shownField = StateField.define<Tooltip | null>({
  create: () => null,
  update: (before, transaction) => {
    for (const effect of transaction.effects) if (effect.is(shown)) return effect.value;
    return transaction.docChanged || transaction.selection ? null : before;
  },
  provide: (field) => showTooltip.from(field),
});

/** Help for calls, and for the name under the pointer or at the cursor. */
export function signatureHelp(names: NameLookup): Extension {
  const field = signatureField(names);
  const leave = (view: EditorView) => {
    // If the completion list is open, Escape closes the list first.
    if (completionStatus(view.state) === 'active') return false;
    if (view.state.field(shownField)) {
      view.dispatch({ effects: shown.of(null) });
      return true;
    }
    const help = view.state.field(field);
    if (!help || help.isHidden) return false;
    view.dispatch({ effects: hide.of(null) });
    // The same key also leaves the placeholders that a completion inserted.
    return !hasNextSnippetField(view.state) && !hasPrevSnippetField(view.state);
  };
  const describe = (view: EditorView) =>
    describeAtCursor(view, names, (known, pos) =>
      view.dispatch({
        effects: [
          shown.of({ pos, above: true, create: () => ({ dom: describeName(known) }) }),
          EditorView.announce.of(sayName(known)),
        ],
      }),
    );
  return [
    field,
    shownField,
    Prec.highest(
      keymap.of([
        { key: 'Ctrl-Shift-Space', run: describe },
        { key: 'Escape', run: leave },
      ]),
    ),
    hoverTooltip((view, at) => {
      const found = maybeNameAt(view.state, at, names);
      if (!found) return null;
      const { known, from, to } = found;
      return { pos: from, end: to, above: true, create: () => ({ dom: describeName(known) }) };
    }),
  ];
}
