// Rewrites a linked program for our hooks. The rewriter knows WebAssembly alone; which functions of the module belong to
// our runtime, and handle boxes by their bits, is known here.
import { type RewriteResult, rewriteModule } from '../rewrite/rewrite-module.ts';

/** The functions of <uxhw.h>: they look at the bits of their arguments, and a check would hide those. */
const API_FUNCTION = /^UxHw(Double|Float)[A-Z]/;

/** The core's calls that can make a record when none exists; arithmetic needs one to begin with. */
const CREATING_IMPORTS: ReadonlySet<string> = new Set([
  'parametric',
  'from_samples',
  'from_weighted_samples',
  'from_multidimensional_samples',
  'mixture',
  'bayes_laplace',
  'from_text',
  'from_bytes',
]);

/**
 * A linked program made ready to run on a core.
 * @throws HazeError when the module holds what cannot be rewritten, such as SIMD instructions
 */
export function rewriteProgram(module: Uint8Array): RewriteResult {
  return rewriteModule(module, {
    exclude: (name) => API_FUNCTION.test(name),
    removeHookExports: true,
    safepoints: true,
    exactCopies: true,
    mayCallBack: ({ module, name }) => module === 'ux' && name === 'bayes_laplace',
    mayCreate: ({ module, name }) => module === 'ux' && CREATING_IMPORTS.has(name),
  });
}
