// Colours, typography, corners and sizes of the whole interface. On the site's pages, they are custom properties in
// theme.css, written by scripts/describe-site.ts. On other sites, elements fall back to these values if the page sets
// none.

/** Values by custom property name, without the `--haze-` prefix. */
export const TOKENS = {
  background: 'light-dark(#f6f7f7, #14181a)',
  surface: 'light-dark(#ffffff, #1b2023)',
  text: 'light-dark(#1a2224, #e4e9ea)',
  muted: 'light-dark(#566367, #9aa8ac)',
  line: 'light-dark(#d4dadb, #343d41)',
  'line-soft': 'light-dark(#eef1f1, #232a2d)',
  accent: 'light-dark(#0d6868, #5cc4bd)',
  'accent-text': 'light-dark(#ffffff, #06201f)',
  'accent-soft': 'light-dark(#dfeeee, #1f3b3b)',
  selection: 'light-dark(#cfe4e4, #2a4a4b)',
  error: 'light-dark(#b3261e, #f2998f)',
  'error-soft': 'light-dark(#fbe9e7, #3b2321)',
  warning: 'light-dark(#855000, #e5b567)',
  'warning-soft': 'light-dark(#fbf1dd, #352a18)',
  ok: 'light-dark(#1d6b36, #84c894)',
  'code-word': 'light-dark(#7a2a7e, #d2a1dc)',
  'code-type': 'light-dark(#0d6868, #5cc4bd)',
  'code-text': 'light-dark(#8a4b12, #e0b184)',
  'code-number': 'light-dark(#1c5aa6, #8fbcf0)',
  'code-comment': 'light-dark(#5c6a6e, #8b999d)',
  'code-directive': 'light-dark(#6d5a00, #cdbb6a)',
  'code-function': 'light-dark(#1f4f8f, #a3c4ee)',
  'series-1': 'light-dark(#0d6868, #5cc4bd)',
  'series-2': 'light-dark(#b04a18, #f0a077)',
  'series-3': 'light-dark(#5a48b0, #b1a4f2)',
  'series-4': 'light-dark(#8a6d00, #dcc05a)',
  'series-5': 'light-dark(#a8326e, #ef94c0)',
  'series-6': 'light-dark(#2d6a9f, #86bdec)',
  font: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", sans-serif',
  mono: 'ui-monospace, "Cascadia Code", "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", "Liberation Mono", monospace',
  radius: '6px',
  // Minimum height of buttons in toolbars and tables, which is larger on touch screens.
  target: '1.75rem',
  shadow: '0 8px 30px light-dark(rgb(20 40 42 / 0.16), rgb(0 0 0 / 0.5))',
} as const;

export type TokenName = keyof typeof TOKENS;

/** Declares all tokens as custom properties. */
export function declareTokens(): string {
  return Object.entries(TOKENS)
    .map(([name, value]) => `--haze-${name}: ${value};`)
    .join('\n');
}
