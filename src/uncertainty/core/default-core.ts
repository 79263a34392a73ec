/** Name of the core that runs a program in a page, the command, a document or the library when no other is chosen. */
export const DEFAULT_CORE = 'C0-Joint';
