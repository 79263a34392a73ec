// Test suites, and the two tiers: `npm test` takes minutes, `npm run test:all` runs everything.

/** Projects in vitest.config.ts, by suite. The suite "browser" contains all tests of "pages". */
export const SUITES = {
  unit: ['unit', 'unit-apart'],
  program: ['program', 'program-apart'],
  pages: ['pages'],
  browser: ['browser'],
  packages: ['packages'],
} as const satisfies Record<string, readonly string[]>;

export type SuiteName = keyof typeof SUITES;

/**
 * Environment variable for runs with the packed tarball: the page is immediately built for publication, without a quick
 * build first.
 */
export const FOR_PUBLIC = 'TEST_FOR_PUBLIC';

export interface Tier {
  readonly suites: readonly SuiteName[];
  /** A line about the tests that this tier omits. */
  readonly leftOut?: string;
}

export const TIERS = {
  everyday: {
    suites: ['unit', 'program', 'pages'],
    leftOut:
      'skipped: the packed tarball, and most tests of Firefox, WebKit and pages in special places. "npm run test:all" runs everything.',
  },
  all: { suites: ['unit', 'program', 'browser', 'packages'] },
} as const satisfies Record<string, Tier>;

/**
 * The tier named on the command line, or the named suites.
 * @throws Error if a word names neither
 */
export function readTier(words: readonly string[]): Tier {
  const [first = 'everyday'] = words;
  if (words.length <= 1 && Object.hasOwn(TIERS, first)) return TIERS[first as keyof typeof TIERS];
  const unknown = words.find((word) => !Object.hasOwn(SUITES, word));
  if (unknown !== undefined) {
    const known = [...Object.keys(TIERS), ...Object.keys(SUITES)].join(', ');
    throw new Error(`"${unknown}" is not a test tier or a test suite. Choose from ${known}.`);
  }
  return { suites: words as readonly SuiteName[] };
}
