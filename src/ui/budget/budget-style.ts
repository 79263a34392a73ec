// Styles for the views that show a spread's sources. The page may override the colours.
import { css } from 'lit';
import { token } from '../style/token.ts';
import { viewerStyle } from '../value/viewer-style.ts';

const own = css`
  select {
    font: inherit;
    color: inherit;
    background: var(--background);
    border: 1px solid var(--line);
    border-radius: ${token('radius')};
    padding: 0.15rem 0.3rem;
    min-height: ${token('target')};
    max-width: 100%;
  }
  select:focus-visible,
  [role='tabpanel']:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  [hidden] {
    display: none !important;
  }
  h2 {
    font-size: 1em;
    font-weight: 600;
    margin: 0.7rem 0 0.3rem;
    overflow-wrap: anywhere;
  }
  input[type='checkbox'] {
    width: auto;
    min-width: 18px;
    min-height: 18px;
    margin: 0;
  }
  .scroll {
    position: relative;
  }
  label {
    min-height: ${token('target')};
    display: inline-flex;
    gap: 0.35rem;
    align-items: center;
    max-width: 100%;
    margin-block: 0.15rem;
  }
  .all {
    margin-top: 0.4rem;
  }
  .tabs {
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem;
    margin: 0.4rem 0 0.6rem;
  }
  .tabs button[aria-selected='true'] {
    background: var(--accent);
    border-color: var(--accent);
    color: var(--accent-text);
  }
  tfoot th,
  tfoot td {
    border-top: 1px solid var(--line);
  }
  .source {
    text-align: start;
    border: 0;
    padding: 0;
    min-height: ${token('target')};
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 2px;
    overflow-wrap: anywhere;
    white-space: normal;
  }
  .source[aria-pressed='true'] {
    padding-inline: 0.5rem;
    text-decoration: none;
  }
  .place {
    display: block;
    color: var(--muted);
    font-size: 0.85em;
    max-width: 24em;
    white-space: normal;
    overflow-wrap: anywhere;
  }
  th[scope='col'] {
    overflow-wrap: normal;
  }
  /* Keeps the names in view while the numbers scroll sideways. */
  th[scope='row'],
  thead th:first-child {
    position: sticky;
    inset-inline-start: 0;
    background: var(--background);
  }
  th[scope='row'] {
    min-width: 8em;
    color: inherit;
    vertical-align: top;
  }
  td {
    vertical-align: top;
  }
  th.share,
  td.share {
    text-align: start;
    min-width: 10em;
  }
  td.share svg {
    display: block;
    width: 100%;
    min-width: 9em;
    height: 12px;
  }
  .interval {
    color: var(--muted);
    font-size: 0.85em;
  }
  td:not(.share) .interval {
    display: block;
  }
  .notes {
    color: var(--muted);
    margin: 0.4rem 0;
    padding-inline-start: 1.1rem;
  }
  .problem {
    color: ${token('error')};
  }
`;

export const budgetStyle = [viewerStyle, own];
