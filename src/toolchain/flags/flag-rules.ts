// Flags that this target cannot honour, with reasons, as data for flag-filter.ts. A flag without a rule is passed to
// clang, which reports unknown flags itself.

export interface FlagRule {
  readonly pattern: RegExp;
  /**
   * `drop`: omits the flag with a remark; `stop`: the program would compute different results, so the build fails.
   */
  readonly action: 'drop' | 'stop';
  readonly reason: string;
  /** True if the value may be a separate word after the flag. */
  readonly takesValue?: boolean;
  /** Values for which the flag is passed on. */
  readonly unlessValue?: RegExp;
  /** Flag that replaces this flag. */
  readonly replacement?: string;
}

const drop = (pattern: RegExp, reason: string): FlagRule => ({ pattern, action: 'drop', reason });
const stop = (pattern: RegExp, reason: string): FlagRule => ({ pattern, action: 'stop', reason });

const ALGEBRA =
  'it lets the compiler apply algebra to floating-point numbers, which changes the resulting distributions';
const PROCESSOR = 'it names a processor, but programs are compiled to WebAssembly here';
const WHOLE_BUILD = 'the build itself decides what is compiled and linked';

const ALGEBRAIC_FLAGS =
  'fast-math|unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|approx-func|cx-limited-range|' +
  'cx-fortran-rules|rounding-math|no-signed-zeros|no-trapping-math|no-math-errno|no-honor-nans|no-honor-infinities|' +
  'builtin(?:-[a-z0-9]+)?|single-precision-constant';

