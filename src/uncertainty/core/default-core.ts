/** Name of the core that runs a program in a page, the command, a document or the library if no core is chosen. */
export const DEFAULT_CORE = 'C0-Joint';
