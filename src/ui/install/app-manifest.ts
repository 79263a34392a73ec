// Manifest (W3C Web Application Manifest) and icons, which make the playground installable. All URLs are relative to
// the manifest, which is in the site's folder, so that the app works under any path.
import { TOKENS, type TokenName } from '../style/tokens.ts';

export interface AppIcon {
  /** Path relative to the site's folder. */
  readonly path: string;
  /** Width and height in pixels; undefined for the SVG, which suits every size. */
  readonly sizePx?: number;
  /**
   * True if systems may crop the icon to a shape: the background fills it to the edges, and the logo is in the
   * middle.
   */
  readonly isMaskable?: boolean;
}

export const APP_MANIFEST = 'haze.webmanifest';

/** The app's icons. The last icon is for systems that read a link in the page instead of the manifest. */
export const APP_ICONS: readonly AppIcon[] = [
  { path: 'icons/haze.svg' },
  { path: 'icons/haze-192.png', sizePx: 192 },
  { path: 'icons/haze-512.png', sizePx: 512 },
  { path: 'icons/haze-maskable-512.png', sizePx: 512, isMaskable: true },
  { path: 'icons/haze-180.png', sizePx: 180, isMaskable: true },
];

/** Width of the logo as a fraction of a maskable icon. The logo stays within the circle that no system crops. */
const SAFE_SCALE = 0.8;

/** The manifest as text. */
export function writeManifest(): string {
  const manifest = {
    id: './',
    name: 'Haze playground',
    short_name: 'Haze',
    description: 'Run C, C++ and Fortran in this page, with numbers that carry their uncertainty.',
    lang: 'en',
    start_url: './',
    scope: './',
    display: 'standalone',
    theme_color: colourOf('surface', 'light'),
    background_color: colourOf('background', 'light'),
    categories: ['developer', 'education', 'productivity'],
    icons: APP_ICONS.map(({ path, sizePx, isMaskable = false }) => ({
      src: path,
      sizes: sizePx === undefined ? 'any' : `${sizePx}x${sizePx}`,
      type: sizePx === undefined ? 'image/svg+xml' : 'image/png',
      purpose: isMaskable ? 'maskable' : 'any',
    })),
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A token's colour in one of the two themes. */
export function colourOf(name: TokenName, theme: 'light' | 'dark'): string {
  const [, light, dark] = /^light-dark\((#[\da-f]{6}), (#[\da-f]{6})\)$/.exec(TOKENS[name]) ?? [];
  const colour = theme === 'light' ? light : dark;
  if (colour === undefined) throw new Error(`the token ${name} is not a pair of colours`);
  return colour;
}

/**
 * Draws an icon of this size from the page's own logo.
 * @param sign SVG with a `viewBox` that begins at 0 0, a full-width background (`rect`), and the logo on top
 * @throws Error if the SVG has a different structure
 */
export function drawIcon(sign: string, { sizePx, isMaskable = false }: AppIcon): string {
  if (sizePx === undefined) return sign;
  const [, width] = /viewBox="0 0 (\d+) \1"/.exec(sign) ?? [];
  const ground = /<rect [^>]*fill="(#[\da-f]{6})"/.exec(sign)?.[1];
  const content = /<svg [^>]*>([\s\S]*)<\/svg>/.exec(sign)?.[1];
  if (width === undefined || ground === undefined || content === undefined) {
    throw new Error('the logo has no square viewBox, or no background');
  }
  const edge = Number(width);
  const shift = (edge * (1 - SAFE_SCALE)) / 2;
  const drawn = isMaskable
    ? `<rect width="${edge}" height="${edge}" fill="${ground}"/><g transform="translate(${shift} ${shift}) scale(${SAFE_SCALE})">${content}</g>`
    : content;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" width="${sizePx}" height="${sizePx}">${drawn}</svg>`;
}
