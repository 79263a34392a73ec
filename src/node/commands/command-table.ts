// The commands of `haze`: each has a one-line purpose, and code that is lazy-loaded.
import type { Command } from './command.ts';

const TITLE = 'haze: C, C++ and Fortran programs whose numbers carry probability distributions';

/** All commands, with their names as keys. */
export const COMMANDS: Readonly<Record<string, readonly [purpose: string, load: () => Promise<Command>]>> = {
  run: ['build a program and run it', async () => (await import('./run.ts')).runCommand],
  explain: [
    'show which inputs contribute to the uncertainty of each printed value',
    async () => (await import('./explain.ts')).explainCommand,
  ],
  compare: [
    "show how far a core's values are from those of Monte Carlo",
    async () => (await import('./compare.ts')).compareCommand,
  ],
  build: ['build a program into a WebAssembly module', async () => (await import('./build.ts')).buildCommand],
  docs: [
    'build, run and check the programs in documents',
    async () => (await import('./docs.ts')).docsCommand,
  ],
  'export-page': [
    'write a single HTML file with a program and everything needed to run it',
    async () => (await import('./export-page.ts')).exportPageCommand,
  ],
  init: [
    'copy the files that pages load into a site folder',
    async () => (await import('./init.ts')).initCommand,
  ],
  cores: ['list the cores', async () => (await import('./cores.ts')).coresCommand],
  serve: [
    'serve the REST interface and the playground',
    async () => (await import('./serve.ts')).serveCommand,
  ],
  exec: [
    'run a command, such as a test suite, alongside an in-memory service',
    async () => (await import('./exec.ts')).execCommand,
  ],
  record: [
    'record requests to a real service and its responses',
    async () => (await import('./recordings.ts')).recordCommand,
  ],
  replay: ['answer requests from a recording', async () => (await import('./recordings.ts')).replayCommand],
  verify: [
    'compare a service, or Haze itself, with a recording',
    async () => (await import('./recordings.ts')).verifyCommand,
  ],
  work: [
    'run builds and tasks for servers that share a database',
    async () => (await import('./work.ts')).workCommand,
  ],
  clone: ['connect a repository and fetch its files', async () => (await import('./clone.ts')).cloneCommand],
  admin: [
    "list and change a service's accounts, keys, jobs and quotas",
    async () => (await import('./admin.ts')).adminCommand,
  ],
  export: [
    'write everything that a service stores to a file',
    async () => (await import('./state.ts')).exportCommand,
  ],
  backup: [
    'copy a data folder into a single SQLite file while its servers run',
    async () => (await import('./state.ts')).backupCommand,
  ],
  import: [
    'replace everything that a service stores with the contents of an exported file',
    async () => (await import('./state.ts')).importCommand,
  ],
  reset: [
    'remove everything that a service stores except its key',
    async () => (await import('./state.ts')).resetCommand,
  ],
  cache: [
    'list or clear the builds cached for later commands',
    async () => (await import('./cache.ts')).cacheCommand,
  ],
  doctor: ['check every part of the installation', async () => (await import('./doctor.ts')).doctorCommand],
};

/** Text of `haze --help`. */
export function usageOfAll(): string {
  const width = Math.max(...Object.keys(COMMANDS).map((name) => name.length)) + 2;
  const rows = Object.entries(COMMANDS).map(([name, [purpose]]) => `  ${name.padEnd(width)}${purpose}\n`);
  return `${TITLE}\n\n${rows.join('')}\nhaze COMMAND --help lists the options of a command; haze --version prints the version.\n`;
}
