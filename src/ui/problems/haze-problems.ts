// <haze-problems>: a list of compiler and linker messages. A location in the program is a button that jumps to it
// (`haze-go-to`), and a fix is a button that applies it (`haze-apply-fix`). In a project, locations include file
// names. A message about a file outside the project has neither button.
import { html, nothing } from 'lit';
import { fire, given, pageElement } from '../element/element.ts';
import type { Diagnostic, FixIt } from '../service/service-records.ts';
import { collectFixes, describeFix, fileOfFix } from './fix-its.ts';

export interface Place {
  /** Path stated in the compiler's message. */
  readonly file: string | undefined;
  readonly line: number;
  readonly column: number;
}

export class HazeProblems extends pageElement({
  diagnostics: given<readonly Diagnostic[]>([]),
  /** Finds the project file for a path in a message; undefined if the editor cannot show the file. */
  findFile: given<((file: string | undefined) => string | undefined) | undefined>(),
}) {
  protected override render() {
    if (this.diagnostics.length === 0) return nothing;
    return html`<ul class="problems" aria-label="Messages of the compiler">
      ${this.diagnostics.map((diagnostic) => this.#renderDiagnostic(diagnostic))}
    </ul>`;
  }

  #renderDiagnostic(diagnostic: Diagnostic) {
    const { severity, message, option, notes } = diagnostic;
    const kind = severity === 'fatal' ? 'error' : severity;
    return html`<li class=${kind}>
      <span class="severity">${kind}</span>
      ${this.#renderPlace(diagnostic)} <bdi>${message}</bdi>
      ${option === undefined ? nothing : html`<code>${option}</code>`}
      ${this.#listFixes(diagnostic).map(
        (fix) => html`<button type="button" class="fix" @click=${() => fire(this, 'haze-apply-fix', fix)}>
          ${describeFix(fix)}
        </button>`,
      )}
      ${notes.map((note) => html`<div class="note">${this.#renderPlace(note)} <bdi>${note.message}</bdi></div>`)}
    </li>`;
  }

  #listFixes(diagnostic: Diagnostic): readonly (readonly FixIt[])[] {
    const { findFile } = this;
    const fixes = collectFixes(diagnostic);
    if (!findFile) return fixes;
    return fixes.filter((fix) => findFile(fileOfFix(fix)) !== undefined);
  }

  #renderPlace({ file, line, column = 1 }: Diagnostic) {
    if (line === undefined) return nothing;
    const path = this.findFile?.(file);
    // The editor cannot show library headers.
    if (file?.startsWith('/') || (this.findFile && path === undefined)) {
      return html`<code>${file ?? '?'}:${line}</code>`;
    }
    const place: Place = { file, line, column };
    const shown = path === undefined ? `line ${line}` : `${path}:${line}`;
    return html`<button type="button" class="place" @click=${() => fire(this, 'haze-go-to', place)}>
      ${shown}:${column}
    </button>`;
  }
}

customElements.define('haze-problems', HazeProblems);
