// Values at the ends of the editor's lines. Changing the text removes the values, because they belong to the old text.
import { type Extension, RangeSetBuilder, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';
import './line-values.css';
import { makeLineValue } from './line-value-node.ts';
import type { ShownLine } from './shown-lines.ts';

class LineValueWidget extends WidgetType {
  readonly #line: ShownLine;

  constructor(line: ShownLine) {
    super();
    this.#line = line;
  }

  override eq(other: WidgetType): boolean {
    return other instanceof LineValueWidget && other.#line === this.#line;
  }

  override toDOM(): HTMLElement {
    return makeLineValue(this.#line);
  }

  override ignoreEvent(): boolean {
    return true;
  }
}

function listMarks(doc: Text, lines: readonly ShownLine[]): DecorationSet {
  const marks = new RangeSetBuilder<Decoration>();
  for (const shown of lines) {
    if (shown.line > doc.lines) continue;
    const { to } = doc.line(shown.line);
    marks.add(to, to, Decoration.widget({ widget: new LineValueWidget(shown), side: 1 }));
  }
  return marks.finish();
}

/** Editor extension that shows the values on its current text. */
export function showLineValues(lines: readonly ShownLine[]): Extension {
  const marks = StateField.define<DecorationSet>({
    create: ({ doc }) => listMarks(doc, lines),
    update: (before, { docChanged }) => (docChanged ? Decoration.none : before),
    provide: (field) => EditorView.decorations.from(field),
  });
  return marks;
}
