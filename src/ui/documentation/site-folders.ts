// URLs of the site and its documentation, as given in the page.

/** The static site's folder. */
function siteFolder(): URL {
  return new URL(document.documentElement.dataset.site ?? './', document.baseURI);
}

/** The folder with the documentation pages. */
export function docsFolder(): URL {
  return new URL(document.documentElement.dataset.docs ?? './', document.baseURI);
}

/** Base URL of the service, which the playground shares. */
export function serviceBase(): URL {
  return new URL('api', siteFolder());
}
