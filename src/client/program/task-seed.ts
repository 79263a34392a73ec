// Seeds of tasks, for pages that show and take them without loading the code that runs programs.
export { SEED_PATTERN, seedOfTask } from '../../jobs/tasks/task-seed.ts';
