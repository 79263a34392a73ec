// The seed of a task, for pages that tell it without loading what runs programs.
export { seedOfTask } from '../../jobs/task-seed.ts';
