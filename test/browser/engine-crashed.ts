// The start of a test's error message if a browser's own process no longer exists or never finishes loading a page.
// Such a fault lies outside the page. A WebKit test with this error is retried in a new browser, and `npm test` reports
// the retry. Messages from the page cause no retry.
export const ENGINE_CRASHED = 'the process of the browser is gone';

/** Options for a test suite whose browser may crash. */
export const ONCE_MORE_AFTER_CRASH = { retry: { count: 1, condition: new RegExp(ENGINE_CRASHED) } };
