// The look of the notices, from the page's custom properties.
import { css } from 'lit';

/** The download panel says one thing after the other in a box that keeps its height. */
export const downloadStyles = css`
  .notice {
    box-sizing: border-box;
    min-height: 6.75rem;
    align-content: center;
  }
  .loading .text {
    flex-basis: 100%;
  }
`;

export const noticeStyles = css`
  :host {
    display: block;
    font: inherit;
    color: var(--haze-text, light-dark(#1c1d21, #e9e9ee));
  }
  :host([hidden]) {
    display: none;
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.9rem;
    padding: 0.5rem 0.8rem;
    border: 1px solid var(--haze-line, light-dark(#d5d7de, #3a3c45));
    border-inline-start: 3px solid var(--haze-accent, light-dark(#2456c8, #8fb2ff));
    border-radius: var(--haze-radius, 6px);
    background: var(--haze-surface, light-dark(#f7f8fa, #1e2026));
    line-height: 1.4;
  }
  .notice.grave {
    border-inline-start-color: var(--haze-error, light-dark(#b3261e, #ff8a80));
  }
  .text {
    flex: 1 1 16rem;
    min-width: 0;
  }
  .figures {
    font-variant-numeric: tabular-nums;
  }
  /* More digits must not push what follows. */
  .size {
    display: inline-block;
    min-width: 4ch;
  }
  progress {
    flex: 1 1 8rem;
    height: 0.5rem;
    accent-color: var(--haze-accent, light-dark(#2456c8, #8fb2ff));
  }
  button {
    font: inherit;
    padding: 0.25rem 0.8rem;
    border: 1px solid var(--haze-line, light-dark(#b9bcc6, #565965));
    border-radius: var(--haze-radius, 6px);
    background: var(--haze-background, light-dark(#fff, #16171b));
    color: inherit;
    cursor: pointer;
  }
  button:focus-visible {
    outline: 2px solid var(--haze-accent, light-dark(#2456c8, #8fb2ff));
    outline-offset: 2px;
  }
`;
