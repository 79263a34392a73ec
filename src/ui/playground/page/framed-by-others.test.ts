import { expect, test } from 'vitest';
import { isFramedByOthers } from './framed-by-others.ts';

/** A window nested in windows with the given origins, outermost first. The last origin is the page's own. */
function nest(origins: readonly string[]): Window {
  let parent: { parent?: unknown } | undefined;
  const own = origins.at(-1);
  for (const origin of origins) {
    const readLocation = () => {
      // Browsers throw the same error.
      if (origin !== own) throw new DOMException('Blocked a frame', 'SecurityError');
      return { origin };
    };
    const page: { parent?: unknown } = Object.defineProperty({}, 'location', { get: readLocation });
    page.parent = parent ?? page;
    parent = page;
  }
  return parent as Window;
}

const OWN = 'https://haze.example';

test.each([
  [[OWN], false],
  [[OWN, OWN], false],
  [['https://other.example', OWN], true],
  [['https://other.example', OWN, OWN], true],
  [[OWN, 'https://other.example', OWN], true],
])('%j is framed by another site: %s', (origins, expected) => {
  expect(isFramedByOthers(nest(origins))).toBe(expected);
});
