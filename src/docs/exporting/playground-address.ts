// Address of a playground, given by the author of a page.

/** Error of an address that is not a folder of a site; undefined for a correct or absent address. */
export function maybeAddressProblem(address: string): string | undefined {
  const given = address.trim();
  if (given === '' || /^https?:\/\/[^/\s]+\/(?:\S*\/)?$/.test(given)) return undefined;
  return 'The URL must name a folder and end with a slash, such as https://haze.example/.';
}
