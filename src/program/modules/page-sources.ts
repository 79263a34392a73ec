// The sources of a program in a page: its main text, and files beside it.
import type { Language } from '../../toolchain/sources/language.ts';
import { nameLoneSource } from '../../toolchain/sources/lone-source.ts';

export interface PageProgram {
  readonly source: string;
  /** Files that are built with the source, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly language: Language;
  /** Text of a config.mk with flags. */
  readonly configMk?: string;
}

/** The source alone, or with the other files, under a name that none of them has. */
export function listSources(program: PageProgram): string | Record<string, string> {
  const { source, files } = program;
  if (!files || Object.keys(files).length === 0) return source;
  return { ...files, [nameShown(program)]: source };
}

/** Name of the shown source among the other files. */
export function nameShown({ source, files = {}, language }: PageProgram): string {
  let name = nameLoneSource(language, source);
  while (Object.hasOwn(files, name)) name = `own-${name}`;
  return name;
}
