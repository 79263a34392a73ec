// A task's seed: the chosen seed, or else the task's own seed in a format that another task accepts.
import { seedOfTask } from '../../client/program/task-seed.ts';
import type { Task } from '../service/service-records.ts';

export function tellSeed({ TaskID, Seed }: Pick<Task, 'TaskID' | 'Seed'>): string {
  return Seed === undefined ? `0x${seedOfTask(TaskID).toString(16)}` : String(Seed);
}
