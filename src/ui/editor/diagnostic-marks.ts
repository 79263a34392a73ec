// A build's diagnostics in the editor: marks in the text and the margin, the message below its line, and a button for
// each fix. Positions move with the text until the next build.
import { type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import type { ChangeDesc, EditorState, StateEffect, Text } from '@codemirror/state';
import { StateEffect as Effect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import { collectFixes, describeFix } from '../problems/fix-its.ts';
import type { Diagnostic, FixIt } from '../service/service-records.ts';

/** Offset of a line and column, both 1-based, clamped to the text. */
function offsetOf(doc: Text, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}

/** The text that was built, and the changes made to it since. */
interface Built {
  readonly doc: Text;
  readonly changes: ChangeDesc | undefined;
}

const setBuilt = Effect.define<Built>();

const built = StateField.define<Built | undefined>({
  create: () => undefined,
  update: (before, transaction) => {
    const set = transaction.effects.find((effect) => effect.is(setBuilt));
    if (set) return set.value;
    if (!before || !transaction.docChanged) return before;
    const { desc } = transaction.changes;
    return { ...before, changes: before.changes ? before.changes.composeDesc(desc) : desc };
  },
});

/** Current offset of a position in the built text. */
export function placeOf(state: EditorState, line: number, column: number): number {
  const { doc, changes } = state.field(built, false) ?? { doc: state.doc, changes: undefined };
  const offset = offsetOf(doc, line, column);
  return changes ? changes.mapPos(offset, 1) : offset;
}

/**
 * Applies all edits of a fix as one undo step; returns false and changes nothing if the text to be fixed has changed
 * since the build.
 */
export function applyFix(view: EditorView, fix: readonly FixIt[]): boolean {
  const { state } = view;
  const { doc, changes } = state.field(built, false) ?? { doc: state.doc, changes: undefined };
  const wanted = listChanges(fix, doc);
  if (changes && wanted.some(({ from, to }) => changes.touchesRange(from, to))) return false;
  const now = (offset: number, side: number) => changes?.mapPos(offset, side) ?? offset;
  const moved = wanted.map(({ from, to, insert }) => ({ from: now(from, 1), to: now(to, -1), insert }));
  replaceBy(view, moved);
  return true;
}

interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

function listChanges(fix: readonly FixIt[], doc: Text): Change[] {
  return fix.map(({ startLine, startColumn, endLine, endColumn, text }) => ({
    from: offsetOf(doc, startLine, startColumn),
    to: offsetOf(doc, endLine, endColumn),
    insert: text,
  }));
}

function replaceBy(view: EditorView, changes: readonly Change[]): void {
  view.dispatch({
    changes: changes.map(({ from, to, insert }) => ({
      from: Math.min(from, to),
      to: Math.max(from, to),
      insert,
    })),
    userEvent: 'input.fix',
    scrollIntoView: true,
  });
  view.focus();
}

class MessageWidget extends WidgetType {
  readonly #diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super();
    this.#diagnostic = diagnostic;
  }

  get message(): string {
    return this.#diagnostic.message;
  }

  override eq(other: MessageWidget): boolean {
    return other.#diagnostic === this.#diagnostic;
  }

  override toDOM(view: EditorView): HTMLElement {
    const { severity, message } = this.#diagnostic;
    const line = document.createElement('div');
    line.className = `diagnostic-line ${severity === 'fatal' ? 'error' : severity}`;
    const words = document.createElement('span');
    words.textContent = message;
    line.append(words);
    for (const fix of collectFixes(this.#diagnostic)) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'fix';
      button.textContent = describeFix(fix);
      // Clicking a fix whose text has changed removes the button.
      button.addEventListener('click', () => {
        if (!applyFix(view, fix)) button.remove();
      });
      line.append(button);
    }
    return line;
  }

  // The widget itself handles clicks on its buttons.
  override ignoreEvent(): boolean {
    return true;
  }
}

const showMessages = Effect.define<DecorationSet>();

/** Removes all message lines except those that show one of the given messages. */
const keepMessages = Effect.define<ReadonlySet<string>>();

function messageOf({ widget }: { readonly widget?: MessageWidget }): string {
  return widget?.message ?? '';
}

/** The lines that show messages. */
const messageLineField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (lines, transaction) => {
    let after = lines.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(showMessages)) after = effect.value;
      if (effect.is(keepMessages))
        after = after.update({ filter: (_from, _to, { spec }) => effect.value.has(messageOf(spec)) });
    }
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Extension that shows messages in an editor. */
export const messageLines = [messageLineField, built];

/** Returns the diagnostics for this text, without those for other files. */
function listHere(diagnostics: readonly Diagnostic[], doc: Text): readonly Diagnostic[] {
  return diagnostics.filter(
    ({ file, line }) => !file?.startsWith('/') && line !== undefined && line <= doc.lines,
  );
}

/** End of the word or character at an offset, for a message that has only a start position. */
function endOfWord(doc: Text, from: number): number {
  const line = doc.lineAt(from);
  const [word] = /^(?:[\p{L}\p{N}_]+|\S)/u.exec(line.text.slice(from - line.from)) ?? [''];
  return from + word.length;
}

function toMark(
  diagnostic: Diagnostic,
  doc: Text,
  apply: (view: EditorView, fix: readonly FixIt[]) => void,
): Mark {
  const { line = 1, column = 1, endLine, endColumn, severity, message } = diagnostic;
  const from = offsetOf(doc, line, column);
  const end =
    endLine !== undefined && endColumn !== undefined
      ? offsetOf(doc, endLine, endColumn)
      : endOfWord(doc, from);
  return {
    from,
    to: Math.max(from, end),
    severity: severity === 'note' ? 'info' : severity === 'warning' ? 'warning' : 'error',
    message,
    actions: collectFixes(diagnostic).map((fix) => ({
      name: describeFix(fix),
      apply: (view) => apply(view, fix),
    })),
  };
}

/** Transaction that shows exactly these diagnostics, except those for other files. */
export function showDiagnostics(
  state: EditorState,
  diagnostics: readonly Diagnostic[],
): { effects: StateEffect<unknown>[] } {
  const { doc } = state;
  const here = listHere(diagnostics, doc);
  const widgets = here
    .map((diagnostic) => ({ at: doc.line(diagnostic.line ?? 1).to, diagnostic }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, diagnostic }) =>
      Decoration.widget({ widget: new MessageWidget(diagnostic), block: true, side: 1 }).range(at),
    );
  const marks = setDiagnostics(
    state,
    here.map((diagnostic) => toMark(diagnostic, doc, applyFix)),
  );
  return {
    effects: [
      setBuilt.of({ doc, changes: undefined }),
      showMessages.of(Decoration.set(widgets)),
      ...[marks.effects ?? []].flat(),
    ],
  };
}

/**
 * Transaction that shows messages about a text while the user types. The transaction sets only marks, because new lines
 * would move the text under the cursor. Message lines from an earlier build are removed if their message no longer
 * applies.
 */
export function showChecked(
  state: EditorState,
  diagnostics: readonly Diagnostic[],
): { effects: StateEffect<unknown>[] } {
  const { doc } = state;
  const marks = setDiagnostics(
    state,
    listHere(diagnostics, doc).map((diagnostic) =>
      toMark(diagnostic, doc, (view, fix) => {
        // If the text has changed, the next check provides a new fix.
        if (view.state.doc.eq(doc)) replaceBy(view, listChanges(fix, doc));
      }),
    ),
  );
  return {
    effects: [
      keepMessages.of(new Set(diagnostics.map(({ message }) => message))),
      ...[marks.effects ?? []].flat(),
    ],
  };
}
