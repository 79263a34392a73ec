// Fortran words that the editor highlights. Fortran has no reserved words, so a variable with one of these names is
// highlighted, too.

import { FORTRAN_NAMES } from '../../uxhw/functions.ts';

function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Words that begin, end or structure statements. */
export const KEYWORDS = wordSet(`
  abstract allocate allocatable assign associate associated backspace bind block blockdata call case class close codimension
  common concurrent contains contiguous continue critical cycle data deallocate deferred default dimension do elemental
  else elseif elsewhere end endblock enddo endfile endforall endfunction endif endinterface endmodule endprocedure
  endprogram endselect endsubmodule endsubroutine endtype endwhere entry enum enumerator equivalence error exit extends
  external final flush forall format function generic go goto if implicit import impure in include inout inquire intent
  interface intrinsic is kind len module namelist non_overridable none nopass nullify only open operator optional out
  parameter pass pause pointer print private procedure program protected public pure read recursive rank result return rewind
  rewrite save select selectcase sequence stop submodule subroutine target then to type use value volatile wait where while write
`);

/** Built-in types. */
export const TYPES = wordSet('integer real double precision doubleprecision complex logical character byte');

/** Intrinsic procedures, and procedures of the module uxhw. */
export const INTRINSICS = wordSet(`
  abs achar acos acosh aimag aint all allocated anint any asin asinh atan atan2 atanh bessel_j0 bessel_j1 bit_size btest
  ceiling char cmplx conjg cos cosh count cpu_time cshift date_and_time dble digits dim dot_product dprod eoshift epsilon erf
  erfc exp exponent floor fraction gamma get_command_argument hypot huge iachar iand ichar ieor index int ior ishft lbound
  len_trim log log10 log_gamma matmul max maxloc maxval merge min minloc minval mod modulo move_alloc nint norm2 not pack
  precision present product radix random_number random_seed range real repeat reshape scan selected_int_kind
  selected_real_kind shape sign sin sinh size spread sqrt sum system_clock tan tanh tiny transfer transpose trim ubound
  unpack verify
  ${[...FORTRAN_NAMES].join(' ')}
`);

/** Logical constants and operators between dots. */
export const DOT_WORDS = /^\.(?:true|false|and|or|not|eqv|neqv|eq|ne|lt|le|gt|ge)\./i;
