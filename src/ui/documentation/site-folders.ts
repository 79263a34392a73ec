// Addresses of the site and its documentation, as the page states them.

/** Folder of the static site. */
function siteFolder(): URL {
  return new URL(document.documentElement.dataset.site ?? './', document.baseURI);
}

/** Folder of the documentation's pages. */
export function docsFolder(): URL {
  return new URL(document.documentElement.dataset.docs ?? './', document.baseURI);
}

/** Base address of the service, the same as for the playground. */
export function serviceBase(): URL {
  return new URL('api', siteFolder());
}
