// Language and direction of an element's place in its page.

/** Nearest language tag, of the element itself or around it, across shadow trees; '' for none. */
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

/** Text direction of the page at the element: `rtl` or `ltr`. */
export function directionAt(element: Element): string {
  return getComputedStyle(element).direction;
}
