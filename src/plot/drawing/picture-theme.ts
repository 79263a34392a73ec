// Theme for exported PNG and SVG files, which are always light and use a font that is available to the rasteriser.
import type { PlotTheme } from './plot-parts.ts';

/** The rasteriser's font family. SVG files fall back to any sans-serif font. */
export const PICTURE_FONT = 'DejaVu Sans';

export const pictureTheme: PlotTheme = {
  background: '#ffffff',
  text: '#1c2024',
  muted: '#5b636c',
  line: '#e4e7ea',
  font: `${PICTURE_FONT}, sans-serif`,
};

/** Curve colours that people with red-green colour blindness can distinguish (after Okabe and Ito, 2008). */
export const pictureColours: readonly string[] = [
  '#0b6bb0',
  '#d1570a',
  '#0a8a66',
  '#b0478a',
  '#8a6d00',
  '#4f5a66',
];
