// ResourceIDs of an account's cloud storage: `<kind>:/<UserID>`, optionally followed by a folder; `''` denotes all of
// it.

const FORM = /^[\w-]+:\/(usr_[0-9a-f]{32})(?:\/(.*))?$/;

/**
 * Folder in the owner's storage that a ResourceID denotes; `''` for all of it. Undefined for another account's
 * storage, and for malformed IDs.
 */
export function maybeStorageFolder(resourceId: string, owner: string): string | undefined {
  if (resourceId === '') return '';
  const [, named, folder = ''] = FORM.exec(resourceId) ?? [];
  const isOwn = named === owner && !folder.split('/').includes('..');
  return isOwn ? folder : undefined;
}
