// Traits of a program's text that determine compiler flags if none are given explicitly.

/**
 * Matches `double min(double a, double b) {` or `;` with any type before the name: the program defines a function with
 * that name.
 */
const MIN_OR_MAX_FUNCTION =
  /(?:^|[;}\n])[ \t]*(?:(?:static|inline|extern|const|unsigned|signed|struct|enum)\s+)*[A-Za-z_]\w*[\s*]+(?:min|max)\s*\(\s*(?:void\b|(?:const\s+)?[A-Za-z_]\w*[\s*]+[A-Za-z_]|(?:float|double|int|long|short|char|unsigned|size_t)\b)[^;{}()]*\)\s*[{;]/m;
/** Excludes `return max(a, b);`, which looks like a declaration of max with the type `return`. */
const STATEMENT_WORD = /(?:^|[;}\n])[ \t]*(?:return|else|case|goto|typedef)\b/;

/** A format that prints only the particle, using the macro or the conversion letter. */
const PARTICLE_FORMAT = /SignaloidParticleModifier|"P"|%[-+#0-9.*']*[hlLjzt]*P/;

/**
 * Matches `float rintf(float x) {`: the program defines a function that the compiler would turn into an instruction. A
 * call of any other library name stays a call, and the linker uses the program's function.
 */
const OWN_INSTRUCTION =
  /\b(?:float|double|int|long)\s+(?:\w+\s+)?((?:ceil|floor|trunc|rint|nearbyint|sqrt|fabs|copysign)[fl]?)\s*\([^;{}()]*\)\s*\{/g;

/** A program that reads errno calls sqrt, which sets errno, for negative numbers; others use only the instruction. */
const ERRNO = /\b(?:errno|perror)\b/;

/** Derives flags for sources from their text; each file is read only once. */
export class ProgramTraits {
  readonly #seen = new Map<Uint8Array | string, readonly string[]>();

  /** Flags for a program with these files. */
  flagsFor(files: Iterable<Uint8Array | string>): string[] {
    const flags = new Set<string>();
    for (const content of files) for (const flag of this.#flagsOf(content)) flags.add(flag);
    return [...flags];
  }

  #flagsOf(content: Uint8Array | string): readonly string[] {
    const known = this.#seen.get(content);
    if (known) return known;
    const text = typeof content === 'string' ? content : new TextDecoder().decode(content);
    const flags = [
      // uxhw.h defines macros with these names, on which programs that use its API rely.
      ...(definesMinOrMax(text) ? ['-DUXHW_NO_MIN_MAX'] : []),
      // clang does not recognise the P conversion in formats.
      ...(PARTICLE_FORMAT.test(text) ? ['-Wno-format-invalid-specifier'] : []),
      ...(ERRNO.test(text) ? ['-fmath-errno'] : []),
      ...[...text.matchAll(OWN_INSTRUCTION)].map(([, name]) => `-fno-builtin-${name}`),
    ];
    this.#seen.set(content, flags);
    return flags;
  }
}

function definesMinOrMax(text: string): boolean {
  const found = MIN_OR_MAX_FUNCTION.exec(text);
  return found !== null && !STATEMENT_WORD.test(found[0]);
}
