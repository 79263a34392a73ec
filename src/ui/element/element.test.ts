import { expect, test } from 'vitest';
import { attribute, element, given, pageElement, state } from './element.ts';

class Sample extends element({
  label: attribute({ type: String }, 'none'),
  rows: given<readonly string[]>([]),
  chosen: state<number | undefined>(),
}) {
  readonly seen = this.label;
}

class InPage extends pageElement({ wanted: state('') }) {
  get root(): unknown {
    return this.createRenderRoot();
  }
}

customElements.define('haze-sample', Sample);
customElements.define('haze-in-page', InPage);

test('elements start with the initial values of their properties, independently of each other', () => {
  const [first, second] = [new Sample(), new Sample()];
  first.label = 'first';
  first.chosen = 1;
  expect([first.label, first.rows, first.chosen]).toEqual(['first', [], 1]);
  expect([second.label, second.rows, second.chosen, second.seen]).toEqual(['none', [], undefined, 'none']);
});

test('only properties with attribute options are attributes', () => {
  expect(Sample.observedAttributes).toEqual(['label']);
});

test('a page element renders without a shadow root', () => {
  const inPage = new InPage();
  expect(inPage.root).toBe(inPage);
});
