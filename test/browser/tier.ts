// The tier of this browser test run, set by the projects in vitest.config.ts.

/** The environment variable of the "pages" project. */
export const TIER_VARIABLE = 'TEST_TIER';

/** True in `npm test`, which runs only one scenario in each additional engine. */
export const isEveryday = process.env[TIER_VARIABLE] === 'everyday';
