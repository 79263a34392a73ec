// Fallback for an element that cannot run: an error, the source, and a button to retry.
import { frameWordsOf } from '../../docs/words/frame-words.ts';

export interface Missing {
  /** Language tag that applies at the element's position. */
  readonly lang: string;
  /** Error message in that language. */
  readonly problem: string;
  readonly tryAgain: () => void;
}

/** Nodes for the element's shadow tree. */
export function describeMissing(source: string, { lang, problem, tryAgain }: Missing): HTMLElement[] {
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.part.add('problem');
  sentence.dir = 'auto';
  sentence.textContent = problem;
  const button = document.createElement('button');
  button.type = 'button';
  button.dir = 'auto';
  button.textContent = frameWordsOf(lang).tryAgain;
  button.addEventListener('click', tryAgain);
  return [sentence, button, describeSource(source)];
}

/** The source as plain text. */
export function describeSource(source: string): HTMLElement {
  const text = document.createElement('pre');
  text.part.add('source');
  text.dir = 'ltr';
  text.tabIndex = 0;
  Object.assign(text.style, { overflowX: 'auto', textAlign: 'left' });
  text.textContent = source;
  return text;
}
