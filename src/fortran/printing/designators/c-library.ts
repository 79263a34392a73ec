// Signatures of C library functions in WebAssembly. Fortran programs declare them loosely: MEMCPY as a subroutine,
// TIME as C_LONG. On other machines the difference goes unnoticed, but here a call with another signature traps.

// i: 32 bits (int, long, size_t, pointers), l: 64 bits (long long, time_t), d: double, v: nothing. The result comes
// last.
const SIGNATURES = `
memcpy iii:i memmove iii:i memset iii:i memcmp iii:i strcpy ii:i strncpy iii:i strcat ii:i strlen i:i strcmp ii:i
strncmp iii:i strchr ii:i strstr ii:i strdup i:i malloc i:i calloc ii:i realloc ii:i free i:v qsort iiii:v bsearch iiiii:i
puts i:i putchar i:i getchar :i fflush i:i fopen ii:i fclose i:i fputs ii:i fputc ii:i fgetc i:i fread iiii:i fwrite iiii:i
perror i:v remove i:i rename ii:i getenv i:i setenv iii:i getcwd ii:i chdir i:i mkdir ii:i rmdir i:i unlink i:i access ii:i
atoi i:i atol i:i atoll i:l atof i:d strtol iii:i strtoll iii:l strtod ii:d abs i:i labs i:i llabs l:l
rand :i srand i:v random :i srandom i:v exit i:v abort :v time i:l clock :l difftime ll:d ctime i:i localtime i:i gmtime i:i
usleep i:i sleep i:i isatty i:i toupper i:i tolower i:i isalpha i:i isdigit i:i isspace i:i isalnum i:i ispunct i:i
`;

const C_TYPES: Record<string, string> = { i: 'int', l: 'long long', d: 'double', v: 'void' };

const TABLE = new Map<string, string>();
for (const [, name, signature] of SIGNATURES.matchAll(/(?<!\w)(\w+) (\w*:\w)/g)) TABLE.set(name!, signature!);

/** A C function as declared in a program. */
export interface DeclaredFunction {
  /** the C types of its arguments and result */
  types: readonly string[];
  result: string;
}

/**
 * A definition of `alias` that calls the C library function with its real type; undefined if the program's
 * declaration suffices.
 */
export function maybeBridge(name: string, alias: string, declared: DeclaredFunction): string | undefined {
  const signature = TABLE.get(name);
  const wanted = signatureOf(declared);
  if (!signature || signature === wanted || wanted.includes('?')) return undefined;
  const [takes = '', gives = 'v'] = signature.split(':');
  if (takes.length !== declared.types.length) return undefined;
  const types = [...takes].map((letter) => C_TYPES[letter]!);
  const parameters = declared.types.map((type, i) => `${type} a${i}`).join(', ') || 'void';
  const call = `L_${name}(${types.map((type, i) => `(${type})a${i}`).join(', ')})`;
  const body = declared.result === 'void' ? call : resultOf(call, gives, declared.result);
  return [
    `extern ${C_TYPES[gives]} L_${name}(${types.join(', ') || 'void'}) __asm__("${name}");`,
    `static ${declared.result} ${alias}(${parameters}) { ${body}; }`,
  ].join('\n');
}

function resultOf(call: string, gives: string, type: string): string {
  return gives === 'v' ? `${call}; return 0` : `return (${type})${call}`;
}

function signatureOf(declared: DeclaredFunction): string {
  return `${declared.types.map(letterOf).join('')}:${letterOf(declared.result)}`;
}

function letterOf(type: string): string {
  if (type === 'void') return 'v';
  if (type === 'float') return 'f';
  if (type === 'double') return 'd';
  return type.endsWith('*') || type === 'fproc' || /^u?int(8|16|32)_t$/.test(type)
    ? 'i'
    : type === 'int64_t'
      ? 'l'
      : '?';
}
