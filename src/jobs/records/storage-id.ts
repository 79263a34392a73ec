// ResourceIDs of an account's cloud storage: `<kind>:/<UserID>`, optionally followed by a folder, or `''` for all of
// it.

const FORM = /^[\w-]+:\/(usr_[0-9a-f]{32})(?:\/(.*))?$/;

/**
 * Folder of the owner's storage that a ResourceID means, `''` for all of it. Undefined for another account's storage,
 * and for text of another form.
 */
export function maybeStorageFolder(resourceId: string, owner: string): string | undefined {
  if (resourceId === '') return '';
  const [, named, folder = ''] = FORM.exec(resourceId) ?? [];
  const isOwn = named === owner && !folder.split('/').includes('..');
  return isOwn ? folder : undefined;
}
