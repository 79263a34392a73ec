// Names that the editor can describe in a language, looked up by full name or by prefix. Library names are added once
// they are loaded.
import type { Language } from '../../draft/program.ts';
import { type KnownName, listOwnNames, loadLibraryNames } from './known-functions.ts';

export class NameLookup {
  readonly #language: Language;
  readonly #own: readonly KnownName[];
  #all: readonly KnownName[];
  #byName: ReadonlyMap<string, KnownName>;
  #loading: Promise<void> | undefined;

  constructor(language: Language) {
    this.#language = language;
    this.#own = listOwnNames(language);
    this.#all = this.#own;
    this.#byName = index(language, this.#own);
  }

  get all(): readonly KnownName[] {
    return this.#all;
  }

  maybeFind(name: string): KnownName | undefined {
    return this.#byName.get(spell(this.#language, name));
  }

  /** Fetches the library names. If the fetch fails, lookup still finds the other names. */
  loadLibraries(): Promise<void> {
    this.#loading ??= loadLibraryNames(this.#language).then(
      (names) => {
        this.#all = [...this.#own, ...names];
        this.#byName = index(this.#language, this.#all);
      },
      () => {
        this.#loading = undefined;
      },
    );
    return this.#loading;
  }
}

function spell(language: Language, name: string): string {
  return language === 'Fortran' ? name.toLowerCase() : name;
}

function index(language: Language, names: readonly KnownName[]): ReadonlyMap<string, KnownName> {
  // The first entry for a name takes precedence, so our own names come before library names.
  return new Map(names.toReversed().map((one) => [spell(language, one.name), one]));
}
