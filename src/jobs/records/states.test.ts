import { expect, test } from 'vitest';
import { beginHistory, canStep, isTerminal, JOB_STATUSES, type JobHistory, takeStep } from './states.ts';

test('there are eight states, three of them terminal', () => {
  expect(JOB_STATUSES.filter(isTerminal)).toEqual(['Completed', 'Cancelled', 'Stopped']);
  expect(JOB_STATUSES).toHaveLength(8);
});

test('jobs can be cancelled in any unfinished state, and no job leaves a terminal state', () => {
  for (const kind of ['build', 'task'] as const) {
    for (const from of JOB_STATUSES) {
      const foreign = from === (kind === 'build' ? 'In Progress' : 'Building');
      expect(canStep(kind, from, 'Cancelled')).toBe(!isTerminal(from) && !foreign);
      if (isTerminal(from)) for (const to of JOB_STATUSES) expect(canStep(kind, from, to)).toBe(false);
    }
  }
});

test('a task whose machine disappeared starts again and keeps its history', () => {
  let status = 'Accepted';
  let history: JobHistory = beginHistory('task', 100);
  const steps = [
    'Initialising',
    'In Progress',
    'Rescheduled',
    'Initialising',
    'In Progress',
    'Completed',
  ] as const;
  for (const [index, Status] of steps.entries()) {
    history = takeStep('task', status, history, { Status, Timestamp: 101 + index, Message: '' });
    status = Status;
  }
  expect(history.StatusTransitions.map((step) => step.Status)).toEqual(['Accepted', ...steps]);
  expect(history).toMatchObject({ UpdatedAt: 106, StartedAt: 104, FinishedAt: 106 });
});

test('an illegal transition is rejected', () => {
  const step = { Status: 'In Progress', Timestamp: 1, Message: '' } as const;
  expect(() => takeStep('task', 'Completed', beginHistory('task', 0), step)).toThrow(
    expect.objectContaining({ code: 'wrong-state' }),
  );
  expect(canStep('build', 'Accepted', 'In Progress')).toBe(false);
});
