// Styles of the toolchain picker.
import { css } from 'lit';
import { token } from '../style/token.ts';

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
    color: ${token('muted')};
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
    min-height: ${token('target')};
    padding: 0.35rem 0.5rem;
    color: ${token('text')};
    background: ${token('background')};
    border: 1px solid ${token('line')};
    border-radius: ${token('radius')};
  }
  input[name='arguments'] {
    font-family: ${token('mono')};
  }
  input:focus-visible,
  select:focus-visible {
    outline: 2px solid ${token('accent')};
    outline-offset: 1px;
  }
  button {
    justify-self: start;
  }
`;
