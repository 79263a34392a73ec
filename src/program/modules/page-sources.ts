// The sources of a program in a page: its main source, and accompanying files.
import type { Language } from '../../toolchain/sources/language.ts';
import { nameLoneSource } from '../../toolchain/sources/lone-source.ts';

export interface PageProgram {
  readonly source: string;
  /** Files built together with the source, by path. */
  readonly files?: Readonly<Record<string, string>>;
  readonly language: Language;
  /** Text of a config.mk that contains flags. */
  readonly configMk?: string;
}

/** The main source as a string, or with the other files, under a name that no other file has. */
export function listSources(program: PageProgram): string | Record<string, string> {
  const { source, files } = program;
  if (!files || Object.keys(files).length === 0) return source;
  return { ...files, [nameShown(program)]: source };
}

/** Name of the displayed source among the other files. */
export function nameShown({ source, files = {}, language }: PageProgram): string {
  let name = nameLoneSource(language, source);
  while (Object.hasOwn(files, name)) name = `own-${name}`;
  return name;
}
