// jest: one server for all files, started before them. Jest runs tests in modules of its own, so the server is told to them
// by the environment.
module.exports = {
  globalSetup: './start-haze.mjs',
  globalTeardown: './stop-haze.mjs',
  testTimeout: 60_000,
  transform: {},
};
