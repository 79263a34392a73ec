// An embedded program's source: highlighted lines, overlaid with a text area if editable.
import { html, nothing, type TemplateResult } from 'lit';
import type { ProgramRequest } from '../../client/program/program-messages.ts';
import { highlight, splitLines, type Token } from '../../docs/rendering/highlight.ts';

interface ShownSource {
  readonly source: string;
  readonly language: ProgramRequest['language'];
  /** The source's name for screen readers. */
  readonly name: string;
  readonly isEditable: boolean;
  /** 1-based numbers of the lines with an error. */
  readonly wrong: ReadonlySet<number>;
  /** Values at the ends of lines, by 1-based line number. */
  readonly margin: ReadonlyMap<number, HTMLElement>;
}

export function renderSource(
  { source, language, name, isEditable, wrong, margin }: ShownSource,
  { change, run }: { readonly change: (source: string) => void; readonly run: () => void },
): TemplateResult {
  const lines = splitLines(highlight(source, language));
  const input = (event: Event) => change((event.target as HTMLTextAreaElement).value);
  const keys = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
  return html`<div class="source" part="source" tabindex=${isEditable ? nothing : 0} role=${isEditable ? nothing : 'region'} aria-label=${isEditable ? nothing : name}>
    <div class="stack">
      <pre aria-hidden=${isEditable ? 'true' : nothing}><code>${lines.map((line, i) => renderLine(line, wrong.has(i + 1), margin.get(i + 1)))}</code></pre>
      ${
        isEditable
          ? html`<textarea aria-label=${name} .value=${source} spellcheck="false" autocomplete="off" autocapitalize="off" wrap="off" @input=${input} @keydown=${keys}></textarea>`
          : nothing
      }
    </div>
  </div>`;
}

function renderLine(
  tokens: readonly Token[],
  isWrong: boolean,
  value: HTMLElement | undefined,
): TemplateResult {
  const parts = tokens.map(({ kind, text }) =>
    kind === 'plain' ? text : html`<span class=${kind}>${text}</span>`,
  );
  return html`<span class=${isWrong ? 'line wrong' : 'line'}>${parts}${value ?? nothing}
</span>`;
}
