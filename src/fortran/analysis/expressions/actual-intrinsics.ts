// Intrinsic functions that can be actual arguments and targets of procedure pointers: the specific functions (ISO/IEC
// 1539-1:2018, table 16.2), and GNU Fortran's additions. Generic names such as LOG do not denote a single function.
import { specificNames, specificOf } from '../../program/symbols/specific-names.ts';

const WITHOUT_GENERIC =
  'abs acos acosd acosh aimag aint anint asin asind asinh atan atan2 atan2d atand atanh conjg cos cosd cosh cotan cotand dim dprod exp index len mod nint sign sin sind sinh sqrt tan tand tanh';
const SPECIFIC =
  'alog alog10 amod cabs ccos cdabs cdcos cdexp cdlog cdsin cdsqrt cexp clog csin csqrt dabs dacos dacosd dacosh dasin dasind dasinh datan datan2 datan2d datand datanh dconjg dcos dcosd dcosh dcotan dcotand ddim dexp dimag dint dlog dlog10 dmod dnint dsign dsin dsind dsinh dsqrt dtan dtand dtanh iabs idim idnint imag imagpart isign zabs zcos zexp zlog zsin zsqrt';

const ACTUAL: ReadonlySet<string> = new Set(`${WITHOUT_GENERIC} ${SPECIFIC}`.split(' '));

/** Reason why an intrinsic procedure can be neither an argument nor a target; undefined if it can. */
export function actualFault(name: string): string | undefined {
  if (ACTUAL.has(name)) return undefined;
  const generic = specificOf(name)?.generic ?? name;
  const others = [...specificNames()].filter((s) => ACTUAL.has(s) && specificOf(s)!.generic === generic);
  const hint = others.length > 0 ? `; ${others.map((s) => s.toUpperCase()).join(', ')} can` : '';
  return `The intrinsic procedure "${name}" cannot be an argument or the target of a pointer${hint}.`;
}
