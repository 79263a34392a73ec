// Looks of <haze-program>. Colours are those of the page, where it sets them (docs/embedding.md).
import { css } from 'lit';
import { ACCENT, ACCENT_TEXT } from '../value/accent.ts';

export const programStyle = css`
  :host {
    --background: var(--haze-background, light-dark(#ffffff, #14181c));
    --surface: var(--haze-surface, light-dark(#f6f7f9, #1b2026));
    --text: var(--haze-text, light-dark(#1c2024, #e6e9ec));
    --muted: var(--haze-muted, light-dark(#5b636c, #9aa4ae));
    --line: var(--haze-line, light-dark(#dfe3e7, #343b43));
    --accent: var(--haze-accent, ${ACCENT});
    --accent-text: var(--haze-accent-text, ${ACCENT_TEXT});
    --error: var(--haze-error, light-dark(#b3261e, #ff8a80));
    --warning: var(--haze-warning, light-dark(#8a5a00, #e8b44f));
    --radius: var(--haze-radius, 6px);
    --mono: var(--haze-mono, ui-monospace, 'SF Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace);
    --word: var(--haze-code-word, light-dark(#8031a7, #d3a1f0));
    --type: var(--haze-code-type, light-dark(#0b6b74, #6fd0d9));
    --string: var(--haze-code-text, light-dark(#2b6a1e, #9bd58a));
    --number: var(--haze-code-number, light-dark(#a0430a, #f0a878));
    --comment: var(--haze-code-comment, light-dark(#5f6973, #98a3ad));
    --directive: var(--haze-code-directive, light-dark(#7a5200, #e0bf6b));
    display: block;
    max-width: 100%;
    margin-block: 1em;
    color: var(--text);
    font: 0.9375rem / 1.5 var(--haze-font, system-ui, sans-serif);
  }
  :host([hidden]) {
    display: none;
  }
  section {
    border: 1px solid var(--line);
    border-radius: var(--radius);
    background: var(--background);
    overflow: hidden;
  }
  .header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 1em;
    padding: 0.35em 0.5em 0.35em 0.9em;
    background: var(--surface);
    border-bottom: 1px solid var(--line);
  }
  .facts,
  .status {
    color: var(--muted);
    font-size: 0.875em;
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid var(--line);
    border-radius: var(--radius);
    cursor: pointer;
  }
  .header button {
    min-width: 4.5em;
    min-height: 2em;
    padding: 0.1em 0.9em;
    font-weight: 600;
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
  .word {
    color: var(--word);
  }
  .type {
    color: var(--type);
  }
  .text {
    color: var(--string);
  }
  .number {
    color: var(--number);
  }
  .comment {
    color: var(--comment);
    font-style: italic;
  }
  .directive {
    color: var(--directive);
  }
  .status,
  .problem,
  .diagnostics {
    margin: 0;
    padding: 0.4em 0.9em;
  }
  .status {
    border-top: 1px solid var(--line);
    font-variant-numeric: tabular-nums;
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
  /* Long output is laid out where it is in sight, but for its beginning, which is there at once for whatever reads a page. The rings around its values are wider than its lines. */
  .block:nth-child(n + 9) {
    content-visibility: auto;
    overflow-clip-margin: 4px;
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
  @media print {
    /* Paper is light whatever the page is: what the page says of colours is for its screen. */
    :host {
      --haze-background: initial !important;
      --haze-surface: initial !important;
      --haze-text: initial !important;
      --haze-muted: initial !important;
      --haze-line: initial !important;
      --haze-accent: initial !important;
      --haze-accent-text: initial !important;
      --haze-error: initial !important;
      --haze-warning: initial !important;
      --haze-series-1: initial !important;
      --haze-series-2: initial !important;
      --haze-series-3: initial !important;
      --haze-series-4: initial !important;
      --haze-series-5: initial !important;
      --haze-series-6: initial !important;
      --haze-code-word: initial !important;
      --haze-code-type: initial !important;
      --haze-code-text: initial !important;
      --haze-code-number: initial !important;
      --haze-code-comment: initial !important;
      --haze-code-directive: initial !important;
      color-scheme: light !important;
    }
    section {
      overflow: visible;
    }
    .header button,
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
    .viewer {
      break-inside: avoid;
    }
  }
`;
