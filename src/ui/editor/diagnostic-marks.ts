// Diagnostics of a build in the editor: marks in the text and its margin, the message below the line that it is about,
// and a button for every fix that the compiler offers. Positions move with the text until the next build.
import { type Diagnostic as Mark, setDiagnostics } from '@codemirror/lint';
import type { EditorState, StateEffect, Text } from '@codemirror/state';
import { StateEffect as Effect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import type { Diagnostic, FixIt } from '../service/service-records.ts';
import { collectFixes, describeFix } from './fix-its.ts';

/** A position of lines and columns from 1, within the text. */
export function offsetOf(doc: Text, line: number, column: number): number {
  const found = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(found.from + Math.max(column - 1, 0), found.to);
}

/** Replaces what a fix says, all of it in one step that can be undone. */
export function applyFix(view: EditorView, fix: readonly FixIt[]): void {
  const { doc } = view.state;
  const changes = fix.map(({ startLine, startColumn, endLine, endColumn, text }) => ({
    from: offsetOf(doc, startLine, startColumn),
    to: offsetOf(doc, endLine, endColumn),
    insert: text,
  }));
  view.dispatch({ changes, userEvent: 'input.fix', scrollIntoView: true });
  view.focus();
}

class MessageWidget extends WidgetType {
  readonly #diagnostic: Diagnostic;

  constructor(diagnostic: Diagnostic) {
    super();
    this.#diagnostic = diagnostic;
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
      button.addEventListener('click', () => applyFix(view, fix));
      line.append(button);
    }
    return line;
  }

  // Buttons in it are the widget's own business.
  override ignoreEvent(): boolean {
    return true;
  }
}

const showMessages = Effect.define<DecorationSet>();

/** The lines with messages. */
export const messageLines = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (lines, transaction) => {
    let after = lines.map(transaction.changes);
    for (const effect of transaction.effects) if (effect.is(showMessages)) after = effect.value;
    return after;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function toMark(diagnostic: Diagnostic, doc: Text): Mark {
  const { line = 1, column = 1, endLine, endColumn, severity, message } = diagnostic;
  const from = offsetOf(doc, line, column);
  const end = endLine !== undefined && endColumn !== undefined ? offsetOf(doc, endLine, endColumn) : from;
  return {
    from,
    to: Math.max(from, end),
    severity: severity === 'note' ? 'info' : severity === 'warning' ? 'warning' : 'error',
    message,
    actions: collectFixes(diagnostic).map((fix) => ({
      name: describeFix(fix),
      apply: (view) => applyFix(view, fix),
    })),
  };
}

/** What shows these diagnostics, and only these; those of other files are not shown. */
export function showDiagnostics(
  state: EditorState,
  diagnostics: readonly Diagnostic[],
): { effects: StateEffect<unknown>[] } {
  const { doc } = state;
  const here = diagnostics.filter(
    ({ file, line }) => !file?.startsWith('/') && line !== undefined && line <= doc.lines,
  );
  const widgets = here
    .map((diagnostic) => ({ at: doc.line(diagnostic.line ?? 1).to, diagnostic }))
    .sort((a, b) => a.at - b.at)
    .map(({ at, diagnostic }) =>
      Decoration.widget({ widget: new MessageWidget(diagnostic), block: true, side: 1 }).range(at),
    );
  const marks = setDiagnostics(
    state,
    here.map((diagnostic) => toMark(diagnostic, doc)),
  );
  return { effects: [showMessages.of(Decoration.set(widgets)), ...[marks.effects ?? []].flat()] };
}
