// Choice of a page's language in a table of words.

/**
 * The words of a language tag such as `de-CH`, by its first part; English if the table lacks the language.
 * @param table words by language, `en` among them
 */
export function pickWords<Words>(
  table: Readonly<Record<string, Words>> & { readonly en: Words },
  lang: string,
): Words {
  return table[maybeLanguageIn(table, lang) ?? 'en']!;
}

/** Key of a table for a language tag; undefined without one. */
export function maybeLanguageIn(table: object, lang: string): string | undefined {
  const language = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(table, language) ? language : undefined;
}
