// Styles for <haze-program>. The page may override the colours (docs/embedding-reference.md).
import { css } from 'lit';
import { OWN_COLOURS, shortNames, token } from '../style/token.ts';

export const programStyle = css`
  :host {
    --background: ${token('background', 'surface')};
    --surface: ${token('surface', 'background')};
    ${shortNames('text', 'muted', 'line', 'accent', 'accent-text', 'error', 'warning', 'radius', 'mono')}
    ${shortNames('code-word', 'code-type', 'code-text', 'code-number', 'code-comment', 'code-directive')}
    display: block;
    max-width: 100%;
    margin-block: 1em;
    color: var(--text);
    font: 0.9375rem / 1.5 ${token('font')};
  }
  :host([hidden]) {
    display: none;
  }
  section {
    container-type: inline-size;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--background);
    /* Uses clip because hidden would stop sticky pictures from staying in view while the page scrolls. */
    overflow: hidden;
    overflow: clip;
  }
  .header {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0.25em 1em;
    padding-block: 0.35em;
    padding-inline: 0.9em 0.5em;
    background: var(--surface);
    border-bottom: 1px solid var(--line);
  }
  .facts,
  .status {
    color: var(--muted);
    font-size: 0.875em;
  }
  /* Programs, their output and the answers about them run left to right on every page. */
  .source,
  .output,
  .diagnostics,
  .viewer {
    direction: ltr;
    text-align: left;
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    cursor: pointer;
  }
  .tools {
    display: flex;
    align-items: center;
    gap: 0.25em;
    margin-inline-start: auto;
  }
  .header button {
    min-width: 4.5em;
    min-height: 2em;
    padding: 0.1em 0.9em;
    font-weight: 600;
  }
  .header button.tool {
    min-width: 0;
    padding-inline: 0.5em;
    border-color: transparent;
    color: var(--muted);
    font-size: 0.875em;
    font-weight: 400;
  }
  .header button.tool:hover {
    color: var(--text);
    border-color: var(--line);
  }
  .header button[aria-pressed='true'] {
    color: var(--accent);
    border-color: var(--accent);
  }
  @media (forced-colors: active) {
    .header button[aria-pressed='true'] {
      color: HighlightText;
      background: Highlight;
      forced-color-adjust: none;
    }
  }
  button.main {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--accent-text);
  }
  button:focus-visible,
  .source:focus-visible,
  .output:focus-visible,
  textarea:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: -2px;
  }
  .source {
    overflow-x: auto;
    container-type: inline-size;
  }
  .stack {
    position: relative;
    width: max-content;
    min-width: 100%;
  }
  pre,
  textarea,
  .output {
    margin: 0;
    font: 0.875rem / 1.5 var(--mono);
    tab-size: 4;
  }
  pre,
  textarea {
    padding: 0.7em 0.9em;
    box-sizing: border-box;
    white-space: pre;
  }
  textarea {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    border: 0;
    resize: none;
    overflow: hidden;
    background: none;
    color: transparent;
    caret-color: var(--text);
  }
  .line {
    display: block;
    min-height: 1.5em;
  }
  .wrong {
    background: color-mix(in srgb, var(--error) 16%, transparent);
    box-shadow: -0.9em 0 0 color-mix(in srgb, var(--error) 16%, transparent), inset 2px 0 0 var(--error);
  }
  .pointed {
    background: color-mix(in srgb, var(--accent) 18%, transparent);
  }
  .questions {
    padding: 0.3em 0.9em 0.6em;
  }
  /* Stays in view even if the line is wider than the element, and lies on top of an editable source's text area. */
  .line-value {
    position: sticky;
    inset-inline-end: 0.5em;
    z-index: 1;
    display: inline-flex;
    align-items: baseline;
    gap: 0.5em;
    margin-inline-start: 2.5em;
    padding: 0 0.45em;
    border-color: transparent;
    border-radius: var(--radius);
    background: color-mix(in srgb, var(--accent) 12%, var(--background));
    font: 0.875em / 1.4 ${token('font')};
  }
  /* Shows values below their lines in a narrow element, unless the source is editable: its text area has no space
     there. */
  @container (max-width: 36rem) {
    .source[tabindex] .line-end::before {
      content: '\\a';
    }
    .source[tabindex] .line-value {
      flex-wrap: wrap;
      max-width: 85cqi;
      margin-inline-start: 2ch;
      inset-inline-end: auto;
    }
  }
  .line-value .several {
    color: var(--muted);
  }
  .line-value .number {
    color: inherit;
  }
  .line-value .decision {
    color: var(--warning);
  }
  .word {
    color: var(--code-word);
  }
  .type {
    color: var(--code-type);
  }
  .text {
    color: var(--code-text);
  }
  .number {
    color: var(--code-number);
  }
  .comment {
    color: var(--code-comment);
    font-style: italic;
  }
  .directive {
    color: var(--code-directive);
  }
  .status,
  .problem,
  .diagnostics {
    margin: 0;
    padding: 0.4em 0.9em;
  }
  .end {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    justify-content: space-between;
    border-top: 1px solid var(--line);
    font-variant-numeric: tabular-nums;
  }
  .end details {
    padding: 0 0.9em;
    font-size: 0.875rem;
    color: var(--muted);
  }
  .end details[open] {
    flex: 1 0 100%;
    box-sizing: border-box;
    padding-bottom: 0.4em;
  }
  .end summary {
    cursor: pointer;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 0.2em 1.2em;
    margin: 0.3em 0 0;
  }
  dd {
    margin: 0;
    color: var(--text);
  }
  .problem {
    color: var(--error);
  }
  .warning {
    color: var(--warning);
  }
  .diagnostics {
    list-style: none;
    padding-top: 0;
    font-size: 0.875rem;
    overflow-wrap: anywhere;
  }
  .diagnostics li {
    padding: 0.1em 0;
  }
  .output {
    padding: 0.6em 0.9em;
    border-top: 1px solid var(--line);
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    max-height: 26em;
    overflow-y: auto;
  }
  /* Long output is laid out only near the viewport, except for its start, which is laid out immediately for anything
     that reads the page. The margin leaves room for the rings around values, which are wider than the lines. */
  .block:nth-child(n + 9) {
    content-visibility: auto;
    overflow-clip-margin: 4px;
  }
  .before {
    font-weight: 600;
    color: var(--warning);
  }
  .output.stale {
    color: var(--muted);
  }
  .stale haze-spark {
    opacity: 0.45;
  }
  .stderr {
    color: var(--error);
  }
  .value {
    padding: 0 0.35em;
    border-color: transparent;
    background: var(--surface);
    line-height: 1.4;
    white-space: nowrap;
  }
  .value haze-spark {
    color: var(--accent);
  }
  .value:hover,
  .value[aria-expanded='true'] {
    border-color: var(--accent);
  }
  .viewer {
    padding: 0.8em 0.9em;
    border-top: 1px solid var(--line);
    min-height: 12em;
  }
  :host([compact]) .header {
    flex-wrap: wrap;
    justify-content: flex-end;
    gap: 0.35em;
    min-height: 2.25em;
    padding-block: 0.25em;
    padding-inline: 0.9em 0.5em;
  }
  :host([compact]) .header > * {
    font-size: 0.875em;
  }
  :host([compact]) .tools {
    font-size: 1em;
  }
  :host([compact]) .header button {
    font-size: 0.875em;
    min-width: 0;
    min-height: 0;
    padding: 0.1em 0.7em;
    font-weight: inherit;
  }
  @container (max-width: 43rem) {
    :host([compact]) .tools.after .tool {
      display: none;
    }
  }
  :host([compact]) .facts {
    flex: 1 0 auto;
  }
  :host([compact]) .end {
    display: contents;
  }
  :host([compact]) .end > * {
    padding: 0;
    font-size: 0.875em;
  }
  :host([compact]) .end .problem,
  :host([compact]) .end details[open] {
    flex: 1 0 100%;
    order: 1;
    padding-block: 0.2em;
  }
  :host([compact]) .questions {
    padding: 0;
  }
  :host([compact]) pre,
  :host([compact]) textarea,
  :host([compact]) .output {
    padding: 0.75em 0.9em;
  }
  :host([compact]) .value {
    margin-block: -2px;
  }
  .printed {
    display: none;
  }
  @media print {
    .end .printed {
      display: block;
      flex: 1 0 100%;
      margin: 0;
      padding: 0 0.9em 0.4em;
      font-size: 0.875em;
      color: var(--muted);
    }
    /* Removes the page's colours, which are meant for the screen, because paper is always light. */
    :host {
      ${OWN_COLOURS}
      color-scheme: light !important;
    }
    section {
      overflow: visible;
    }
    .header button,
    details[part='figures']:not([open]),
    textarea {
      display: none;
    }
    .source,
    .output {
      max-height: none;
      overflow: visible;
    }
    .block:nth-child(n + 9) {
      content-visibility: visible;
    }
    .stack {
      width: auto;
    }
    pre {
      white-space: pre-wrap;
      overflow-wrap: anywhere;
    }
    .value {
      padding: 0;
      border: 0;
      background: none;
    }
    .header,
    .end {
      break-after: avoid;
    }
    .viewer {
      break-inside: avoid;
    }
  }
`;
