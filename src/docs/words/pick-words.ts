// Which language of a table of words a page gets.

/**
 * The words of a language tag such as `de-CH`, by its first part; English ones where the table has none.
 * @param table words by language, `en` among them
 */
export function pickWords<Words>(
  table: Readonly<Record<string, Words>> & { readonly en: Words },
  lang: string,
): Words {
  return table[maybeLanguageIn(table, lang) ?? 'en']!;
}

/** The key that a table has for a language tag; undefined where it has none. */
export function maybeLanguageIn(table: object, lang: string): string | undefined {
  const language = lang.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(table, language) ? language : undefined;
}
