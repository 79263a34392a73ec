// The commands of `haze`: the purpose of each, and its code, which is loaded when somebody calls the command.

type Command = (words: readonly string[]) => Promise<number>;

interface CommandEntry {
  readonly load: () => Promise<Command>;
  /** Its part of `haze --help`. */
  readonly usage: string;
  /** Help text of the command, where it is more than the usage. */
  readonly help?: () => Promise<string>;
}

const TITLE = 'haze: C, C++ and Fortran programs whose numbers carry probability distributions';

const EXPORT_USAGE = `  haze export FILE  everything that a service keeps, as one file
      --data-dir DIR        of this folder, while no server has it; as in haze serve otherwise
      --database URL        of this database, at one moment, whoever else has it
      --base URL            of the server there, which was started with --admin; its key in HAZE_KEY or --key-file
      --secrets             tokens of repositories and the secret of signed addresses, too
`;

const IMPORT_USAGE = `  haze import FILE  puts such a file in the place of everything at a server, or into a folder without any work
      --data-dir, --database, --base, --key-file as for haze export
`;

const RESET_USAGE = `  haze reset        removes everything; the key stays good
      --data-dir, --database, --base, --key-file as for haze export; a folder or a database wants --yes
`;

/** All commands by their names. */
export const COMMANDS: Readonly<Record<string, CommandEntry>> = {
  run: {
    load: async () => (await import('./run.ts')).runRunCommand,
    usage: `  haze run FILE…    build a program and run it
  haze run DIR      the same with the folder of a repository: its src with config.mk, or all of it; its inputs
      --core NAME           the core to run on (default C0-S+; see haze cores)
      --lanes N             aligned samples of each value, a power of two from 256 to 65536, where it
                            tracks correlation (default 1024; 4096 on C0-Joint)
      --language LANGUAGE   C, C++ or Fortran; told from the file's suffix otherwise
      --args "…"            the program's arguments, split as a shell does
      --config-mk FILE      SOURCES, CFLAGS and the like, as a fragment of a makefile
      --inputs DIR          files that the program finds in its working directory
      --set 'NAME: VALUE'   a source is gauss(5, 0.02), a number or "fixed" (its mean) in this run; as often as needed
      --decisions MODE      where draws of a value disagree on a comparison: lanes (every draw its own way; C0-Joint),
                            particle (one way, with a line), quiet, error (status 3): docs/deciding.md
      --outputs DIR         where files that the program makes or changes are written
      --time-limit SECONDS  stop the program after this time (default 60)
      --seed N              decides every random number (default 1)
      --runs N              on a Reference core: how often the program is run (default 10000)
      --plain               run the module as the compiler made it: without hooks and without distributions
      --human               print values as mean ± standard deviation instead of Ux text
      -g                    debug information: a program that crashes names the line
      --watch               build and run again whenever a file of the program changes, until Ctrl-C
      --no-cache            build anew, and keep nothing of it in the cache folder (haze cache)
      --stats               one line of JSON on stderr: times, sizes, counts
      --core, --lanes, --seed, --runs and --time-limit also as HAZE_CORE, HAZE_LANES, … or, for all runs in a folder,
      as "core", "lanes", "seed", "runs", "timeLimit" in haze.config.json (or --config FILE); the command line goes first
`,
  },
  compare: {
    load: async () => (await import('./compare.ts')).runCompareCommand,
    usage: `  haze compare FILE…  how far a core is from the truth: a table of its values and of those of a Reference core
      --budget              beside that, which input makes how much of the spread on either core
      --core, --language, --args, --config-mk, --inputs, --set, --decisions, --time-limit, --seed, --runs, --no-cache
      as for haze run
`,
  },
  explain: {
    load: async () => (await import('./explain.ts')).runExplainCommand,
    usage: `  haze explain FILE…  where the spread of every printed value comes from: its budget by source (docs/budget.md)
      --core NAME           a core that tracks correlation (default C0-Joint), or C0-Reference
                            for a budget from many runs
      --json, --csv, --markdown, --latex  the budgets in this form instead of a table
      --lanes, --runs, --language, --args, --config-mk, --inputs, --set, --decisions, --time-limit, --seed, --no-cache
      as for haze run
`,
  },
  build: {
    load: async () => (await import('./build.ts')).runBuildCommand,
    usage: `  haze build FILE… -o OUT.wasm    (or a folder)
      --for-page OUT.haze   instead of -o: the module for <haze-program module="…">, which runs without the compiler;
                            the first file is the source in the page, others are built with it (docs/embedding.md)
      --language, --config-mk, --no-cache as for haze run; -g adds debug information
`,
  },
  clone: {
    load: async () => (await import('./clone.ts')).runCloneCommand,
    usage: `  haze clone URL [DIR]  connect a repository and fetch it, submodules included; DIR gets its files
      --branch NAME, --commit ID, --build-directory DIR (default src), --core NAME, --args "…"
      --from PATH           a folder, a zip or a git bundle to take in the place of the address
      --data-dir DIR, --repository-hosts A,B  as for serve; a token for private ones: HAZE_GIT_TOKEN
`,
  },
  serve: {
    load: async () => (await import('./serve.ts')).runServeCommand,
    help: async () => (await import('./serve.ts')).describeServeCommand(),
    usage: `  haze serve        the REST interface and the playground, until it is told to stop
      --port N              where to listen (default 8787; 0 for any free port)
      --data-dir DIR        builds, tasks and files (default: a folder "haze" among this user's data)
      --memory              keep everything in memory instead
      --database URL        keep everything in PostgreSQL instead, for several servers and workers
      --key-file FILE       an API key of your own (or HAZE_KEY, or --key, which everybody on the machine can see)
      and more for test suites: haze serve --help
`,
  },
  work: {
    load: async () => (await import('./work.ts')).runWorkCommand,
    help: async () => (await import('./work.ts')).describeWorkCommand(),
    usage: `  haze work --database URL  runs builds and tasks of servers that have the same database, on any machine
      --jobs N              how many at once; more: haze work --help
`,
  },
  exec: {
    load: async () => (await import('./exec.ts')).runExecCommand,
    help: async () => (await import('./exec.ts')).describeExecCommand(),
    usage: `  haze exec [options] -- COMMAND…  run a command, such as a test suite, beside a service of its own in memory,
                            whose address is in API_ENDPOINT and whose key is in HAZE_KEY; more: haze exec --help
`,
  },
  export: {
    load: async () => (await import('./state.ts')).runExportCommand,
    help: async () => (await import('./state.ts')).describeStateOptions(EXPORT_USAGE),
    usage: `${EXPORT_USAGE}      and more: haze export --help\n`,
  },
  import: {
    load: async () => (await import('./state.ts')).runImportCommand,
    help: async () => (await import('./state.ts')).describeStateOptions(IMPORT_USAGE),
    usage: IMPORT_USAGE,
  },
  reset: {
    load: async () => (await import('./state.ts')).runResetCommand,
    help: async () => (await import('./state.ts')).describeStateOptions(RESET_USAGE),
    usage: RESET_USAGE,
  },
  docs: {
    load: async () => (await import('./docs.ts')).runDocsCommand,
    usage: `  haze docs check FILES…  builds and runs the programs of documents (Markdown, MDX, reStructuredText, HTML; folders of
                            them) and holds what they print against what is recorded there (docs/writing.md)
      --update              writes what they print into the documents
      --junit FILE          also as JUnit XML; --json on stdout as JSON; --no-cache runs all of them anew
  haze docs render        programs as HTML, for plugins of documentation tools: JSON lines on stdin and stdout
`,
  },
  'export-page': {
    load: async () => (await import('./export-page.ts')).runExportPageCommand,
    usage: `  haze export-page FILE… -o PAGE.html  one HTML file with the program, its output and all that runs it: from the
                            disk, without a network; the first file is the shown source (docs/embedding.md)
      --title TEXT, --controls (sliders for its inputs), --stdin FILE, --playground URL (a site that opens the program)
      --core, --language, --args, --seed, --no-cache as for haze run
`,
  },
  admin: {
    load: async () => (await import('./admin.ts')).runAdminCommand,
    help: async () => (await import('./admin.ts')).describeAdminCommand(),
    usage: `  haze admin WHAT   accounts, keys, jobs and quotas of a folder that no server has, or of a database
      users                 lists accounts; users add NAME makes one, and prints its key
      keys USER             lists keys; keys add USER NAME prints a new one; keys remove KEYID
      jobs                  lists jobs that have not ended; jobs cancel ID
      quotas USER           limits of an account; quotas USER tasks-per-day=100 unfinished-jobs=none storage-bytes=default
      --data-dir DIR, --database URL  as in haze serve
`,
  },
  init: {
    load: async () => (await import('./init.ts')).runInitCommand,
    usage: `  haze init DIR     puts the files that pages load into a folder of a site, such as public/haze
      --check               only says whether those there are of this version
`,
  },
  cache: {
    load: async () => (await import('./cache.ts')).runCacheCommand,
    usage: `  haze cache        what is kept of earlier builds, and in which folder (HAZE_CACHE_DIR names another)
  haze cache clear  removes it
`,
  },
  cores: {
    load: async () => (await import('./cores.ts')).runCoresCommand,
    usage: `  haze cores        the default cores
      --json                as records of the REST interface
`,
  },
  doctor: {
    load: async () => (await import('./doctor.ts')).runDoctorCommand,
    usage: `  haze doctor       tries every part on this machine, and says what is wrong
      --port, --data-dir as in haze serve
`,
  },
};

/** Text of `haze --help`. */
export function usageOfAll(): string {
  const usages = Object.values(COMMANDS).map(({ usage }) => usage);
  return `${TITLE}\n\n${usages.join('')}  haze --version\n  haze --help           also behind a command\n`;
}
