// Language and text direction at an element's position in its page.

/** The nearest language tag, on the element itself or an ancestor, across shadow trees; '' if there is none. */
export function languageAt(element: Element): string {
  let place: Element | undefined = element;
  while (place) {
    const named: Element | null = place.closest('[lang]');
    if (named) return named.getAttribute('lang')!;
    const root = place.getRootNode();
    place = root instanceof ShadowRoot ? root.host : undefined;
  }
  return '';
}

/** The page's text direction at the element: `rtl` or `ltr`. */
export function directionAt(element: Element): string {
  return getComputedStyle(element).direction;
}
