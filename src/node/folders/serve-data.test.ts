import { expect, test } from 'vitest';
import { defaultDataFolder } from './serve-data.ts';

// XDG Base Directory Specification 0.8: $XDG_DATA_HOME, or ~/.local/share if it is unset or relative.
test.each([
  ['linux', {}, '/home/ann/.local/share/haze'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/haze'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/ann/.local/share/haze'],
  ['darwin', {}, '/home/ann/Library/Application Support/haze'],
])('the default data folder on %s with %j', (platform, env, folder) => {
  expect(defaultDataFolder({ platform, env, home: '/home/ann' })).toBe(folder);
});
