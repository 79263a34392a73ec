// Every import that a program may have: the memory, the system functions for the C library, and the core's functions.
// The types are exact because engines do not check them; a JavaScript function accepts any type. The system is WASI
// preview 1.

/** An import as declared by a module. */
export interface DeclaredImport {
  readonly module: string;
  readonly name: string;
  readonly kind: WebAssembly.ImportExportKind;
  /** Signature of a function, such as `iF:i`; undefined for other kinds. */
  readonly signature?: string | undefined;
}

/** Module names of the memory, the system and the core. */
export const IMPORT_MODULES = { memory: 'env', system: 'wasi_snapshot_preview1', core: 'ux' } as const;
export const MEMORY_NAME = 'memory';

/** Signatures of the system functions: i is i32, I is i64, f is f32, and F is f64. Results follow the colon. */
export const SYSTEM_FUNCTIONS: ReadonlyMap<string, string> = readTable(`
  args_get ii:i                  args_sizes_get ii:i            environ_get ii:i
  environ_sizes_get ii:i         clock_res_get ii:i             clock_time_get iIi:i
  fd_advise iIIi:i               fd_allocate iII:i              fd_close i:i
  fd_datasync i:i                fd_fdstat_get ii:i             fd_fdstat_set_flags ii:i
  fd_fdstat_set_rights iII:i     fd_filestat_get ii:i           fd_filestat_set_size iI:i
  fd_filestat_set_times iIIi:i   fd_pread iiiIi:i               fd_prestat_get ii:i
  fd_prestat_dir_name iii:i      fd_pwrite iiiIi:i              fd_read iiii:i
  fd_readdir iiiIi:i             fd_renumber ii:i               fd_seek iIii:i
  fd_sync i:i                    fd_tell ii:i                   fd_write iiii:i
  path_create_directory iii:i    path_filestat_get iiiii:i      path_filestat_set_times iiiiIIi:i
  path_link iiiiiii:i            path_open iiiiiIIii:i          path_readlink iiiiii:i
  path_remove_directory iii:i    path_rename iiiiii:i           path_symlink iiiii:i
  path_unlink_file iii:i         poll_oneoff iiii:i             proc_exit i:
  proc_raise i:i                 random_get ii:i                sched_yield :i
  sock_accept iii:i              sock_recv iiiiii:i             sock_send iiiii:i
  sock_shutdown ii:i             fd_dup iii:i
`);

/** Signatures of the core's functions. They are declared in wasm/guest/box.h, and a test compares the two. */
export const CORE_FUNCTIONS: ReadonlyMap<string, string> = readTable(`
  bayes_laplace iiFiFF:i         binary iiFiFF:i                bounds iFi:
  choose iiFiFF:i                compared iiFiFi:i              converted iiFi:i
  draw_of iF:F                   enter_draw i:                  exposed iF:
  fatal ii:                      independent_copies iii:        joint_draws :i
  values_of_draws iiii:
  from_bytes iiii:i              from_multidimensional_samples iiiiii:
  from_samples iii:i             from_text iiiFii:i             from_weighted_samples iii:i
  heap_exhausted i:              holds iiFiF:i                  independent_copy iF:i          last_error ii:i
  limit_support iFFF:i           lost :                         mixture iFiFF:i
  mode :i
  parameter iF:                  parametric iFFF:i              printed iiFii:i                query iiFF:F
  printed_lanes iiiFii:i
  result_particle :F             salt :i                        sample_into iFiii:
  stored iiii:                   sweep iii:i                    to_bytes iFiii:i
  to_text iFii:i                 unary iiF:i                    watches_decisions :i
`);

/** Signatures, keyed by module and name. */
const FUNCTIONS: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  [IMPORT_MODULES.system, SYSTEM_FUNCTIONS],
  [IMPORT_MODULES.core, CORE_FUNCTIONS],
]);

/** Tests whether a program may import this kind of item under this name, ignoring signatures. */
export function isListed({ module, name, kind }: Pick<DeclaredImport, 'module' | 'name' | 'kind'>): boolean {
  if (module === IMPORT_MODULES.memory) return name === MEMORY_NAME && kind === 'memory';
  return kind === 'function' && FUNCTIONS.get(module)?.has(name) === true;
}

/** Tests whether a program may have this import with this type. */
export function mayImport(declared: DeclaredImport): boolean {
  if (!isListed(declared)) return false;
  const { module, name, kind, signature } = declared;
  return kind === 'memory' || FUNCTIONS.get(module)?.get(name) === signature;
}

function readTable(text: string): ReadonlyMap<string, string> {
  const words = text.trim().split(/\s+/);
  const pairs = words.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, words[i + 1]!]] : []));
  return new Map(pairs);
}
