// Refuses a linked program that imports more than the list of src/uxhw/program-imports.ts, and names the source whose
// declaration is at fault. C has an attribute for imports, and assembler a directive; no other source can declare any.
import { HazeError } from '../errors/haze-error.ts';
import { type ReadImport, readImports } from '../rewrite/read-imports.ts';
import { isListed, mayImport } from '../uxhw/program-imports.ts';
import { listRenamedImports } from './object-symbols.ts';

/** An object, and the source of the program behind it. */
interface Origin {
  readonly source: string;
  readonly object: Uint8Array;
}

/** @throws HazeError `foreign-import`, with the source in its data where one declares the import */
export function checkLinked(module: Uint8Array, origins: readonly Origin[]): void {
  const foreign = readImports(module).find((declared) => !mayImport(declared));
  if (foreign) throw describeForeign(foreign, findDeclarations(foreign, origins));
}

interface Declaration {
  readonly file: string;
  /** Name of the function in the source. */
  readonly symbol: string;
  readonly isRenamed: boolean;
}

function findDeclarations({ module, name }: ReadImport, origins: readonly Origin[]): Declaration[] {
  return origins.flatMap(({ source, object }) => {
    const renamed = listRenamedImports(object);
    const functions = readImports(object).filter(({ kind }) => kind === 'function');
    return functions.flatMap((declared, index): Declaration[] =>
      declared.module === module && declared.name === name
        ? [{ file: source, symbol: renamed.get(index) ?? name, isRenamed: renamed.has(index) }]
        : [],
    );
  });
}

function describeForeign(foreign: ReadImport, declarations: readonly Declaration[]): HazeError {
  const { module, name, kind } = foreign;
  // Objects that call an ordinary function of another source import `env` and its name, too.
  const found = declarations.find(({ isRenamed }) => isRenamed) ?? declarations[0];
  const whole = `\`${module}.${name}\``;
  const declares = found
    ? `${found.file} declares \`${found.symbol}\` as a function of the environment, ${whole}`
    : `The program declares the ${kind} ${whole} of its environment`;
  const reason = isListed(foreign) ? ', with other parameters or another result than it has' : '';
  return new HazeError(
    'foreign-import',
    `${declares}${reason}; programs may call functions of the C library and of uxhw.h, and nothing else outside of ` +
      'their own sources. Remove the declaration, or define the function in the program.',
    { data: { module, name, kind, ...(found ? { file: found.file } : {}) } },
  );
}
