#!/usr/bin/env node
// The `haze` command: chooses a subcommand and says on stderr what went wrong. Exit statuses: the program's own for
// `run`, 1 for a failed build, 2 for a command line that makes no sense, 70 for a fault of ours, 74 for a file that cannot
// be read or written.
import { readFile } from 'node:fs/promises';
import { HazeError } from '../errors/haze-error.ts';
import { runBuildCommand } from './commands/build.ts';
import { runCloneCommand } from './commands/clone.ts';
import { runCompareCommand } from './commands/compare.ts';
import { runCoresCommand } from './commands/cores.ts';
import { runDoctorCommand } from './commands/doctor.ts';
import { runRunCommand } from './commands/run.ts';
import { runServeCommand } from './commands/serve.ts';

type Command = (words: readonly string[]) => Promise<number>;

const TITLE = 'haze: C, C++ and Fortran programs whose numbers carry probability distributions';

const COMMANDS: Readonly<Record<string, { readonly run: Command; readonly usage: string }>> = {
  run: {
    run: runRunCommand,
    usage: `  haze run FILE…    build a program and run it
  haze run DIR      the same with the folder of a repository: its src with config.mk, or all of it; its inputs
      --core NAME           the core to run on (default C0-S+; see haze cores)
      --lanes N             aligned samples of each value, a power of two from 256 to 65536, where it
                            tracks correlation (default 1024; 4096 on C0-Joint)
      --language LANGUAGE   C, C++ or Fortran; told from the file's suffix otherwise
      --args "…"            the program's arguments, split as a shell does
      --config-mk FILE      SOURCES, CFLAGS and the like, as a fragment of a makefile
      --inputs DIR          files that the program finds in its working directory
      --outputs DIR         where files that the program makes or changes are written
      --time-limit SECONDS  stop the program after this time (default 60)
      --seed N              decides every random number (default 1)
      --runs N              on a Reference core: how often the program is run (default 10000)
      --plain               run the module as the compiler made it: without hooks and without distributions
      --human               print values as mean ± standard deviation instead of Ux text
      -g                    debug information: a program that crashes names the line
      --stats               one line of JSON on stderr: times, sizes, counts
`,
  },
  compare: {
    run: runCompareCommand,
    usage: `  haze compare FILE…  how far a core is from the truth: a table of its values and of those of a Reference core
      --core, --language, --args, --config-mk, --inputs, --time-limit, --seed, --runs as for haze run
`,
  },
  build: {
    run: runBuildCommand,
    usage: `  haze build FILE… -o OUT.wasm    (or a folder)
      --language, --config-mk as for haze run; -g adds debug information
`,
  },
  clone: {
    run: runCloneCommand,
    usage: `  haze clone URL [DIR]  connect a repository and fetch it, submodules included; DIR gets its files
      --branch NAME, --commit ID, --build-directory DIR (default src), --core NAME, --args "…"
      --from PATH           a folder, a zip or a git bundle to take in the place of the address
      --data-dir DIR, --repository-hosts A,B  as for serve; a token for private ones: HAZE_GIT_TOKEN
`,
  },
  serve: {
    run: runServeCommand,
    usage: `  haze serve        the REST interface and the playground, until it is told to stop
      --port N              where to listen (default 8787; 0 for any free port)
      --host ADDRESS        on which address of this machine (default 127.0.0.1)
      --data-dir DIR        builds, tasks and files (default: a folder "haze" among this user's data)
      --key KEY             an API key of one's own, with an account of its own
      --repository-hosts A,B  where repositories may be connected from (default github.com; * for any)
      --no-isolation        serve the pages without the headers that give them shared memory
`,
  },
  cores: {
    run: runCoresCommand,
    usage: `  haze cores        the default cores
      --json                as records of the REST interface
`,
  },
  doctor: {
    run: runDoctorCommand,
    usage: `  haze doctor       tries every part on this machine, and says what is wrong
      --port, --data-dir as in haze serve
`,
  },
};

function usageOfAll(): string {
  const usages = Object.values(COMMANDS).map(({ usage }) => usage);
  return `${TITLE}\n\n${usages.join('')}  haze --version\n  haze --help           also behind a command\n`;
}

async function main(words: readonly string[]): Promise<number> {
  const [name, ...rest] = words;
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  // Not behind --args: its word is for the program.
  if (rest.some((word, i) => (word === '--help' || word === '-h') && rest[i - 1] !== '--args')) {
    process.stdout.write(command?.usage ?? usageOfAll());
    return 0;
  }
  if (command) return command.run(rest);
  switch (name) {
    case '--version':
    case 'version':
      process.stdout.write(`haze ${await readVersion()}\n`);
      return 0;
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(COMMANDS[rest[0] ?? '']?.usage ?? usageOfAll());
      return 0;
    case undefined:
      process.stderr.write(usageOfAll());
      return 2;
    default:
      throw new HazeError(
        'usage',
        `There is no command "${name}". Commands: ${Object.keys(COMMANDS).join(', ')}; see haze --help.`,
      );
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

/** What went wrong as a line for people, and the exit status that goes with it. */
function describeFailure(error: unknown): { text: string; exitStatus: number } {
  if (error instanceof HazeError) return { text: error.message, exitStatus: 2 };
  const { code, syscall, path, message, stack } = error as NodeJS.ErrnoException;
  // A file or a folder that the system does not let us have: the user can act on that, and our stack is of no use there.
  if (code !== undefined && syscall !== undefined) {
    const [, reason = message] = /^E\w+: (.*?),/.exec(message) ?? [];
    return { text: `${path ?? 'stdout'}: ${reason} (${code}).`, exitStatus: 74 };
  }
  return { text: stack ?? String(error), exitStatus: 70 };
}

function fail(error: unknown): number {
  const { text, exitStatus } = describeFailure(error);
  process.stderr.write(`haze: ${text}\n`);
  return exitStatus;
}

// A reader that goes away (`haze run … | head`) ends us quietly, as it does other commands.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? 141 : fail(error));
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = fail(error);
}
