// Sections of a linked module that hold its debug information, and the corresponding table of Fortran variables.
import { listSections } from '../../rewrite/encoding/list-sections.ts';
import { SECTION } from '../../rewrite/reading/module-info.ts';
import { VARIABLE_TABLE } from '../fortran/fortran-variables.ts';

/** Contents of the custom sections, keyed by section name, such as `.debug_info`. */
export function readDebugSections(module: Uint8Array): Map<string, Uint8Array> {
  const sections = new Map<string, Uint8Array>();
  for (const { id, contents } of listSections(module)) {
    const name = id === SECTION.custom ? contents.name() : '';
    if (name.startsWith('.debug_') || name === VARIABLE_TABLE) sections.set(name, contents.rest());
  }
  return sections;
}
