// Sizes of a WebAssembly module's sections and functions.
import { SECTION } from '../../../rewrite/reading/module-info.ts';
import { readModule } from '../../../rewrite/reading/module-reader.ts';

export interface SectionSize {
  /** Section name in the WebAssembly specification; a custom section has its own name. */
  readonly name: string;
  /** Size including the header. Sections with the same name are added together. */
  readonly sizeBytes: number;
}

export interface FunctionSize {
  /** Index among all functions; imported functions come first. */
  readonly index: number;
  /** Name from the name section, or else a name such as `function 12`. */
  readonly name: string;
  /** Size of the body, including its local variables and its size field. */
  readonly sizeBytes: number;
}

export interface ModuleSizes {
  readonly sizeBytes: number;
  /** Sections in the module's order. */
  readonly sections: readonly SectionSize[];
  /** Functions with a body, the largest first. */
  readonly functions: readonly FunctionSize[];
  readonly importCount: number;
}

/** Magic number and version, before the first section. */
const PREAMBLE_BYTES = 8;
const SECTION_NAMES = new Map(
  Object.entries(SECTION).map(([name, id]) => [id as number, name === 'dataCount' ? 'data count' : name]),
);

/**
 * Measures a module; the sizes of its sections and its preamble add up to the module's size.
 * @throws HazeError `malformed-module`, `unsupported-instruction`
 */
export function measureModule(module: Uint8Array): ModuleSizes {
  const { sections, bodies, names, functionImports } = readModule(module);
  const sizes = new Map<string, number>([['preamble', PREAMBLE_BYTES]]);
  for (const { id, name, header, end } of sections) {
    const known = id === SECTION.custom ? `custom “${name}”` : (SECTION_NAMES.get(id) ?? `section ${id}`);
    sizes.set(known, (sizes.get(known) ?? 0) + end - header);
  }
  const functions = bodies.map(({ sizeAt, end }, i): FunctionSize => {
    const index = functionImports.length + i;
    return { index, name: names.get(index) ?? `function ${index}`, sizeBytes: end - sizeAt };
  });
  return {
    sizeBytes: module.length,
    sections: [...sizes].map(([name, sizeBytes]) => ({ name, sizeBytes })),
    functions: functions.toSorted((a, b) => b.sizeBytes - a.sizeBytes),
    importCount: functionImports.length,
  };
}
