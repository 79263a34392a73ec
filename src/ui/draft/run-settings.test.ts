import { expect, test } from 'vitest';
import { DEFAULT_CORES } from '../../uncertainty/core/core-spec.ts';
import type { Core } from '../service/service-records.ts';
import { describeSettings, maybeRunSettings } from './run-settings.ts';

const coreOf = (name: string) => DEFAULT_CORES.find(({ Name }) => Name === name) as unknown as Core;

test('settings from outside are accepted as a whole or not at all', () => {
  const settings = { seed: '0x1f', runs: 500, lanes: 512, seconds: 2.5 };
  expect(maybeRunSettings({ ...settings, more: 1 })).toEqual(settings);
  expect(maybeRunSettings({})).toEqual({});
  for (const wrong of [
    { seed: 5 },
    { seed: '-1' },
    { runs: 0 },
    { runs: 1.5 },
    { lanes: 300 },
    { seconds: 0 },
    'x',
  ])
    expect(maybeRunSettings(wrong)).toBeUndefined();
});

test('a task has only the settings that its core supports', () => {
  const settings = { seed: '7', runs: 500, lanes: 512, seconds: 2 };
  const always = { Seed: '7', TimeLimitInSeconds: 2 };
  expect(describeSettings(settings, coreOf('C0-S'))).toEqual(always);
  expect(describeSettings(settings, coreOf('C0-S+'))).toEqual({ ...always, LaneCount: 512 });
  expect(describeSettings(settings, coreOf('C0-Joint'))).toEqual({ ...always, LaneCount: 512 });
  expect(describeSettings(settings, coreOf('C0-Reference'))).toEqual({ ...always, Runs: 500 });
  expect(describeSettings(undefined, coreOf('C0-S+'))).toEqual({});
});
