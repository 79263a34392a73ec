// Which language and direction the place of an element in its page has.

/** Language tag that the element has, or the nearest around it that has one, shadow trees crossed; '' for none. */
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

/** `rtl` or `ltr`, as the page lays out its text at that place. */
export function directionAt(element: Element): string {
  return getComputedStyle(element).direction;
}
