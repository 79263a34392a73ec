// Cores available to programs embedded in other pages.
import { DEFAULT_CORE } from '../../../uncertainty/core/default-core.ts';
import type { Core } from '../../service/service-records.ts';

/**
 * All cores except an account's own cores, which do not exist in other pages, and Reference cores, which are available
 * only in the playground.
 */
export function listPageCores(cores: readonly Core[]): Core[] {
  return cores.filter(
    ({ Owner, Microarchitecture }) => Owner === 'haze' && Microarchitecture !== 'Reference',
  );
}

/** The requested core if it is available in other pages; otherwise the default core. */
export function chooseCoreOf(known: readonly Core[], wanted: string): string {
  return known.some(({ Name }) => Name === wanted) ? wanted : DEFAULT_CORE;
}
