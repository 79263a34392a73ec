// Advice on clang's messages about headers that are never available here, and about C++ features newer than the
// default standard.

/** Headers that are deliberately missing, with the reason and the remedy. */
const ABSENT_HEADERS: readonly (readonly [RegExp, string])[] = [
  [
    /^(conio|windows|dos|graphics|process|tchar|direct|io)\.h$/,
    'belongs to Windows or DOS. Remove it; getchar() from <stdio.h> reads keys once Enter is pressed.',
  ],
  [
    /^(n?curses|termios|termio|readline\/\w+)\.h$/,
    'controls a terminal, which programs do not have here: print lines, and read them with fgets or std::getline.',
  ],
  [/^(arm_neon|arm_sve)\.h$/, 'is for ARM processors: write plain loops, which the compiler vectorises.'],
  [
    /^(pwd|grp|netdb|spawn|wordexp|syslog|execinfo|ucontext|mntent|shadow|utmpx?|sys\/(ptrace|epoll|inotify|shm|ipc|msg|sem|mount|prctl|syscall|signalfd|eventfd|timerfd))\.h$/,
    'deals with processes, users and networks: programs run in a sandbox without them.',
  ],
  [/^error\.h$/, 'is missing: err() and warn() from <err.h>, or fprintf(stderr, …), do the same.'],
  [/^quadmath\.h$/, 'is missing: use long double, which has 113 bits here.'],
  [
    /^(generator|stacktrace|spanstream|hazard_pointer|rcu|inplace_vector|debugging|linalg|hive|text_encoding|stdfloat)$/,
    'is not in the C++ library yet.',
  ],
  [
    /^(gsl|boost|Eigen|armadillo|fmt|zlib|fftw3|cblas|lapacke|openssl|SDL2?|GL|opencv2|sqlite3|mpi)(\.h|\/.*)?$/,
    'belongs to a library that is not included: add its sources and headers to the program.',
  ],
];

const X86 = /^(?:"?This header is only meant to be used on x86 and x64|this header is for x86 only)/;

/** Names in `std` and its classes, by the standard in which they were introduced. */
const LATER_NAMES: readonly (readonly [number, RegExp])[] = [
  [
    23,
    /^(print|println|expected|unexpected|byteswap|unreachable|to_underlying|forward_like|mdspan|flat_(multi)?(map|set)|zip|to)$/,
  ],
  [
    20,
    /^(format(_to)?|numbers|span|ranges|views|integral|(signed_|unsigned_)integral|floating_point|same_as|derived_from|convertible_to|invocable|predicate|totally_ordered|equality_comparable|regular|copyable|movable|popcount|bit_(cast|ceil|floor|width)|count[lr]_(zero|one)|has_single_bit|rot[lr]|endian|midpoint|lerp|ssize|erase|erase_if|to_array|source_location|(strong|weak|partial)_ordering|compare_three_way|remove_cvref(_t)?|type_identity(_t)?|identity|contains|starts_with|ends_with|make_(unique|shared)_for_overwrite|is_constant_evaluated|to_address|cmp_(less|greater|equal|not_equal|less_equal|greater_equal)|in_range|bind_front|year|month|day|weekday|sys_days|year_month_day|sys_seconds)$/,
  ],
];
const NO_MEMBER = /^no (?:member|type|template) named '(\w+)' in (?:namespace )?'(std::[^']*|std)'/;
const OF_CXX20 =
  /^(?:unknown type name '(?:concept|requires|consteval|constinit|co_yield|co_await|co_return|char8_t)'|'operator<=' cannot be the name of|'auto' not allowed in function prototype)/;

/** Advice for a message; undefined if clang's message needs no explanation. */
export function maybeAdvise(message: string): string | undefined {
  const header = /^'([^']+)' file not found/.exec(message)?.[1];
  if (header !== undefined) {
    const reason = ABSENT_HEADERS.find(([names]) => names.test(header))?.[1];
    return reason === undefined ? undefined : `<${header}> ${reason}`;
  }
  if (X86.test(message))
    return "WebAssembly does not have the x86 vector instructions. Write plain loops, or use clang's <wasm_simd128.h>.";
  if (/undeclared (?:library )?function 'basename'/.test(message))
    return '"basename" is declared in <libgen.h>; in <string.h> it needs #define _GNU_SOURCE before all headers.';
  const standard = standardOf(message);
  if (standard === undefined) return undefined;
  return `This is C++${standard}, but the default is C++17: add "CXXFLAGS = -std=c++${standard}" to config.mk.`;
}

function standardOf(message: string): number | undefined {
  if (OF_CXX20.test(message)) return 20;
  const [, name, place] = NO_MEMBER.exec(message) ?? [];
  if (name === undefined) return undefined;
  if (name === 'contains' && place!.startsWith('std::string')) return 23;
  return LATER_NAMES.find(([, names]) => names.test(name))?.[0];
}
