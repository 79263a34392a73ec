// Rewrites a linked program for our hooks. The rewriter itself deals only with WebAssembly. This file determines which
// of the module's functions belong to our runtime, and which handle no boxes.
import type { ModuleInfo } from '../../rewrite/reading/module-info.ts';
import { readModule } from '../../rewrite/reading/module-reader.ts';
import { type RewriteResult, rewriteModule } from '../../rewrite/rewrite-module.ts';
import type { CodeOffsets } from '../../rewrite/writing/code-offsets.ts';
import { insertCode } from '../../rewrite/writing/insert-code.ts';
import { BINARY_OPERATIONS, UNARY_OPERATIONS } from '../../uncertainty/core/operations.ts';
import { checkContract } from './check-contract.ts';
import { checkImports } from './check-imports.ts';
import { MARK_PATH, maybePlanPathMarks } from './mark-paths.ts';
import { findProgramFunctions } from './program-functions.ts';

/** The functions in <uxhw.h>, which read the bits of their arguments. A check would hide these bits. */
const API_FUNCTION = /^UxHw(Double|Float)[A-Z]/;

/** Internal functions of the C library's mathematical part. */
const LIBM_INTERNAL =
  /^__(sin|cos|tan|sindf|cosdf|tandf|tanl|sinl|cosl|rem_pio2\w*|expo2f?|math_\w+|lgamma\w*|log1pf?)$/;

/** Functions that print an integer in Fortran or C++ programs. */
const INTEGER_OUTPUT =
  /^f_put_i(4|8|16)$|basic_ostream<.*::operator<<\((unsigned )?(int|long|long long)\)$|^std::__2::to_string\((unsigned )?(int|long|long long)\)$/;

/** C functions that print the arguments after their format. */
const PRINTING = /^(__ux_)?v?(f|s|sn|d|as|w|fw|sw)?printf$/;

/** C functions that read a byte from a file (wasm/guest/stdio/fgetc.c). */
const BYTE_INPUT = /^__wrap_f?getc(har)?(_unlocked)?$/;

/** Functions that widen a number. The bits of a box pass through them (wasm/guest/long-double.c). */
const WIDENING = /^(__extend[sd]ftf2|extract_(exp|sig_frac)_from_src)$/;

const FURTHER_LIBM_FUNCTIONS =
  'drem fma frexp modf remquo lgamma_r sincos nexttoward scalbn scalbln ilogb lrint llrint lround llround ' +
  'cacos cacosh casin casinh catan catanh ccos ccosh cexp clog cpow csin csinh csqrt ctan ctanh';

/**
 * Functions in the mathematical library. Their wrappers pass only plain numbers to them, so they run as compiled. If a
 * program defines a function with one of these names, that function has no wrapper and is rewritten like the rest of
 * the program.
 */
const LIBM_FUNCTIONS: ReadonlySet<string> = new Set(
  [...UNARY_OPERATIONS, ...BINARY_OPERATIONS, ...FURTHER_LIBM_FUNCTIONS.split(' ')].flatMap((name) => [
    name,
    `${name}f`,
    `${name}l`,
    name.replace('_r', 'f_r'),
  ]),
);

/**
 * Calls into the core that create no record if none exists. Calls that are missing here are assumed to create records,
 * which is safe but slower.
 */
const NEVER_CREATES: ReadonlySet<string> = new Set(
  (
    'mode salt result_particle unary binary independent_copy limit_support query ' +
    'sample_into joint_draws enter_draw draw_of independent_copies to_text printed ' +
    'printed_lanes last_error to_bytes fatal heap_exhausted sweep stored ' +
    'watches_decisions bounds compared converted exposed lost parameter holds choose'
  ).split(' '),
);

/** A program ready to run on a core. */
export interface RewrittenProgram extends Omit<RewriteResult, 'codeOffsets'> {
  /** Maps byte offsets in the rewritten module to offsets in the linked module. */
  readonly codeOffsets: Pick<CodeOffsets, 'originalOffset'>;
}

/**
 * Makes a linked program ready to run on a core. The program also tracks the path of printed numbers, so that groups of
 * lanes can run it. A program that marks its places does not track paths.
 *
 * @param options `marksPlaces`: the program's own functions mark the places of their operations
 * @throws HazeError `other-contract`, `foreign-import`, and if the module contains code that cannot be rewritten,
 *   such as SIMD instructions
 */
export function rewriteProgram(
  module: Uint8Array,
  { marksPlaces = false }: { readonly marksPlaces?: boolean } = {},
): RewrittenProgram {
  checkContract(module);
  checkImports(module);
  if (marksPlaces) return rewriteMarked(module, ownFunctions);
  const info = readModule(module);
  const plan = maybePlanPathMarks(info, { questions: true });
  if (!plan) return rewriteMarked(module);
  const marked = insertCode(info, plan);
  const { codeOffsets, ...rewritten } = rewriteMarked(marked.module);
  const originalOffset = (offset: number) => {
    const before = codeOffsets.originalOffset(offset);
    return before === undefined ? undefined : marked.codeOffsets.originalOffset(before);
  };
  return { ...rewritten, codeOffsets: { originalOffset } };
}

function rewriteMarked(module: Uint8Array, marksPlaces?: typeof ownFunctions): RewriteResult {
  return rewriteModule(module, {
    marksPlaces,
    exclude: isLeftAlone,
    showsIntegers: (name) => INTEGER_OUTPUT.test(name),
    printsArguments: (name) => PRINTING.test(name),
    marksPrinting: (name) => name === MARK_PATH,
    returnsBytes: (name) => BYTE_INPUT.test(name),
    removeHookExports: true,
    safepoints: true,
    exactCopies: true,
    mayCallBack: ({ module, name }) => module === 'ux' && name === 'bayes_laplace',
    mayCreate: ({ module, name }) => module === 'ux' && !NEVER_CREATES.has(name),
  });
}

function ownFunctions(info: ModuleInfo): (index: number) => boolean {
  const { start, end } = findProgramFunctions(info);
  return (index) => index >= start && index < end;
}

function isLeftAlone(name: string, has: (name: string) => boolean): boolean {
  if (API_FUNCTION.test(name) || LIBM_INTERNAL.test(name) || WIDENING.test(name)) return true;
  return LIBM_FUNCTIONS.has(name) && has(`__wrap_${name}`);
}
