// Program modules for pages that run programs without a compiler, as compressed files named after their content.
import { createHash } from 'node:crypto';
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HazeError } from '../../errors/haze-error.ts';
import type { PageProgram } from '../../program/modules/page-sources.ts';
import { type MadeModule, makePageModule } from '../../program/modules/write-page-module.ts';
import type { ProgramCompiler } from '../../program/program-compiler.ts';
import { makeFolder } from '../../store/folder/private-files.ts';
import { loadRewritingVersion } from '../engine/assets.ts';
import { writeWhole } from '../files/write-whole.ts';
import { MODULE_FOLDER } from '../folders/site-folder.ts';

const BEST = 9;

export interface ModuleOptions {
  /** True to omit the rewritten form, for a single-file page, which contains the rewriter. Default false. */
  readonly isInFile?: boolean;
}

/**
 * The compressed file of a program's module, or the log if the build fails.
 * @throws HazeError `not-supported` for a program whose build reads the clock
 */
export async function packPageModule(
  program: PageProgram,
  compiler: ProgramCompiler,
  { isInFile = false }: ModuleOptions = {},
): Promise<MadeModule> {
  const version = isInFile ? undefined : await loadRewritingVersion();
  const made = await makePageModule(program, { compiler, version });
  return made.ok ? { ok: true, file: gzipSync(made.file, { level: BEST }) } : made;
}

/** The file of a program's module; undefined if the program does not build or its build reads the clock. */
export async function maybeMakePageModule(
  program: PageProgram,
  compiler: ProgramCompiler,
  options?: ModuleOptions,
): Promise<Uint8Array | undefined> {
  try {
    const made = await packPageModule(program, compiler, options);
    return made.ok ? made.file : undefined;
  } catch (error) {
    if (error instanceof HazeError && error.code === 'not-supported') return undefined;
    throw error;
  }
}

/** Writes a module's file into a site folder that holds Haze's files; returns the file's name. */
export async function writeModuleFile(folder: string, name: string, file: Uint8Array): Promise<string> {
  const hash = createHash('sha256').update(file).digest('hex').slice(0, 16);
  const named = `${name.replace(/[^\w-]+/g, '-') || 'program'}-${hash}.haze`;
  const programs = join(folder, MODULE_FOLDER);
  const path = join(programs, named);
  try {
    await access(path);
  } catch {
    await makeFolder(programs);
    await writeWhole(path, [file]);
  }
  return named;
}
