// The line above the editor: tools for the program, the appearance of its text, and a hint about keyboard shortcuts
// that are not visible.
import { html, nothing, type TemplateResult } from 'lit';
import '../../layout/haze-menu.ts';
import type { Language } from '../../draft/program.ts';
import type { MenuItem } from '../../layout/haze-menu.ts';
import { type LayoutChange, type PageLayout, USUAL_LAYOUT } from '../../layout/page-layout.ts';

export interface EditorTools {
  readonly openFunctions: () => void;
  readonly format: () => void;
  readonly layout: PageLayout;
  readonly arrange: (changes: LayoutChange) => void;
  readonly setMargin: (hasMargin: boolean) => void;
}

/** Step in percent of the default font size. */
const LETTER_STEP_PERCENT = 10;

/** @param hintId ID of the hint about keyboard shortcuts, which describes the editor */
export function renderEditorTools(language: Language, hintId: string, tools: EditorTools): TemplateResult {
  const { layout, arrange } = tools;
  const looks: readonly MenuItem[] = [
    {
      title: 'Wrap long lines',
      isChosen: layout.isWrapped,
      choose: () => arrange({ isWrapped: !layout.isWrapped }),
    },
    { title: 'Larger text', choose: () => arrange({ letters: layout.letters + LETTER_STEP_PERCENT }) },
    { title: 'Smaller text', choose: () => arrange({ letters: layout.letters - LETTER_STEP_PERCENT }) },
    { title: 'Default text size', choose: () => arrange({ letters: USUAL_LAYOUT.letters }) },
  ];
  return html`<div class="editor-tools">
    <div class="row" role="group" aria-label="Help with the program">
      <button type="button" class="quiet" @click=${tools.openFunctions}>Functions</button>
      ${
        language === 'Fortran'
          ? nothing
          : html`<button type="button" class="quiet" @click=${tools.format}>Format</button>`
      }
      <button
        type="button"
        class="quiet"
        aria-pressed=${layout.hasMargin}
        title="The last uncertain value of each line, after each run"
        @click=${() => tools.setMargin(!layout.hasMargin)}
      >
        Values by line
      </button>
    </div>
    <p class="hint" id=${hintId}>
      Ctrl-Space completes, F12 goes to a definition. Tab indents; Escape, then Tab, leaves the editor.
    </p>
    <haze-menu icon-only align="end" label="How the program is shown" icon="text" .items=${looks}></haze-menu>
  </div>`;
}
