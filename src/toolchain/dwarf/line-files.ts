// Reads the file names to which a unit's entries refer by number, from the header of a DWARF version 4 line table
// (6.2.4).
import { DwarfReader } from './entries.ts';

/** Paths by number, from 1; the program's paths have no leading slash. */
export function readFileNames(section: Uint8Array, offset: number): string[] {
  const reader = new DwarfReader(section, offset);
  reader.at += 4; // length
  const version = reader.u16();
  if (version < 2 || version > 4) return [];
  reader.at += 4; // header length
  reader.at += version >= 4 ? 5 : 4; // instruction sizes, default, base and range of lines
  const standardOpcodes = reader.u8() - 1;
  reader.at += standardOpcodes;
  const folders = [''];
  for (let folder = reader.text(); folder !== ''; folder = reader.text()) folders.push(folder);
  const names = [''];
  for (let name = reader.text(); name !== ''; name = reader.text()) {
    const folder = folders[reader.unsigned()] ?? '';
    reader.unsigned(); // modification time
    reader.unsigned(); // length
    names.push(joinPath(folder, name));
  }
  return names;
}

function joinPath(folder: string, name: string): string {
  const path = name.startsWith('/') || folder === '' ? name : `${folder.replace(/\/$/, '')}/${name}`;
  return path.replace(/^\/program\//, '').replace(/^(\.\/)+/, '');
}
