// Instantiates programs. Every instantiation compares the imports with the list, because the module may come from a
// cache or store of an earlier version, or from a caller of the library.
import { instantiate, makeNamespace } from '../../uxhw/instantiate.ts';
import { IMPORT_MODULES, MEMORY_NAME } from '../../uxhw/program-imports.ts';
import { checkCompiledImports, checkImports } from './check-imports.ts';

export interface ProgramImports {
  readonly memory: WebAssembly.Memory;
  readonly core: WebAssembly.ModuleImports;
  readonly system: WebAssembly.ModuleImports;
}

/**
 * Checks a module's imports, and returns a function that instantiates the module.
 * @param compiled the same module in compiled form, if the caller has it
 * @throws HazeError `foreign-import`, `malformed-module`
 */
export function admitProgram(
  module: Uint8Array,
  compiled?: WebAssembly.Module,
): (imports: ProgramImports) => WebAssembly.Instance {
  const declared = checkImports(module);
  return ({ memory, core, system }) => {
    const ready = compiled ?? new WebAssembly.Module(module as BufferSource);
    checkCompiledImports(ready);
    // Only functions that the module imports are included, so that fewer are created and reachable.
    const pick = (from: WebAssembly.ModuleImports, of: string) =>
      makeNamespace(
        declared.filter((one) => one.module === of).map(({ name }) => [name, from[name]!] as const),
      );
    return instantiate(ready, {
      [IMPORT_MODULES.memory]: makeNamespace([[MEMORY_NAME, memory]]),
      [IMPORT_MODULES.core]: pick(core, IMPORT_MODULES.core),
      [IMPORT_MODULES.system]: pick(system, IMPORT_MODULES.system),
    });
  };
}
