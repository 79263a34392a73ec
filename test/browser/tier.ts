// The tier of this run of browser tests, set by the projects of vitest.config.ts.

/** Environment variable of the project "pages". */
export const TIER_VARIABLE = 'TEST_TIER';

/** True in `npm test`, which runs one scenario in each further engine. */
export const isEveryday = process.env[TIER_VARIABLE] === 'everyday';
