// Styles for the notices, based on the page's custom properties.
import { css } from 'lit';
import { token } from '../style/token.ts';

/** Styles for the download panel: a box whose height stays constant while its text changes. */
export const downloadStyles = css`
  .notice {
    box-sizing: border-box;
    min-height: 6.75rem;
    margin: 0;
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
    color: ${token('text')};
  }
  :host([hidden]) {
    display: none;
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 0.4rem 0.9rem;
    margin-block: 0.5rem;
    padding: 0.5rem 0.8rem;
    border: 1px solid ${token('line')};
    border-inline-start: 3px solid ${token('accent')};
    border-radius: ${token('radius')};
    background: ${token('surface')};
    line-height: 1.4;
  }
  .notice.grave {
    border-inline-start-color: ${token('error')};
  }
  .text {
    flex: 1 1 16rem;
    min-width: 0;
  }
  .figures {
    font-variant-numeric: tabular-nums;
  }
  /* Keeps the following text in place while the number of digits changes. */
  .size {
    display: inline-block;
    text-align: end;
  }
  progress {
    flex: 1 1 8rem;
    height: 0.5rem;
    accent-color: ${token('accent')};
  }
  button {
    font: inherit;
    min-height: ${token('target')};
    padding: 0.25rem 0.8rem;
    border: 1px solid ${token('line')};
    border-radius: ${token('radius')};
    background: ${token('background')};
    color: inherit;
    cursor: pointer;
  }
  button:focus-visible {
    outline: 2px solid ${token('accent')};
    outline-offset: 2px;
  }
`;
