// The line below the editor: what one can do with the program while it is written, and the keys that are not seen.
import { html, nothing, type TemplateResult } from 'lit';
import type { Language } from './program.ts';

export interface EditorToolActions {
  readonly openFunctions: () => void;
  readonly format: () => void;
}

/** @param hintId ID of the sentence about keys, which the editor names as its description */
export function renderEditorTools(
  language: Language,
  hintId: string,
  actions: EditorToolActions,
): TemplateResult {
  return html`<div class="editor-tools">
    <div class="row" role="group" aria-label="Help with the program">
      <button type="button" class="quiet" @click=${actions.openFunctions}>Functions</button>
      ${
        language === 'Fortran'
          ? nothing
          : html`<button type="button" class="quiet" @click=${actions.format}>Format</button>`
      }
    </div>
    <p class="hint" id=${hintId}>
      Ctrl-Space completes, F12 goes to a definition. Tab indents; Escape, then Tab, leaves the editor.
    </p>
  </div>`;
}