/** Rules for compiler flags; the first matching rule applies. */
export const COMPILE_FLAG_RULES: readonly FlagRule[] = [
  { ...drop(/^-Ofast$/, `only -O3 of -Ofast is kept: ${ALGEBRA}`), replacement: '-O3' },
  drop(
    /^-fno-builtin(-.*)?$|^-ffreestanding$|^-fno-hosted$/,
    'calls to math functions are kept as calls anyway',
  ),
  drop(new RegExp(`^-f(?:${ALGEBRAIC_FLAGS})$`), ALGEBRA),
  drop(
    /^-f(fp-contract=(?!off$)|(fp-model|fp-eval-method|excess-precision|complex-arithmetic|denormal-fp-math.*|fp-exception-behavior)=)/,
    ALGEBRA,
  ),
  drop(/^-mrecip\b|^-mfpmath=/, ALGEBRA),
  drop(/^-m(arch|tune|cpu|fpu|float-abi|abi|cmodel|code-model)=/, PROCESSOR),
  drop(
    /^-m(no-)?(avx|sse|ssse|fma|bmi|aes|popcnt|f16c|lzcnt|adx|neon|thumb|arm|hard-float|soft-float|red-zone|80387|mmx|3dnow|pclmul|rdrnd|movbe|altivec|vsx|sve)/,
    PROCESSOR,
  ),
  drop(
    /^-mrelaxed-simd$/,
    'the results of relaxed vector instructions depend on the processor; -msimd128 is accepted',
  ),
  drop(/^-m(32|64)$/, 'this target has 32-bit pointers and 64-bit integers, and no other widths'),
  stop(/^-m(16|x32)$/, 'WebAssembly has no 16-bit or x32 mode'),
  drop(/^-p?threads?$|^-mt$/, 'there are no threads on this target; everything runs in one thread'),
  drop(/^-f(no-)?openmp|^-f(no-)?openacc/, 'there are no threads on this target; the pragmas are ignored'),
  drop(
    /^-f(no-)?lto|^-fwhole-program|^-ffat-lto/,
    'programs are linked from objects, without optimisation across them',
  ),
  drop(
    /^-f(PIC|pic|PIE|pie)$|^-(no-)?pie$|^-(shared|static|rdynamic|static-libgcc|static-libgfortran|static-libquadmath|static-libstdc\+\+|s)$/,
    'a program is one self-contained module here',
  ),
  drop(
    /^-fsanitize|^-fstack-protector|^-fcf-protection|^-fstack-clash|^-D_FORTIFY_SOURCE/,
    'checks of this kind do not exist on this target',
  ),
  drop(
    /^-(pg|-?coverage)$|^-f(profile|test-coverage|instrument|xray)/,
    'profiles cannot be recorded on this target',
  ),
  drop(
    /^-g([0-9]|gdb|dwarf|line|z|column|split|modules|strict|pubnames|record)?/,
    'debug information has only one form here, which the build adds when -g is given',
  ),
  drop(/^-f(wasm-|sjlj-|seh-|dwarf-|async-exceptions)/, 'the runtime decides how exceptions are thrown'),
  drop(/^-(save-temps|v|pipe|time|ftime-report|#{3}|Qunused-arguments)/, 'it has no effect on the program'),
  { ...drop(/^-M(F|T|Q|J)/, 'dependencies are tracked by the build'), takesValue: true },
  drop(/^-M/, 'dependencies are tracked by the build'),
  { ...drop(/^-o/, WHOLE_BUILD), takesValue: true },
  drop(/^-c$/, WHOLE_BUILD),
  stop(/^-(E|S|fsyntax-only|emit-llvm)$/, 'the build needs objects'),
  drop(/^-xHost$/i, PROCESSOR),
  {
    ...stop(/^-x/, "a source's suffix determines its language"),
    takesValue: true,
    unlessValue: /^f(77|95)(-cpp-input)?$/,
  },
  stop(
    /^(--?target|-target|--sysroot|-isysroot|-nostd|-nodefaultlibs|-nostartfiles|-nolibc|-stdlib|-B|-resource-dir|-fuse-ld|-specs)/,
    'the target and its libraries are fixed',
  ),
  {
    ...drop(/^-(Xclang|mllvm|Xassembler|Xlinker|Xpreprocessor|Xarch.*)$/, 'it changes compiler internals'),
    takesValue: true,
  },
  drop(/^-W[al],/, 'it is meant for a different assembler or linker'),
  { ...drop(/^-L/, 'all libraries of this target are found automatically'), takesValue: true },
  stop(/^@/, 'flags from a file cannot be read'),
];

/** Usual names of libraries that are linked into every program, or contained in a library that is. */
export const PRESENT_LIBRARIES: ReadonlySet<string> = new Set(
  (
    'm c gcc gcc_s stdc++ supc++ c++ c++abi dl rt util crypt resolv xnet setjmp ' +
    'wasi-emulated-process-clocks wasi-emulated-signal wasi-emulated-mman ' +
    'wasi-emulated-getpid gfortran quadmath pthread stdc++fs uxhw'
  ).split(' '),
);

/** Rules for linker flags that are neither `-l` nor `-Wl,…`. */
export const LINK_FLAG_RULES: readonly FlagRule[] = [
  { ...drop(/^-L/, 'all libraries of this target are found automatically'), takesValue: true },
  { ...drop(/^-(o|rpath|soname|Map)$/, WHOLE_BUILD), takesValue: true },
  stop(/^-(nostd|nodefaultlibs|nostartfiles|nolibc|T|shared$)/, 'the target and its libraries are fixed'),
  drop(/^-/, 'it has no meaning when linking a module for this target'),
];

/** `-Wl,` options that have no effect here. */
export const HARMLESS_LINKER_WORDS =
  /^(-+(no-)?(as-needed|gc-sections|start-group|end-group|whole-archive|export-dynamic|print-memory-usage|warn-[a-z-]+|strip-[a-z]+|sort-[a-z=-]+|build-id.*|hash-style.*|relax|eh-frame-hdr|allow-multiple-definition|fatal-warnings|discard-all|cref|trace|verbose|stats|threads?.*|icf.*|dead_strip|stack-first)|-(s|x|S|E|O[0-9]?|M|v|t|Bstatic|Bdynamic|Bsymbolic.*)|-+(Map|rpath|soname|rpath-link|dynamic-linker|z)([,=].*)?)$/;
