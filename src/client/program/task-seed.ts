// Seeds of tasks, for pages that tell and take them without loading what runs programs.
export { SEED_PATTERN, seedOfTask } from '../../jobs/tasks/task-seed.ts';
