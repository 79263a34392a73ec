import { expect, test } from 'vitest';
import { findDefaultCore } from '../../uncertainty/core/core-spec.ts';
import { recordsUntilCollection } from './collection-schedule.ts';

const small = findDefaultCore('C0-XS');
const state = { recordsAlive: 10, guestMemoryBytes: 9 << 20, searchedBytes: 200_000 };

test('a program with few values collects unused records after every 1024 new ones', () => {
  expect(recordsUntilCollection(small, state)).toBe(1024);
});

test('a program with a lot of memory or many values collects less often', () => {
  expect(recordsUntilCollection(small, { ...state, searchedBytes: 20 << 20 })).toBe(20 * 1024);
  expect(recordsUntilCollection(small, { ...state, recordsAlive: 5000 })).toBe(5000);
});

test('half of the remaining memory is kept for code without safepoints', () => {
  const fits = Math.floor((small.MemorySize - state.guestMemoryBytes) / (16 * 32));
  expect(recordsUntilCollection(small, { ...state, recordsAlive: fits - 1000 })).toBe(500);
  expect(recordsUntilCollection(small, { ...state, recordsAlive: fits })).toBe(64);
});

test('lanes count towards the memory of a record', () => {
  const joint = findDefaultCore('C0-Joint');
  const records = recordsUntilCollection(joint, {
    ...state,
    recordsAlive: 100_000,
    guestMemoryBytes: 9 << 20,
  });
  expect(records * (16 * joint.Precision + 8 * joint.LaneCount!)).toBeLessThanOrEqual(64 * 1024 * 1024);
});
