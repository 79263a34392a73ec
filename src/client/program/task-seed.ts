// Task seeds, for pages that display or accept seeds without loading the code that runs programs.
export { SEED_PATTERN, seedOfTask } from '../../jobs/tasks/task-seed.ts';
