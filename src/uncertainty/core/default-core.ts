/** Name of the core on which pages, documents, the command and the library run a program if the user chooses none. */
export const DEFAULT_CORE = 'C0-Joint';
