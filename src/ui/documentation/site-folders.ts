// Where the site and its documentation lie, as the page says it.

/** The folder of the static site. */
export function siteFolder(): URL {
  return new URL(document.documentElement.dataset.site ?? './', document.baseURI);
}

/** The folder of the documentation's pages. */
export function docsFolder(): URL {
  return new URL(document.documentElement.dataset.docs ?? './', document.baseURI);
}

/** Where the service answers: the same as for the playground. */
export function serviceBase(): URL {
  return new URL('api', siteFolder());
}
