// Colours from the page's theme, for plots.
import type { PlotTheme } from '../../plot/drawing/plot-parts.ts';

export const pageTheme: PlotTheme = {
  background: '',
  text: 'var(--text)',
  muted: 'var(--muted)',
  line: 'var(--line)',
  font: 'inherit',
};
