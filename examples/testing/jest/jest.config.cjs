// jest: one server for all files, started before them. Jest runs tests in its own module system, so the environment passes the
// server's address to them.
module.exports = {
  globalSetup: './start-haze.mjs',
  globalTeardown: './stop-haze.mjs',
  testTimeout: 60_000,
  transform: {},
};
