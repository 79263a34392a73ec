// Styles for <haze-value-viewer>. The page may override the colours.
import { css } from 'lit';
import { shortNames, token } from '../style/token.ts';

export const viewerStyle = css`
  :host {
    --background: ${token('surface')};
    ${shortNames('text', 'muted', 'line', 'accent', 'accent-text')}
    ${shortNames('series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6')}
    display: block;
    container-type: inline-size;
    color: var(--text);
    font: 0.875rem / 1.45 ${token('font')};
  }
  :host([hidden]) {
    display: none;
  }
  .group {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    align-items: center;
  }
  button {
    font: inherit;
    color: inherit;
    background: none;
    border: 1px solid var(--line);
    border-radius: ${token('radius')};
    padding: 0.15rem 0.6rem;
    min-height: ${token('target')};
    cursor: pointer;
  }
  button:hover {
    border-color: var(--muted);
  }
  button[aria-pressed='true'] {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--accent-text);
  }
  @media (forced-colors: active) {
    button:is([aria-pressed='true'], [aria-selected='true']) {
      color: HighlightText;
      background: Highlight;
      forced-color-adjust: none;
    }
  }
  button:focus-visible,
  input:focus-visible,
  summary:focus-visible,
  .cut:focus-visible,
  .scroll:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  figure {
    position: relative;
    margin: 0.5rem 0;
    touch-action: pan-y;
  }
  figure svg {
    display: block;
    width: 100%;
    height: auto;
  }
  .legend {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 0.75rem;
    align-items: center;
    /* Reserves space for the standard-error button, which appears and disappears. */
    min-height: ${token('target')};
    margin: 0.2rem 0 0.4rem;
    font-size: 0.8125rem;
  }
  .cut {
    position: absolute;
    width: 24px;
    margin-left: -12px;
    cursor: ew-resize;
    touch-action: none;
    border-radius: 3px;
  }
  .cut::before {
    content: '';
    position: absolute;
    left: 11px;
    top: 0;
    bottom: 0;
    width: 2px;
    background: var(--text);
  }
  /* Until it is moved, the line is hidden, except for its handle on the axis. */
  .cut.unmoved::before {
    opacity: 0;
  }
  .cut.unmoved:hover::before,
  .cut.unmoved:focus-visible::before {
    opacity: 0.5;
  }
  .cut::after {
    content: '';
    position: absolute;
    left: 6px;
    bottom: -6px;
    width: 12px;
    height: 12px;
    border-radius: 50%;
    background: var(--text);
    border: 2px solid var(--background);
    box-sizing: border-box;
  }
  .threshold {
    display: flex;
    flex-wrap: wrap;
    gap: 0.3rem 1rem;
    align-items: baseline;
    margin: 0.25rem 0 0.75rem;
    font-variant-numeric: tabular-nums;
  }
  input {
    font: inherit;
    color: inherit;
    background: var(--background);
    border: 1px solid var(--line);
    border-radius: ${token('radius')};
    padding: 0.1rem 0.4rem;
    width: 9em;
    min-height: ${token('target')};
  }
  .scroll {
    overflow-x: auto;
    max-width: 100%;
  }
  table {
    border-collapse: collapse;
    font-variant-numeric: tabular-nums;
    min-width: 50%;
  }
  caption {
    text-align: start;
    color: var(--muted);
    padding-bottom: 0.2rem;
  }
  th,
  td {
    text-align: end;
    padding: 0.15rem 0.75rem 0.15rem 0;
    border-bottom: 1px solid var(--line);
    font-weight: normal;
    white-space: nowrap;
  }
  th[scope='row'],
  thead th:first-child {
    text-align: start;
    color: var(--muted);
  }
  /* Breaks long names, so that the figures stay in view on a phone. */
  thead th {
    font-weight: 600;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  .mark {
    display: inline-block;
    width: 0.7em;
    height: 0.7em;
    margin-inline-end: 0.35em;
    border-radius: 2px;
  }
  .unit,
  .muted {
    color: var(--muted);
  }
  /* Uncertain digits of a figure, and its error. */
  .unsure,
  .error {
    color: var(--muted);
  }
  .error {
    position: relative;
  }
  .said,
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  details {
    margin-top: 0.6rem;
  }
  summary {
    min-height: ${token('target')};
    align-content: center;
    cursor: pointer;
  }
  .sentence {
    margin: 0.4rem 0 0.6rem;
    overflow-wrap: anywhere;
  }
  @media print {
    /* Hides the controls, and also the line, because its position depends on the plot's size on the screen. */
    .group,
    .tabs,
    .cut,
    .find,
    details:not([open]) {
      display: none;
    }
    figure {
      break-inside: avoid;
    }
    .scroll {
      overflow: visible;
    }
    input {
      border: 0;
      padding: 0;
    }
  }
`;
