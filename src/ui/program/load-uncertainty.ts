// Answers questions about the values of an embedded program.
import { html, nothing, type TemplateResult } from 'lit';
import type { ElementWords } from '../../docs/words/element-words.ts';

/** Its code comes with the first question; what is to be said when it does not. */
export async function loadUncertainty(words: ElementWords): Promise<TemplateResult | typeof nothing> {
  try {
    const { defineHazeUncertainty } = await import('../budget/haze-uncertainty.ts');
    defineHazeUncertainty();
    return nothing;
  } catch {
    return html`<p class="problem" role="alert" dir="auto">${words.cannotAsk}</p>`;
  }
}
