// Samples of values that the user's Reference tasks have printed or traced.

import { tasks } from '../../jobs/records/records.ts';
import { isTerminal } from '../../jobs/records/states.ts';
import { maybeReadSamples } from '../../jobs/tasks/task-values.ts';
import { unknownResource, wrongState } from '../requests/failures.ts';
import { idParam, idSchema, requireOwned } from '../requests/identifiers.ts';
import type { Services } from '../requests/services.ts';

/** Path parameters of routes under a value. */
export const valueParams = idParam('TaskID').extend({ ValueID: idSchema('ValueID') });

/**
 * All samples of a value, in run order: at most ten million.
 * @throws HazeError `unknown-resource` for a task or value that is not the user's, `wrong-state` while the task runs
 */
export async function readValueSamples(
  services: Services,
  ids: { readonly TaskID: string; readonly ValueID: string },
  userId: string,
): Promise<Float64Array> {
  const { store } = services;
  const task = await requireOwned(store, tasks, ids.TaskID, userId);
  if (!isTerminal(task.status)) {
    throw wrongState(`The task is ${task.status}. Its values are available when it is Completed or Stopped.`);
  }
  const samples = await maybeReadSamples(store, task.id, ids.ValueID);
  if (samples) return samples;
  throw unknownResource('value', ids.ValueID);
}
