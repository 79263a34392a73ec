// The tokens in the styles of elements.
import { type CSSResult, unsafeCSS } from 'lit';
import { TOKENS, type TokenName } from './tokens.ts';

/** The page's token of a name, where it sets one; else our own of that name, or of another. */
export function token(name: TokenName, own: TokenName = name): CSSResult {
  return unsafeCSS(`var(--haze-${name}, ${TOKENS[own]})`);
}

/** Takes away what a page says of colours, for paper: what it says is for its screen. */
export const OWN_COLOURS: CSSResult = unsafeCSS(
  Object.entries(TOKENS)
    .filter(([, value]) => value.startsWith('light-dark('))
    .map(([name]) => `--haze-${name}: initial !important;`)
    .join('\n'),
);
