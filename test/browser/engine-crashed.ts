// How a test's error begins when a browser's own process is gone, or never ends to load a page: what is not the page's.
// Nothing is tried twice for what it says; a test of WebKit that ends so has another try, in a new browser, and `npm test`
// names it.
export const ENGINE_CRASHED = 'the process of the browser is gone';

/** For a suite whose browser may go. */
export const ONCE_MORE_AFTER_CRASH = { retry: { count: 1, condition: new RegExp(ENGINE_CRASHED) } };
