// URL of a playground, specified by the author of a page.

/** Error message for a URL that does not name a site's folder; undefined if the URL is valid or absent. */
export function maybeAddressProblem(address: string): string | undefined {
  const given = address.trim();
  if (given === '' || /^https?:\/\/[^/\s]+\/(?:\S*\/)?$/.test(given)) return undefined;
  return 'The URL must name a folder and end with a slash, such as https://haze.example/.';
}
