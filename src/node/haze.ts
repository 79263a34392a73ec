#!/usr/bin/env node
// The `haze` command: chooses a subcommand and says on stderr what went wrong. Exit statuses: the program's own for
// `run`, 1 for a failed build, 2 for a command line that makes no sense, 70 for a fault of ours.
import { readFile } from 'node:fs/promises';
import { HazeError } from '../errors/haze-error.ts';
import { runBuildCommand } from './commands/build.ts';
import { runCloneCommand } from './commands/clone.ts';
import { runCompareCommand } from './commands/compare.ts';
import { runCoresCommand } from './commands/cores.ts';
import { runDoctorCommand } from './commands/doctor.ts';
import { runRunCommand } from './commands/run.ts';
import { runServeCommand } from './commands/serve.ts';

const USAGE = `haze: C, C++ and Fortran programs whose numbers carry probability distributions

  haze run FILE…    build a program and run it
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
      --plain               run the module as the compiler made it, without hooks
      --human               print values as mean ± standard deviation instead of Ux text
      -g                    debug information: a program that crashes names the line
      --stats               one line of JSON on stderr: times, sizes, counts
  haze compare FILE…  how far a core is from the truth: a table of its values and of those of a Reference core
      --core, --language, --args, --config-mk, --inputs, --time-limit, --seed, --runs as above
  haze build FILE… -o OUT.wasm    (or a folder)
      --language, --config-mk as above; -g adds debug information
  haze clone URL [DIR]  connect a repository and fetch it, submodules included; DIR gets its files
      --branch NAME, --commit ID, --build-directory DIR (default src), --core NAME, --args "…"
      --from PATH           a folder, a zip or a git bundle to take in the place of the address
      --data-dir DIR, --repository-hosts A,B  as for serve; a token for private ones: HAZE_GIT_TOKEN
  haze serve        the REST interface and the playground, until it is told to stop
      --port N              where to listen (default 8787; 0 for any free port)
      --host ADDRESS        on which address of this machine (default 127.0.0.1)
      --data-dir DIR        builds, tasks and files (default: a folder "haze" among this user's data)
      --key KEY             an API key of one's own, with an account of its own
      --repository-hosts A,B  where repositories may be connected from (default github.com; * for any)
      --no-isolation        serve the pages without the headers that give them shared memory
  haze cores        the default cores
      --json                as records of the REST interface
  haze doctor       tries every part on this machine, and says what is wrong
      --port, --data-dir as in haze serve
  haze --version
  haze --help           also behind a command
`;

async function main(words: readonly string[]): Promise<number> {
  const [command, ...rest] = words;
  // Not behind --args: its word is for the program.
  if (rest.some((word, i) => (word === '--help' || word === '-h') && rest[i - 1] !== '--args')) {
    return main(['--help']);
  }
  switch (command) {
    case 'run':
      return runRunCommand(rest);
    case 'build':
      return runBuildCommand(rest);
    case 'clone':
      return runCloneCommand(rest);
    case 'compare':
      return runCompareCommand(rest);
    case 'serve':
      return runServeCommand(rest);
    case 'cores':
      return runCoresCommand(rest);
    case 'doctor':
      return runDoctorCommand(rest);
    case '--version':
    case 'version':
      process.stdout.write(`haze ${await readVersion()}\n`);
      return 0;
    case '--help':
    case '-h':
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case undefined:
      process.stderr.write(USAGE);
      return 2;
    default:
      throw new HazeError(
        'usage',
        `There is no command "${command}". Commands: run, build, clone, compare, serve, cores, doctor; see haze --help.`,
      );
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

// A reader that goes away (`haze run … | head`) ends us quietly, as it does other commands.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(141);
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const expected = error instanceof HazeError;
  process.stderr.write(`haze: ${expected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = expected ? 2 : 70;
}
