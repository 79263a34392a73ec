// The look of the picker of toolchains.
import { css } from 'lit';
import { ACCENT } from '../value/accent.ts';

export const pickerStyles = css`
  :host {
    padding: 0 1rem 0.75rem;
    font-size: 0.9375rem;
  }
  form {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(14rem, 100%), 1fr));
    gap: 0.5rem 0.9rem;
    align-items: end;
  }
  label,
  .field {
    display: grid;
    gap: 0.2rem;
    min-width: 0;
    font-size: 0.8125rem;
    color: var(--haze-muted, light-dark(#595c66, #a3a6b1));
  }
  .wide,
  .sentence,
  .state {
    grid-column: 1 / -1;
    margin: 0;
  }
  .state:empty {
    display: none;
  }
  input,
  select {
    font: inherit;
    font-size: 0.9375rem;
    min-width: 0;
    padding: 0.35rem 0.5rem;
    color: var(--haze-text, light-dark(#1c1d21, #e9e9ee));
    background: var(--haze-background, light-dark(#fff, #16171b));
    border: 1px solid var(--haze-line, light-dark(#b9bcc6, #565965));
    border-radius: var(--haze-radius, 6px);
  }
  input[name='arguments'] {
    font-family: var(--haze-mono, ui-monospace, monospace);
  }
  input:focus-visible,
  select:focus-visible {
    outline: 2px solid var(--haze-accent, ${ACCENT});
    outline-offset: 1px;
  }
  button {
    justify-self: start;
  }
`;
