// Base classes of elements, and their events. An element lists each reactive property once, with its type, its options
// and its initial value:
//
//     class HazeFind extends pageElement({ project: given<Project | undefined>(), wanted: state('') }) {…}
import { LitElement, type PropertyDeclaration } from 'lit';

/** A reactive property. All instances share the initial value; a property without an initial value is left unset. */
export interface Reactive<T> {
  readonly options: PropertyDeclaration;
  readonly initial?: T | undefined;
}

type ReactiveProperties = Readonly<Record<string, Reactive<unknown>>>;

type Values<P extends ReactiveProperties> = {
  -readonly [K in keyof P]: P[K] extends Reactive<infer T> ? T : never;
};

/** The static members of LitElement, and a constructor that creates elements with these properties. */
type ElementClass<P extends ReactiveProperties> = Pick<typeof LitElement, keyof typeof LitElement> &
  (new () => LitElement & Values<P>);

/** Property with options for Lit, such as the type of its attribute. */
export function attribute<T>(options: PropertyDeclaration, initial?: T): Reactive<T> {
  return { options, initial };
}

/** Property without an attribute. */
export function given<T>(initial?: T): Reactive<T> {
  return { options: { attribute: false }, initial };
}

/** Property for the element's internal use. */
export function state<T>(initial?: T): Reactive<T> {
  return { options: { state: true }, initial };
}

/** An element with its own styles, in a shadow root. */
export function element<P extends ReactiveProperties>(properties: P): ElementClass<P> {
  const entries = Object.entries(properties);
  const initial = entries.filter(([, property]) => property.initial !== undefined);
  const initialValues = Object.fromEntries(initial.map(([name, property]) => [name, property.initial]));
  class ReactiveElement extends LitElement {
    static override properties = Object.fromEntries(entries.map(([name, { options }]) => [name, options]));

    constructor() {
      super();
      Object.assign(this, initialValues);
    }
  }
  return ReactiveElement as unknown as ElementClass<P>;
}

/** An element that uses its page's styles, without a shadow root. */
export function pageElement<P extends ReactiveProperties>(properties: P): ElementClass<P> {
  class PageElement extends (element(properties) as typeof LitElement) {
    protected override createRenderRoot(): HTMLElement {
      return this;
    }
  }
  return PageElement as unknown as ElementClass<P>;
}

/** Fires an element's event, which pages also receive from inside a shadow tree. */
export function fire<Detail>(element: Element, name: string, detail?: Detail): void {
  element.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}
