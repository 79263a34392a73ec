// Selects the strings for a page's language from a table.

/**
 * Strings for a language tag such as `de-CH`, chosen by its primary subtag; English if the language is not in the
 * table.
 * @param table strings by language, including `en`
 */
export function pickWords<Words>(
  table: Readonly<Record<string, Words>> & { readonly en: Words },
  lang: string,
): Words {
  return table[maybeLanguageIn(table, lang) ?? 'en']!;
}

/** Key in a table for a language tag; undefined if there is no match. */
export function maybeLanguageIn(table: object, lang: string): string | undefined {
  const language = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(table, language) ? language : undefined;
}
