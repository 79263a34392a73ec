// Cores that programs in other pages run on.
import { DEFAULT_CORE } from '../../../uncertainty/core/default-core.ts';
import type { Core } from '../../service/service-records.ts';

/**
 * All but an account's own cores, which other pages do not know, and Reference cores, which only the playground has.
 */
export function listPageCores(cores: readonly Core[]): Core[] {
  return cores.filter(
    ({ Owner, Microarchitecture }) => Owner === 'haze' && Microarchitecture !== 'Reference',
  );
}

/** The wanted core, where pages have it. */
export function chooseCoreOf(known: readonly Core[], wanted: string): string {
  return known.some(({ Name }) => Name === wanted) ? wanted : DEFAULT_CORE;
}
