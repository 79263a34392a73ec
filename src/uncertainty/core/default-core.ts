/**
 * Name of the core on which pages, documents, the command line and the library run a program unless the user chooses
 * one.
 */
export const DEFAULT_CORE = 'C0-Joint';
