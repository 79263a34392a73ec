// A value at the end of a line: a button with the number, the density, the range if there are several values, and the
// fraction of draws for which a decision is true. A click fires `haze-value` with the value, like clicks on output
// values.
import '../value/haze-spark.ts';
import type { ViewedValue } from '../value/viewed-value.ts';
import type { ShownLine } from './shown-lines.ts';

export function makeLineValue({ line, shown, value, several, way, decision, title }: ShownLine): HTMLElement {
  const button = document.createElement(value ? 'button' : 'span');
  if (value) {
    button.setAttribute('type', 'button');
    button.setAttribute(
      'aria-label',
      `Line ${line}: ${[shown, several, way].filter((text) => text !== '').join(', ')}`,
    );
    button.addEventListener('click', () => {
      const detail: ViewedValue = { label: `line ${line}`, value };
      button.dispatchEvent(new CustomEvent('haze-value', { detail, bubbles: true, composed: true }));
    });
  }
  button.className = 'line-value';
  button.title = title;
  if (shown !== '') button.append(makePart('number', shown));
  if (value) {
    const spark = document.createElement('haze-spark');
    spark.value = value;
    button.append(spark);
  }
  if (several !== '') button.append(makePart('several', several));
  if (way !== '') button.append(makePart('decision', way));
  if (decision !== '') button.append(makePart('decision', `⑂ ${decision}`));
  // On narrow pages, stylesheets break the line before the button.
  const end = document.createElement('span');
  end.className = 'line-end';
  end.append(button);
  return end;
}

function makePart(name: string, text: string): HTMLElement {
  const part = document.createElement('span');
  part.className = name;
  part.textContent = text;
  return part;
}
