// The commands of `haze`: a one-line purpose for each, and its code, which is lazy-loaded.
import type { Command } from './command.ts';

interface CommandRow {
  readonly purpose: string;
  readonly load: () => Promise<Command>;
}

const TITLE = 'haze: C, C++ and Fortran programs whose numbers carry probability distributions';

/** All commands, with their names as keys. */
export const COMMANDS: Readonly<Record<string, CommandRow>> = {
  run: { purpose: 'build a program and run it', load: async () => (await import('./run.ts')).runCommand },
  explain: {
    purpose: 'show which inputs contribute to the uncertainty of each printed value',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  compare: {
    purpose: "show how far a core's values are from those of Monte Carlo",
    load: async () => (await import('./compare.ts')).compareCommand,
  },
  build: {
    purpose: 'build a program into a WebAssembly module',
    load: async () => (await import('./build.ts')).buildCommand,
  },
  docs: {
    purpose: 'build, run and check the programs in documents',
    load: async () => (await import('./docs.ts')).docsCommand,
  },
  'export-page': {
    purpose: 'write a single HTML file with a program and everything needed to run it',
    load: async () => (await import('./export-page.ts')).exportPageCommand,
  },
  init: {
    purpose: 'copy the files that pages load into a site folder',
    load: async () => (await import('./init.ts')).initCommand,
  },
  cores: { purpose: 'list the cores', load: async () => (await import('./cores.ts')).coresCommand },
  serve: {
    purpose: 'serve the REST interface and the playground',
    load: async () => (await import('./serve.ts')).serveCommand,
  },
  exec: {
    purpose: 'run a command, such as a test suite, alongside an in-memory service',
    load: async () => (await import('./exec.ts')).execCommand,
  },
  record: {
    purpose: 'record requests to a real service and its responses',
    load: async () => (await import('./recordings.ts')).recordCommand,
  },
  replay: {
    purpose: 'answer requests from a recording',
    load: async () => (await import('./recordings.ts')).replayCommand,
  },
  verify: {
    purpose: 'compare a service, or Haze itself, with a recording',
    load: async () => (await import('./recordings.ts')).verifyCommand,
  },
  work: {
    purpose: 'run builds and tasks for servers that share a database',
    load: async () => (await import('./work.ts')).workCommand,
  },
  clone: {
    purpose: 'connect a repository and fetch its files',
    load: async () => (await import('./clone.ts')).cloneCommand,
  },
  admin: {
    purpose: "list and change a service's accounts, keys, jobs and quotas",
    load: async () => (await import('./admin.ts')).adminCommand,
  },
  export: {
    purpose: 'write everything that a service stores to a file',
    load: async () => (await import('./state.ts')).exportCommand,
  },
  backup: {
    purpose: 'copy a data folder into a single SQLite file while its servers run',
    load: async () => (await import('./state.ts')).backupCommand,
  },
  import: {
    purpose: 'replace everything that a service stores with the contents of an exported file',
    load: async () => (await import('./state.ts')).importCommand,
  },
  reset: {
    purpose: 'remove everything that a service stores except its key',
    load: async () => (await import('./state.ts')).resetCommand,
  },
  cache: {
    purpose: 'list or clear the builds cached for later commands',
    load: async () => (await import('./cache.ts')).cacheCommand,
  },
  doctor: {
    purpose: 'check every part of the installation',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
};

/** Text of `haze --help`. */
export function usageOfAll(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;
  const rows = Object.entries(COMMANDS).map(([name, { purpose }]) => `  ${name.padEnd(width)}${purpose}\n`);
  return `${TITLE}\n\n${rows.join('')}\nhaze COMMAND --help lists the options of a command; haze --version prints the version.\n`;
}
