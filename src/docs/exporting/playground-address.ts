// Address of a playground, given by the author of a page.

/** Error of an address that is not a folder of a site; undefined for a correct or absent address. */
export function maybeAddressProblem(address: string): string | undefined {
  const given = address.trim();
  if (given === '' || /^https?:\/\/[^/\s]+\/(?:\S*\/)?$/.test(given)) return undefined;
  return 'The address names a folder, such as https://haze.example/, with a slash at its end.';
}
