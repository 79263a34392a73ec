// Looks of <haze-controls>, beside those that all views of a budget have.
import { css } from 'lit';

export const controlsStyle = css`
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  .beside {
    display: flex;
    flex-direction: column;
  }
  /* Where there is no room beside each other, one must see what a slider does. */
  .beside > section:last-child {
    order: -1;
  }
  @container (min-width: 560px) {
    .beside > section:last-child {
      order: 0;
    }
    .beside {
      display: grid;
      grid-template-columns: 1fr 1fr;
      gap: 0 1.5rem;
      align-items: start;
    }
    .beside > section {
      min-width: 0;
    }
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
    min-height: 1.75rem;
  }
  .slider {
    display: grid;
    grid-template-columns: minmax(5em, 9em) minmax(0, 1fr) 6em;
    min-height: 28px;
    font-variant-numeric: tabular-nums;
  }
  .slider input {
    width: 100%;
    padding: 0;
    accent-color: var(--accent);
    min-height: 24px;
  }
  .problem {
    margin: 0.2rem 0;
  }
`;
