// Pages of the library reference, one per entry point of the package, as Markdown generated from declarations and
// docstrings.
import { slugOf } from '../slug.ts';
import { parseDocstring } from './docstring.ts';
import { type ApiItem, type ApiToken, extractApi } from './extract-api.ts';

/** A page of the reference, in the same format as a page in docs/reference/. */
export interface ReferencePage {
  /** The entry point's name, such as `haze/ux`. */
  readonly entry: string;
  /** The page's file name without its suffix, such as `ux`. */
  readonly file: string;
  readonly text: string;
}

interface Section {
  readonly item: ApiItem;
  readonly name: string;
  readonly file: string;
  readonly level: 2 | 3;
  slug: string;
}

/** Purpose of each entry point; [docs/library.md](../../../docs/library.md) explains how to import it. */
const PURPOSES: Readonly<Record<string, string>> = {
  haze: 'Builds programs and runs them, in Node.',
  'haze/browser': 'Builds programs and runs them in a page, or offers the REST interface there.',
  'haze/element':
    'Defines `<haze-program>`; [Programs in pages](../embedding-reference.md) describes its attributes and events.',
  'haze/ux': 'Reads, writes and evaluates Ux values, in Node and in pages.',
  'haze/server': 'Starts the service in a Node process, for tests.',
  'haze/docs': 'Renders and checks programs in documents, for documentation tool plugins.',
  'haze/docs/markdown-it': 'Programs in documents for VitePress, Eleventy and other tools with markdown-it.',
  'haze/docs/remark': 'Programs in documents for Astro, Docusaurus, Next and other tools with remark.',
  'haze/vite': 'Gives an application built with Vite the files that Haze loads in a page.',
};

/** Maximum length of a signature in characters, about the width of an article. */
const LONGEST_SIGNATURE = 72;
const FURTHER = 'Further types';

