// Styles for <haze-controls>, in addition to the styles that all budget views share.
import { css } from 'lit';
import { token } from '../style/token.ts';

export const controlsStyle = css`
  .beside {
    display: flex;
    flex-direction: column;
  }
  .result {
    display: contents;
  }
  .picture {
    order: -1;
  }
  /* Keeps the picture in view while the inputs scroll, so that users see the effect of a slider. */
  @media (min-height: 480px) {
    .picture {
      position: sticky;
      top: 0;
      z-index: 1;
      background: var(--background);
    }
  }
  /* Keeps a focused control from scrolling under the picture. */
  .inputs :is(input, button) {
    scroll-margin-block-start: 11rem;
  }
  .picture figure {
    margin: 0;
    padding-block: 0.25rem;
  }
  @container (min-width: 560px) {
    .beside {
      display: grid;
      grid-template-columns: minmax(0, 0.42fr) minmax(0, 0.58fr);
      gap: 0 1.5rem;
    }
    .result {
      display: block;
    }
    .inputs :is(input, button) {
      scroll-margin-block-start: 0;
    }
  }
  .values table {
    width: 100%;
  }
  .values th[scope='row'] {
    min-width: 5em;
  }
  .controls {
    list-style: none;
    margin: 0 0 0.5rem;
    padding: 0;
    display: grid;
    gap: 0.6rem;
  }
  .controls li {
    border-bottom: 1px solid var(--line);
    padding-bottom: 0.5rem;
    overflow-wrap: anywhere;
  }
  .written {
    width: 16em;
    max-width: 100%;
    min-height: ${token('target')};
  }
  /* Keeps sliders long enough to drag with a finger: if there is too little space, the name moves above the slider. */
  .slider {
    display: grid;
    grid-template-columns: minmax(160px, 1fr) 5em;
    gap: 0 0.5rem;
    min-height: ${token('target')};
    font-variant-numeric: tabular-nums;
  }
  .slider span {
    grid-column: 1 / -1;
  }
  @container (min-width: 860px) or ((min-width: 400px) and (max-width: 559px)) {
    .slider {
      grid-template-columns: minmax(5em, 7em) minmax(160px, 1fr) 5em;
    }
    .slider span {
      grid-column: auto;
    }
  }
  .slider input {
    width: 100%;
    padding: 0;
    accent-color: var(--accent);
    min-height: ${token('target')};
  }
  .problem {
    margin: 0.2rem 0;
  }
`;
