// Extensions of GNU Fortran, which -std=f95 and the later standards refuse: one table of what is written, and one list of
// intrinsic procedures. What only a later standard has is not refused.
import { FortranError, type Position } from '../source/diagnostics.ts';
import type { Scope } from './semantics.ts';

const EXTENSIONS = {
  'star-kind': 'a kind behind an asterisk, such as REAL*8',
  'double-complex': 'DOUBLE COMPLEX',
  hollerith: 'a Hollerith constant',
} as const;

const GNU_INTRINSICS = new Set(
  `abort acosd alarm algama and asind atan2d atand backtrace besj0 besj1 besjn besy0 besy1 besyn cdabs cdcos cdexp cdlog cdsin
  cdsqrt complex cosd cotan cotand dacosd dacosh dasind dasinh datan2d datand datanh dcmplx dconjg dcosd dcotan dcotand derf
  derfc dfloat dgamma dimag dlgama dreal dsind dtand dtime etime exit fdate fget fgetc flush fput fputc fseek ftell getarg
  getcwd getenv iargc idate imag imagpart int2 int8 irand isnan itime lgamma lnblnk loc lshift or ran rand realpart rename
  rshift secnds second sind sizeof sleep srand system tand time time8 unlink xor zabs zcos zexp zlog zsin zsqrt`.split(
    /\s+/,
  ),
);

/** Refuses an extension where the flags name a standard. */
export function checkExtension(scope: Scope, what: keyof typeof EXTENSIONS, at: Position): void {
  refuse(scope, EXTENSIONS[what], at);
}

/** Refuses an intrinsic procedure that only GNU Fortran has, where the flags name a standard. */
export function checkStandardIntrinsic(scope: Scope, name: string, at: Position): void {
  if (!scope.program.options.allIntrinsics && GNU_INTRINSICS.has(name))
    refuse(scope, `the intrinsic procedure "${name}"`, at);
}

function refuse(scope: Scope, what: string, at: Position): void {
  const { standard } = scope.program.options;
  if (standard !== 'gnu')
    throw new FortranError(at, `GNU Extension: ${what} is not Fortran as -std=${standard} asks for it.`);
}
