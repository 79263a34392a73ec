// The contract between a built module and the core that runs it: the numbers of operations, distributions and queries,
// the imports of module `ux` with their signatures, the hooks that the rewriter searches for. Stores and files keep
// modules for years, so each module has the version of its contract in the name of an export.

/**
 * Increases when an older module would compute different results, or could no longer run. Additions at the end leave it
 * unchanged: an older core refuses unknown items and names them. contract.test.ts checks everything that it covers.
 */
export const CONTRACT_VERSION = 3;

/**
 * Values that a module exports: the stack pointer, the words that safepoints test, words of Reference cores, the site
 * of a decision.
 */
export const EXPORTED_VALUES = [
  '__stack_pointer',
  '__ux_records_alive',
  '__ux_collect_wanted',
  '__ux_path',
  '__ux_heap_end',
  '__ux_site',
] as const;

/** The beginning of the export's name, followed by the version. */
export const CONTRACT_PREFIX = '__ux_contract_';
