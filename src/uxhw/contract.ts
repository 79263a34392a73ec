// The contract between a built module and the core that runs it: the numbers that identify operations, distributions
// and queries, the imports from module `ux` with their signatures, and the hooks that the rewriter looks for. Modules
// are stored for years, so each module contains its contract's version in the name of an export.

/**
 * Increases whenever an older module would compute different results or could no longer run. Additions at the end do
 * not change the version, because an older core rejects a module that uses unknown items and names them.
 * contract.test.ts checks everything that the contract covers.
 */
export const CONTRACT_VERSION = 3;

/**
 * Values that a module exports: the stack pointer, the words that safepoints test, the words for Reference cores, and
 * the site of a decision.
 */
export const EXPORTED_VALUES = [
  '__stack_pointer',
  '__ux_records_alive',
  '__ux_collect_wanted',
  '__ux_path',
  '__ux_heap_end',
  '__ux_site',
] as const;

/** Start of the export's name, which precedes the version. */
export const CONTRACT_PREFIX = '__ux_contract_';
