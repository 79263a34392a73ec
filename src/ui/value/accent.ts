// The one colour of buttons, marks and densities, for elements in pages that set none of their own; the playground's
// theme.css has the same.
import { css } from 'lit';

export const ACCENT = css`light-dark(#0d6868, #5cc4bd)`;
export const ACCENT_TEXT = css`light-dark(#ffffff, #06201f)`;
