// The bar in a budget's row: the first-order share in full colour, the rest of the total share in a pale colour, and
// the total's interval as a line.
import { svg, type TemplateResult } from 'lit';

const WIDTH = 100;
const HEIGHT = 12;

export interface Share {
  readonly first: number;
  readonly total: number;
  readonly interval: readonly [number, number];
}

/** Contents of an SVG element of 100 by 12. The numbers next to it show the same information. */
export function drawShareBar({ first, total, interval: [low, high] }: Share): TemplateResult {
  const x = (part: number) => WIDTH * Math.min(1, Math.max(0, part));
  return svg`
    <rect x="0" y="1" width=${WIDTH} height="10" fill="var(--line)" opacity="0.45"></rect>
    <rect x="0" y="1" width=${x(total)} height="10" fill="var(--accent)" opacity="0.35"></rect>
    <rect x="0" y="1" width=${x(Math.min(first, total))} height="10" fill="var(--accent)"></rect>
    <path d="M${x(low)},${HEIGHT / 2}H${x(high)}" stroke="var(--text)" stroke-width="1.5" vector-effect="non-scaling-stroke"></path>
  `;
}