/** All pages, in the order of the entry points. */
export function writeReference(root: string): ReferencePage[] {
  const places = new Map<string, Section>();
  return [...extractApi(root)].map(([entry, items]) => {
    const file = entry.replace(/^haze\//, '').replaceAll('/', '-');
    const exported = items.filter(isExported).sort((a, b) => Number(isFunction(b)) - Number(isFunction(a)));
    const further = findFurther(items, exported);
    const isKnown = (item: ApiItem) => isSame(places.get(item.canonicalReference)?.item, item);
    const shared = exported.filter(isKnown);
    const sections = [
      ...exported.filter((item) => !isKnown(item)).map((item) => describeSection(item, file, 2)),
      ...further.filter((item) => !isKnown(item)).map((item) => describeSection(item, file, 3)),
    ];
    setSlugs(entry, sections);
    // An entry point's own declarations hide declarations of the same name on earlier pages.
    for (const section of sections) places.set(section.item.canonicalReference, section);
    const write = new SectionWriter(file, new Map(places));
    const main = sections.filter(({ level }) => level === 2);
    const rest = sections.filter(({ level }) => level === 3);
    const parts = [
      `# ${entry}`,
      PURPOSES[entry] ?? '',
      `\`\`\`ts\n${describeImport(entry, exported)}\n\`\`\``,
      ...(shared.length > 0
        ? [`The same as in another entry: ${shared.map((item) => write.link(item)).join(', ')}.`]
        : []),
      ...main.map((section) => write.section(section)),
      ...(rest.length > 0
        ? [`## ${FURTHER}`, 'Types of the fields above. The entry does not export their names.']
        : []),
      ...rest.map((section) => write.section(section)),
      '',
    ];
    return { entry, file, text: parts.join('\n\n') };
  });
}

function isExported({ canonicalReference }: ApiItem): boolean {
  return !canonicalReference.includes('!~');
}

function isFunction({ kind }: ApiItem): boolean {
  return kind === 'Function';
}

/** Tests whether two entry points export the same declaration, with equal text and docstrings. */
function isSame(one: ApiItem | undefined, other: ApiItem): boolean {
  const textOf = (item: ApiItem | undefined) => item && JSON.stringify(item);
  return textOf(one) === textOf(other);
}

function describeSection(item: ApiItem, file: string, level: 2 | 3): Section {
  return { item, name: nameOf(item), file, level, slug: '' };
}

/** The name used in the source: the model appends numbers to names that also exist as globals. */
function nameOf(item: ApiItem): string {
  const [, name] = /\b(?:function|interface|type|class|enum) (\w+)/.exec(textOf(item.excerptTokens)) ?? [];
  return name ?? item.name ?? '';
}

function textOf(tokens: readonly ApiToken[]): string {
  return tokens.map(({ text }) => text).join('');
}

/** Types that exported declarations use but the entry point does not export. */
function findFurther(items: readonly ApiItem[], exported: readonly ApiItem[]): ApiItem[] {
  const byReference = new Map(items.map((item) => [item.canonicalReference, item]));
  const found = new Set(exported);
  for (const item of found) {
    for (const { canonicalReference = '' } of listTokens(item)) {
      const used = byReference.get(canonicalReference);
      if (used && /^(?:Interface|TypeAlias)$/.test(used.kind)) found.add(used);
    }
  }
  return [...found].slice(exported.length);
}

function listTokens({ excerptTokens, members = [] }: ApiItem): ApiToken[] {
  return [...excerptTokens, ...members.flatMap(listTokens)];
}

/** Sets the slugs of the page's headings, in order. */
function setSlugs(entry: string, sections: readonly Section[]): void {
  const taken = new Map([[slugOf(entry), 1]]);
  const take = (text: string) => {
    const slug = slugOf(text);
    const count = taken.get(slug) ?? 0;
    taken.set(slug, count + 1);
    return count === 0 ? slug : `${slug}-${count}`;
  };
  for (const section of sections.filter(({ level }) => level === 2)) section.slug = take(section.name);
  take(FURTHER);
  for (const section of sections.filter(({ level }) => level === 3)) section.slug = take(section.name);
}

function describeImport(entry: string, exported: readonly ApiItem[]): string {
  const names = exported.filter(({ kind }) => /^(?:Function|Class|Variable)$/.test(kind)).map(nameOf);
  const list = names.length > 5 ? `\n  ${names.join(',\n  ')},\n` : ` ${names.join(', ')} `;
  return `import {${list}} from '${entry}';`;
}

/** Writes a page's sections, with links to the types on all earlier pages. */
class SectionWriter {
  readonly #file: string;
  readonly #places: ReadonlyMap<string, Section>;

  constructor(file: string, places: ReadonlyMap<string, Section>) {
    this.#file = file;
    this.#places = places;
  }

  section({ item, name, level }: Section): string {
    const { text, parameters, returns, throws, example } = parseDocstring(item.docComment);
    const isTable = /^(?:Interface|Class)$/.test(item.kind);
    const heading = `${'#'.repeat(level)} ${name}${isFunction(item) ? '()' : ''}`;
    const rows = (item.parameters ?? []).map((parameter) => [
      code(`${parameter.parameterName}${parameter.isOptional ? '?' : ''}`),
      this.#type(slice(item.excerptTokens, parameter.parameterTypeTokenRange)),
      parameters.get(parameter.parameterName) ?? '',
    ]);
    const members = (item.members ?? []).map((member) => this.#member(member));
    const parts = [
      heading,
      text,
      isTable
        ? this.#extension(item)
        : fence(`${item.kind === 'Variable' ? 'const ' : ''}${textOf(item.excerptTokens)}`),
      table(['parameter', 'type', 'meaning'], rows),
      item.returnTypeTokenRange &&
      !/^void$/.test(textOf(slice(item.excerptTokens, item.returnTypeTokenRange)))
        ? `**Returns** ${this.#type(slice(item.excerptTokens, item.returnTypeTokenRange))}${returns && `: ${returns}`}`
        : '',
      throws && `**Errors** ${throws}`,
      example && `**Example**\n\n${fence(example)}`,
      table(['field', 'type', 'meaning'], members),
    ];
    return parts.filter((part) => part !== '').join('\n\n');
  }

  /** A name that links to its section. */
  link(item: ApiItem): string {
    return this.#type([{ text: nameOf(item), canonicalReference: item.canonicalReference }]);
  }

  #extension({ excerptTokens }: ApiItem): string {
    const at = excerptTokens.findIndex(({ text }) => / extends $/.test(text));
    return at < 0 ? '' : `Extends ${this.#type(trimEnd(excerptTokens.slice(at + 1)))}.`;
  }

  #member(item: ApiItem): string[] {
    const { text, throws, parameters } = parseDocstring(item.docComment);
    const list = item.parameters?.map((one) => `${one.parameterName}${one.isOptional ? '?' : ''}`);
    const name = item.kind === 'Constructor' ? 'new' : (item.name ?? '');
    const shown = list ? `${name}(${list.join(', ')})` : `${name}${item.isOptional ? '?' : ''}`;
    const range = item.propertyTypeTokenRange ?? item.returnTypeTokenRange;
    const told = [...parameters].map(([parameter, meaning]) => `${code(parameter)}: ${meaning}.`);
    const meaning = [text, ...told, throws && `**Errors** ${throws}`].filter(Boolean).join(' ');
    return [
      code(`${item.isStatic ? 'static ' : ''}${shown}`),
      range ? this.#type(slice(item.excerptTokens, range)) : '',
      meaning,
    ];
  }

  /** A type as code with linked names. */
  #type(tokens: readonly ApiToken[]): string {
    const parts = tokens.map(({ text, canonicalReference = '' }) => {
      const section = this.#places.get(canonicalReference);
      const shown = escapeMarkup(text.replaceAll(/\/\*\*.*?\*\//gs, '').replaceAll(/\s+/g, ' '));
      if (!section) return shown;
      const page = section.file === this.#file ? '' : `${section.file}.md`;
      return `[${shown}](${page}#${section.slug})`;
    });
    return `<code>${parts.join('').trim()}</code>`;
  }
}

function slice(
  tokens: readonly ApiToken[],
  { startIndex, endIndex }: { startIndex: number; endIndex: number },
) {
  return tokens.slice(startIndex, endIndex);
}

function trimEnd(tokens: readonly ApiToken[]): ApiToken[] {
  return tokens.map((token) => ({ ...token, text: token.text.replace(/\s*\{?\s*$/, '') }));
}

function code(text: string): string {
  return `<code>${escapeMarkup(text)}</code>`;
}

/** Escapes text so that neither Markdown nor HTML treats it as markup. */
function escapeMarkup(text: string): string {
  return text.replaceAll(/[&<>|*_[\]`\\{}]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function fence(text: string): string {
  return `\`\`\`ts\n${wrapSignature(text.replace(/^export (?:declare )?/, '').trim())}\n\`\`\``;
}

/** Puts each parameter of a long signature on a line of its own. */
function wrapSignature(text: string): string {
  const [, name, parameters, end] = /^(function \w+\()([^()\n]+)(\).*)$/.exec(text) ?? [];
  if (!name || !parameters || text.length <= LONGEST_SIGNATURE) return text;
  return `${name}\n  ${parameters.split(/, (?=\w+\??:)/).join(',\n  ')},\n${end}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return '';
  const cell = (text: string) => text.replaceAll(/\s*\n\s*/g, ' ').replaceAll(/(?<!\\)\|/g, '\\|');
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`);
  return lines.join('\n');
}
