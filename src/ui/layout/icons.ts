// Icons for buttons and menus, 16 by 16, in the colour of the surrounding text.
import { html, svg, type TemplateResult } from 'lit';

const SHAPES = {
  run: svg`<path d="M4 2.5v11l9-5.5z" fill="currentColor" />`,
  stop: svg`<rect x="3.5" y="3.5" width="9" height="9" rx="1" fill="currentColor" />`,
  open: svg`<path d="M1.75 12.5v-9h4l1.5 2h7v7z" />`,
  help: svg`<circle cx="8" cy="8" r="6.25" /><path d="M6.2 6.3a1.9 1.9 0 1 1 2.6 1.8c-.5.2-.8.6-.8 1.2M8 11.3v.2" />`,
  share: svg`<circle cx="12" cy="3.5" r="1.75" /><circle cx="4" cy="8" r="1.75" /><circle cx="12" cy="12.5" r="1.75" /><path d="m5.5 7.1 5-2.8M5.5 8.9l5 2.8" />`,
  embed: svg`<path d="m5 4.5-3.5 3.5L5 11.5M11 4.5 14.5 8 11 11.5M9 3 7 13" />`,
  save: svg`<path d="M8 2v8M4.5 6.8 8 10.3l3.5-3.5M2.5 13.5h11" />`,
  more: svg`<circle cx="8" cy="3" r="1" fill="currentColor" /><circle cx="8" cy="8" r="1" fill="currentColor" /><circle cx="8" cy="13" r="1" fill="currentColor" />`,
  text: svg`<path d="m1.5 12.5 3.5-9 3.5 9M2.7 9.5h4.6M14 8v4.5" /><circle cx="12" cy="10.5" r="2" />`,
  auto: svg`<circle cx="8" cy="8" r="6.25" /><path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />`,
  light: svg`<circle cx="8" cy="8" r="3" /><path d="M8 .75v2M8 13.25v2M.75 8h2M13.25 8h2M2.9 2.9l1.4 1.4M11.7 11.7l1.4 1.4M2.9 13.1l1.4-1.4M11.7 4.3l1.4-1.4" />`,
  dark: svg`<path d="M13.5 10A6 6 0 0 1 6 2.5a6 6 0 1 0 7.5 7.5z" />`,
  check: svg`<path d="m3 8.5 3.5 3.5L13 4.5" />`,
} as const;

export type IconName = keyof typeof SHAPES;

/** Renders an icon next to text with the same meaning; hidden from screen readers. */
export function renderIcon(name: IconName): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round">${SHAPES[name]}</svg>`;
}
