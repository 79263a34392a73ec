// Rejects modules with imports that are not on the list in src/uxhw/program-imports.ts. Every module is checked when it
// is accepted and again at each instantiation, because stores and caches may contain modules from earlier versions.
import { HazeError } from '../../errors/haze-error.ts';
import { type ReadImport, readImports } from '../../rewrite/reading/read-imports.ts';
import { type DeclaredImport, isListed, mayImport } from '../../uxhw/program-imports.ts';

/**
 * Returns the module's imports, all of which are on the list.
 * @throws HazeError `foreign-import` naming the import, `malformed-module`
 */
export function checkImports(module: Uint8Array): readonly ReadImport[] {
  const imports = readImports(module);
  const foreign = imports.find((declared) => !mayImport(declared));
  if (foreign) throw describeForeignImport(foreign);
  return imports;
}

/**
 * Compares the names that the engine reads with the list, because the engine may read a module differently from this
 * code.
 * @throws HazeError `foreign-import`
 */
export function checkCompiledImports(compiled: WebAssembly.Module): void {
  const foreign = WebAssembly.Module.imports(compiled).find((declared) => !isListed(declared));
  if (foreign) throw describeForeignImport(foreign);
}

function describeForeignImport(declared: DeclaredImport): HazeError {
  const { module, name, kind } = declared;
  const reason = isListed(declared) ? 'with the wrong type' : 'which programs may not import';
  return new HazeError(
    'foreign-import',
    `The program imports the ${kind} "${module}.${name}" from its environment, ${reason}. ` +
      'Programs may call functions of the C library and of uxhw.h: remove the declaration, and rebuild it.',
    { data: { module, name, kind } },
  );
}

/**
 * Tests whether a rewritten program names the values that groups of lanes print. Programs from earlier releases do not.
 */
export function marksPaths(module: Uint8Array): boolean {
  return readImports(module).some(({ name }) => name === 'printed_lanes');
}
