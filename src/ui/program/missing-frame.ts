// Replacement of a frame that failed to load: an error, the source, and a button to retry.
import { frameWordsOf } from '../../docs/words/frame-words.ts';

/** The parts, for the element's shadow tree. @param lang language tag of its place */
export function describeMissingFrame(source: string, lang: string, tryAgain: () => void): HTMLElement[] {
  const words = frameWordsOf(lang);
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.part.add('problem');
  sentence.dir = 'auto';
  sentence.textContent = words.noFrame;
  const button = document.createElement('button');
  button.type = 'button';
  button.dir = 'auto';
  button.textContent = words.tryAgain;
  button.addEventListener('click', tryAgain);
  const text = document.createElement('pre');
  text.part.add('source');
  text.dir = 'ltr';
  text.tabIndex = 0;
  text.style.overflowX = 'auto';
  text.textContent = source;
  return [sentence, button, text];
}
