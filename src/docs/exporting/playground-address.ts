// The address of a playground, as the author of a page gives it.

/** Error of an address that is no folder of a site; undefined for a good one, or for none. */
export function maybeAddressProblem(address: string): string | undefined {
  const given = address.trim();
  if (given === '' || /^https?:\/\/[^/\s]+\/(?:\S*\/)?$/.test(given)) return undefined;
  return 'The address names a folder, such as https://haze.example/, with a slash at its end.';
}
