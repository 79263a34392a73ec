// Answers questions about an embedded program's values.
import { html, nothing, type TemplateResult } from 'lit';
import type { ElementWords } from '../../docs/words/element-words.ts';

/** Lazy-loads the panel on the first question; returns an error to show if loading fails. */
export async function loadUncertainty(words: ElementWords): Promise<TemplateResult | typeof nothing> {
  try {
    await import('../budget/haze-uncertainty.ts');
    return nothing;
  } catch {
    return html`<p class="problem" role="alert" dir="auto">${words.cannotAsk}</p>`;
  }
}
