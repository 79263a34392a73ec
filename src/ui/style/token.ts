// Inserts tokens into the styles of elements.
import { type CSSResult, unsafeCSS } from 'lit';
import { TOKENS, type TokenName } from './tokens.ts';

/** The page's token if the page sets it; otherwise the built-in token with this or another name. */
export function token(name: TokenName, own: TokenName = name): CSSResult {
  return unsafeCSS(`var(--haze-${name}, ${TOKENS[own]})`);
}

/** Declares short names for tokens: `--muted` for the token `muted`. */
export function shortNames(...names: readonly TokenName[]): CSSResult {
  return unsafeCSS(names.map((name) => `--${name}: ${token(name)};`).join('\n'));
}

/** Removes the page's colours in print, because they are meant for the screen. */
export const OWN_COLOURS: CSSResult = unsafeCSS(
  Object.entries(TOKENS)
    .filter(([, value]) => value.startsWith('light-dark('))
    .map(([name]) => `--haze-${name}: initial !important;`)
    .join('\n'),
);
