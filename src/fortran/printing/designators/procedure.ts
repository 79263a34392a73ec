// The names and addresses of procedures in C, and their prototypes.

import { makeIntrinsic } from '../../intrinsics/make-intrinsic.ts';
import { intrinsicFunction } from '../../intrinsics/rows/intrinsics.ts';
import { objectNode } from '../../program/c/c-arrays.ts';
import { cType } from '../../program/c/c-text.ts';
import {
  type DefaultKinds,
  type Procedure,
  Scope,
  type Sym,
  type Type,
  type Typed,
} from '../../program/symbols/semantics.ts';
import { specificOf } from '../../program/symbols/specific-names.ts';
import { unprintable } from '../../source/unprintable.ts';
import { Emitter } from '../writer/emitter.ts';
import { chars, lvalue, scalar } from '../writer/expressions.ts';
import { maybeClosure } from '../writer/frame.ts';
import { cPrototypeText, cSignature } from '../writer/signature.ts';
import { nameOf } from './storage.ts';

/** The C name of a procedure. If the program does not define the procedure, `call` provides the types. */
export function nameOfProcedure(em: Emitter, procedure: Procedure, call?: DeclaredFunction): string {
  const name = procedure.cName;
  if ((procedure.unit && procedure.place !== 'interface' && procedure.place !== 'dummy') || procedure.entryOf)
    return name;
  if (procedure.unit && isDefined(em, procedure)) return name;
  if (!procedure.implicitInterface) {
    const alias = `X_${name}`;
    const plain = `extern ${cPrototypeText(procedure, alias)} __asm__("${name}");`;
    const { parameters: types, result } = cSignature(procedure);
    const bridge = procedure.bindC ? maybeBridge(name, alias, { types, result }) : undefined;
    em.printer.prototype(`external ${name}`, bridge ?? plain);
    return alias;
  }
  const { types, result } = call ?? { types: [], result: 'void' };
  const list = types.join(', ') || 'void';
  em.printer.prototype(`external ${name}`, `extern ${result} X_${name}(${list}) __asm__("${name}");`);
  return call ? `((${result}(*)(${list}))X_${name})` : `X_${name}`;
}

function isDefined(em: Emitter, procedure: Procedure): boolean {
  const known = em.program.externals.get(procedure.name);
  return known?.cName === procedure.cName || procedure.place === 'module';
}

/** The lvalue of a procedure pointer or dummy procedure. */
export function cellOfProcedure(em: Emitter, symbol: Sym): string {
  const name = nameOf(em, symbol);
  return symbol.dummy && symbol.pointer ? `(*${name})` : name;
}

/** A procedure as an `fproc` that C can call as a plain pointer, regardless of which instance of its host is active. */
export function plainAddressOfProcedure(em: Emitter, e: Typed): string {
  if (e.k === 'procedure' && !e.sym?.dummy && !e.sym?.pointer && e.sym?.k !== 'intrinsic')
    return `(fproc)${nameOfProcedure(em, e.procedure)}`;
  return addressOfProcedure(em, e);
}

/** A procedure as an `fproc`. */
export function addressOfProcedure(em: Emitter, e: Typed): string {
  if (e.k === 'procedure') {
    if (e.sym?.k === 'intrinsic') return intrinsicWrapper(em, e.sym);
    if (e.sym && (e.sym.dummy || e.sym.pointer)) return cellOfProcedure(em, e.sym);
    const name = nameOfProcedure(em, e.procedure);
    return maybeClosure(em, e.procedure, name) ?? `(fproc)${name}`;
  }
  if (e.k === 'component') return lvalue(em, e);
  if (e.k === 'null') return '((fproc)0)';
  if (e.k === 'call') return `((fproc)${scalar(em, e)})`;
  unprintable(e.at, 'a value as a procedure');
}

// Prints a C function that wraps an intrinsic function used as an actual argument; the specific name determines the
// types.
function intrinsicWrapper(em: Emitter, symbol: Sym): string {
  const { name } = symbol;
  const known = em.printer.wrappers.get(name);
  if (known) return `(fproc)${known}`;
  const intrinsic = intrinsicFunction(name);
  if (!intrinsic) unprintable(symbol.at, 'this intrinsic as an argument', name);
  const { kinds } = em.program;
  const type = argumentType(name, specificOf(name)?.generic ?? name, kinds);
  const wrapper = `INTRINSIC_${name}`;
  em.printer.wrappers.set(name, wrapper);
  const scope = new Scope(em.program, 'procedure', wrapper, undefined);
  const inner = new Emitter(em.printer, scope);
  const count = intrinsic.arguments.filter((a) => !a.endsWith('?') && a !== '...').length;
  const isText = type.base === 'character';
  const args: Typed[] = Array.from({ length: count }, (_, i) =>
    isText ? objectNode({ at: 0, type }, `a${i}`, `n${i}`) : objectNode({ at: 0, type }, `(*a${i})`),
  );
  const value = makeIntrinsic(intrinsic, args, { at: symbol.at, kinds });
  const parameters = args.map((_, i) => `${cType(type)} *a${i}`);
  if (isText) parameters.push(...args.map((_, i) => `int32_t n${i}`));
  const text = value.type.base === 'character' ? chars(inner, value).p : scalar(inner, value);
  const head = `static ${cType(value.type)} ${wrapper}(${parameters.join(', ')})`;
  em.printer.prototypes.push(`${head};`);
  em.printer.functions.push([`${head} {`, ...inner.lines(), `return ${text};`, '}']);
  return `(fproc)${wrapper}`;
}

// The specific name determines the type: DSIN takes doubles, CSIN complex numbers, IABS integers.
function argumentType(name: string, generic: string, kinds: DefaultKinds): Type {
  if (name === 'mod' || name === 'not' || name === 'iand' || name === 'ior' || name === 'ieor')
    return kinds.integer;
  if (/^(aimag|imag|imagpart|conjg)$/.test(name)) return { base: 'complex', kind: kinds.real.kind };
  if (generic === 'ichar' || generic === 'len' || generic === 'index' || generic === 'len_trim')
    return { base: 'character', kind: 1, length: '*' };
  if (name === generic) return kinds.real;
  if (/^(iabs|isign|idim|float|max0|min0|amax0|amin0)$/.test(name)) return kinds.integer;
  if (/^(z|cd)/.test(name) || name === 'dimag' || name === 'dconjg')
    return { base: 'complex', kind: kinds.double.kind };
  if (/^(cabs|cexp|clog|csin|ccos|csqrt|aimag)$/.test(name))
    return { base: 'complex', kind: kinds.real.kind };
  if (name.startsWith('d') || name === 'idnint' || name === 'idint' || name === 'sngl') return kinds.double;
  return kinds.real;
}

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

/** A C function as a program declares it. */
interface DeclaredFunction {
  types: readonly string[];
  result: string;
}

/**
 * A definition of `alias` that calls the C library function with its real type; undefined if the program's declaration
 * is good enough.
 */
function maybeBridge(name: string, alias: string, declared: DeclaredFunction): string | undefined {
  const signature = TABLE.get(name);
  const wanted = `${declared.types.map(letterOf).join('')}:${letterOf(declared.result)}`;
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

function letterOf(type: string): string {
  const letter = { void: 'v', float: 'f', double: 'd', int64_t: 'l' }[type];
  return letter ?? (/\*$|^fproc$|^u?int(8|16|32)_t$/.test(type) ? 'i' : '?');
}
