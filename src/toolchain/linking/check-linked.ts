// Rejects a linked program with imports that src/uxhw/program-imports.ts does not list, and names the source whose
// declaration is at fault. C declares imports with an attribute, assembler with a directive; other languages cannot
// declare them.
import { HazeError } from '../../errors/haze-error.ts';
import { type ReadImport, readImports } from '../../rewrite/reading/read-imports.ts';
import { isListed, mayImport } from '../../uxhw/program-imports.ts';
import { listRenamedImports } from './object-symbols.ts';

/** An object, and its source in the program. */
interface Origin {
  readonly source: string;
  readonly object: Uint8Array;
}

/** @throws HazeError `foreign-import`, with the source in its data if a source declares the import */
export function checkLinked(module: Uint8Array, origins: readonly Origin[]): void {
  const foreign = readImports(module).find((declared) => !mayImport(declared));
  if (foreign) throw describeForeign(foreign, findDeclarations(foreign, origins)[0]);
}

interface Declaration {
  readonly file: string;
  /** Name of an imported function in the source; for all other imports, the import's name. */
  readonly symbol: string;
  /**
   * Likelihood that this declaration is at fault, as a score: the same type counts 2, a separate name in the source 1.
   */
  readonly likeness: number;
}

/**
 * Declarations of an import, the most likely first. A call to another source's function is also an import of its name
 * from `env`.
 */
function findDeclarations(foreign: ReadImport, origins: readonly Origin[]): Declaration[] {
  const { module, name, kind, signature } = foreign;
  const found = origins.flatMap(({ source: file, object }) => {
    const renamed = kind === 'function' ? listRenamedImports(object) : new Map<number, string>();
    const alike = readImports(object).filter((declared) => declared.kind === kind);
    return alike.flatMap((declared, index): Declaration[] =>
      declared.module === module && declared.name === name
        ? [
            {
              file,
              symbol: renamed.get(index) ?? name,
              likeness: 2 * Number(declared.signature === signature) + Number(renamed.has(index)),
            },
          ]
        : [],
    );
  });
  return found.sort((a, b) => b.likeness - a.likeness);
}

function describeForeign(foreign: ReadImport, found: Declaration | undefined): HazeError {
  const { module, name, kind } = foreign;
  const symbol = found && kind === 'function' ? `\`${found.symbol}\` as a function` : `a ${kind}`;
  const declares = `${found?.file ?? 'The program'} declares ${symbol} from the environment, \`${module}.${name}\``;
  const reason = isListed(foreign) ? ', with the wrong parameters or result' : '';
  return new HazeError(
    'foreign-import',
    `${declares}${reason}; programs may call functions of the C library and of uxhw.h, and nothing else outside ` +
      'their own sources. Remove the declaration, or define the function in the program.',
    { data: { module, name, kind, ...(found ? { file: found.file } : {}) } },
  );
}
