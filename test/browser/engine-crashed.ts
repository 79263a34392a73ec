// How a test's error begins when a browser's own process is gone: the one fault that is not the page's.
export const ENGINE_CRASHED = 'the process of the browser is gone';
