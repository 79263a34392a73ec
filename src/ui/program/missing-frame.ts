// What stands in the place of a frame that did not come up: the sentence, the source to be read, a button to try again.
import { NO_FRAME } from './frame-messages.ts';

/** The parts, for the element's shadow tree. */
export function describeMissingFrame(source: string, tryAgain: () => void): HTMLElement[] {
  const sentence = document.createElement('p');
  sentence.setAttribute('role', 'alert');
  sentence.part.add('problem');
  sentence.textContent = NO_FRAME;
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again, and run';
  button.addEventListener('click', tryAgain);
  const text = document.createElement('pre');
  text.part.add('source');
  text.tabIndex = 0;
  text.style.overflowX = 'auto';
  text.textContent = source;
  return [sentence, button, text];
}
