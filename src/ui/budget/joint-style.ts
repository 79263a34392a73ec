// Styles for <haze-joint>, in addition to the styles that all budget views share.
import { css } from 'lit';

export const jointStyle = css`
  @container (min-width: 760px) {
    .views {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 0 1.5rem;
    }
    .views > section {
      min-width: 0;
    }
  }
  .matrix {
    margin-top: 0.4rem;
  }
  .matrix th[scope='row'] {
    max-width: 16em;
    white-space: normal;
    overflow-wrap: anywhere;
    padding-inline-end: 0.6rem;
  }
  .matrix td {
    padding: 0;
    text-align: center;
    min-width: 3.4em;
    vertical-align: middle;
  }
  .matrix .cell {
    width: 100%;
    border: 2px solid transparent;
    border-radius: 0;
    padding: 0.1rem 0.2rem;
  }
  .matrix .cell[aria-pressed='true'] {
    background: none;
    color: inherit;
    border-color: var(--text);
  }
  .strips {
    list-style: none;
    margin: 0;
    padding: 0;
    display: grid;
    gap: 0.5rem;
  }
  .strips li {
    display: grid;
    gap: 0.15rem 0.75rem;
    grid-template-columns: 1fr;
    align-items: center;
    border-bottom: 1px solid var(--line);
    padding-bottom: 0.4rem;
  }
  @container (min-width: 760px) {
    .strips li {
      grid-template-columns: minmax(7em, 12em) minmax(10em, 1fr) minmax(11em, auto) auto;
    }
  }
  .strip-name {
    overflow-wrap: anywhere;
  }
  .strip {
    position: relative;
    height: 34px;
    cursor: crosshair;
    touch-action: pan-y;
    border-bottom: 1px solid var(--muted);
  }
  .strip svg {
    display: block;
    width: 100%;
    height: 100%;
  }
  .brush {
    position: absolute;
    top: 0;
    bottom: 0;
    background: var(--accent);
    opacity: 0.14;
    pointer-events: none;
  }
  .end {
    position: absolute;
    top: 0;
    bottom: 0;
    width: 3px;
    margin-left: -1.5px;
    background: var(--text);
    pointer-events: none;
  }
  .end:focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .strip-numbers {
    font-variant-numeric: tabular-nums;
  }
  .end-field input {
    width: 6.5em;
  }
`;
