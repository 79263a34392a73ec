// Specific names of intrinsic functions, from FORTRAN 77 and old compilers. Each denotes a generic function, possibly
// with a different result type.

/**
 * The generic name, its specific names in the standards and, after `|`, those that only GNU Fortran has. `=` specifies
 * the result type if it differs from that of the generic function.
 */
type Row = `${string}:${'' | ` ${string}`} |${'' | ` ${string}`}`;

const TABLE = [
  'log: alog dlog clog | zlog cdlog',
  'log10: alog10 dlog10 |',
  'abs: iabs dabs cabs | zabs cdabs',
  'mod: amod dmod |',
  'sqrt: csqrt dsqrt | zsqrt cdsqrt',
  'exp: cexp dexp | zexp cdexp',
  'sin: csin dsin | zsin cdsin',
  'cos: ccos dcos | zcos cdcos',
  'tan: dtan |',
  'asin: dasin |',
  'acos: dacos |',
  'atan: datan |',
  'atan2: datan2 |',
  'sinh: dsinh |',
  'cosh: dcosh |',
  'tanh: dtanh |',
  'asinh: | dasinh',
  'acosh: | dacosh',
  'atanh: | datanh',
  'sind: | dsind',
  'cosd: | dcosd',
  'tand: | dtand',
  'asind: | dasind',
  'acosd: | dacosd',
  'atand: | datand',
  'atan2d: | datan2d',
  'cotan: | dcotan',
  'cotand: | dcotand',
  'erf: | derf',
  'erfc: | derfc',
  'gamma: | dgamma',
  'log_gamma: | dlgama algama lgamma',
  'sign: isign dsign |',
  'dim: idim ddim |',
  'aint: dint |',
  'anint: dnint |',
  'nint: idnint |',
  'int: ifix idint | int2=int2 int8=int8',
  'real: float sngl | realpart',
  'dble: | dfloat dreal',
  'aimag: | dimag imag imagpart',
  'conjg: | dconjg',
  'max: max0 amax1 dmax1 amax0=real4 max1=integer |',
  'min: min0 amin1 dmin1 amin0=real4 min1=integer |',
  'iand: | and',
  'ior: | or',
  'ieor: | xor',
  'bessel_j0: | besj0',
  'bessel_j1: | besj1',
  'bessel_jn: | besjn',
  'bessel_y0: | besy0',
  'bessel_y1: | besy1',
  'bessel_yn: | besyn',
] as const satisfies readonly Row[];

/** The meaning of a specific name. */
interface Specific {
  generic: string;
  /** True if the name exists only in GNU Fortran. */
  isGnu: boolean;
  result?: 'integer' | 'real4' | 'int2' | 'int8';
}

function parseSpecifics(): Map<string, Specific> {
  const table = new Map<string, Specific>();
  for (const line of TABLE) {
    const [generic, standard, gnu] = line.split(/:|\|/) as [string, string, string];
    for (const [names, isGnu] of [
      [standard, false],
      [gnu, true],
    ] as const) {
      for (const entry of names.split(' ').filter(Boolean)) {
        const [name, result] = entry.split('=') as [string, Specific['result']];
        table.set(name, result === undefined ? { generic, isGnu } : { generic, result, isGnu });
      }
    }
  }
  return table;
}

const SPECIFICS = parseSpecifics();

/** The generic name that a specific name stands for, and the conversion of its result. */
export function specificOf(name: string): Specific | undefined {
  return SPECIFICS.get(name);
}

export function specificNames(): Iterable<string> {
  return SPECIFICS.keys();
}
