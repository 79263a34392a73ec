// Functions that the editor completes and describes. Functions from <uxhw.h> and the module uxhw have full
// descriptions. For functions from the C and C++ libraries, names and declarations are taken from the toolchain's
// headers (scripts/list-library-names.ts).
import { type DescribedFunction, describeInC, describeInFortran } from '../../../uxhw/describe-functions.ts';
import type { Language } from '../../draft/program.ts';

export interface KnownName extends Pick<DescribedFunction, 'name' | 'signature' | 'parameters'> {
  /** Header or module that the program needs; '' if none. */
  readonly from: string;
  readonly kind: 'function' | 'constant' | 'type';
  /** One-sentence description of the name; '' if only the declaration is known. */
  readonly about: string;
}

/** A library name with its declaration (for a macro, the expansion) and the first letter of its kind. */
export type LibraryName = readonly [name: string, declaration: string, kind: 'f' | 'c' | 't'];

/** Names by header, for each language. */
export type LibraryNames = Readonly<Record<'C' | 'C++', Readonly<Record<string, readonly LibraryName[]>>>>;

const KINDS = { f: 'function', c: 'constant', t: 'type' } as const;
const FILES = import.meta.glob<LibraryNames>('../../../../dist/editor/library-names.json', {
  import: 'default',
});

/** The functions that work with distributions. */
export function listOwnNames(language: Language): readonly KnownName[] {
  const described = language === 'Fortran' ? [...describeInFortran(), ...describeInC()] : describeInC();
  const from = language === 'Fortran' ? 'use uxhw' : '#include <uxhw.h>';
  return described.map((one) => ({ ...one, from, kind: 'function' }));
}

/** Library names, fetched once; none for Fortran. */
export async function loadLibraryNames(language: Language): Promise<readonly KnownName[]> {
  const [load] = Object.values(FILES);
  if (!load || language === 'Fortran') return [];
  const { C, 'C++': cxx } = await load();
  const own = language === 'C' ? [] : listNames(cxx);
  return [...own, ...listNames(C)];
}

function listNames(headers: LibraryNames['C']): KnownName[] {
  return Object.entries(headers).flatMap(([header, names]) =>
    names.map(([name, signature, kind]) => ({
      ...{ name, signature, about: '', kind: KINDS[kind] },
      from: `#include <${header}>`,
      parameters: [],
    })),
  );
}
